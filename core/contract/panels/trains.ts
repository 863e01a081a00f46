/** Rule groups and scrapes of a target's own, which it repeats at a fixed phase. Part of contract.ts. */

/** One run of equal pulses. A group that is renamed, moved or given another interval is another train. */
export interface TargetTrain {
  kind: 'rule-group' | 'scrape-job';
  /** Of the group or of the job. */
  name: string;
  /** Path of the rule file; null for a job. */
  file: string | null;
  /** URL of the scraped target, as each has its own phase; null for a rule group. */
  instance: string | null;
  periodSeconds: number;
  /** Unix seconds at which one pulse began; the others are whole periods away. */
  phase: number;
  /** The largest known deviation of a start from the phase. */
  phaseErrorSeconds: number;
  /** Median duration of a pulse; null where the target does not state it. */
  widthSeconds: number | null;
  /** The train is known to run from here, and until here: null while it runs. */
  since: number;
  until: number | null;
}

export interface RuleOfGroup {
  name: string;
  type: 'alerting' | 'recording';
  health: 'ok' | 'err' | 'unknown';
  lastError: string | null;
  /** Of its last evaluation. */
  seconds: number | null;
}

/** A rule group over a window. Counts are null where the target does not state them. */
export interface RuleGroup {
  name: string;
  file: string;
  intervalSeconds: number;
  rules: number | null;
  /** Median and longest of the evaluations that were seen. */
  medianSeconds: number | null;
  maxSeconds: number | null;
  /** When the longest began. */
  maxStart: number | null;
  /** When the last one that was seen began. */
  lastStart: number;
  /** Median duration over the interval: the part of the time in which it evaluates. */
  busyRatio: number | null;
  /** Longest duration over the interval: from 1 on the next evaluation is late, from 2 on some are missed. */
  nearRatio: number | null;
  evaluations: number | null;
  missed: number | null;
  /** Evaluations of single rules that failed. */
  failures: number | null;
  /** How far its phase moves; null where it was not seen for long enough. */
  driftSecondsPerHour: number | null;
  /** As the target answered when it was last asked, slowest first; null: not asked, or not of this group. */
  details: RuleOfGroup[] | null;
}

export interface WindowTrains {
  /** Of rule groups, those that take the largest part of their interval first. */
  trains: TargetTrain[];
  /** Those that evaluate for most of the time first. */
  groups: RuleGroup[];
  /** Groups beyond the 500 that are listed. */
  omitted: number;
  /** How far the target's clock is ahead of tsdbscope's, which all times are on; 0 where it is not known to be. */
  aheadSeconds: number;
}

/** What asking the target for rules and scrapes is like now, and cost since tsdbscope started. */
export interface TrainReadings {
  /** `waiting`: not asked now, `sentence` says why; `unavailable`: this target is not asked. */
  state: 'read' | 'waiting' | 'unavailable';
  sentence: string | null;
  requests: number;
  failed: number;
  /** The most that were sent within a minute. */
  mostPerMinute: number;
  lastSeconds: number | null;
  lastBytes: number | null;
  lastTime: number | null;
}

export interface TargetTrains extends WindowTrains {
  target: string;
  /** Why there is no rule group; null where there is one. */
  sentence: string | null;
  readings: TrainReadings;
}
