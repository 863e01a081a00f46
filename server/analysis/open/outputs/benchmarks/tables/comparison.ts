/** The rows and means of a table of benchcmp or benchstat. */

export interface Comparison {
  name: string;
  /** Unit from the table's header; null if the header is cut off. */
  unit: string | null;
  /** Relative change; null if the table marks it as not significant (`~`). */
  change: number | null;
  /** The new value divided by the old one, also of a row that is not significant; null if the row has no values. */
  ratio: number | null;
  /** The old value in base units; null if the row does not print both. */
  base: number | null;
  /** Whether the table says that all values are the same. */
  isEqual: boolean;
  /** Whether the new value is 0. */
  isToZero: boolean;
  isTested: boolean;
  /** The p-value as printed; null without one. */
  p: number | null;
  /** Side compared with the first, in a table of more than two sides; else null. */
  side: string | null;
  /** Whether it is a row of a Markdown table, which may summarize another table. */
  isMarkdown: boolean;
  /** The spread of the runs of the old and of the new value, in percent; null if the row does not print both. */
  spread: readonly [old: number, current: number] | null;
}

/** `side`: as in a row. */
export interface Mean { pkg: string | null; side: string | null; change: number }

export type Program = 'benchcmp' | 'benchstat' | 'cargo benchcmp';

export interface ComparisonTable {
  rows: Comparison[];
  /** Geometric means by unit, one for each package. */
  means: Map<string, Mean[]>;
  /** Rows with a value of only one side. */
  single: { name: string; value: string }[];
  /** Program that wrote it; null if unknown. */
  program: Program | null;
}
