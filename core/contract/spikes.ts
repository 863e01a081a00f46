/** CPU spikes of a window and what they come from. Part of contract.ts, which says the units; import from there. */
import type { Confidence, Part } from './finding.ts';

/**
 * `restart`: a process starts, without a WAL to read or after it. `replay`: it reads its WAL. `freeze`: it catches up
 * after a standstill. `unexplained`: nothing that is known fits in time.
 */
export type SpikeCause = 'compaction' | 'gc' | 'query' | 'replay' | 'restart' | 'freeze' | 'unexplained';

/** A stretch of CPU well above the quiet level around it. */
export interface Spike {
  start: number;
  end: number;
  /** False while it still lasts at the end of what was measured. */
  isOver: boolean;
  peakCores: number;
  /** The level that it rises from. */
  quietCores: number;
  /** CPU above the quiet level. */
  coreSeconds: number;
  cause: SpikeCause;
  /** What the cause rests on, in UTC, and its parts. */
  evidence: string;
  evidenceParts: Part[];
  confidence: Confidence;
}

export interface SpikeCauseTotal {
  cause: SpikeCause;
  count: number;
  coreSeconds: number;
  /** Of the CPU above quiet of all spikes. */
  shareRatio: number;
}

export interface SpikeAttribution {
  /** Median of the level between spikes; null where CPU is not known for long enough to tell. */
  quietCores: number | null;
  /** The time for which CPU is known: gaps and restarts are not in it. */
  measuredSeconds: number;
  /** Ascending, apart from each other. */
  spikes: Spike[];
  /** The cause that is named first leads; empty without spikes. */
  causes: SpikeCauseTotal[];
  /** `too-early` while `counted` is below `needed`. */
  confidence: Confidence;
  /** Spikes that show what recurs: all but those of a start that happened once. */
  counted: number;
  /** Spikes from which on the shares are relied upon. */
  needed: number;
}
