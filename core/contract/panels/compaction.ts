/**
 * What the compaction panel, an opened log and several targets together answer. Part of contract.ts, which says the
 * units; import from there.
 */
import type { Finding, Statement } from '../terms/finding.ts';
import type { Figure, PanelBase } from './panel.ts';
import type { QuantitySpikes } from './spikes.ts';

/**
 * `stale-series`: of series that no longer get samples, at any time, by Prometheus 3.10 and later; the head goes on.
 * `failed`: every try of the episode failed; `head+merge` of an episode with out-of-order samples may be their blocks.
 */
export type CompactionKind = 'head' | 'merge' | 'head+merge' | 'stale-series' | 'failed' | 'unknown';

/**
 * `marker` = the running gauge was seen to rise; `blocks` = the target's list of blocks; `log` = a log that was opened
 * for it.
 */
export type CompactionSource = 'counters' | 'marker' | 'blocks' | 'log';

/** One compaction of an episode, where a log or the list of blocks has it. Times on the target's clock. */
export interface CompactionStep {
  kind: 'head' | 'out-of-order' | 'stale-series' | 'merge';
  start: number;
  /** null: not told (a list of blocks gives the start only). */
  end: number | null;
  level: number;
  /** Blocks read, oldest first; empty for one cut from the head. */
  inputs: string[];
  output: string;
  source: 'blocks' | 'log';
}

export interface Compaction {
  /** Bounded by scrapes: the true start is within `startErrorSeconds` before `start`... */
  start: number;
  end: number;
  /** null: its end is not known. */
  durationSeconds: number | null;
  /** Single compactions in the episode. */
  count: number;
  kind: CompactionKind;
  startErrorSeconds: number;
  endErrorSeconds: number;
  /** Offset of its likely start (middle of the error span) in the block range, from its boundary on the UNIX clock. */
  phaseSeconds: number | null;
  /** Still under way at the window's end; `end` is then the last scrape. */
  running: boolean;
  cpuCoreSecondsAboveQuiet: number | null;
  bytesReadAboveQuiet: number | null;
  bytesWrittenAboveQuiet: number | null;
  /** Highest resident memory in it, above the median of the minute before. */
  rssRiseBytes: number | null;
  /** Page cache of the machine from before it to its lowest in it; null without a node_exporter. */
  pageCacheLostBytes: number | null;
  /** Free memory of the machine at the page cache's lowest. */
  freeBytes: number | null;
  /**
   * From that moment until the page cache was back within a twentieth of what it lost; null: nothing to speak of was
   * lost, or it was not seen to come back before the next compaction.
   */
  pageCacheWarmSeconds: number | null;
  /** Where it is known from, best first. */
  sources: CompactionSource[];
  /** Highest level written; null where no log and no list of blocks tells. */
  level: number | null;
  steps: CompactionStep[];
}

/** A block on disk. Times of samples and of its life are Unix seconds, on the target's clock. */
export interface CompactionBlock {
  ulid: string;
  minTime: number | null;
  maxTime: number | null;
  /** null where only its name is known. */
  level: number | null;
  born: number;
  /** When it was deleted, or merged away where only that is known; null while it is there. */
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
  /** Each period of the window by itself, same offsets. */
  cycles: { start: number; cpuCores: (number | null)[] }[];
}

export interface CompactionAlignment {
  resultantLength: number | null; pValue: number | null; aligned: boolean; count: number
}

/** Merging without a clock: VictoriaMetrics, the Thanos compactor. */
export interface MergeActivity {
  engine: 'victoriametrics' | 'thanos-compactor';
  mergesPerSecond: number | null;
  rowsPerSecond: number | null;
  /** Mean number of merges under way. */
  active: number | null;
  pendingRows: number | null;
  /** Compactions the compactor knows it has still to do. */
  backlog: number | null;
  halted: boolean | null;
  /** The same test at each period that was tried; `aligned` in none of them is the verdict "not on the clock". */
  periods: {
    periodSeconds: number; cycles: number; resultantLength: number | null; pValue: number | null; aligned: boolean
  }[];
  /** Merges each second, at the times of `series`. */
  mergeRate: (number | null)[];
  parts: (number | null)[];
  pressure: MergePressure;
}

/** One kind of part of VictoriaMetrics: `storage/small`, `storage/big`, `indexdb`, as the target names it. */
export interface MergesOfType {
  type: string;
  merges: number;
  mergesPerSecond: number | null;
  rowsPerSecond: number | null;
  active: number | null;
}

/** What writes wait for besides merges, and what is stored; null where the target does not say. */
export interface MergePressure {
  byType: MergesOfType[];
  /** Merges that writers had to make themselves. */
  assistedMerges: number | null;
  slowInsertsPerSecond: number | null;
  /** Of all rows inserted. */
  slowInsertsRatio: number | null;
  /** Caches by misses per second, the most first. */
  caches: { type: string; requestsPerSecond: number; missesPerSecond: number; missRatio: number }[];
  /** Bytes of samples on disk, without the index, over the rows in them. */
  bytesPerSample: number | null;
  /** Thanos compactor: change of the backlog per hour; hours until it is empty at that pace, null: not shrinking. */
  backlogPerHour: number | null;
  backlogHoursLeft: number | null;
  pendingRows: (number | null)[];
  slowInserts: (number | null)[];
  backlog: (number | null)[];
}

