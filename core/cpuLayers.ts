/** Subsystems of a TSDB as the layers of a chart over time. */
import type { CpuBySubsystem, GcProfile } from './contract/contract.ts';

/**
 * One layer. `rows`: ids in the table of subsystems (docs/reference/profiles.md); all other rows are in the last layer.
 */
interface CpuLayer { id: string; label: string; rows: readonly string[] }

/** Layers from the bottom up. */
export const CPU_LAYERS: readonly CpuLayer[] = [
  { id: 'gc', label: 'Garbage collection', rows: ['gc'] },
  { id: 'compaction', label: 'Compaction', rows: ['compaction'] },
  { id: 'wal', label: 'Write-ahead log', rows: ['wal', 'wal-replay'] },
  { id: 'ingest', label: 'Scraping and ingest', rows: ['scrape', 'head-append'] },
  { id: 'queries', label: 'Queries and rules', rows: ['query', 'rules'] },
  { id: 'allocation', label: 'Memory allocation', rows: ['allocation'] },
  { id: 'rest', label: 'The rest', rows: [] },
];

/** GC share of a CPU profile: estimator E1 of docs/reference/gc-cpu.md. */
export type GcShare = Pick<GcProfile, 'cpuSeconds' | 'gcCpuSeconds' | 'idleGcCpuSeconds' | 'samples' | 'gcSamples'>;

/** CPU of a profile by subsystem. `seconds`: sampled, by row of the subsystems; their sum is `gc.cpuSeconds`. */
export interface CpuShares { seconds: Record<string, number>; gc: GcShare }

/** The same for a stored profile, with its time: on tsdbscope's clock for a capture, else on the target's. */
export interface ProfileCpu extends CpuShares, Pick<GcProfile, 'id' | 'name' | 'start' | 'onOurClock'> {
  durationSeconds: number;
}

/** CPU by subsystem before the comparison. `gc`: mean over the covered seconds, and the samples behind it. */
export interface CpuSplit extends Omit<CpuBySubsystem, 'target' | 'gcAgreement'> {
  gc: { cores: number; samples: number } | null;
}

/** Returns the share of each layer of CPU_LAYERS; null for a profile without samples. */
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
 * Upper bound of the wait at the end of a mark phase, when workers wait until every P has flushed its work. An
 * execution trace counts the wait, the runtime does not, and no event marks its start; docs/reference/traces.md,
 * Measured. Exceeds the mean per cycle of every recording there from a host with a free core.
 */
export const MARK_WAIT_SECONDS = 0.0025;

/**
 * Returns whether threads of a trace lost their cores for long: its pauses take longer than where a core is free. Its
 * GC work is elapsed time, so it is then an upper limit.
 */
export function hasLostCores({ markWaitSeconds }: { markWaitSeconds: number }): boolean {
  return markWaitSeconds > MARK_WAIT_SECONDS;
}
