import { describe, expect, it } from 'vitest';
import { circularMean, phaseDifference, phaseOf, rayleighPValue } from './circular.ts';
import { seededRandom } from './random.ts';

describe('circular mean', () => {
  it.each<[string, number[], number, number, number]>([
    ['values on both sides of the boundary meet there, not in the middle', [118, 2], 120, 0, 0.9945],
    ['equal values keep to themselves', [60.4, 180.4, 300.4], 120, 60.4, 1],
    ['times since the epoch keep their milliseconds', [1_795_192_380_725, 1_795_192_500_725], 120_000, 60_725, 1],
    ['negative values fold upwards', [-10, -10], 60, 50, 1],
  ])('%s', (_name, values, period, mean, length) => {
    const found = circularMean(values, period);
    expect(Math.abs(phaseDifference(found?.mean ?? NaN, mean, period))).toBeLessThan(1e-3);
    expect(found?.resultantLength).toBeCloseTo(length, 3);
  });

  it('opposite values have no direction, and no values have no mean', () => {
    expect(circularMean([0, 60], 120)?.resultantLength).toBeCloseTo(0, 9);
    expect(circularMean([], 120)).toBeNull();
  });

  it('counts a value by its weight', () => {
    expect(circularMean([10, 30], 120, [3, 1])?.mean).toBeCloseTo(14.633, 3);
  });

  it('folds', () => {
    expect([phaseOf(-1, 10), phaseOf(21, 10), phaseDifference(1, 9, 10), phaseDifference(9, 1, 10)])
      .toEqual([9, 1, 2, -2]);
  });
});

describe('Rayleigh test', () => {
  it.each([
    // J. H. Zar, Biostatistical Analysis, example 27.1: n = 8, r = 0.82522 gives 0.001 < P < 0.002.
    [0.82522, 8, 0.001, 0.002],
    [1, 9, 1e-7, 1e-5],
    [0.1, 50, 0.5, 0.7],
  ])('r = %d of %i', (resultantLength, count, low, high) => {
    const p = rayleighPValue(resultantLength, count) ?? NaN;
    expect(p).toBeGreaterThan(low);
    expect(p).toBeLessThan(high);
  });

  it('cannot tell from two', () => {
    expect(rayleighPValue(1, 2)).toBeNull();
  });

  it('calls evenly spread moments grouped about as often as it says', () => {
    const random = seededRandom(7);
    let rejected = 0;
    for (let run = 0; run < 4000; run++) {
      const mean = circularMean(Array.from({ length: 10 }, () => random() * 120), 120);
      if ((rayleighPValue(mean?.resultantLength ?? 0, 10) ?? 1) < 0.05) rejected += 1;
    }
    expect(rejected / 4000).toBeGreaterThan(0.035);
    expect(rejected / 4000).toBeLessThan(0.065);
  });
});
