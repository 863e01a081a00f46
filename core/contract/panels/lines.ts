/** A window before anything is analysed. Part of contract.ts, which says the units; import from there. */
import type { PanelBase, Span } from './panel.ts';

/** Raw lines of a window, thinned, and what happened in it; a line is all null where the target has no such metric. */
export interface TargetLines extends Pick<PanelBase, 'range' | 'restarts' | 'gapSpans'> {
  compactions: Span[];
  /** Ends of GC cycles. */
  cycles: { time: number }[];
  series: {
    time: number[];
    cpuCores: (number | null)[];
    cpuCoresMax: (number | null)[];
    rssBytes: (number | null)[];
    /** Of successful scrapes: the longest of each step. */
    scrapeSeconds: (number | null)[];
  };
}
