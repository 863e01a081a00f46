import type { Labels } from '../../../core/contract/terms/targetKind.ts';

/**
 * A series as the parser knows it. The same object comes back in every scrape while the parser remembers the
 * series, so a reader may hang its own id on it with a WeakMap; `key` is the same for the same series always.
 */
export interface ExpositionSeries {
  /** `canonicalKey(name, labels)`. */
  readonly key: string;
  readonly name: string;
  readonly labels: Labels;
}

export interface BadLine {
  /** 1-based. */
  line: number;
  message: string;
}

/** What one body said. `series[i]` has the value `values[i]`, in the order of the lines. */
export interface ParsedExposition {
  series: ExpositionSeries[];
  values: Float64Array;
  /** NaN where the line carried none; null when no line did. ms since the epoch, on the target's clock. */
  timestampsMs: Float64Array | null;
  /** The first 20; the other lines of the body are kept. */
  badLines: BadLine[];
  badLineCount: number;
  /** One sentence when the body held no samples or too many; then `series` is empty. */
  error: string | null;
}

export interface ExpositionLimits {
  /** A body with more samples than this, or more lines that are none, is refused as a whole. */
  maxSamples: number;
  maxBadLines: number;
  /** Characters of one line. */
  maxLineLength: number;
  /** Series remembered beyond twice those of the last body, for targets whose series come and go. */
  spareSeries: number;
}

export const DEFAULT_LIMITS: ExpositionLimits = {
  maxSamples: 250_000, maxBadLines: 250_000, maxLineLength: 65_536, spareSeries: 4096,
};
