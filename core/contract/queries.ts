/**
 * Queries that a server evaluated, by its query log. Part of contract.ts, which defines the units; import from there.
 */
import type { Finding } from './terms/finding.ts';
import type { LoggedQuery, QueryOrigin } from './terms/query.ts';

/** All evaluations of one query text. */
export interface QueryGroup {
  /** Text of its only query, else the text with label values as `"…"`. */
  text: string;
  /** Number of distinct texts, at most 1000; if 1, `text` is exact. */
  texts: number;
  count: number;
  failed: number;
  /** Sum and maximum of the wall-clock time of its evaluations. */
  evalSeconds: number;
  maxEvalSeconds: number;
  samples: number | null;
  peakSamples: number | null;
  /** Origins of its evaluations by eval time, largest first; at most 3, and the total number. */
  origins: QueryOrigin[];
  originCount: number;
  /** Its longest evaluation. */
  longest: LoggedQuery;
}

/** All evaluations of one client and path, or of one rule group. */
export interface QueryAsker {
  origin: QueryOrigin;
  count: number;
  failed: number;
  evalSeconds: number;
  samples: number | null;
  /** The query with its longest evaluation time. */
  text: string;
}

/** Content of a query log. */
export interface QueryLog {
  finding: Finding;
  /** Time of the first start and of the last end. */
  start: number;
  end: number;
  lines: { read: number; other: number };
  count: number;
  failed: number;
  /** Sum of the wall-clock time of all evaluations. */
  evalSeconds: number;
  samples: number | null;
  /** Heaviest texts by eval time, samples, peak samples and count, ordered by eval time. */
  groups: QueryGroup[];
  groupCount: number;
  /** Clients and rule groups by eval time. */
  askers: QueryAsker[];
  askerCount: number;
  /** Steps of equal length: mean number of concurrent queries, samples read per second, evaluations that ended. */
  timeline: {
    stepSeconds: number; time: number[]; running: number[]; samplesPerSecond: (number | null)[]; ended: number[];
  };
  /** Single evaluations, longest first. */
  longest: LoggedQuery[];
  notes: string[];
}

/** All evaluations of one text and time range in the last ten minutes, as the server counts them. */
export interface TopQuery {
  /** Query text; `""` if texts are switched off. */
  text: string;
  rangeSeconds: number;
  count: number;
  /** Total wall-clock time. */
  sumSeconds: number;
}

/** One query that was running when the target was asked. */
export interface RunningQuery {
  text: string;
  start: number;
  /** Elapsed time so far. */
  seconds: number;
  /** Address of the client; '' if not known. */
  client: string;
  rangeSeconds: number;
}

/** Query statistics of a VictoriaMetrics, when it was last asked. */
export interface TargetQueryLists {
  target: string;
  /** Time of the last answer; null if not yet asked. */
  time: number | null;
  /** Queries by total duration, largest first. */
  top: TopQuery[];
  /** Running queries, longest first. */
  running: RunningQuery[];
  /** `waiting`: not asked now, `sentence` says why; `unavailable`: this target is not asked. */
  state: 'read' | 'waiting' | 'unavailable';
  sentence: string | null;
  /** Number of GETs since tsdbscope started. */
  requests: number;
  failed: number;
}
