import { describe, expect, it } from 'vitest';
import { RankTest } from './rankTest.ts';

describe('RankTest', () => {
  const test = new RankTest();
  it.each<[string, number[], number[], number]>([
    ['4 below 4: 2 of 70 splits', [1, 2, 3, 4], [5, 6, 7, 8], 2 / 70],
    ['5 below 5: 2 of 252', [1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 2 / 252],
    ['one pair out of order: 4 of 70', [1, 2, 3, 5], [4, 6, 7, 8], 4 / 70],
    ['all equal', [3, 3, 3], [3, 3, 3], 1],
    ['same middle', [1, 4], [2, 3], 1],
    ['ties share their rank: 0 0 0 1 against 1 1 1 1 is 2 * 5 of 70', [0, 0, 0, 1], [1, 1, 1, 1], 10 / 70],
  ])('%s', (_what, before, after, expected) => {
    expect(test.pValue(before, after)).toBeCloseTo(expected, 12);
    expect(test.pValue(after, before)).toBeCloseTo(expected, 12);
  });
  it('is near the exact one where the sum of ranks is taken for normal', () => {
    const before = Array.from({ length: 11 }, (_, i) => 2 * i);
    const after = Array.from({ length: 11 }, (_, i) => 2 * i + 7);
    // Exact: U = 28 of 11 x 11 is p = 0.0336.
    expect(test.pValue(before, after)).toBeGreaterThan(0.02);
    expect(test.pValue(before, after)).toBeLessThan(0.05);
  });
  it('of an empty group is null', () => { expect(test.pValue([], [1])).toBeNull(); });
});
