/** Spikes of a window and their causes. Part of contract.ts, which defines the units; import from there. */
import type { Confidence, Part } from '../terms/finding.ts';
import type { LoggedQuery, QueryOrigin } from '../terms/query.ts';
import type { PanelBase } from './panel.ts';
import type { Unit } from '../terms/unit.ts';

/**
 * Cause of a spike. `restart`: a process starts, without a WAL or after replay. `replay`: it reads its WAL. `freeze`:
 * the process was frozen, or catches up afterwards. `host`: cores, disks or memory of the host are short. `rule-group`:
 * rules are evaluated. `scrape-job`: the target scrapes its own targets. `unexplained`: no known event fits in time.
 */
export type SpikeCause =
  | 'compaction' | 'gc' | 'query' | 'replay' | 'restart' | 'freeze' | 'host' | TrainCause | 'unexplained';

/** Kind of work that a target repeats at a fixed phase of an interval. */
export type TrainCause = 'rule-group' | 'scrape-job';

/**
 * Verdict on a rule group or scrape job and the CPU of one pulse. `named`: CPU rises at its pulses. `none`: no rise is
 * visible. `too-short`: one pulse cannot add enough to be visible. `too-few`: the window has too few pulses. `flat`:
 * readings are too far apart for pulses to stand out.
 */
export type TrainVerdictName = 'named' | 'none' | 'too-short' | 'too-few' | 'flat';

export interface SpikeTrain {
  kind: TrainCause;
  /** Several names if their times are indistinguishable; all figures are then for one pulse of each together. */
  names: string[];
  /** Rule files in the order of the names; null for a job. */
  files: (string | null)[];
  periodSeconds: number;
  /** Start of the last pulse in the window. */
  lastStart: number;
  /** First pulse of the window from which all starts are whole periods before the last; absent if not known. */
  since?: number;
  /** Duration of one pulse. */
  widthSeconds: number;
  /** Number of targets that the job scrapes; 1 for a rule group. */
  targets: number;
  /** Series with the job's label in the target's memory, including ended ones; absent if not known. */
  headSeries?: number;
  verdict: TrainVerdictName;
  /** Number of measured pulses in the window. */
  pulses: number;
  /** CPU above the quiet level with its 95 % interval; null if not measured. */
  coreSeconds: number | null;
  lowCoreSeconds: number | null;
  highCoreSeconds: number | null;
  /** Bytes that one pulse allocates above the level, with the 95 % interval; absent without a clear rise. */
  allocBytes?: number;
  lowAllocBytes?: number;
  highAllocBytes?: number;
  /** Verdict on allocation; absent if not known, or if the train is not named. */
  allocVerdict?: TrainVerdictName;
  /** The same for bytes read from and written to disk, by the process if it counts them, else by its host. */
  ioBytes?: number;
  lowIoBytes?: number;
  highIoBytes?: number;
  ioVerdict?: TrainVerdictName;
  /** Extra duration of a tsdbscope scrape that overlaps a pulse. */
  delaySeconds?: number;
  lowDelaySeconds?: number;
  highDelaySeconds?: number;
  delayVerdict?: TrainVerdictName;
  /** Share of the measured pulses that add at least half of `coreSeconds`. */
  risingRatio: number | null;
  /** Number of spikes of which it causes at least a fifth; several trains can cause one. */
  spikes: number;
  /** Its share of all spikes' CPU above quiet; null without spikes. */
  shareRatio: number | null;
  /** CPU around its pulses, also of the busiest ones that are not named; null for the others. */
  fold: TrainFold | null;
}

/** Cause of CPU spikes as findings report it. */
export interface SpikeMaker extends Pick<SpikeTrain, 'kind' | 'names' | 'files' | 'periodSeconds' | 'shareRatio'> {
  /** CPU of one evaluation, or of one scrape of each of its targets. */
  coreSeconds: number;
}

/** CPU by the time since the start of a pulse: the median over the pulses and the quartiles. */
export interface TrainFold {
  offsetSeconds: number[];
  medianCores: (number | null)[];
  lowCores: (number | null)[];
  highCores: (number | null)[];
  pulses: number;
}

/**
 * Quantity that rises: cores of the process; seconds of a scrape; resident memory; bytes read and written, by the
 * process if it counts them, else by its host.
 */
export type SpikeQuantity = 'cpu' | 'scrape-duration' | 'resident-memory' | 'disk-io';

/** All evaluations of a query text by one client, or of one rule group, that ran in a spike. */
export interface SpikeQuery {
  text: string;
  origin: QueryOrigin;
  count: number;
  /** Sums over the evaluations; samples are null if not known. */
  evalSeconds: number;
  samples: number | null;
}

