/** Assigns queries to readers, and estimates their memory. */
import type { DataReads, PanelQuery } from '../../../data/store/dataStore.ts';
import type { ToldQuery, ToldView } from '../../../data/store/recorder.ts';
import type { AdmissionLimits } from '../../../kernel/threads/admission.ts';

export type LaneName = 'panels' | 'bulk';

interface LaneSettings {
  /** V8's heap limit, which excludes typed arrays. */
  heapMb: number;
  /** Priority as `nice`: recording comes first if CPU is short. */
  nice: number;
  /** Ends after this idle time. */
  idleMs: number;
  limits: AdmissionLimits;
}

const MIB = 2 ** 20;

export const LANES: Record<LaneName, LaneSettings> = {
  panels: {
    heapMb: 256, nice: 0, idleMs: 120_000,
    limits: { maxBytes: 96 * MIB, maxWaiting: 128, maxWaitingOfOne: 96, waitMs: 30_000 },
  },
  bulk: {
    heapMb: 384, nice: 3, idleMs: 20_000,
    limits: { maxBytes: 128 * MIB, maxWaiting: 32, maxWaitingOfOne: 16, waitMs: 30_000 },
  },
};

/** Estimated memory of each query while it is answered. */
const COSTS: Record<keyof DataReads, { lane: LaneName; bytes: number }> = {
  panel: { lane: 'panels', bytes: 12 * MIB },
  findings: { lane: 'panels', bytes: 24 * MIB },
  holes: { lane: 'panels', bytes: 4 * MIB },
  lines: { lane: 'panels', bytes: 8 * MIB },
  cpuSplit: { lane: 'panels', bytes: 8 * MIB },
  host: { lane: 'panels', bytes: 12 * MIB },
  ruleGroups: { lane: 'panels', bytes: 24 * MIB },
  spikes: { lane: 'panels', bytes: 20 * MIB },
  compactionHerd: { lane: 'panels', bytes: 24 * MIB },
  replays: { lane: 'panels', bytes: 24 * MIB },
  addHistory: { lane: 'panels', bytes: 32 * MIB },
  addRecorded: { lane: 'panels', bytes: 32 * MIB },
  samples: { lane: 'bulk', bytes: 48 * MIB },
  exportRecording: { lane: 'bulk', bytes: 32 * MIB },
  exportSamples: { lane: 'bulk', bytes: 48 * MIB },
  exportIncident: { lane: 'bulk', bytes: 64 * MIB },
  importRecording: { lane: 'bulk', bytes: 96 * MIB },
  importIncident: { lane: 'bulk', bytes: 96 * MIB },
  compactionLog: { lane: 'bulk', bytes: 96 * MIB },
  replayLog: { lane: 'bulk', bytes: 96 * MIB },
  queryLog: { lane: 'bulk', bytes: 96 * MIB },
  logErrors: { lane: 'bulk', bytes: 96 * MIB },
};

/** Queries over one target's window, sent with the target's news. */
const TOLD: ReadonlySet<string> = new Set<keyof DataReads>(
  ['panel', 'findings', 'lines', 'cpuSplit', 'host', 'spikes']
);

/** Memory per scrape: a day at 1 s is some hundred MiB, so larger windows count for more. */
const BYTES_PER_SCRAPE = 1500;

export function laneOf(method: string): LaneName {
  return costOf(method).lane;
}

export function bytesOf(method: string, args: readonly unknown[]): number {
  const windows = args.flat().filter(isWindow);
  const scrapes = windows.reduce((sum, { startMs, endMs, intervalSeconds }) => (
    sum + Math.max(0, endMs - startMs) / 1000 / Math.max(0.1, intervalSeconds)
  ), 0);
  return costOf(method).bytes + scrapes * BYTES_PER_SCRAPE;
}

/** Returns the target whose news go with the query; null for other queries. */
export function toldTarget(method: string, args: readonly unknown[]): string | null {
  return TOLD.has(method) ? args.find(isQuery)?.target ?? null : null;
}

export function withTold(args: readonly unknown[], told: ToldView): unknown[] {
  return args.map((one) => (isQuery(one) ? { ...one, told } satisfies ToldQuery : one));
}

function costOf(method: string): { lane: LaneName; bytes: number } {
  // Methods are those of DataReads, by callsTo.
  return COSTS[method as keyof DataReads];
}

function isWindow(value: unknown): value is { startMs: number; endMs: number; intervalSeconds: number } {
  return typeof value === 'object' && value !== null && 'intervalSeconds' in value && 'startMs' in value;
}

function isQuery(value: unknown): value is PanelQuery {
  return isWindow(value) && 'target' in value;
}