export type WalFailure = 'writes' | 'truncations' | 'checkpoints' | 'checkpoint-deletions';

/** What the write-ahead log does; lines at the times of `series`. */
export interface WalActivity {
  fsyncs: number | null;
  fsyncMeanSeconds: number | null;
  /** As the target states them, of its last ten minutes. */
  fsyncQuantiles: { quantile: string; seconds: (number | null)[] }[];
  pageFlushesPerSecond: (number | null)[];
  bytes: (number | null)[];
  /** Truncations that succeeded, and the time they took. */
  truncations: { count: number; seconds: number | null };
  /** In the window; `lastTime` is that of the scrape that shows the last one. */
  failures: { what: WalFailure; count: number; lastTime: number }[];
  /** Whether it falls when the head is truncated; null: no truncation of a head, or its size is not exported. */
  size: {
    falls: boolean; headTruncations: number; fromBytes: number; toBytes: number; highestBytes: number
  } | null;
}

export type KeepingUp = 'keeping-up' | 'busy' | 'falling-behind' | 'failing' | 'unknown';

export interface CompactionPanel extends PanelBase {
  compactions: Compaction[];
  /** Spikes of what the process, or else its host, reads and writes; null where neither is known. */
  diskSpikes: QuantitySpikes | null;
  /** Bytes read and written per second, at the times of `series`: what `diskSpikes` were found in. */
  diskIo: { of: 'process' | 'host'; mean: (number | null)[]; max: (number | null)[] } | null;
  blockRangeSeconds: number | null;
  /** `flags`, `cmdline`, `head-min-time` (steps of the head's minimum time), `blocks` (their bounds) or null. */
  blockRangeSource: string | null;
  phaseSeconds: number | null;
  expectedPhaseSeconds: number | null;
  /** Measured minus expected, the short way round. */
  phaseErrorSeconds: number | null;
  alignment: CompactionAlignment;
  /** Head compactions later than the rule by the same time each: the feature `delayed-compaction`, or a slow append. */
  delay: {
    verdict: 'on-time' | 'delayed' | 'scattered'; seconds: number; lowSeconds: number; highSeconds: number;
    count: number; sentence: string
  } | null;
  fold: CompactionFold;
  /** The fold at three and nine block ranges, where the window holds at least one whole period. */
  widerFolds: (CompactionFold & { factor: number })[];
  /**
   * Mean during compactions over quiet mean; null where the input or the compactions are missing. `cpuPValue`: how
   * often stretches of quiet time as long have as much CPU; null: too little of it to tell.
   */
  multiples: { cpu: number | null; cpuPValue: number | null; diskWrite: number | null; rss: number | null };
  keepingUp: { verdict: KeepingUp; sentence: string };
  next: { time: number; errorSeconds: number; basis: string } | null;
  /** By level and time; empty without a log or a list of blocks. */
  blocks: CompactionBlock[];
  merges: MergeActivity | null;
  /** null where the target has no WAL. */
  wal: WalActivity | null;
  /** Of the machine, at the times of `series`; null without a node_exporter. */
  pageCache: { cachedBytes: (number | null)[]; freeBytes: (number | null)[] } | null;
  /** What a log or a list of blocks adds to the counters. */
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

/** The compactions of a server as its log reports them, without any metric. */
export interface CompactionLog {
  finding: Finding;
  /** First and last line that could be read. */
  start: number;
  end: number;
  lines: { read: number; used: number; other: number };
  blockRangeSeconds: number | null;
  phaseSeconds: number | null;
  expectedPhaseSeconds: number | null;
  phaseErrorSeconds: number | null;
  alignment: CompactionAlignment;
  compactions: Compaction[];
  blocks: CompactionBlock[];
  keepingUp: { verdict: KeepingUp; sentence: string };
  notes: Statement[];
  figures: Figure[];
  /** The target whose panel now has the log in it; null when none was named. */
  target: string | null;
}

/** The compactions of one of the servers whose lines a log holds. */
export interface ServerCompactionLog extends CompactionLog {
  /** The pod, unit or service that the log's envelope names; `""` where it names none. */
  source: string;
}

/** The server with the most lines about compactions, and the others; servers are told apart by the log's envelope. */
export interface CompactionLogs extends ServerCompactionLog {
  others: ServerCompactionLog[];
}

/** Several targets folded at one period: do they compact at the same instant? */
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
    /** Why it is not folded; null when it is. */
    reason: string | null;
  }[];
  /** The sum of all that are folded; null where one lacks. */
  totalCpuCores: (number | null)[];
}
