/** Fields common to the answers of all panels. Part of contract.ts, which defines the units; import from there. */
import type { Finding, Part } from '../terms/finding.ts';
import type { Unit } from '../terms/unit.ts';

export interface PanelRange {
  start: number;
  end: number;
  /** Width of one point of `series` in seconds; the scrape interval if not thinned. */
  step: number;
  scrapes: number;
}

/** An input that the target does not provide: which one, what that costs, what to enable. */
export interface MissingInput {
  names: string[];
  costs: string;
  remedy: string;
}

export interface Span { start: number; end: number }

export interface PanelBase {
  range: PanelRange;
  finding: Finding;
  missing: MissingInput[];
  /** Process starts in the window; they explain counter resets. */
  restarts: { time: number }[];
  /** Scrape gaps of the window, hatched in every chart. */
  gapSpans: Span[];
  /** Start of the time at the end of the window in which the target gave no readings; absent while it answers. */
  silentSince?: number;
  /** Rows of the "numbers behind it" table. */
  figures: Figure[];
  /** Sources of the samples, ascending; absent until the panel was read from a store. */
  sources?: PanelSource[];
}

/** A span of the window from one source. */
export interface PanelSource {
  start: number;
  end: number;
  /** `recorded`: scraped by tsdbscope. `history`: read from the target's own query API. */
  source: 'recorded' | 'history';
  /** Median time between its scrapes; null with fewer than two. */
  stepSeconds: number | null;
}

/** One row of a panel's table. `value` is null if not known, and `note` says why. */
export interface Figure {
  name: string;
  value: number | null;
  low?: number | null;
  high?: number | null;
  unit: Unit;
  /** Metric names from which it was computed. */
  from: string[];
  note?: string;
  /** The note as parts, if it contains times. */
  noteParts?: Part[];
}

export interface SampleSeries { metric: Record<string, string>; values: [number, number | 'NaN' | '+Inf' | '-Inf'][] }
