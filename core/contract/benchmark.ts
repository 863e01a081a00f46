/** Comparing outputs of `go test -bench`, and of GNU `time`. Values in the unit named beside them. */
import type { Finding } from './terms/finding.ts';

/**
 * What came of it over all units; `mixed`: some better, some worse. `untested`: too few runs, or nothing to compare.
 */
export type BenchmarkVerdict = 'better' | 'worse' | 'mixed' | 'same' | 'untested';

export interface BenchmarkReport {
  finding: Finding;
  verdict: BenchmarkVerdict;
  /** One per text, in order: what `cells` and `geomeans` follow. */
  columns: string[];
  /** Per column the value of each key of `col`, `""` without it; absent where the columns are the texts. */
  columnValues?: string[][];
  /** The configuration lines and their values per column; `differs` where columns do not agree. */
  config: { key: string; values: string[][]; differs: boolean }[];
  /** A table per unit and configuration, in the order of benchstat. Empty when the texts are outputs of `time`. */
  units: BenchmarkUnit[];
  curves: BenchmarkCurve[];
  /** Null unless both texts hold an output of GNU `time`. */
  time: TimeComparison | null;
  /** What `col` may be for these texts. */
  columnKeys: string[];
  /** Lines that could not be read, and what else to know. */
  notes: string[];
  markdown: string;
}

export interface BenchmarkUnit {
  unit: string;
  /** The configuration lines that hold for the table. */
  config: Record<string, string>;
  /** Which way is better; 0 when not known. */
  better: -1 | 0 | 1;
  /** B/op and allocs/op: counted, hardly measured. */
  nearExact: boolean;
  rows: BenchmarkRow[];
  geomean: { before: number | null; after: number | null; deltaRatio: number | null };
  geomeans: BenchmarkGeomean[];
}

export interface BenchmarkRow {
  /** As benchstat prints it. */
  name: string;
  /** The first two columns, as `cells` has them. */
  before: BenchmarkCell | null;
  after: BenchmarkCell | null;
  /** After over before, less one; null where benchstat prints "~", "?" or nothing. */
  deltaRatio: number | null;
  pValue: number | null;
  /** The notes of benchstat on the row, joined; null when there are none. */
  note: string | null;
  /** Null where the column has no such benchmark. */
  cells: (BenchmarkCell | null)[];
}

export interface BenchmarkCell {
  /** The median. */
  center: number;
  /** Its 95 % confidence interval; null = without bound, for want of samples. */
  low: number | null;
  high: number | null;
  /** The larger distance of the interval from the center, as a share of it; null when there is none. */
  rangeRatio: number | null;
  n: number;
  /** Ascending. */
  samples: number[];
  /** As benchstat prints them: "746.5n", "72%". */
  centerText: string;
  rangeText: string;
  notes: string[];
  /** With the first column; null in it, and where that has no such benchmark. */
  comparison: BenchmarkComparison | null;
}

export interface BenchmarkComparison {
  /** "-25.12%", "~", "0.00%" or "?". */
  deltaText: string;
  deltaRatio: number | null;
  /** Of the medians, whether or not it is significant; null when the base is 0. */
  measuredRatio: number | null;
  /** 0 for a unit said to be exact, which is not tested. */
  pValue: number;
  /**
   * The share of false ones among all rows of the unit that are called at this p or less (Benjamini and Hochberg): of
   * many benchmarks some are significant by chance. Null where nothing is tested: exact units, equal samples, too few
   * runs.
   */
  qValue: number | null;
  /** "p=0.015 n=10". */
  testText: string;
  isSignificant: boolean;
  /**
   * Of units that are counted (B/op, allocs/op), where no test tells a difference: `-34.21%` when every run of one side
   * is below every run of the other, `same` when all runs are. Null otherwise.
   */
  countedText: string | null;
  notes: string[];
}

export interface BenchmarkGeomean {
  center: number | null;
  centerText: string | null;
  deltaRatio: number | null;
  /** "?" where it cannot be computed; null in the first column. */
  deltaText: string | null;
  notes: string[];
}

/** Benchmarks of one unit whose names differ only in a number. */
export interface BenchmarkCurve {
  unit: string;
  /** The name without the number, "ExtractAttributes/*-2". */
  name: string;
  /** What stands before the number in the name, `size` of `size=10`; may be empty. */
  sizeName: string;
  sizeUnit: 'B' | '';
  /** By size. `label`: the size as a reader writes it, `64 KB`; `row`: the benchmark's whole name. */
  points: {
    size: number; label: string; row: string;
    cells: ({ center: number; low: number | null; high: number | null } | null)[]
  }[];
}

export interface TimeComparison {
  rows: TimeRow[];
  note: string;
}

export interface TimeRow {
  label: string;
  unit: 'seconds' | 'bytes' | 'ratio' | 'count';
  before: number;
  after: number;
  beforeText: string;
  afterText: string;
  /** Before over after. Null when either is 0. */
  factor: number | null;
  /** With as many digits as the printed figures support, at most three. */
  factorText: string | null;
  /** Computed from others, not printed by `time`. */
  isDerived: boolean;
}

/** A stored output, which links of the Benchmarks page name. */
export interface BenchmarkOutput {
  /** SHA-256 of the name, a line feed and the text. */
  id: string;
  /** As the column of its comparison is called. */
  name: string;
  /** Of its upload. */
  time: number;
  /** Of the text, in UTF-8. */
  sizeBytes: number;
}

export interface BenchmarkOutputText extends BenchmarkOutput { text: string }
