import { describe, expect, it } from 'vitest';
import type { BenchmarkCell, BenchmarkUnit } from '../../contract/contract.ts';
import { benchClaim, changeText } from './benchClaim.ts';

function cell(ratio: number | null, isSignificant: boolean, countedText: string | null = null): BenchmarkCell {
  return {
    center: 1, low: null, high: null, rangeRatio: null, n: 10, samples: [1], centerText: '1', rangeText: '0%',
    notes: [],
    comparison: {
      deltaText: '', deltaRatio: null, measuredRatio: ratio, pValue: 0, qValue: null, testText: '', isSignificant,
      countedText, notes: [],
    },
  };
}

function unit(name: string, better: -1 | 1, changes: (number | null)[], mean: number | null = null): BenchmarkUnit {
  return {
    unit: name, better, nearExact: false, config: { pkg: 'a' },
    geomean: { before: null, after: null, deltaRatio: mean },
    geomeans: [null, mean].map((deltaRatio) => (
      { center: null, centerText: null, deltaRatio, deltaText: null, notes: [] }
    )),
    rows: changes.map((ratio, i) => ({
      name: `B${i}`, before: null, after: null, deltaRatio: null, pValue: null, note: null,
      cells: [{ ...cell(null, false), comparison: null }, cell(ratio ?? 0.01, ratio !== null)],
    })),
  };
}

const two = (units: BenchmarkUnit[]) => ({ units, columns: ['old', 'new'] });

describe('two outputs in one sentence', () => {
  it('counts slower, faster and same, worse first, and gives the means of other units', () => {
    expect(benchClaim(two([
      unit('sec/op', -1, [0.16, null, -0.29, 0.18, null, null]), unit('B/op', -1, [-0.2, -0.24], -0.22),
      unit('allocs/op', -1, [-0.06], null), unit('B/s', 1, [null, null], 0.001),
    ]))).toBe('Time: 2 slower (+16 %, +18 %), 1 faster (−29 %), 3 same. Memory −22 %, allocations −6 %.');
  });

  it('gives a range for many, and says when all is the same', () => {
    expect(benchClaim(two([unit('sec/op', -1, [0.1, 0.2, 0.3, 0.4])]))).toBe('Time: 4 slower (+10 % to +40 %).');
    expect(benchClaim(two([unit('sec/op', -1, [null, null])]))).toBe('Time: 2 same.');
    expect(benchClaim(two([unit('B/s', 1, [-0.5, 0.5])]))).toBe('Throughput: 1 less (−50 %), 1 more (+50 %).');
  });

  it('is not given where more than two are compared, or nothing is', () => {
    expect(benchClaim({ units: [unit('sec/op', -1, [0.1])], columns: ['a', 'b', 'c'] })).toBeNull();
    expect(benchClaim(two([]))).toBeNull();
    expect(changeText(Infinity)).toBe('from 0');
  });
});
