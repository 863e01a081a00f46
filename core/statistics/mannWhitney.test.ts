import { describe, expect, it } from 'vitest';
import { MannWhitney } from './mannWhitney.ts';

describe('MannWhitney', () => {
  const test = new MannWhitney();
  it.each<[string, number[], number[], number]>([
    ['4 below 4: 2 of 70 splits', [1, 2, 3, 4], [5, 6, 7, 8], 2 / 70],
    ['5 below 5: 2 of 252', [1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 2 / 252],
    ['one pair out of order: 4 of 70', [1, 2, 3, 5], [4, 6, 7, 8], 4 / 70],
    ['same middle', [1, 4], [2, 3], 1],
    ['ties share their rank: 0 0 0 1 against 1 1 1 1 is 2 * 5 of 70', [0, 0, 0, 1], [1, 1, 1, 1], 10 / 70],
  ])('%s', (_what, before, after, expected) => {
    expect(test.pValue(before, after)).toBeCloseTo(expected, 12);
    expect(test.pValue(after, before)).toBeCloseTo(expected, 12);
  });
  it('is exact far above what can be counted by hand', () => {
    const before = Array.from({ length: 11 }, (_, i) => 2 * i);
    const after = Array.from({ length: 11 }, (_, i) => 2 * i + 7);
    // U = 28 of 11 x 11.
    expect(test.pValue(before, after)).toBeCloseTo(0.0336, 4);
    expect(test.pValue(after, before)).toBe(test.pValue(before, after));
  });
  it('is that of all splits counted one by one, with ties and groups of unlike sizes', () => {
    for (const [before, after] of [[[1, 2, 2, 5], [2, 3, 5, 6, 7]], [[0, 0, 3], [0, 4, 4, 4, 9]]] as const) {
      const all = [...before, ...after];
      const uOf = (group: readonly number[], other: readonly number[]): number =>
        group.reduce(
          (sum, one) => sum + other.reduce((wins, each) => wins + (one > each ? 1 : one === each ? 0.5 : 0), 0), 0
        );
      const small = Math.min(uOf(before, after), uOf(after, before));
      let [splits, below] = [0, 0];
      for (let mask = 0; mask < 2 ** all.length; mask++) {
        const group = all.filter((_, i) => (mask >> i) % 2 === 1);
        if (group.length !== before.length) continue;
        splits++;
        if (uOf(group, all.filter((_, i) => (mask >> i) % 2 === 0)) <= small) below++;
      }
      expect(test.pValue(before, after)).toBeCloseTo((2 * below) / splits, 12);
    }
  });
  it('says nothing of values that are all equal', () => { expect(test.pValue([3, 3, 3], [3, 3, 3])).toBeNull(); });
  it('of an empty group is null', () => { expect(test.pValue([], [1])).toBeNull(); });
});
