/** A window before any analysis. Part of contract.ts, which defines the units; import from there. */
import type { PanelBase, Span } from './panel.ts';

/** Raw lines of a window, thinned, and its events; a line is all null if the target has no such metric. */
export interface TargetLines extends Pick<PanelBase, 'range' | 'restarts' | 'gapSpans'> {
  compactions: Span[];
  /** Times at which GC cycles ended. */
  cycles: { time: number }[];
  series: {
    time: number[];
    cpuCores: (number | null)[];
    cpuCoresMax: (number | null)[];
    rssBytes: (number | null)[];
    /** Duration of successful scrapes: the longest of each step. */
    scrapeSeconds: (number | null)[];
  };
}
