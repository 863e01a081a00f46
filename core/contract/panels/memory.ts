/** What the Memory & capacity panel answers. Part of contract.ts, which says the units; import from there. */
import type { Part } from '../terms/finding.ts';
import type { PanelBase } from './panel.ts';
import type { QuantitySpikes } from './spikes.ts';

export type MemoryPartKey =
  | 'heapInuse' | 'heapRetained' | 'stacks' | 'runtime' | 'outsideGo'
  | 'heapReleased' | 'virtual' | 'pageCache' | 'swap';

/** A part of the process's memory, or of the host's next to it. Bytes are null when a metric for it is missing. */
export interface MemoryPart {
  key: MemoryPartKey;
  label: string;
  /** Whether it is part of the resident memory; the others are address space, or belong to the host. */
  isResident: boolean;
  /** Median over the window's scrapes, with the least and the most. */
  bytes: number | null;
  lowBytes: number | null;
  highBytes: number | null;
  from: string[];
  /** What it is and what to make of it, in a sentence or two. */
  meaning: string;
  /** Which metric is missing and what to switch on; null when nothing is. */
  missing: string | null;
}

/** One of the target's own ratios. `value` null: `note` says what is lacking. */
export interface CapacityRatio {
  value: number | null;
  low: number | null;
  high: number | null;
  /** What low and high are. */
  rangeIs: string;
  /** Scrapes it was computed from, and the time they cover. */
  scrapes: number;
  windowSeconds: number;
  from: string[];
  note: string | null;
}

/** How one figure came to rest after a start. */
export interface Settling {
  what: 'cpuPerSample' | 'rssPerSeries';
  /**
   * Seconds from the first ingested sample to the first of three steps in a row in the settled band; null: not settled.
   */
  seconds: number | null;
  /** The same with a band of 4 and of 2 robust standard deviations. */
  lowSeconds: number | null;
  highSeconds: number | null;
  /** Seconds of CPU per sample, or bytes per series: the first step, and the settled median. */
  first: number;
  settled: number;
  /** Width of a step, seconds. */
  stepSeconds: number;
}

export interface WarmUp {
  processStart: number;
  /** First scrape at which samples came in. */
  ingestStart: number;
  settling: Settling[];
  /** The longest of the settling times; null while one of them has not come to rest. */
  seconds: number | null;
  /** Series created until then, per second, and after; null without the counter. */
  seriesPerSecond: number | null;
  seriesPerSecondAfter: number | null;
  /** CPU above the settled cost of the samples ingested meanwhile. */
  extraCoreSeconds: number | null;
  /** How each figure settled; `parts` in UTC. */
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

/** Series by metric name, values by label name, their bytes, series by label pair. */
export type CardinalityKey = 'metrics' | 'labelValues' | 'labelBytes' | 'labelPairs';

export interface CardinalityRow { name: string; count: number }

/** One answer of a target's /api/v1/status/tsdb. Times in Unix seconds, on tsdbscope's clock. */
export interface HeadReading {
  time: number;
  tookSeconds: number;
  sizeBytes: number;
  /** Of its process; null where it reports none. */
  processStart: number | null;
  /** It counts what was seen since midnight UTC (VictoriaMetrics), not what is in memory. */
  isDaily: boolean;
  series: number;
  labelPairs: number | null;
  chunks: number | null;
  /** null: this server has no such list. Not whole: names that it lacks have at most as many as its last row. */
  lists: Record<CardinalityKey, { rows: CardinalityRow[]; isWhole: boolean } | null>;
}

/** A name at the later of two readings. Growth null: there is no reading before, or none that can be compared. */
export interface CardinalityGrowth {
  name: string;
  count: number;
  /** null: the list before did not hold it; it had at most `growth` fewer then. */
  before: number | null;
  /** Where `before` is null: at least so much. */
  growth: number | null;
  perHour: number | null;
}

/** Series at the later of two readings of a target, against the earlier one. */
export interface SeriesGrowth {
  time: number;
  /** The reading before; null: there is one only. */
  before: number | null;
  spanSeconds: number | null;
  /** Another process answered the later one, or midnight UTC reset what is counted: nothing is compared then. */
  reset: 'restart' | 'midnight' | null;
  series: CardinalityGrowth;
  /** The metric with the largest part of the growth, from half of it on. */
  largest: { name: string; growth: number; shareRatio: number; isAtLeast: boolean } | null;
}

/** Two readings of a target compared. Lists: most growth first, else as large as they are. */
export interface HeadGrowth extends SeriesGrowth {
  labelPairs: CardinalityGrowth | null;
  chunks: CardinalityGrowth | null;
  lists: Record<CardinalityKey, CardinalityGrowth[] | null>;
}

/** Which metrics and labels a target's series have, as it was asked when somebody looked. */
export interface TargetCardinality {
  target: string;
  /** `waiting`: not asked now, `sentence` says why; `unavailable`: this target cannot be asked. */
  state: 'read' | 'waiting' | 'unavailable';
  sentence: string | null;
  /** Unix seconds from which on it may be asked again; null: not known. */
  nextTime: number | null;
  /** What asking cost so far, since tsdbscope started. */
  cost: { requests: number; failed: number; lastSeconds: number | null; lastBytes: number | null };
  readings: { time: number; series: number; tookSeconds: number }[];
  growth: HeadGrowth | null;
}

/** Series that came and went over a window, warm-ups excluded. */
export interface Churn {
  createdPerSecond: number | null;
  removedPerSecond: number | null;
  /** Created in an hour over the series in the head. */
  perHourRatio: number | null;
}

export interface MemoryPanel extends PanelBase {
  churn: Churn;
  /** Of the window, by readings that were taken while somebody looked; null: there is none. */
  growth: SeriesGrowth | null;
  parts: MemoryPart[];
  /** `latest`: of the last scrape in the window that holds it. */
  residentBytes: { median: number | null; low: number | null; high: number | null; latest: number | null };
  limitBytes: number | null;
  ratios: CapacityRatios;
  /** The load the ratios were measured at, and what a planner starts from. */
  load: {
    samplesPerSecond: number | null;
    series: number | null;
    cpuCores: number | null;
    /** 99 % quantile of CPU over its mean, at the recorded resolution. */
    cpuPeakRatio: number | null;
    retentionSeconds: number | null;
    /** Its oldest blocks are deleted beyond this too; absent: no such limit is stated. */
    retentionBytes?: number;
    /** The same, in percent of the disk; where it is set, the server ignores a limit in bytes. */
    retentionDiskPercent?: number;
  };
  /** One for each start that the window holds, oldest first. */
  warmUps: WarmUp[];
  /** Rises of resident memory that pass, and what they come from. */
  spikes: QuantitySpikes;
  series: {
    time: number[];
    rssBytes: (number | null)[];
    /** Thinned steps only: the most inside each step. */
    rssBytesMax: (number | null)[];
    /** Heap in use, kept for reuse, stacks and the runtime's own: what Go holds from the system. */
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
