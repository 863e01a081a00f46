/** Comparison of outputs of `go test -bench` and GNU `time`. Values are in the unit given next to them. */
import type { Finding } from './terms/finding.ts';

/** Verdict over all units; `mixed`: some better, some worse. `untested`: too few runs, or nothing to compare. */
export type BenchmarkVerdict = 'better' | 'worse' | 'mixed' | 'same' | 'untested';

export interface BenchmarkReport {
  finding: Finding;
  verdict: BenchmarkVerdict;
  /** One column per text, in order; `cells` and `geomeans` follow it. */
  columns: string[];
  /** Value of each key of `col` per column, `""` if missing; absent if the columns are the texts. */
  columnValues?: string[][];
  /** Configuration lines and their values per column; `differs` if columns disagree. */
  config: { key: string; values: string[][]; differs: boolean }[];
  /** One table per unit and configuration, in the order of benchstat; empty if the texts are outputs of `time`. */
  units: BenchmarkUnit[];
  curves: BenchmarkCurve[];
  /** Null unless both texts hold an output of GNU `time`. */
  time: TimeComparison | null;
  /** Values that `col` can have for these texts. */
  columnKeys: string[];
  /** Lines that could not be read, and other notes. */
  notes: string[];
  markdown: string;
}

export interface BenchmarkUnit {
  unit: string;
  /** Configuration lines that apply to the table. */
  config: Record<string, string>;
  /** Direction that is better; 0 if not known. */
  better: -1 | 0 | 1;
  /** Whether the unit is counted rather than measured: B/op and allocs/op. */
  nearExact: boolean;
  rows: BenchmarkRow[];
  geomean: { before: number | null; after: number | null; deltaRatio: number | null };
  geomeans: BenchmarkGeomean[];
}

export interface BenchmarkRow {
  /** Name as benchstat prints it. */
  name: string;
  /** The first two columns, as in `cells`. */
  before: BenchmarkCell | null;
  after: BenchmarkCell | null;
  /** After over before, minus one; null if benchstat prints "~", "?" or nothing. */
  deltaRatio: number | null;
  pValue: number | null;
  /** Benchstat's notes on the row, joined; null if there are none. */
  note: string | null;
  /** Cells per column; null if the column has no such benchmark. */
  cells: (BenchmarkCell | null)[];
}

export interface BenchmarkCell {
  /** Median. */
  center: number;
  /** 95 % confidence interval; null means unbounded, for lack of samples. */
  low: number | null;
  high: number | null;
  /** Larger distance between the interval's ends and the centre, relative to the centre; null without one. */
  rangeRatio: number | null;
  n: number;
  /** Samples in ascending order. */
  samples: number[];
  /** Values as benchstat prints them: "746.5n", "72%". */
  centerText: string;
  rangeText: string;
  notes: string[];
  /** Comparison with the first column; null in the first column, and if that has no such benchmark. */
  comparison: BenchmarkComparison | null;
}

export interface BenchmarkComparison {
  /** Change as text: "-25.12%", "~", "0.00%" or "?". */
  deltaText: string;
  deltaRatio: number | null;
  /** Change of the medians, significant or not; null if the base is 0. */
  measuredRatio: number | null;
  /** P-value; 0 for units declared exact, which are not tested. */
  pValue: number;
  /**
   * Share of false positives among all rows of the unit with this p-value or less (Benjamini and Hochberg), because of
   * many benchmarks some are significant by chance. Null if nothing is tested: exact units, equal samples, too few
   * runs.
   */
  qValue: number | null;
  /** Test as text: "p=0.015 n=10". */
  testText: string;
  isSignificant: boolean;
  /**
   * Change of counted units (B/op, allocs/op) without a significant difference: `-34.21%` if every run of one side is
   * below every run of the other, `same` if all runs are equal; else null.
   */
  countedText: string | null;
  notes: string[];
}

export interface BenchmarkGeomean {
  center: number | null;
  centerText: string | null;
  deltaRatio: number | null;
  /** Change of the geomean; "?" if it cannot be computed, null in the first column. */
  deltaText: string | null;
  notes: string[];
}

/** Benchmarks of one unit whose names differ only in a number. */
export interface BenchmarkCurve {
  unit: string;
  /** Name without the number: "ExtractAttributes/*-2". */
  name: string;
  /** Text before the number in the name, `size` of `size=10`; can be empty. */
  sizeName: string;
  sizeUnit: 'B' | '';
  /** Points by size. `label`: the size as text, `64 KB`; `row`: the benchmark's full name. */
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
  /** Before over after; null if either is 0. */
  factor: number | null;
  /** Factor as text, with as many digits as the printed figures support, at most three. */
  factorText: string | null;
  /** Whether it is computed from other values, not printed by `time`. */
  isDerived: boolean;
}

/** A stored output that links of the Benchmarks page refer to. */
export interface BenchmarkOutput {
  /** SHA-256 of the name, a line feed and the text. */
  id: string;
  /** Name of its column in a comparison. */
  name: string;
  /** Time of its upload. */
  time: number;
  /** Size of the text in UTF-8. */
  sizeBytes: number;
}

export interface BenchmarkOutputText extends BenchmarkOutput {
  text: string;
  /** What an opened output says alone, the claim first; absent if that is what its comparison says. */
  facts?: string[];
}
