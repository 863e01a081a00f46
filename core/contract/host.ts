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
