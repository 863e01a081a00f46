/** Says which changes have no reliable size because the runs of a side scatter, and which counts are equal. */
import type { BenchmarkUnit } from '../../../../core/contract/contract.ts';
import {
  comparedPairs, isEqualPair, isScattered, isUnsteady, type ComparedPair,
} from '../../../../core/views/benchmarks/scatter.ts';
import { valueText } from '../single/values.ts';
import { notShownWords, testWords } from './rowDetails.ts';

const MAX_NAMED = 3;
const REPEAT = 'Repeat both sides at least 10 times on a quiet machine.';

/**
 * Returns a sentence for each significant change whose runs leave its size open, and the next step unless a benchmark
 * that is not significant has the same one; for two sides.
 */
export function scatterWords(tables: readonly BenchmarkUnit[], columns: readonly string[]): string[] {
  if (columns.length !== 2) return [];
  const scattered = tables.flatMap((table) =>
    comparedPairs(table).filter((pair) => isScattered(pair)).map((pair) => ({ ...pair, unit: table.unit })));
  const more = scattered.length - MAX_NAMED;
  const isRepeatTold = notShownWords(tables, columns).some((one) => one.includes('repeat both sides'));
  return scattered.length === 0 ? [] : [
    ...scattered.slice(0, MAX_NAMED).map((pair) => `${pair.name}: significant (${testWords(pair.after.comparison)}), `
      + `but its runs differ too far to say by how much: ${sidesText(pair, columns)}.`),
    ...more > 0 ? [`The runs of ${more} more differ as far.`] : [],
    ...isRepeatTold ? [] : [REPEAT],
  ];
}

function sidesText({ before, after, unit }: ComparedPair & { unit: string }, columns: readonly string[]): string {
  return [before, after].map(({ samples, center }, at) =>
    `${valueText(samples[0] ?? center, unit)} to ${valueText(samples.at(-1) ?? center, unit)} in ${
      columns[at] ?? ''}`).join(', ');
}

/** Whether the runs of a benchmark of a column leave open what changed. */
export const hasScatter = (tables: readonly BenchmarkUnit[], column: number): boolean =>
  tables.some((table) => comparedPairs(table, column).some((pair) => isUnsteady(pair)));

/** Whether a counted unit has the same value in all runs of each of its benchmarks. */
export function isAllEqual(tables: readonly BenchmarkUnit[], column: number): boolean {
  const pairs = tables.flatMap((table) => comparedPairs(table, column));
  return pairs.length > 0 && tables.every(({ nearExact }) => nearExact) && pairs.every((pair) => isEqualPair(pair));
}

/** Returns `B/op and allocs/op are the same in all 6 benchmarks.`, of counts that are equal in all runs. */
export function equalCountsWords(units: readonly BenchmarkUnit[]): string[] {
  const equal = [...new Set(units.map(({ unit }) => unit))]
    .filter((unit) => isAllEqual(units.filter((one) => one.unit === unit), 1));
  const benchmarks = units.filter(({ unit }) => unit === equal[0]).flatMap((table) => comparedPairs(table)).length;
  return equal.length === 0 ? [] : [`${equal.join(' and ')} ${equal.length === 1 ? 'is' : 'are'} the same in ${
    benchmarks === 1 ? 'all runs' : `all ${benchmarks} benchmarks`}.`];
}
