/** Finds compared benchmarks whose runs differ so far that their change has no reliable size. Pure. */
import type { BenchmarkCell, BenchmarkRow, BenchmarkUnit } from '../../contract/contract.ts';

/** Distance of a bound of the runs from their median, relative to it, from which a change has to be clear of it. */
const WIDE = 0.2;
/** Part of the change that has to lie between the ranges of both sides. */
const MIN_GAP = 0.25;
/** With fewer runs a side has no range. */
const MIN_RUNS = 3;

/** A benchmark of two sides, both of which have it. */
export interface ComparedPair { name: string; before: BenchmarkCell; after: BenchmarkCell }

/** Returns the compared benchmarks of a unit, of a column against the first. */
export function comparedPairs({ rows }: Pick<BenchmarkUnit, 'rows'>, column = 1): ComparedPair[] {
  return rows.flatMap(({ name, cells }: BenchmarkRow): ComparedPair[] => {
    const [before, after] = [cells[0] ?? null, cells[column] ?? null];
    return before === null || after === null || after.comparison === null ? [] : [{ name, before, after }];
  });
}

/** Returns the confidence interval of the median, or all runs if they are too few for one. */
function rangeOf({ low, high, samples, center }: BenchmarkCell): [least: number, most: number] {
  return low === null || high === null ? [samples[0] ?? center, samples.at(-1) ?? center] : [low, high];
}

function isWide(cell: BenchmarkCell): boolean {
  const [least, most] = rangeOf(cell);
  return cell.samples.length >= MIN_RUNS && cell.center > 0
    && Math.max(most - cell.center, cell.center - least) / cell.center >= WIDE;
}

/** Whether the runs of a side differ by 20 % or more, and the ranges of both sides are not clearly apart. */
export function isUnsteady({ before, after }: Pick<ComparedPair, 'before' | 'after'>): boolean {
  if (!isWide(before) && !isWide(after)) return false;
  const [[low, high], [newLow, newHigh]] = [rangeOf(before), rangeOf(after)];
  const ratio = after.center / before.center;
  const gap = ratio > 1 ? newLow / high : low / newHigh;
  return !(gap > 0 && Math.log(gap) >= MIN_GAP * Math.abs(Math.log(ratio)) && ratio !== 1);
}

/** Whether the test shows a change whose size the runs leave open. */
export function isScattered(pair: Pick<ComparedPair, 'before' | 'after'>): boolean {
  return pair.after.comparison?.isSignificant === true && isUnsteady(pair);
}

/** Whether all runs of both sides have one and the same value. */
export function isEqualPair({ before, after }: Pick<ComparedPair, 'before' | 'after'>): boolean {
  const [value] = before.samples;
  return value !== undefined && value === before.samples.at(-1) && value === after.samples[0]
    && value === after.samples.at(-1);
}
