/**
 * Answers of the compaction panel, of an opened log and of several targets together. Part of contract.ts, which defines
 * the units; import from there.
 */
import type { Finding, Statement } from '../terms/finding.ts';
import type { PanelBase } from './panel.ts';
import type { QuantitySpikes } from './spikes.ts';

/**
 * `stale-series`: compaction of series without new samples, at any time, by Prometheus 3.10 and later; the head
 * continues. `failed`: every attempt of the episode failed. `head+merge` may be the blocks of an episode with
 * out-of-order samples.
 */
export type CompactionKind = 'head' | 'merge' | 'head+merge' | 'stale-series' | 'failed' | 'unknown';

/**
 * Source of a compaction. `marker`: the running gauge rose; `blocks`: the target's list of blocks; `log`: a log that
 * was opened for the target.
 */
export type CompactionSource = 'counters' | 'marker' | 'blocks' | 'log';

/** One compaction of an episode, from a log or the list of blocks. Times are on the target's clock. */
export interface CompactionStep {
  kind: 'head' | 'out-of-order' | 'stale-series' | 'merge';
  start: number;
  /** Null if unknown: a list of blocks gives only the start. */
  end: number | null;
  level: number;
  /** Blocks read, oldest first; empty for a block cut from the head. */
  inputs: string[];
  output: string;
  source: 'blocks' | 'log';
}

export interface Compaction {
  /** Start as bounded by scrapes; the true start is at most `startErrorSeconds` earlier. */
  start: number;
  end: number;
  /** Null if the end is not known. */
  durationSeconds: number | null;
  /** Number of single compactions in the episode. */
  count: number;
  kind: CompactionKind;
  startErrorSeconds: number;
  endErrorSeconds: number;
  /** Offset of the likely start (middle of the error span) in the block range, from its boundary in Unix time. */
  phaseSeconds: number | null;
  /** Whether it is still running at the window's end; `end` is then the last scrape. */
  running: boolean;
  cpuCoreSecondsAboveQuiet: number | null;
  bytesReadAboveQuiet: number | null;
  bytesWrittenAboveQuiet: number | null;
  /** Highest resident memory during it, minus the median of the minute before. */
  rssRiseBytes: number | null;
  /** Drop of the machine's page cache, from before it to the lowest value in it; null without a node_exporter. */
  pageCacheLostBytes: number | null;
  /** Free memory of the machine when the page cache is at its lowest. */
  freeBytes: number | null;
  /**
   * Time from that lowest point until 95 % of the lost page cache is back. Null if the loss is negligible or the cache
   * did not recover before the next compaction.
   */
  pageCacheWarmSeconds: number | null;
  /** Sources that report it, best first. */
  sources: CompactionSource[];
  /** Highest level written; null without a log or a list of blocks. */
  level: number | null;
  steps: CompactionStep[];
}

/** A block on disk. Times of its samples, creation and deletion are Unix seconds on the target's clock. */
export interface CompactionBlock {
  ulid: string;
  minTime: number | null;
  maxTime: number | null;
  /** Null where only the block's name is known. */
  level: number | null;
  born: number;
  /** Time of its deletion, or of its merge if only that is known; null while it exists. */
  deleted: number | null;
  samples: number | null;
  series: number | null;
  parents: string[];
}

export interface FoldBand { mean: (number | null)[]; low: (number | null)[]; high: (number | null)[] }

export interface CompactionFold {
  periodSeconds: number | null;
  offsetSeconds: number[];
  cpuCores: FoldBand;
  /** Each period of the window separately, at the same offsets. */
  cycles: { start: number; cpuCores: (number | null)[] }[];
}

export interface CompactionAlignment {
  resultantLength: number | null; pValue: number | null; aligned: boolean; count: number
}

/** Merges that follow no clock: VictoriaMetrics, the Thanos compactor. */
export interface MergeActivity {
  engine: 'victoriametrics' | 'thanos-compactor';
  mergesPerSecond: number | null;
  rowsPerSecond: number | null;
  /** Mean number of running merges. */
  active: number | null;
  pendingRows: number | null;
  /** Number of compactions that the compactor reports as pending. */
  backlog: number | null;
  halted: boolean | null;
  /** The alignment test at each period tried; if none is `aligned`, the verdict is "not on the clock". */
  periods: {
    periodSeconds: number; cycles: number; resultantLength: number | null; pValue: number | null; aligned: boolean
  }[];
  /** Merges per second, at the times of `series`. */
  mergeRate: (number | null)[];
  parts: (number | null)[];
  pressure: MergePressure;
}

/** Merges of one part type of VictoriaMetrics, named as by the target: `storage/small`, `storage/big`, `indexdb`. */
export interface MergesOfType {
  type: string;
  merges: number;
  mergesPerSecond: number | null;
  rowsPerSecond: number | null;
  active: number | null;
}

/** What writes wait for besides merges, and what is stored; null where the target does not report it. */
export interface MergePressure {
  byType: MergesOfType[];
  /** Number of merges that writers had to do themselves. */
  assistedMerges: number | null;
  slowInsertsPerSecond: number | null;
  /** Share of slow inserts among all rows inserted. */
  slowInsertsRatio: number | null;
  /** Caches, most misses per second first. */
  caches: { type: string; requestsPerSecond: number; missesPerSecond: number; missRatio: number }[];
  /** Bytes of samples on disk, without the index, per stored row. */
  bytesPerSample: number | null;
  /**
   * Thanos compactor: change of the backlog per hour, and hours until it is empty at that rate (null: not shrinking).
   */
  backlogPerHour: number | null;
  backlogHoursLeft: number | null;
  pendingRows: (number | null)[];
  slowInserts: (number | null)[];
  backlog: (number | null)[];
}

