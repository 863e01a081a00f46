/**
 * What the host of a target does, from its node_exporter. Part of contract.ts, which says the units; import from there.
 */
import type { Figure, PanelRange, Span } from './panel.ts';

export interface HostView {
  range: PanelRange;
  /**
   * `off`: no node_exporter was asked in the window. `down`: it was, and never answered. `up`: it answered, `answered`
   * times of `asked`.
   */
  state: 'off' | 'down' | 'up';
  /** What is known of the host, or what to switch on. */
  sentence: string;
  asked: number;
  answered: number;
  gapSpans: Span[];
  /** Cores the node_exporter counts; null where it does not export them. */
  cores: number | null;
  /**
   * Busy part of each core (neither idle nor waiting for a disk), 0 to 1, by point of `series`; at most the 64 busiest,
   * in their own order.
   */
  perCore: { core: string; meanRatio: number; busyRatio: (number | null)[] }[];
  /** Whole disks that were counted. */
  disks: string[];
  figures: Figure[];
  /** Parts that this node_exporter has no metric for. */
  missing: { names: string[]; costs: string; remedy: string }[];
  series: HostSeries;
}

export interface HostSeries {
  time: number[];
  /** Of all cores together. */
  busyCores: (number | null)[];
  /** The busiest core of each scrape; `Max` is the highest inside a thinned step. */
  hottestRatio: (number | null)[];
  hottestRatioMax: (number | null)[];
  /** Taken by the hypervisor for others, cores. */
  stolenCores: (number | null)[];
  diskReadBytesPerSecond: (number | null)[];
  diskWrittenBytesPerSecond: (number | null)[];
  /** Share of the time in which the busiest disk had something to do. */
  diskBusyRatio: (number | null)[];
  cachedBytes: (number | null)[];
  freeBytes: (number | null)[];
  availableBytes: (number | null)[];
  swapUsedBytes: (number | null)[];
  /** Pages in and out, 4 KiB each. */
  swappedBytesPerSecond: (number | null)[];
  /** Share of the time in which some task waited for a core, a disk, memory. */
  cpuPressureRatio: (number | null)[];
  ioPressureRatio: (number | null)[];
  memoryPressureRatio: (number | null)[];
}

/**
 * Whether the throttled time of a container goes with something else: the share of one in the time of the other, and
 * what it is by chance.
 */
export interface ThrottlingOverlap {
  /** Of the throttled seconds (GC), of the spikes (CPU spikes). */
  coveredRatio: number;
  /** Share of all time that would be covered by chance. */
  chanceRatio: number;
  /** What `coveredRatio` counts: spans of the counters with throttling, or spikes; and those that are covered. */
  counted: number;
  covered: number;
  /** `coincides`: at least half, and 1.5 times chance. `unclear`: too few, or the counters are too coarse. */
  verdict: 'coincides' | 'apart' | 'unclear';
}

/** What a CPU limit takes from the target, by the counters of its container. Lines of it are in the panel's series. */
export interface CpuThrottling {
  /** By the control group of its process on tsdbscope's machine; absent: by a cAdvisor. */
  source?: 'cgroup';
  /** Which container it is and how it was found, or why there is none. */
  sentence: string;
  /** Labels of the container; null: none is known. */
  labels: Record<string, string> | null;
  /** Null: no limit is set, or the counters are not known. */
  limitCores: number | null;
  memoryLimitBytes: number | null;
  /** Periods of the quota (usually 100 ms) in the window, and those in which all of it was used. */
  periods: number;
  throttledPeriods: number;
  throttledRatio: number | null;
  /** Sum over CPUs; null without counters. */
  throttledSeconds: number | null;
  /** The time for which the counters are known: gaps and resets are not in it. */
  measuredSeconds: number;
  /** Between two readings of the counters; null without two. */
  stepSeconds: number | null;
  gc: ThrottlingOverlap | null;
  spikes: ThrottlingOverlap | null;
}

/** Each scrape is one look; one goroutine of each is its own. */
export interface RunnableGoroutines {
  mean: number;
  max: number;
  scrapes: number;
  /** Share of the scrapes with more of them than GOMAXPROCS; null where that is not known. */
  crowdedRatio: number | null;
}
