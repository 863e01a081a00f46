/** Answer of the Memory & capacity panel. Part of contract.ts, which defines the units; import from there. */
import type { Part } from '../terms/finding.ts';
import type { PanelBase } from './panel.ts';
import type { QuantitySpikes } from './spikes.ts';

export type MemoryPartKey =
  | 'heapInuse' | 'heapRetained' | 'stacks' | 'runtime' | 'outsideGo'
  | 'heapReleased' | 'virtual' | 'pageCache' | 'swap';

/** A part of the memory of the process or its host. Bytes are null if a metric for it is missing. */
export interface MemoryPart {
  key: MemoryPartKey;
  label: string;
  /** Whether it is part of the resident memory; other parts are address space or belong to the host. */
  isResident: boolean;
  /** Median, minimum and maximum over the window's scrapes. */
  bytes: number | null;
  lowBytes: number | null;
  highBytes: number | null;
  from: string[];
  /** What the part is and how to interpret it, in a sentence or two. */
  meaning: string;
  /** Which metric is missing and what to enable; null if nothing is. */
  missing: string | null;
}

/** One of the target's ratios. If `value` is null, `note` says what is missing. */
export interface CapacityRatio {
  value: number | null;
  low: number | null;
  high: number | null;
  /** Meaning of low and high. */
  rangeIs: string;
  /** Number of scrapes it was computed from, and the time they cover. */
  scrapes: number;
  windowSeconds: number;
  from: string[];
  note: string | null;
}

/** How one figure settled after a start. */
export interface Settling {
  what: 'cpuPerSample' | 'rssPerSeries';
  /**
   * Seconds from the first ingested sample to the first of three consecutive steps in the settled band; null if not
   * settled.
   */
  seconds: number | null;
  /** The same with a band of 4 and of 2 robust standard deviations. */
  lowSeconds: number | null;
  highSeconds: number | null;
  /** CPU seconds per sample, or bytes per series: in the first step, and the settled median. */
  first: number;
  settled: number;
  /** Width of a step in seconds. */
  stepSeconds: number;
}

export interface WarmUp {
  processStart: number;
  /** First scrape with ingested samples. */
  ingestStart: number;
  settling: Settling[];
  /** Longest of the settling times; null if one figure has not settled. */
  seconds: number | null;
  /** Series created per second until then, and after; null without the counter. */
  seriesPerSecond: number | null;
  seriesPerSecondAfter: number | null;
  /** CPU beyond the settled cost of the samples ingested in that time. */
  extraCoreSeconds: number | null;
  /** How each figure settled; `parts` with times in UTC. */
  sentence: string;
  parts: Part[];
}

export interface CapacityRatios {
  samplesPerCoreSecond: CapacityRatio;
  residentBytesPerSeries: CapacityRatio;
  residentBytesPer100kSamplesPerSecond: CapacityRatio;
  diskBytesPerSample: CapacityRatio;
  chunkBytesPerSample: CapacityRatio;
}

/** Lists of `/status/tsdb`: series by metric name, values by label name, their bytes, series by label pair. */
export type CardinalityKey = 'metrics' | 'labelValues' | 'labelBytes' | 'labelPairs';

export interface CardinalityRow { name: string; count: number }

/** One answer of a target's /api/v1/status/tsdb. Times are Unix seconds on tsdbscope's clock. */
export interface HeadReading {
  time: number;
  tookSeconds: number;
  sizeBytes: number;
  /** Start of the target's process; null if it reports none. */
  processStart: number | null;
  /** Whether it counts series since midnight UTC (VictoriaMetrics), not those in memory. */
  isDaily: boolean;
  series: number;
  labelPairs: number | null;
  chunks: number | null;
  /** Null if this server has no such list. If it is not whole, omitted names count at most as much as its last row. */
  lists: Record<CardinalityKey, { rows: CardinalityRow[]; isWhole: boolean } | null>;
}

