import { describe, expect, it } from 'vitest';
import { comparedUnit } from '../../../testdata/handMadeBenchmarks.ts';
import { benchClaim, steadyMean } from './benchClaim.ts';
import { isEqualPair, isScattered, isUnsteady } from './scatter.ts';

/** A compared pair with these runs, and whether the test shows a change. */
function pair(before: number[], after: number[], isSignificant = true): Parameters<typeof isScattered>[0] {
  const [cells] = comparedUnit('sec/op', -1, [isSignificant ? 1 : null]).rows.map((row) => row.cells);
  const [one, other] = [cells?.[0] ?? null, cells?.[1] ?? null];
  if (one === null || other === null) throw new Error('The made unit has two sides.');
  const of = (runs: number[]) => ({ samples: runs, center: runs[Math.floor(runs.length / 2)] ?? 0, n: runs.length });
  return { before: { ...one, ...of(before) }, after: { ...other, ...of(after) } };
}

describe('a significant change whose runs scatter', () => {
  it('has no size where the ranges of both sides are not clearly apart', () => {
    expect(isScattered(pair([99, 100, 101], [100, 250, 400]))).toBe(true);
    expect(isScattered(pair([99, 100, 101], [103, 250, 400]))).toBe(true);
    expect(isScattered(pair([99, 100, 101], [290, 400, 500]))).toBe(false);
    expect(isScattered(pair([99, 100, 101], [108, 109, 110]))).toBe(false);
    expect(isScattered(pair([300, 400, 600], [99, 100, 101]))).toBe(false);
  });

  it('is not called one where the test shows no change, but stays out of a mean', () => {
    const open = pair([99, 100, 101], [90, 120, 180], false);
    expect([isScattered(open), isUnsteady(open)]).toEqual([false, true]);
  });

  it('stands without its percentage in the claim, and out of the mean', () => {
    const unit = comparedUnit('sec/op', -1, [0.1, 1.5, null], 0.4);
    const [, noisy] = unit.rows;
    const wide = pair([99, 100, 101], [100, 250, 400]);
    if (noisy !== undefined) noisy.cells = [wide.before, wide.after];
    expect(benchClaim({ units: [unit], columns: ['old', 'new'] }))
      .toBe('Time: 1 slower (+10 %), 1 slower by an uncertain amount, no difference shown in 1.');
    expect(steadyMean(unit).omitted).toBe(1);
    expect(steadyMean(unit).ratio).toBeCloseTo(Math.sqrt(1.1 * 1.01) - 1);
  });
});

it('values that are one in all runs are the same', () => {
  expect(isEqualPair(pair([7, 7, 7], [7, 7, 7]))).toBe(true);
  expect(isEqualPair(pair([7, 7, 7], [7, 7, 8]))).toBe(false);
  expect(benchClaim({ units: [comparedUnit('sec/op', -1, [null])].map((unit) => ({
    ...unit, rows: unit.rows.map((row) => ({ ...row, cells: Object.values(pair([7, 7, 7], [7, 7, 7], false)) })),
  })), columns: ['old', 'new'] })).toBe('Time: 1 same.');
});
