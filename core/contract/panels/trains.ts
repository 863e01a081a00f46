/** Rule groups and scrapes of a target, repeated at a fixed phase. Part of contract.ts. */

/** One run of equal pulses. A group that is renamed, moved or given another interval becomes another train. */
export interface TargetTrain {
  kind: 'rule-group' | 'scrape-job';
  /** Name of the group or of the job. */
  name: string;
  /** Path of the rule file; null for a job. */
  file: string | null;
  /** URL of the scraped target, because each has its own phase; null for a rule group. */
  instance: string | null;
  periodSeconds: number;
  /** Unix seconds at which one pulse began; other pulses are whole periods away. */
  phase: number;
  /** Largest known deviation of a start from the phase. */
  phaseErrorSeconds: number;
  /** Median duration of a pulse; null if the target does not report it. */
  widthSeconds: number | null;
  /** Span in which the train is known to run; its end is null while it runs. */
  since: number;
  until: number | null;
}

export interface RuleOfGroup {
  name: string;
  type: 'alerting' | 'recording';
  health: 'ok' | 'err' | 'unknown';
  lastError: string | null;
  /** Duration of the rule's last evaluation; null if not known. */
  seconds: number | null;
}

/** A rule group over a window. Counts are null if the target does not report them. */
export interface RuleGroup {
  name: string;
  file: string;
  intervalSeconds: number;
  rules: number | null;
  /** Median and longest of the observed evaluations. */
  medianSeconds: number | null;
  maxSeconds: number | null;
  /** Start of the longest evaluation. */
  maxStart: number | null;
  /** Start of the last observed evaluation. */
  lastStart: number;
  /** Median duration over the interval: the share of the time in which the group evaluates. */
  busyRatio: number | null;
  /** Longest duration over the interval: from 1 on the next evaluation is late, from 2 on some are missed. */
  nearRatio: number | null;
  evaluations: number | null;
  missed: number | null;
  /** Number of failed evaluations of single rules. */
  failures: number | null;
  /** Drift of its phase; null if it was observed for too short a time. */
  driftSecondsPerHour: number | null;
  /** Rules by the target's last answer, slowest first; null if not asked, or without this group. */
  details: RuleOfGroup[] | null;
}

export interface WindowTrains {
  /** Trains of the rule groups, largest share of their interval first. */
  trains: TargetTrain[];
  /** Groups, largest share of the time in evaluation first. */
  groups: RuleGroup[];
  /** Number of groups beyond the 500 listed. */
  omitted: number;
  /** Seconds by which the target's clock is ahead of tsdbscope's, which all times use; 0 if not known. */
  aheadSeconds: number;
}

/** State of asking the target for rules and scrapes, and its cost since tsdbscope started. */
export interface TrainReadings {
  /** `waiting`: not asked now, `sentence` says why; `unavailable`: this target is not asked. */
  state: 'read' | 'waiting' | 'unavailable';
  sentence: string | null;
  requests: number;
  failed: number;
  /** Maximum number of requests sent within a minute. */
  mostPerMinute: number;
  lastSeconds: number | null;
  lastBytes: number | null;
  lastTime: number | null;
}

export interface TargetTrains extends WindowTrains {
  target: string;
  /** Why there is no rule group; null if there is one. */
  sentence: string | null;
  readings: TrainReadings;
}