/** Queries of a query log that ran in a spike and explain it. */
export interface SpikeQueries {
  /** Queries with the longest run time in it; several if about equally long. */
  named: SpikeQuery[];
  /** Number of further texts that ran in it for a shorter time. */
  others: number;
}

/** Spikes explained by the same queries. */
export interface SpikeQueryTotal {
  /** Texts with label values as `"…"`, and the clients, of all queries that are named together. */
  text: string;
  by: string;
  count: number;
  coreSeconds: number;
}

/** A span well above the quiet level around it. */
export interface QuantitySpike {
  start: number;
  end: number;
  /** False if it continues at the end of the measurement. */
  isOver: boolean;
  /** Highest value, in `unit`. */
  peak: number;
  /** Level from which it rises, in `unit`. */
  quiet: number;
  /** Area above the quiet level in `areaUnit`; for scrapes, the sum of the extra durations. */
  area: number;
  cause: SpikeCause;
  /** Evidence for the cause, in UTC, and its parts. */
  evidence: string;
  evidenceParts: Part[];
  confidence: Confidence;
  /** Queries of the spike; only if a query log names them. */
  queries?: SpikeQueries;
  /** Indexes in `trains` of those that cause it, largest first; absent if none does. */
  trains?: number[];
}

export interface QuantitySpikeCause {
  cause: SpikeCause;
  count: number;
  area: number;
  /** Share of the area of all spikes. */
  shareRatio: number;
}

/** Spikes of one quantity. */
export interface QuantitySpikes {
  quantity: SpikeQuantity;
  unit: Unit;
  areaUnit: Unit;
  /** Median level between spikes; null if the quantity is known for too short a time. */
  quiet: number | null;
  /** Time for which the quantity is known, without gaps and restarts. */
  measuredSeconds: number;
  /** Spikes in ascending order, without overlap. */
  spikes: QuantitySpike[];
  /** Causes, the one named first in front; empty without spikes. */
  causes: QuantitySpikeCause[];
  /** CPU queries named by a query log, grouped by their spikes. */
  queries?: SpikeQueryTotal[];
  /** `too-early` while `counted` is below `needed`. */
  confidence: Confidence;
  /** Number of spikes that can recur: all except those of a start that happened once. */
  counted: number;
  /** Number of spikes from which the shares are reliable. */
  needed: number;
  /** Rule groups and scrape jobs of the target, named ones with the largest share first; absent if not known. */
  trains?: SpikeTrain[];
}

/** All spikes of a window: those of CPU, and `others` if known. */
export interface TargetSpikes extends SpikeAttribution, Pick<PanelBase, 'range'> {
  others: QuantitySpikes[];
}

/** A span of CPU well above the quiet level around it. */
export interface Spike {
  start: number;
  end: number;
  /** False if it continues at the end of the measurement. */
  isOver: boolean;
  peakCores: number;
  /** Level from which it rises. */
  quietCores: number;
  /** CPU above the quiet level. */
  coreSeconds: number;
  cause: SpikeCause;
  /** Evidence for the cause, in UTC, and its parts. */
  evidence: string;
  evidenceParts: Part[];
  confidence: Confidence;
  /** Queries of the spike; only if a query log names them. */
  queries?: SpikeQueries;
  /** Indexes in `trains` of those that cause it, largest first; absent if none does. */
  trains?: number[];
}

export interface SpikeCauseTotal {
  cause: SpikeCause;
  count: number;
  coreSeconds: number;
  /** Share of all spikes' CPU above the quiet level. */
  shareRatio: number;
}

export interface SpikeAttribution {
  /** Median level between spikes; null if CPU is known for too short a time. */
  quietCores: number | null;
  /** Time for which CPU is known, without gaps and restarts. */
  measuredSeconds: number;
  /** Spikes in ascending order, without overlap. */
  spikes: Spike[];
  /** Causes, the one named first in front; empty without spikes. */
  causes: SpikeCauseTotal[];
  /** Queries named by a query log, grouped by their spikes; empty without one. */
  queries?: SpikeQueryTotal[];
  /** Longest evaluations of the window from the target's query logs, ascending; empty without one. */
  loggedQueries?: LoggedQuery[];
  /** `too-early` while `counted` is below `needed`. */
  confidence: Confidence;
  /** Number of spikes that can recur: all except those of a start that happened once. */
  counted: number;
  /** Number of spikes from which the shares are reliable. */
  needed: number;
  /** Rule groups and scrape jobs of the target, named ones with the largest share first; absent if not known. */
  trains?: SpikeTrain[];
}
