import { median } from '../core/statistics/quantiles.ts';

/** One line of the bench's table: what was measured against what has to be reached. */
export interface BenchRow {
  name: string;
  measured: string;
  bar: string;
  pass: boolean;
}

export function printRow({ name, measured, bar, pass }: BenchRow): void {
  console.log(`${pass ? 'pass' : 'FAIL'}  ${name}: ${measured} (bar: ${bar})`);
}

/** NaN of none. */
export function medianOf(values: ArrayLike<number>): number {
  return median(values) ?? NaN;
}
