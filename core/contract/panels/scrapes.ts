/** Answer of the Scrapes panel. Part of contract.ts, which defines the units; import from there. */
import type { ScrapeErrorKind } from '../terms/targetKind.ts';
import type { Part } from '../terms/finding.ts';
import type { PanelBase, Span } from './panel.ts';
import type { QuantitySpikes } from './spikes.ts';

/** Something that happened during a gap. */
export interface GapOverlap {
  /**
   * Cause: `gc`, `compaction`, `replay`, `start`, `fsync`, `cpu`, `queries`, `freeze`; of the host `host-cpu`,
   * `throttling`, `disk`, `swap`.
   */
  cause: string;
  /** What happened, with its time. `sentence` is `parts` in UTC. */
  sentence: string;
  parts: Part[];
  /**
   * Share of all moments of the window at which a gap of this length would have overlapped one: the probability by
   * chance.
   */
  chanceRatio: number | null;
}

export interface ScrapeGap {
  start: number;
  end: number;
  /**
   * `down`, `restart`, `replay`, `timeout`, `slow` (scrapes skipped behind a slow one), `gc`, `compaction`,
   * `start`, `fsync`, `cpu`, `queries`, `freeze` (the process was frozen), `network`, `collector` (tsdbscope itself
   * was not running), `own-scrapes` (the target did not scrape itself, before it was recorded), `unknown`.
   */
  cause: string;
  /** Reason for the gap, with its times; `parts` in UTC. */
  sentence: string;
  parts: Part[];
  scrapesMissed: number;
  /** Missed scrapes that timed out, and those skipped while another was running. */
  timedOut: number;
  skipped: number;
  /** Everything that happened at that time, including the named cause. Empty if the gap is unrelated to slowness. */
  overlaps: GapOverlap[];
}

/** Test whether slow and lost scrapes coincide with a cause more often than by chance. */
export interface OverlapTest {
  cause: string;
  /** Number of slow or lost scrapes that overlap the cause. */
  overlapping: number;
  /** Mean count over all circular shifts of the cause against the scrapes, with the 95 % quantile. */
  expected: number;
  expectedHigh: number;
  /**
   * One-sided share of shifts with as many or more; null with too few slow scrapes, or a cause that never or always
   * holds.
   */
  pValue: number | null;
  /** Share of the window's scrapes that overlap the cause. */
  windowRatio: number;
  sentence: string;
  /** For GC, the same over the scrapes outside compactions, because GC cycles cluster in those; absent without any. */
  outsideCompactions?: { slow: number; overlapping: number; expected: number; pValue: number | null };
}

/** A cause of slow and lost scrapes, or a resource whose level alone is bad. */
export interface ScrapeCause {
  cause: string;
  /** Slow or lost scrapes under the cause, and their share of all; null if there are none. */
  overlapping: number;
  coverageRatio: number | null;
  /** Share of the window's scrapes during the cause. */
  windowRatio: number;
  /** Share of the slow scrapes explained beyond chance; for a standing cause, the whole covered share. */
  explainedRatio: number;
  /** Whether the shortage held for half of the window or more; it is then judged by its level, not by comparison. */
  isStanding: boolean;
  pValue: number | null;
  /** `sentence` is `parts` in UTC; `detail` gives the extent. */
  sentence: string;
  parts: Part[];
  detail: Part[];
}

/** A resource that is short at the end of the window: of the host, or of the disk that the target writes to. */
export interface ShortageNow {
  cause: 'writes-failing' | 'read-only' | 'disk-full' | 'host-cpu' | 'swap';
  since: number;
  /** Duration of the shortage up to the last scrape. */
  seconds: number;
  /** Extent of the shortage; empty if not known. */
  detail: Part[];
}

/** The target's report on the scrapes that it makes itself. */
export interface OwnScrapes {
  targets: number | null;
  scrapesPerSecond: number | null;
  /** Interval lengths against the configured interval, per interval; newest reading. */
  intervals: {
    interval: string; wantedSeconds: number | null; p50: number | null; p99: number | null; jitterRatio: number | null
  }[];
  /** Increase over the window; null if the counter is missing. */
  failed: number | null;
  timedOut: number | null;
  skipped: number | null;
  outOfOrder: number | null;
  duplicate: number | null;
  outOfBounds: number | null;
  overLimit: number | null;
  /**
   * Scrapes by job, from the target's API, nearest to their timeout first; null if it does not answer (a recording,
   * another kind of target).
   */
  jobs: readonly {
    job: string; targets: number; unhealthy: number; slowestSeconds: number; timeoutSeconds: number; share: number;
    lastError: string | null
  }[] | null;
}

/**
 * Lengths of the target's own scrape intervals over time, by interval (`15s`): the quantiles that the target reports
 * (over its last 10 minutes); all empty if it reports none.
 */
export interface IntervalLengths {
  time: number[];
  p50Seconds: Record<string, (number | null)[]>;
  p99Seconds: Record<string, (number | null)[]>;
}

/**
 * Durations of scrapes by the TSDB that scrapes the target, by job, from its own history; all empty if it was not asked
 * or does not answer. At most 8 jobs, those with the longest scrape.
 */
export interface JobDurations {
  /** What was asked, or why there is no data. */
  sentence: string;
  /** Null if not asked. */
  stepSeconds: number | null;
  /** End time of each step. */
  time: number[];
  /** Longest scrape of the step, and the median over the job's targets. */
  maxSeconds: Record<string, (number | null)[]>;
  p50Seconds: Record<string, (number | null)[]>;
  /** Longest scrape of the remaining jobs, and their number. */
  othersMaxSeconds: (number | null)[];
  others: number;
}

export interface ScrapesPanel extends PanelBase {
  scrapes: { total: number; failed: number; timedOut: number; skipped: number };
  durationSeconds: { p50: number | null; p99: number | null; max: number | null };
  timeoutSeconds: number | null;
  gaps: ScrapeGap[];
  byState: {
    state: 'quiet' | 'gc' | 'compaction'; count: number; p50: number | null; p99: number | null; max: number | null
  }[];
  /** The slowest 5 % of the scrapes, and all that timed out or were skipped. */
  slow: { thresholdSeconds: number | null; count: number; lost: number };
  overlapTests: OverlapTest[];
  /** Causes, most important first; empty if nothing is wrong, or nothing explains it. */
  causes: ScrapeCause[];
  /** Current shortages; the host's CPU, memory and filesystems are known only by a node_exporter. */
  shortagesNow: ShortageNow[];
  /** CPU limit that the process hit: the cores, how they are known, and when. */
  cpuCeiling: {
    cores: number;
    basis: string;
    /** Whether it is inferred from CPU alone; work on a fixed number of threads looks the same. */
    isPlateau: boolean;
    spans: Span[];
  } | null;
  ownScrapes: OwnScrapes;
  intervalLengths: IntervalLengths;
  jobDurations: JobDurations;
  /** One point per scrape, or the slowest one per step when thinned. */
  points: {
    time: number[];
    durationSeconds: (number | null)[];
    status: number[];
    bytes: (number | null)[];
    error: (ScrapeErrorKind | null)[];
  };
  cycles: { time: number }[];
  compactions: Span[];
  /** Scrapes that took far longer than their neighbours, and the causes. */
  spikes: QuantitySpikes;
}
