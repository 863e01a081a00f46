/**
 * Activity of a target's host, from its node_exporter. Part of contract.ts, which defines the units; import from there.
 */
import type { Figure, PanelRange, Span } from './panel.ts';

export interface HostView {
  range: PanelRange;
  /**
   * `off`: no node_exporter was scraped in the window. `down`: it was, and never answered. `up`: it answered `answered`
   * of `asked` scrapes.
   */
  state: 'off' | 'down' | 'up';
  /** What is known of the host, or what to enable. */
  sentence: string;
  asked: number;
  answered: number;
  gapSpans: Span[];
  /** Number of cores by the node_exporter; null if it does not export them. */
  cores: number | null;
  /**
   * Busy share of each core (neither idle nor waiting for a disk), 0 to 1, per point of `series`; at most the 64
   * busiest, in the host's order.
   */
  perCore: { core: string; meanRatio: number; busyRatio: (number | null)[] }[];
  /** Whole disks (not partitions) that are included. */
  disks: string[];
  figures: Figure[];
  /** Parts for which this node_exporter has no metric. */
  missing: { names: string[]; costs: string; remedy: string }[];
  series: HostSeries;
}

export interface HostSeries {
  time: number[];
  /** Busy cores, summed over all cores. */
  busyCores: (number | null)[];
  /** Busiest core of each scrape; `Max` is the highest value inside a thinned step. */
  hottestRatio: (number | null)[];
  hottestRatioMax: (number | null)[];
  /** Cores stolen by the hypervisor. */
  stolenCores: (number | null)[];
  diskReadBytesPerSecond: (number | null)[];
  diskWrittenBytesPerSecond: (number | null)[];
  /** Share of the time in which the busiest disk was busy. */
  diskBusyRatio: (number | null)[];
  cachedBytes: (number | null)[];
  freeBytes: (number | null)[];
  availableBytes: (number | null)[];
  swapUsedBytes: (number | null)[];
  /** Bytes swapped in and out, in pages of 4 KiB. */
  swappedBytesPerSecond: (number | null)[];
  /** Share of the time in which some task waited for CPU, disk or memory. */
  cpuPressureRatio: (number | null)[];
  ioPressureRatio: (number | null)[];
  memoryPressureRatio: (number | null)[];
}

/**
 * Whether a container's throttling coincides with something else: the share of one during the other, and the share
 * expected by chance.
 */
export interface ThrottlingOverlap {
  /** Covered share: of the throttled seconds (GC), or of the spikes (CPU spikes). */
  coveredRatio: number;
  /** Share that would be covered by chance, of all time. */
  chanceRatio: number;
  /**
   * Number of throttled counter spans, or of spikes, that `coveredRatio` is computed from, and how many are covered.
   */
  counted: number;
  covered: number;
  /** `coincides`: at least half, and 1.5 times chance. `unclear`: too few, or the counters are too coarse. */
  verdict: 'coincides' | 'apart' | 'unclear';
}

/** CPU that a limit withholds from the target, by its container's counters. Its lines are in the panel's series. */
export interface CpuThrottling {
  /** Set if read from the control group of its process on tsdbscope's machine; absent if from a cAdvisor. */
  source?: 'cgroup';
  /** Which container it is and how it was found, or why there is none. */
  sentence: string;
  /** Labels of the container; null if none is known. */
  labels: Record<string, string> | null;
  /** Null if no limit is set, or the counters are not known. */
  limitCores: number | null;
  memoryLimitBytes: number | null;
  /** Quota periods (usually 100 ms) in the window, and those that used all of the quota. */
  periods: number;
  throttledPeriods: number;
  throttledRatio: number | null;
  /** Throttled time, summed over CPUs; null without counters. */
  throttledSeconds: number | null;
  /** Time for which the counters are known, without gaps and resets. */
  measuredSeconds: number;
  /** Time between two readings of the counters; null with fewer than two. */
  stepSeconds: number | null;
  gc: ThrottlingOverlap | null;
  spikes: ThrottlingOverlap | null;
}

/** Runnable goroutines, read once per scrape; one of them is the scrape's own. */
export interface RunnableGoroutines {
  mean: number;
  max: number;
  scrapes: number;
  /** Share of the scrapes with more of them than GOMAXPROCS; null if that is not known. */
  crowdedRatio: number | null;
}
