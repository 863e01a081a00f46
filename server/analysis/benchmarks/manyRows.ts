/** Finds benchmarks that are significant beyond what is expected by chance among many. */
import type { BenchmarkComparison, BenchmarkUnit } from '../../../core/contract/contract.ts';
import { ALPHA } from './benchUnit.ts';

/** Corrects each `qValue`, which is p until then, over all tested rows of the same unit, in any table and column. */
export function correctForMany(units: readonly BenchmarkUnit[]): void {
  for (const unit of new Set(units.map((one) => one.unit))) {
    const tested = units.filter((one) => one.unit === unit).flatMap(comparisonsOf)
      .filter(({ qValue }) => qValue !== null).sort((a, b) => b.pValue - a.pValue);
    let least = 1;
    tested.forEach((comparison, fromLargest) => {
      least = Math.min(least, (comparison.pValue * tested.length) / (tested.length - fromLargest));
      comparison.qValue = least;
    });
  }
}

function comparisonsOf({ rows }: BenchmarkUnit): BenchmarkComparison[] {
  return rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.comparison ?? []));
}

/** Reports significance after correction for the number of tests; a unit declared exact is not tested. */
export function isBeyondChance({ isSignificant, qValue }: BenchmarkComparison): boolean {
  return isSignificant && (qValue === null || qValue <= ALPHA);
}
