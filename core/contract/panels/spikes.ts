/** Spikes of a window and what they come from. Part of contract.ts, which says the units; import from there. */
import type { Confidence, Part } from '../terms/finding.ts';
import type { LoggedQuery } from '../terms/query.ts';
import type { PanelBase } from './panel.ts';
import type { Unit } from '../terms/unit.ts';

/**
 * `restart`: a process starts, without a WAL to read or after it. `replay`: it reads its WAL. `freeze`: it stood still,
 * or catches up after that. `host`: cores, disks or memory of the host are short. `unexplained`: nothing that is known
 * fits in time.
 */
export type SpikeCause = 'compaction' | 'gc' | 'query' | 'replay' | 'restart' | 'freeze' | 'host' | 'unexplained';

/**
 * What rises: cores of the process; seconds that a scrape takes; resident memory; bytes read and written, by the
 * process where it counts them, else by its host.
 */
export type SpikeQuantity = 'cpu' | 'scrape-duration' | 'resident-memory' | 'disk-io';

/** Queries of a query log that were evaluated in a spike and explain it. */
export interface SpikeQueries {
  /** Those that ran longest in it; several where they ran about equally long. */
  named: LoggedQuery[];
  /** How many more ran in it, for a shorter time. */
  others: number;
}

/** Spikes that the same queries explain. */
export interface SpikeQueryTotal {
  /** Texts with label values as `"…"`, and who asked, of all that are named together. */
  text: string;
  by: string;
  count: number;
  coreSeconds: number;
}

/** A stretch well above the quiet level around it. */
export interface QuantitySpike {
  start: number;
  end: number;
  /** False while it still lasts at the end of what was measured. */
  isOver: boolean;
  /** Highest value, in `unit`. */
  peak: number;
  /** The level that it rises from, in `unit`. */
  quiet: number;
  /** Above the quiet level, over its time, in `areaUnit`; of scrapes the sum of what each took longer. */
  area: number;
  cause: SpikeCause;
  /** What the cause rests on, in UTC, and its parts. */
  evidence: string;
  evidenceParts: Part[];
  confidence: Confidence;
  /** Only where a query log names them. */
  queries?: SpikeQueries;
}

export interface QuantitySpikeCause {
  cause: SpikeCause;
  count: number;
  area: number;
  /** Of the area of all spikes. */
  shareRatio: number;
}

/** The spikes of one quantity. */
export interface QuantitySpikes {
  quantity: SpikeQuantity;
  unit: Unit;
  areaUnit: Unit;
  /** Median of the level between spikes; null where the quantity is not known for long enough to tell. */
  quiet: number | null;
  /** The time for which it is known: gaps and restarts are not in it. */
  measuredSeconds: number;
  /** Ascending, apart from each other. */
  spikes: QuantitySpike[];
  /** The cause that is named first leads; empty without spikes. */
  causes: QuantitySpikeCause[];
  /** Of CPU: queries that a query log names, by the spikes that they make. */
  queries?: SpikeQueryTotal[];
  /** `too-early` while `counted` is below `needed`. */
  confidence: Confidence;
  /** Spikes that show what recurs: all but those of a start that happened once. */
  counted: number;
  /** Spikes from which on the shares are relied upon. */
  needed: number;
}

/** All spikes of a window: those of CPU, and `others` where they are known. */
export interface TargetSpikes extends SpikeAttribution, Pick<PanelBase, 'range'> {
  others: QuantitySpikes[];
}

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
  /** Only where a query log names them. */
  queries?: SpikeQueries;
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
  /** Queries that a query log names, by the spikes that they make; empty without one. */
  queries?: SpikeQueryTotal[];
  /** The longest evaluations of the window, of query logs of the target, ascending; empty without one. */
  loggedQueries?: LoggedQuery[];
  /** `too-early` while `counted` is below `needed`. */
  confidence: Confidence;
  /** Spikes that show what recurs: all but those of a start that happened once. */
  counted: number;
  /** Spikes from which on the shares are relied upon. */
  needed: number;
}
