import { describe, expect, it } from 'vitest';
import { median, midmean, quantile, sortedFinite } from './quantiles.ts';

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
