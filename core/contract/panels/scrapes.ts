/** What the Scrapes panel answers. Part of contract.ts, which says the units; import from there. */
import type { ScrapeErrorKind } from '../terms/targetKind.ts';
import type { Part } from '../terms/finding.ts';
import type { PanelBase, Span } from './panel.ts';
import type { QuantitySpikes } from './spikes.ts';

/** Something that was going on during a gap. */
export interface GapOverlap {
  /**
   * `gc`, `compaction`, `replay`, `start`, `fsync`, `cpu`, `queries`, `freeze`; of the host `host-cpu`, `throttling`,
   * `disk`, `swap`.
   */
  cause: string;
  /** What it was, with its time. `sentence` is `parts` in UTC. */
  sentence: string;
  parts: Part[];
  /**
   * Share of all moments of the window at which a gap of this length would have met one: how often it happens by
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
  /** Why, with its times; `parts` in UTC. */
  sentence: string;
  parts: Part[];
  scrapesMissed: number;
  /** Of `scrapesMissed`: those that timed out, and those skipped while one was under way. */
  timedOut: number;
  skipped: number;
  /** What else went on at that time, the named cause among it. Empty where the gap has nothing to do with slowness. */
  overlaps: GapOverlap[];
}

/** Are slow and lost scrapes met by a cause more often than chance would have it? */
export interface OverlapTest {
  cause: string;
  /** Slow or lost scrapes that overlap it. */
  overlapping: number;
  /** The mean number over all circular shifts of the cause against the scrapes, with the 95 % quantile. */
  expected: number;
  expectedHigh: number;
  /**
   * Share of shifts with as many or more; one-sided. null with too few slow scrapes, or a cause that never or always
   * holds.
   */
  pValue: number | null;
  /** Share of the window's scrapes that overlap it. */
  windowRatio: number;
  sentence: string;
  /**
   * Of GC, where there are compactions: the same over the scrapes that meet none of them, which GC cycles crowd into.
   */
  outsideCompactions?: { slow: number; overlapping: number; expected: number; pValue: number | null };
}

/** What explains slow and lost scrapes, or is bad by its level alone. */
export interface ScrapeCause {
  cause: string;
  /** Slow or lost scrapes under it, and their share of all; null without any. */
  overlapping: number;
  coverageRatio: number | null;
  /** Share of the window's scrapes in its time. */
  windowRatio: number;
  /** Share of the slow scrapes that it explains beyond chance; of one that stands, all that it covers. */
  explainedRatio: number;
  /** A shortage that held for half of the window or more: judged by its level, not against the time without it. */
  isStanding: boolean;
  pValue: number | null;
  /** `sentence` is `parts` in UTC; `detail`: how much of it there was. */
  sentence: string;
  parts: Part[];
  detail: Part[];
}

/** A resource that runs short at the end of the window: of the host, or of the disk that the target writes to. */
export interface ShortageNow {
  cause: 'writes-failing' | 'read-only' | 'disk-full' | 'host-cpu' | 'swap';
  since: number;
  /** Up to the last scrape. */
  seconds: number;
  /** How much of it; empty where that is not known. */
  detail: Part[];
}

/** What the target says of the scrapes that it makes itself. */
export interface OwnScrapes {
  targets: number | null;
  scrapesPerSecond: number | null;
  /** Lengths of its intervals against what is configured, by interval, newest reading. */
  intervals: {
    interval: string; wantedSeconds: number | null; p50: number | null; p99: number | null; jitterRatio: number | null
  }[];
  /** Rises over the window; null where the counter is missing. */
  failed: number | null;
  timedOut: number | null;
  skipped: number | null;
  outOfOrder: number | null;
  duplicate: number | null;
  outOfBounds: number | null;
  overLimit: number | null;
  /**
   * By job, from the target's API, nearest to their time-out first; null where it does not answer (a recording, another
   * kind of target).
   */
  jobs: readonly {
    job: string; targets: number; unhealthy: number; slowestSeconds: number; timeoutSeconds: number; share: number;
    lastError: string | null
  }[] | null;
}

/**
 * How long the target's own scrape intervals were over time, by interval (`15s`), as the target states their quantiles
 * (of its last 10 minutes); all empty where it does not.
 */
export interface IntervalLengths {
  time: number[];
  p50Seconds: Record<string, (number | null)[]>;
  p99Seconds: Record<string, (number | null)[]>;
}

/**
 * How long the scrapes of the TSDB that scrapes the target took, by job, from its own history; all empty where it was
 * not asked or does not answer. At most 8 jobs, those with the longest scrape.
 */
export interface JobDurations {
  /** What was asked, or why there is nothing. */
  sentence: string;
  /** Null: not asked. */
  stepSeconds: number | null;
  /** End of each step. */
  time: number[];
  /** The longest scrape of the step, and the median over the targets of the job. */
  maxSeconds: Record<string, (number | null)[]>;
  p50Seconds: Record<string, (number | null)[]>;
  /** Of the jobs beyond those, and how many they are. */
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
  /** The one to name first at the front; empty where nothing is wrong, or nothing explains it. */
  causes: ScrapeCause[];
  /** Empty where nothing is short; the host's CPU, memory and filesystems are known by a node_exporter only. */
  shortagesNow: ShortageNow[];
  /** The process was CPU-limited: at how many cores, how that is known, and when. */
  cpuCeiling: {
    cores: number;
    basis: string;
    /** Inferred from the shape of CPU alone: work that uses a fixed number of threads looks the same. */
    isPlateau: boolean;
    spans: Span[];
  } | null;
  ownScrapes: OwnScrapes;
  intervalLengths: IntervalLengths;
  jobDurations: JobDurations;
  /** One point a scrape, or per step the slowest one when thinned. */
  points: {
    time: number[];
    durationSeconds: (number | null)[];
    status: number[];
    bytes: (number | null)[];
    error: (ScrapeErrorKind | null)[];
  };
  cycles: { time: number }[];
  compactions: Span[];
  /** Scrapes that took far longer than those around them, and what that comes from. */
  spikes: QuantitySpikes;
}
