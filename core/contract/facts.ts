/** Facts of a target from its API, its logs and the configuration rather than from its metrics. Types only. */
import type { Labels } from './terms/targetKind.ts';

/** Facts read from a target's API rather than its metrics; each is absent until known. */
export interface TargetFacts {
  goVersion?: string;
  /** Command-line flags by name without dashes, from /api/v1/status/flags or /debug/pprof/cmdline. */
  flags?: Labels;
  /** Enabled flags and settings by `category.name`, from /api/v1/features (Prometheus 3.9 and later). */
  features?: Readonly<Record<string, boolean>>;
  blockRangeSeconds?: number;
  maxProcs?: number;
  gogcPercent?: number;
  memoryLimitBytes?: number;
  /** Memory limit of its container, from tsdbscope's own configuration. */
  configuredLimitBytes?: number | undefined;
  /** The target's own list of blocks (Prometheus 3.6+). Kept in memory only. */
  blocks?: readonly BlockMeta[];
  /** Compactions in a log that was opened for the target. Kept in memory only. */
  logRuns?: readonly CompactionRun[];
  /** Deletion times of blocks in that log, in ms, by ULID. Kept in memory only. */
  logDeletedMs?: Readonly<Record<string, number>>;
  /** Its own scrapes by job, as last reported by its API, nearest to their timeout first. Kept in memory only. */
  scrapeJobs?: readonly ScrapeJob[];
}

/** One scrape job of a target: its last scrapes and their timeout. */
export interface ScrapeJob {
  job: string;
  targets: number;
  /** Number of targets whose last scrape failed, or that were not yet scraped. */
  unhealthy: number;
  /** Duration of the last scrape with the largest share of its timeout; 0 if no duration is known. */
  slowestSeconds: number;
  timeoutSeconds: number;
  share: number;
  lastError: string | null;
}

/** One block on disk. Times of its samples and creation are ms since the epoch, on the target's clock. */
export interface BlockMeta {
  ulid: string;
  minTimeMs: number;
  /** First moment after its samples: a block boundary for a block cut from the head. */
  maxTimeMs: number;
  /** Compaction level: 1 if cut from the head; for a merge, one more than the highest level it read. */
  level: number;
  /** Blocks that a merge read, oldest first; empty for a block cut from the head. */
  parents: { ulid: string; minTimeMs: number; maxTimeMs: number }[];
  samples: number | null;
  series: number | null;
  /**
   * Whether it has out-of-order samples: its bounds then overlap earlier blocks and do not show when a head was cut.
   */
  outOfOrder?: boolean;
  /** Whether it was cut early, from selected series or series without new samples; the head continues. */
  staleSeries?: boolean;
}

/** A single compaction in a log or the list of blocks; times are on the target's clock. */
export interface CompactionRun {
  source: 'log' | 'blocks';
  /** `clean-up`: the head's garbage collection or the WAL checkpoint, which belongs to the preceding compaction. */
  kind: 'head' | 'out-of-order' | 'stale-series' | 'merge' | 'clean-up';
  startMs: number;
  /** Null if unknown (a list of blocks gives only the start, and so can a log of 2.0 to 2.2). */
  endMs: number | null;
  block: BlockMeta | null;
  /** Whether the list of blocks also has the block of a log's run. */
  listed?: boolean;
}
