/** What the Memory & capacity panel answers. Part of contract.ts, which says the units; import from there. */
import type { Part } from './finding.ts';
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

export interface MemoryPanel extends PanelBase {
  parts: MemoryPart[];
  residentBytes: { median: number | null; low: number | null; high: number | null };
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
