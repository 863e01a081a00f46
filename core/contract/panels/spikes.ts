/** Spikes of a window and what they come from. Part of contract.ts, which says the units; import from there. */
import type { Confidence, Part } from '../terms/finding.ts';
import type { LoggedQuery, QueryOrigin } from '../terms/query.ts';
import type { PanelBase } from './panel.ts';
import type { Unit } from '../terms/unit.ts';

/**
 * `restart`: a process starts, without a WAL to read or after it. `replay`: it reads its WAL. `freeze`: it stood still,
 * or catches up after that. `host`: cores, disks or memory of the host are short. `rule-group`: rules are evaluated.
 * `scrape-job`: the target scrapes its own targets. `unexplained`: nothing that is known fits in time.
 */
export type SpikeCause =
  | 'compaction' | 'gc' | 'query' | 'replay' | 'restart' | 'freeze' | 'host' | TrainCause | 'unexplained';

/** Work that a target repeats at a fixed phase of an interval. */
export type TrainCause = 'rule-group' | 'scrape-job';

/**
 * A rule group or the scrapes of a job, with what one evaluation or scrape adds. `verdict` `named`: CPU rises at its
 * pulses. `none`: it does not, as far as can be seen. `too-short`: one cannot add enough to be seen. `too-few`: the
 * window has too few. `flat`: the readings are too far apart for them to stand out.
 */
export type TrainVerdictName = 'named' | 'none' | 'too-short' | 'too-few' | 'flat';

export interface SpikeTrain {
  kind: TrainCause;
  /** Several where their times cannot be distinguished: then all figures are of one of each together. */
  names: string[];
  /** Of the rule files, in the order of the names; null for a job. */
  files: (string | null)[];
  periodSeconds: number;
  /** Start of its last pulse in the window. */
  lastStart: number;
  /** From this pulse of the window on, pulses begin whole periods before the last; absent where not known. */
  since?: number;
  /** How long one lasts. */
  widthSeconds: number;
  /** That a job scrapes; 1 for a rule group. */
  targets: number;
  /** Of a job: series with its label that its target had in memory, ended ones too; absent where not known. */
  headSeries?: number;
  verdict: TrainVerdictName;
  /** In the window, those that were measured. */
  pulses: number;
  /** Above the quiet level, with its 95 % interval; null where it was not measured. */
  coreSeconds: number | null;
  lowCoreSeconds: number | null;
  highCoreSeconds: number | null;
  /** What one allocates above the level, with its 95 % interval; absent where that does not rise clearly. */
  allocBytes?: number;
  lowAllocBytes?: number;
  highAllocBytes?: number;
  /** Whether it does; absent where that is not known, or the train is not named. */
  allocVerdict?: TrainVerdictName;
  /** The same of bytes read from and written to disk, by the process where it counts them, else by its host. */
  ioBytes?: number;
  lowIoBytes?: number;
  highIoBytes?: number;
  ioVerdict?: TrainVerdictName;
  /** How much longer a scrape by tsdbscope takes that one overlaps. */
  delaySeconds?: number;
  lowDelaySeconds?: number;
  highDelaySeconds?: number;
  delayVerdict?: TrainVerdictName;
  /** Of the measured ones, those that add at least half of it. */
  risingRatio: number | null;
  /** Spikes that it makes at least a fifth of; several can make one. */
  spikes: number;
  /** Its part of the CPU above quiet of all spikes; null without spikes. */
  shareRatio: number | null;
  /** CPU around its pulses; null unless it is named. */
  fold: TrainFold | null;
}

/** What makes CPU spikes, as findings have it. */
export interface SpikeMaker extends Pick<SpikeTrain, 'kind' | 'names' | 'files' | 'periodSeconds' | 'shareRatio'> {
  /** Of one evaluation, or of one scrape of each of its targets. */
  coreSeconds: number;
}

/** CPU by the time since a pulse began; a point is what the middle half of the pulses has there, and the quarters. */
export interface TrainFold {
  offsetSeconds: number[];
  medianCores: (number | null)[];
  lowCores: (number | null)[];
  highCores: (number | null)[];
  pulses: number;
}

/**
 * What rises: cores of the process; seconds that a scrape takes; resident memory; bytes read and written, by the
 * process where it counts them, else by its host.
 */
export type SpikeQuantity = 'cpu' | 'scrape-duration' | 'resident-memory' | 'disk-io';

/** All evaluations of a text by one client, or one rule group, that ran in a spike. */
export interface SpikeQuery {
  text: string;
  origin: QueryOrigin;
  count: number;
  /** Sums; samples null where they are not known. */
  evalSeconds: number;
  samples: number | null;
}

/** Queries of a query log that were evaluated in a spike and explain it. */
export interface SpikeQueries {
  /** Those that ran longest in it; several where they ran about equally long. */
  named: SpikeQuery[];
  /** How many more texts ran in it, for a shorter time. */
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
  /** What of `trains` makes it, as places in that list, the largest first; absent where none does. */
  trains?: number[];
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
  /** Rule groups and scrape jobs of the target, the named ones with the largest share first; absent if not known. */
  trains?: SpikeTrain[];
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
  /** What of `trains` makes it, as places in that list, the largest first; absent where none does. */
  trains?: number[];
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
  /** Rule groups and scrape jobs of the target, the named ones with the largest share first; absent if not known. */
  trains?: SpikeTrain[];
}
