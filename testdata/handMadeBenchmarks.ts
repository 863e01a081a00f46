/** Benchmarks of two outputs as the server compares them, made by hand. */
import type { BenchmarkCell, BenchmarkUnit } from '../core/contract/contract.ts';

function cell(ratio: number, isSignificant: boolean): BenchmarkCell {
  return {
    center: 1, low: null, high: null, rangeRatio: null, n: 10, samples: [1 + ratio], centerText: '1', rangeText: '0%',
    notes: [],
    comparison: {
      deltaText: '', deltaRatio: null, measuredRatio: ratio, pValue: 0, qValue: null, testText: '', isSignificant,
      countedText: null, notes: [],
    },
  };
}

/** A unit with a benchmark for each change; null: none beyond noise. `mean`: change of the geometric mean. */
export function comparedUnit(
  name: string, better: -1 | 1, changes: readonly (number | null)[], mean: number | null = null
): BenchmarkUnit {
  return {
    unit: name, better, nearExact: false, config: { pkg: 'a' },
    geomean: { before: null, after: null, deltaRatio: mean },
    geomeans: [null, mean].map((deltaRatio) => (
      { center: null, centerText: null, deltaRatio, deltaText: null, notes: [] }
    )),
    rows: changes.map((ratio, i) => ({
      name: `B${i}`, before: null, after: null, deltaRatio: null, pValue: null, note: null,
      cells: [{ ...cell(0, false), comparison: null }, cell(ratio ?? 0.01, ratio !== null)],
    })),
  };
}