/** A name in the later of two readings. Growth is null without an earlier, comparable reading. */
export interface CardinalityGrowth {
  name: string;
  count: number;
  /** Null if the earlier list omits it; it then had at least `growth` fewer. */
  before: number | null;
  /** If `before` is null, the minimum growth. */
  growth: number | null;
  perHour: number | null;
}

/** Series in the later of two readings of a target, compared with the earlier one. */
export interface SeriesGrowth {
  time: number;
  /** Time of the earlier reading; null if there is only one. */
  before: number | null;
  spanSeconds: number | null;
  /** Why nothing is compared: another process answered the later reading, or midnight UTC reset the counts. */
  reset: 'restart' | 'midnight' | null;
  series: CardinalityGrowth;
  /** Metric with the largest part of the growth, if at least half. */
  largest: { name: string; growth: number; shareRatio: number; isAtLeast: boolean } | null;
}

/** Comparison of two readings of a target. Lists are ordered by growth, else by size. */
export interface HeadGrowth extends SeriesGrowth {
  labelPairs: CardinalityGrowth | null;
  chunks: CardinalityGrowth | null;
  lists: Record<CardinalityKey, CardinalityGrowth[] | null>;
}

/** Metrics and labels of a target's series, read on demand. */
export interface TargetCardinality {
  target: string;
  /** `waiting`: not asked now, `sentence` says why; `unavailable`: this target cannot be asked. */
  state: 'read' | 'waiting' | 'unavailable';
  sentence: string | null;
  /** Unix seconds from which it may be asked again; null if not known. */
  nextTime: number | null;
  /** Cost of the requests since tsdbscope started. */
  cost: { requests: number; failed: number; lastSeconds: number | null; lastBytes: number | null };
  readings: { time: number; series: number; tookSeconds: number }[];
  growth: HeadGrowth | null;
}

/** Series created and removed over a window, excluding warm-ups. */
export interface Churn {
  createdPerSecond: number | null;
  removedPerSecond: number | null;
  /** Series created per hour, relative to the series in the head. */
  perHourRatio: number | null;
}

export interface MemoryPanel extends PanelBase {
  churn: Churn;
  /** Growth in the window, by readings taken on demand; null if there are none. */
  growth: SeriesGrowth | null;
  parts: MemoryPart[];
  /** Resident memory; `latest` is from the last scrape in the window that has it. */
  residentBytes: { median: number | null; low: number | null; high: number | null; latest: number | null };
  limitBytes: number | null;
  ratios: CapacityRatios;
  /** Load at which the ratios were measured, as a planner's starting point. */
  load: {
    samplesPerSecond: number | null;
    series: number | null;
    cpuCores: number | null;
    /** 99 % quantile of CPU over its mean, at the recorded resolution. */
    cpuPeakRatio: number | null;
    retentionSeconds: number | null;
    /** Size limit beyond which the oldest blocks are deleted; absent if none is stated. */
    retentionBytes?: number;
    /** The same in percent of the disk; if set, the server ignores a limit in bytes. */
    retentionDiskPercent?: number;
  };
  /** One warm-up per start in the window, oldest first. */
  warmUps: WarmUp[];
  /** Transient rises of resident memory and their causes. */
  spikes: QuantitySpikes;
  series: {
    time: number[];
    rssBytes: (number | null)[];
    /** Maximum inside each step; only for thinned steps. */
    rssBytesMax: (number | null)[];
    /** Memory that Go holds from the system: heap in use, kept for reuse, stacks and the runtime's own. */
    goHeldBytes: (number | null)[];
    heapInuseBytes: (number | null)[];
    heapGoalBytes: (number | null)[];
    virtualBytes: (number | null)[];
    pageCacheBytes: (number | null)[];
    swapBytes: (number | null)[];
    residentBytesPerSeries: (number | null)[];
    cpuSecondsPerSample: (number | null)[];
    samplesPerSecond: (number | null)[];
    headSeries: (number | null)[];
  };
}
