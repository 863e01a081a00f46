/** The subsystems of a TSDB as the layers of a chart over time. */
import type { CpuBySubsystem, GcProfile } from './contract/contract.ts';

/** `rows`: ids of the table of subsystems (docs/reference/profiles.md); every other row belongs to the last layer. */
interface CpuLayer { id: string; label: string; rows: readonly string[] }

/** The first is drawn at the bottom. */
export const CPU_LAYERS: readonly CpuLayer[] = [
  { id: 'gc', label: 'Garbage collection', rows: ['gc'] },
  { id: 'compaction', label: 'Compaction', rows: ['compaction'] },
  { id: 'wal', label: 'Write-ahead log', rows: ['wal', 'wal-replay'] },
  { id: 'ingest', label: 'Scraping and ingest', rows: ['scrape', 'head-append'] },
  { id: 'queries', label: 'Queries and rules', rows: ['query', 'rules'] },
  { id: 'allocation', label: 'Memory allocation', rows: ['allocation'] },
  { id: 'rest', label: 'The rest', rows: [] },
];

/** How much of a CPU profile is garbage collection: estimator E1 of docs/reference/gc-cpu.md. */
export type GcShare = Pick<GcProfile, 'cpuSeconds' | 'gcCpuSeconds' | 'idleGcCpuSeconds' | 'samples' | 'gcSamples'>;

/** What a CPU profile says of its process. `seconds`: sampled, by row of the subsystems; sum: `gc.cpuSeconds`. */
export interface CpuShares { seconds: Record<string, number>; gc: GcShare }

/** The same of a profile in the catalogue, with when it was taken: of a capture on our clock, else the target's. */
export interface ProfileCpu extends CpuShares, Pick<GcProfile, 'id' | 'name' | 'start' | 'onOurClock'> {
  durationSeconds: number;
}

/** CPU by subsystem before it is compared. `gc`: mean over the covered seconds, and the samples behind it. */
export interface CpuSplit extends Omit<CpuBySubsystem, 'target' | 'gcAgreement'> {
  gc: { cores: number; samples: number } | null;
}

/** Shares of each layer of CPU_LAYERS; null of a profile without samples. */
export function layerShares({ seconds }: CpuShares): number[] | null {
  const layers = CPU_LAYERS.map(() => 0);
  let sum = 0;
  for (const [row, value] of Object.entries(seconds)) {
    const found = CPU_LAYERS.findIndex(({ rows }) => rows.includes(row));
    const at = found < 0 ? layers.length - 1 : found;
    layers[at] = (layers[at] ?? 0) + value;
    sum += value;
  }
  return sum > 0 ? layers.map((value) => value / sum) : null;
}

/**
 * At the end of a mark, workers wait until every P has flushed its work. An execution trace counts the wait, the
 * runtime does not, and no event says when it begins; docs/reference/traces.md, Measured. More than the mean per cycle
 * of any recording of a host with a free core there.
 */
export const MARK_WAIT_SECONDS = 0.0025;
