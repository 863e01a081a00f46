/** Queries that a server evaluated, by its query log. Part of contract.ts, which says the units; import from there. */
import type { Finding } from './terms/finding.ts';
import type { LoggedQuery, QueryOrigin } from './terms/query.ts';

/** All evaluations of one text. */
export interface QueryGroup {
  /** The text of its only query, else with label values written as `"…"`. */
  text: string;
  /** Distinct texts, at most 1000; 1: `text` is exact. */
  texts: number;
  count: number;
  failed: number;
  /** Sum and maximum of the wall-clock time of its evaluations. */
  evalSeconds: number;
  maxEvalSeconds: number;
  samples: number | null;
  peakSamples: number | null;
  /** Of its evaluations by eval time, the largest first; at most 3, and how many there are. */
  origins: QueryOrigin[];
  originCount: number;
  /** The longest one. */
  longest: LoggedQuery;
}

/** All evaluations of one client and path, or of one rule group. */
export interface QueryAsker {
  origin: QueryOrigin;
  count: number;
  failed: number;
  evalSeconds: number;
  samples: number | null;
  /** What it asked longest. */
  text: string;
}

/** What a query log says. */
export interface QueryLog {
  finding: Finding;
  /** The first start and the last end. */
  start: number;
  end: number;
  lines: { read: number; other: number };
  count: number;
  failed: number;
  /** Sum over all evaluations of their wall-clock time. */
  evalSeconds: number;
  samples: number | null;
  /** The heaviest texts by eval time, samples, peak samples and count, by eval time. */
  groups: QueryGroup[];
  groupCount: number;
  /** By eval time. */
  askers: QueryAsker[];
  askerCount: number;
  /** Steps of equal length: queries evaluated at once on average, samples read per second, evaluations that ended. */
  timeline: {
    stepSeconds: number; time: number[]; running: number[]; samplesPerSecond: (number | null)[]; ended: number[];
  };
  /** Single evaluations, the longest first. */
  longest: LoggedQuery[];
  notes: string[];
}

/** All evaluations of one text and time range, of the last ten minutes, as the server counts them. */
export interface TopQuery {
  /** `""` where texts are switched off. */
  text: string;
  rangeSeconds: number;
  count: number;
  /** Wall-clock time of all of them. */
  sumSeconds: number;
}

/** One that was evaluated when the target was asked. */
export interface RunningQuery {
  text: string;
  start: number;
  /** So far. */
  seconds: number;
  /** Address of who asked; '' where not known. */
  client: string;
  rangeSeconds: number;
}

/** What a VictoriaMetrics says of its queries, when it was last asked. */
export interface TargetQueryLists {
  target: string;
  /** null: not asked yet. */
  time: number | null;
  /** By total duration, the largest first. */
  top: TopQuery[];
  /** The longest first. */
  running: RunningQuery[];
  /** `waiting`: not asked now, `sentence` says why; `unavailable`: this target is not asked. */
  state: 'read' | 'waiting' | 'unavailable';
  sentence: string | null;
  /** GETs since tsdbscope started. */
  requests: number;
  failed: number;
}
