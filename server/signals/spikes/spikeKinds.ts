/** What may spike, how it is found and what may cause it. Thresholds: docs/reference/gc-cpu.md. */
import type { SpikeQuantity } from '../../../core/contract/contract.ts';
import type { Unit } from '../../../core/contract/unit.ts';
import type { SpikeRules } from './findSpikes.ts';
import type { SpikeEvent } from './spikeEvents.ts';

export interface SpikeKind {
  quantity: SpikeQuantity;
  unit: Unit;
  areaUnit: Unit;
  /** What is above quiet, in a sentence: `80 % of its CPU above quiet`. */
  noun: string;
  /** Of events that cover a spike about equally the first one: work itself before a time when work is likely. */
  causes: readonly SpikeEvent['cause'][];
  /** It stays after its cause ended, so that only what went on until its peak may be its cause. */
  isKept: boolean;
  /** Whether GC cycles may make one. */
  fromGc: boolean;
  rules: Pick<SpikeRules, 'quietTimes' | 'levelMs' | 'joinMs' | 'leastRise' | 'leastExcess'>;
}

/** A rise of CPU that matters: a tenth of a core; where scrapes are far apart it is diluted, and less will do. */
const RISE_CORES = 0.1;
const DILUTED_SECONDS = 5;
const LEAST_CORES = 0.03;
const LEVEL_MS = 300_000;
const JOIN_MS = 3000;

export const CPU: SpikeKind = {
  quantity: 'cpu', unit: 'cores', areaUnit: 'coreSeconds', noun: 'CPU', isKept: false, fromGc: true,
  causes: ['replay', 'compaction', 'query', 'restart', 'freeze'],
  rules: {
    quietTimes: 1, levelMs: LEVEL_MS, joinMs: JOIN_MS, leastExcess: 0.1,
    leastRise: (seconds) => Math.max(LEAST_CORES, RISE_CORES * Math.min(1, DILUTED_SECONDS / seconds)),
  },
};
