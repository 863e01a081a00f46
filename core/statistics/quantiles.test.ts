import { describe, expect, it } from 'vitest';
import { median, midmean, quantile, sortedFinite, upperMedian } from './quantiles.ts';

describe('quantiles', () => {
  it.each([
    ['interpolates between neighbours', [1, 2, 3, 4], 0.5, 2.5],
    ['gives the ends', [1, 2, 3, 4], 1, 4],
    ['agrees with R type 7', [1, 2, 4, 8, 16], 0.9, 12.8],
    ['gives a lone value', [7], 0.99, 7],
  ])('%s', (_, values, q, expected) => {
    expect(quantile(values, q)).toBeCloseTo(expected, 12);
  });

  it('of nothing are unknown, not 0', () => {
    expect(quantile([], 0.5)).toBeNull();
    expect(median([])).toBeNull();
    expect(midmean([NaN])).toBeNull();
  });

  it('leave NaN and infinities out', () => {
    expect([...sortedFinite([3, NaN, 1, Infinity, 2])]).toEqual([1, 2, 3]);
  });
});

it('the midmean is deaf to a spike and finer than the steps of the counter', () => {
  expect(midmean([0.16, 0.17, 0.16, 0.17, 0.16, 0.17, 0.16, 9])).toBeCloseTo(0.165, 12);
});

/** Returns the median by sorting, as the reference for selection without sorting. */
function sortedMedian(values: readonly number[], upper: boolean): number {
  const sorted = values.toSorted((a, b) => a - b);
  const high = sorted[sorted.length >> 1] ?? NaN;
  return upper ? high : ((sorted[(sorted.length - 1) >> 1] ?? NaN) + high) / 2;
}

it.each([
  ['random', (k: number) => Math.sin(k * k) * 1000],
  ['ascending', (k: number) => k],
  ['descending', (k: number) => -k],
  ['all equal', () => 7],
  ['of three values', (k: number) => k % 3],
  ['that rise and fall', (k: number) => Math.abs(k - 500)],
  ['with holes', (k: number) => (k % 5 === 0 ? NaN : Math.cos(k))],
])('medians of values %s are those of the sorted ones', (_, valueAt) => {
  for (const length of [1, 2, 31, 32, 33, 64, 65, 1000, 1001]) {
    const values = Array.from({ length }, (__, k) => valueAt(k));
    const known = values.filter((value) => !Number.isNaN(value));
    expect(upperMedian(values)).toBe(known.length === 0 ? null : sortedMedian(known, true));
    const found = median(values);
    if (known.length === 0) expect(found).toBeNull();
    else expect(found).toBeCloseTo(sortedMedian(known, false), 9);
  }
});
