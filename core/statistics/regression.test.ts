import { numberAt } from '../elementAt.ts';
import { describe, expect, it } from 'vitest';
import { explainedRatio, shiftedBy } from './regression.ts';
import { seededRandom } from './random.ts';

const random = seededRandom(3);
const noise = (length: number): Float64Array =>
  Float64Array.from({ length }, () => random() + random() + random() - 1.5);
const x = noise(2000);
const other = noise(2000);

describe('explained part of a variance', () => {
  it('is what was put in', () => {
    // Equal variances of x and the rest: half of it.
    const y = x.map((value, i) => 3 + value + numberAt(other, i));
    expect(explainedRatio(y, [x], 60)).toBeCloseTo(0.5, 1);
    expect(explainedRatio(y, [x, other], 60)).toBeCloseTo(1, 6);
  });

  it('is about nothing for what has nothing to do with it, however many columns', () => {
    const y = noise(300);
    expect(explainedRatio(y, Array.from({ length: 8 }, () => noise(300)), 60)).toBeLessThan(0.06);
  });

  it('does not count a column twice, nor one that stands still', () => {
    const y = x.map((value, i) => value + numberAt(other, i));
    expect(explainedRatio(y, [x, x, new Float64Array(2000).fill(7)], 60))
      .toBeCloseTo(explainedRatio(y, [x], 60) ?? NaN, 6);
  });

  it('skips rows with a hole, and says nothing with too few or a flat side', () => {
    const y = x.map((value, i) => (i % 2 === 0 ? NaN : value));
    expect(explainedRatio(y, [x], 60)).toBeCloseTo(1, 6);
    expect(explainedRatio(y, [x], 1001)).toBeNull();
    expect(explainedRatio(new Float64Array(2000).fill(5), [x], 60)).toBeNull();
  });
});

it.each(
  [[1, [NaN, 1, 2]], [-1, [2, 3, NaN]], [0, [1, 2, 3]], [5, [NaN, NaN, NaN]], [-5, [NaN, NaN, NaN]]]
)('a series moved by %i steps', (steps, expected) => {
  expect([...shiftedBy(Float64Array.of(1, 2, 3), steps)]).toEqual(expected);
});
