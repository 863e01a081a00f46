/** What the answers of all panels have. Part of contract.ts, which says the units; import from there. */
import type { Finding, Part } from '../terms/finding.ts';
import type { Unit } from '../terms/unit.ts';

export interface PanelRange {
  start: number;
  end: number;
  /** Width of one point of `series`, seconds; equals the scrape interval when nothing was thinned. */
  step: number;
  scrapes: number;
}

/** An input the target does not give: which, what that costs, what to switch on. */
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
  /** Process starts seen inside the window (counter resets are explained by them). */
  restarts: { time: number }[];
  /** Scrape gaps of the window, for the hatch in every chart. */
  gapSpans: Span[];
  /** Rows of the "numbers behind it" table. */
  figures: Figure[];
  /** Where the samples come from, ascending; absent until the panel was read from a store. */
  sources?: PanelSource[];
}

/** A stretch of the window from one source. */
export interface PanelSource {
  start: number;
  end: number;
  /** `recorded`: scraped by tsdbscope. `history`: asked of the target's own query API. */
  source: 'recorded' | 'history';
  /** Median distance of its scrapes; null with fewer than two. */
  stepSeconds: number | null;
}

/** One row of a panel's table. `value` null = not known, and `note` says why. */
export interface Figure {
  name: string;
  value: number | null;
  low?: number | null;
  high?: number | null;
  unit: Unit;
  /** Metric names it was computed from. */
  from: string[];
  note?: string;
  /** The note as parts, where it holds times. */
  noteParts?: Part[];
}

export interface SampleSeries { metric: Record<string, string>; values: [number, number | 'NaN' | '+Inf' | '-Inf'][] }
