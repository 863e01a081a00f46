import { describe, expect, it } from 'vitest';
import { rateDifferencePValue } from './rateDifference.ts';

/** Expected figures are sums of binomial terms computed separately, in exact fractions where n is small. */
describe('rateDifferencePValue', () => {
  it.each([
    ['equal counts are no evidence', 10, 10, 1, 1],
    ['0 against 5: 2 * 0.5^5', 0, 5, 1, 0.0625],
    ['5 against 0: the same', 5, 0, 1, 0.0625],
    ['3 against 9: 2 * 299 / 4096', 3, 9, 1, 0.14599609375],
    ['a ratio that explains all of it', 10, 20, 0.5, 1],
    ['1 against 0 says nothing', 1, 0, 1, 1],
  ])('%s', (_what, before, after, scale, expected) => {
    expect(rateDifferencePValue(before, after, scale)).toBeCloseTo(expected, 9);
  });

  it('is small for a real change and stays above 0', () => {
    expect((rateDifferencePValue(899, 185, 1) ?? 0) / 5.0936445382228956e-113).toBeCloseTo(1, 8);
    expect(rateDifferencePValue(1_000_000, 1_000_500, 1)).toBeCloseTo(0.7242367563, 7);
  });

  it('goes on smoothly between whole counts', () => {
    const p = [8, 8.25, 8.5, 8.75, 9].map((after) => rateDifferencePValue(20, after, 1) ?? 0);
    expect(p).toEqual(p.toSorted((a, b) => a - b));
    expect(rateDifferencePValue(0.3, 0, 1)).toBe(1);
    expect(rateDifferencePValue(40.5, 0.2, 1)).toBeLessThan(1e-9);
  });

  it.each([
    ['no counts at all', 0, 0, 1], ['a negative count, as in a saved difference', -3, 5, 1],
    ['a count that is no number', NaN, 2, 1],
    ['a scale of nothing', 1, 2, 0], ['an endless scale', 1, 2, Infinity],
  ])('is null for %s', (_what, before, after, scale) => {
    expect(rateDifferencePValue(before, after, scale)).toBeNull();
  });
});
