import type { Labels } from '../../../../core/contract/terms/targetKind.ts';

/**
 * A series as the parser knows it. The same object is returned in every scrape while the parser remembers the series,
 * so a reader may attach its own id with a WeakMap; `key` is always the same for the same series.
 */
export interface ExpositionSeries {
  /** Equals `canonicalKey(name, labels)`. */
  readonly key: string;
  readonly name: string;
  readonly labels: Labels;
}

export interface BadLine {
  /** Line number, 1-based. */
  line: number;
  message: string;
}

/** Samples of body `number` that differ from those of body `since`, which has the same series in the same order. */
export interface SampleChanges {
  readonly number: number;
  readonly since: number;
  readonly length: number;
  /** Places among the samples; more of them than `length` may be held. */
  readonly places: Uint32Array;
  readonly values: Float64Array;
}

/** Result of parsing one body. `series[i]` has the value `values[i]`, in the order of the lines. */
export interface ParsedExposition {
  series: ExpositionSeries[];
  /** Valid until the parse after the next one, like `timestampsMs`. */
  values: Float64Array;
  /** Timestamps in ms since the epoch, on the target's clock; NaN where the line has none; null if no line has one. */
  timestampsMs: Float64Array | null;
  /** True if the body equals the last one without an error, byte for byte. */
  isRepeated: boolean;
  /** What differs from the last body without an error, if `series` is that body's. Valid until the next parse. */
  changes: SampleChanges | null;
  /** The first 20 invalid lines; the other lines of the body are kept. */
  badLines: BadLine[];
  badLineCount: number;
  /** One sentence if the body has no samples or too many; then `series` is empty. */
  error: string | null;
}

export interface ExpositionLimits {
  /** A body with more samples than this, or more invalid lines, is rejected as a whole. */
  maxSamples: number;
  maxBadLines: number;
  /** Maximum characters of one line. */
  maxLineLength: number;
  /** Series remembered beyond twice those of the last body, for targets whose series come and go. */
  spareSeries: number;
}

export const DEFAULT_LIMITS: ExpositionLimits = {
  maxSamples: 250_000, maxBadLines: 250_000, maxLineLength: 65_536, spareSeries: 4096,
};
