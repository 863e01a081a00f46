import { describe, expect, it } from 'vitest';
import { bootstrapInterval, median, midmean, quantile, seededRandom, sortedFinite } from './statistics.ts';

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

describe('seeded generator', () => {
  it('gives the same numbers for the same seed, others for another', () => {
    const draw = (seed: number): number[] => Array.from({ length: 5 }, seededRandom(seed));
    expect(draw(42)).toEqual(draw(42));
    expect(draw(42)).not.toEqual(draw(43));
  });

  it('is uniform enough', () => {
    const random = seededRandom(1);
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 100_000; i++) counts[Math.floor(random() * 10)]++;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });
});

describe('bootstrap', () => {
  it('covers the true mean at about its stated rate', () => {
    const random = seededRandom(7);
    let covered = 0;
    for (let trial = 0; trial < 200; trial++) {
      const values = Array.from({ length: 40 }, () => random() + random() + random());
      const interval = bootstrapInterval(40, 300, random, (drawn) => drawn.reduce((sum, k) => sum + values[k], 0) / 40);
      if (interval !== null && interval.low <= 1.5 && interval.high >= 1.5) covered++;
    }
    expect(covered).toBeGreaterThan(175);
    expect(covered).toBeLessThan(200);
  });

  it('says nothing of two values', () => {
    expect(bootstrapInterval(2, 300, seededRandom(1), () => 1)).toBeNull();
  });
});
