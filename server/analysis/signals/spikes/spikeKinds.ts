/** Kinds of spikes: how each is found and what may cause it. Thresholds: docs/reference/spikes.md. */
import type { SpikeQuantity } from '../../../../core/contract/contract.ts';
import type { Unit } from '../../../../core/contract/terms/unit.ts';
import type { SpikeRules } from './findSpikes.ts';
import type { SpikeEvent } from './spikeEvents.ts';

export interface SpikeKind {
  quantity: SpikeQuantity;
  unit: Unit;
  areaUnit: Unit;
  /** Name of the amount above quiet, in a sentence: `80 % of its CPU above quiet`. */
  noun: string;
  /**
   * Possible causes by priority, for events that cover a spike about equally: work itself before times when work is
   * likely.
   */
  causes: readonly SpikeEvent['cause'][];
  /** The value stays high after its cause ended, so only events before the peak may be its cause. */
  isKept: boolean;
  /** Whether GC cycles may cause one. */
  fromGc: boolean;
  /** Duration of a cycle's effects before and after its end, if readings are instantaneous; null: measured from CPU. */
  gcReachMs: { back: number; on: number } | null;
  rules: Pick<SpikeRules, 'quietTimes' | 'levelMs' | 'joinMs' | 'leastRise' | 'leastExcess'>;
}

/** Minimum rise of CPU: a tenth of a core; less when scrapes are far apart, which dilutes it. */
const RISE_CORES = 0.1;
const DILUTED_SECONDS = 5;
const MIN_CORES = 0.03;
const LEVEL_MS = 300_000;
const JOIN_MS = 3000;
const MIB = 2 ** 20;

export const CPU: SpikeKind = {
  quantity: 'cpu', unit: 'cores', areaUnit: 'coreSeconds', noun: 'CPU', isKept: false, fromGc: true, gcReachMs: null,
  causes: ['replay', 'compaction', 'query', 'restart', 'freeze'],
  rules: {
    quietTimes: 1, levelMs: LEVEL_MS, joinMs: JOIN_MS, leastExcess: 0.1,
    leastRise: (seconds) => Math.max(MIN_CORES, RISE_CORES * Math.min(1, DILUTED_SECONDS / seconds)),
  },
};

/** Scrapes may be slow for this long before a cycle's end, the only time known of it. */
const CYCLE_MS = 1500;

/** A delay of 0.2 s exceeds the jitter of a busy machine. */
export const SCRAPE_DURATION: SpikeKind = {
  quantity: 'scrape-duration', unit: 'seconds', areaUnit: 'seconds', noun: 'delay', isKept: false,
  fromGc: true, gcReachMs: { back: CYCLE_MS, on: 0 }, causes: ['replay', 'freeze', 'compaction', 'query', 'restart'],
  rules: { quietTimes: 1, levelMs: LEVEL_MS, joinMs: JOIN_MS, leastExcess: 0.2, leastRise: () => 0.2 },
};

/** Resident memory drifts, and Go returns unused memory within minutes: levels are shorter, rises smaller. */
export const RESIDENT_MEMORY: SpikeKind = {
  quantity: 'resident-memory', unit: 'bytes', areaUnit: 'byteSeconds', noun: 'memory', isKept: true,
  fromGc: false, gcReachMs: null, causes: ['replay', 'compaction', 'query', 'restart'],
  rules: {
    quietTimes: 0.03, levelMs: 60_000, joinMs: JOIN_MS, leastExcess: 16 * MIB, leastRise: () => 16 * MIB,
  },
};

export const DISK_IO: SpikeKind = {
  quantity: 'disk-io', unit: 'bytesPerSecond', areaUnit: 'bytes', noun: 'I/O', isKept: false,
  fromGc: false, gcReachMs: null, causes: ['replay', 'compaction', 'query', 'restart'],
  rules: {
    quietTimes: 1, levelMs: LEVEL_MS, joinMs: JOIN_MS, leastExcess: 8 * MIB,
    leastRise: (seconds) => 4 * MIB * Math.min(1, DILUTED_SECONDS / seconds),
  },
};
