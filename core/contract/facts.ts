/** What is known of a target from its API, its logs and the configuration rather than from its metrics. Types only. */
import type { Labels } from './terms/targetKind.ts';

/** Facts read from a target's API rather than its metrics; each absent until known. */
export interface TargetFacts {
  goVersion?: string;
  /** Command-line flags by name without dashes, from /api/v1/status/flags or /debug/pprof/cmdline. */
  flags?: Labels;
  /** What is on, by `category.name`, from /api/v1/features (Prometheus 3.9 and later): flags and configuration. */
  features?: Readonly<Record<string, boolean>>;
  blockRangeSeconds?: number;
  maxProcs?: number;
  gogcPercent?: number;
  memoryLimitBytes?: number;
  /** Of its container, by tsdbscope's own configuration. */
  configuredLimitBytes?: number | undefined;
  /** The target's own list of blocks (Prometheus 3.6+). Kept in memory only. */
  blocks?: readonly BlockMeta[];
  /** Compactions of a log that was opened for the target. Kept in memory only. */
  logRuns?: readonly CompactionRun[];
  /** Times at which that log names a block's deletion, ms, by ULID. Kept in memory only. */
  logDeletedMs?: Readonly<Record<string, number>>;
  /** Its own scrapes by job, as its API last reported them, nearest to their time-out first. Kept in memory only. */
  scrapeJobs?: readonly ScrapeJob[];
}

/** One job of a target that scrapes: its last scrapes against their time-out. */
export interface ScrapeJob {
  job: string;
  targets: number;
  /** Targets whose last scrape failed, or that were not scraped yet. */
  unhealthy: number;
  /** The last scrape that took the largest share of its time-out; 0 where no duration is known. */
  slowestSeconds: number;
  timeoutSeconds: number;
  share: number;
  lastError: string | null;
}

/** One block on disk. Times of samples and of birth are ms since the epoch, on the target's clock. */
export interface BlockMeta {
  ulid: string;
  minTimeMs: number;
  /** First moment after its samples: a block boundary for a block cut from the head. */
  maxTimeMs: number;
  /** 1 = cut from the head; a merge is one higher than the highest it read. */
  level: number;
  /** Blocks a merge read, oldest first; empty for one cut from the head. */
  parents: { ulid: string; minTimeMs: number; maxTimeMs: number }[];
  samples: number | null;
  series: number | null;
  /**
   * Written from out-of-order samples: bounds lie among those of earlier blocks and say nothing of when a head was cut.
   */
  outOfOrder?: boolean;
  /** Written before its time, of series that no longer get samples or that were selected; the head goes on. */
  staleSeries?: boolean;
}

/** A single compaction as a log or the list of blocks reports it; times on the target's clock. */
export interface CompactionRun {
  source: 'log' | 'blocks';
  /** `clean-up`: the head's garbage collection or the WAL checkpoint, which belong to the compaction before them. */
  kind: 'head' | 'out-of-order' | 'stale-series' | 'merge' | 'clean-up';
  startMs: number;
  /** null: not told (a list of blocks gives the start only, and so may a log of 2.0 to 2.2). */
  endMs: number | null;
  block: BlockMeta | null;
  /** Of a log's run: the list of blocks has its block too. */
  listed?: boolean;
}