export type WalFailure = 'writes' | 'truncations' | 'checkpoints' | 'checkpoint-deletions';

/** Activity of the write-ahead log; lines are at the times of `series`. */
export interface WalActivity {
  fsyncs: number | null;
  fsyncMeanSeconds: number | null;
  /** Fsync quantiles over the last ten minutes, as the target reports them. */
  fsyncQuantiles: { quantile: string; seconds: (number | null)[] }[];
  pageFlushesPerSecond: (number | null)[];
  bytes: (number | null)[];
  /** Number of successful truncations and the time they took. */
  truncations: { count: number; seconds: number | null };
  /** Failures in the window; `lastTime` is the scrape that shows the last one. */
  failures: { what: WalFailure; count: number; lastTime: number }[];
  /** Whether the WAL shrinks when the head is truncated; null without a head truncation or an exported size. */
  size: {
    falls: boolean; headTruncations: number; fromBytes: number; toBytes: number; highestBytes: number
  } | null;
}

export type KeepingUp = 'keeping-up' | 'busy' | 'falling-behind' | 'failing' | 'unknown';

export interface CompactionPanel extends PanelBase {
  compactions: Compaction[];
  /** Spikes of disk I/O of the process, else of its host; null where neither is known. */
  diskSpikes: QuantitySpikes | null;
  /** Bytes read and written per second, at the times of `series`; `diskSpikes` are detected in them. */
  diskIo: { of: 'process' | 'host'; mean: (number | null)[]; max: (number | null)[] } | null;
  blockRangeSeconds: number | null;
  /**
   * Source of the range: `flags`, `cmdline`, `head-min-time` (steps of the head's minimum time), `blocks` (their
   * bounds) or null.
   */
  blockRangeSource: string | null;
  phaseSeconds: number | null;
  expectedPhaseSeconds: number | null;
  /** Measured minus expected phase, in the shorter direction. */
  phaseErrorSeconds: number | null;
  alignment: CompactionAlignment;
  /** Delay common to the head compactions: the feature `delayed-compaction`, or a slow append. */
  delay: {
    verdict: 'on-time' | 'delayed' | 'scattered'; seconds: number; lowSeconds: number; highSeconds: number;
    count: number; sentence: string
  } | null;
  fold: CompactionFold;
  /** Folds at three and nine block ranges, where the window holds at least one whole period. */
  widerFolds: (CompactionFold & { factor: number })[];
  /**
   * Ratios of the mean during compactions to the quiet mean; null where the input or the compactions are missing.
   * `cpuPValue`: share of quiet stretches of the same length with as much CPU; null if there are too few.
   */
  multiples: { cpu: number | null; cpuPValue: number | null; diskWrite: number | null; rss: number | null };
  keepingUp: { verdict: KeepingUp; sentence: string };
  next: { time: number; errorSeconds: number; basis: string } | null;
  /** Blocks by level and time; empty without a log or a list of blocks. */
  blocks: CompactionBlock[];
  merges: MergeActivity | null;
  /** Null if the target has no WAL. */
  wal: WalActivity | null;
  /** Page cache of the machine, at the times of `series`; null without a node_exporter. */
  pageCache: { cachedBytes: (number | null)[]; freeBytes: (number | null)[] } | null;
  /** Facts that a log or a list of blocks adds to the counters. */
  notes: Statement[];
  series: {
    time: number[];
    cpuCores: (number | null)[];
    cpuCoresMax: (number | null)[];
    rssBytes: (number | null)[];
    diskWriteBytesPerSecond: (number | null)[];
    headChunks: (number | null)[];
    blocksLoaded: (number | null)[];
    blocksBytes: (number | null)[];
  };
}

/** Compactions of a server as its log reports them, without any metric. */
export interface CompactionLog extends Pick<
  CompactionPanel,
  'finding' | 'blockRangeSeconds' | 'phaseSeconds' | 'expectedPhaseSeconds' | 'phaseErrorSeconds' | 'alignment'
  | 'compactions' | 'blocks' | 'keepingUp' | 'notes' | 'figures'
> {
  /** Times of the first and the last readable line. */
  start: number;
  end: number;
  lines: { read: number; used: number; other: number };
  /** Target whose panel now includes the log; null if none was named. */
  target: string | null;
}

/** Compactions of one of the servers that a log has lines of. */
export interface ServerCompactionLog extends CompactionLog {
  /** Pod, unit or service in the log's envelope; `""` if it names none. */
  source: string;
}

/** The server with the most lines about compactions, and the others; the log's envelope distinguishes servers. */
export interface CompactionLogs extends ServerCompactionLog {
  others: ServerCompactionLog[];
}

/** Several targets folded at one period, to show whether they compact at the same time. */
export interface CompactionHerd {
  finding: Finding;
  periodSeconds: number | null;
  offsetSeconds: number[];
  targets: {
    target: string;
    blockRangeSeconds: number | null;
    phaseSeconds: number | null;
    phaseErrorSeconds: number | null;
    aligned: boolean;
    headCompactions: number;
    /** Starts of its head compactions, as offsets in the period. */
    startOffsetsSeconds: number[];
    cpuCores: (number | null)[];
    /** Why the target is not folded; null if it is. */
    reason: string | null;
  }[];
  /** Sum over all folded targets; null where one has no value. */
  totalCpuCores: (number | null)[];
}
