import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quantile, sortedFinite } from '../../../../core/statistics/quantiles.ts';
import { UsualValues } from './usualValues.ts';

const REACH_MS = 15 * 60_000;
const STRETCH_MS = 30_000;

/** Computes the usual value by definition, from all added values. */
function usualOf(kept: { timeMs: number; value: number }[]): unknown {
  const sorted = sortedFinite(kept.map(({ value }) => value));
  const stretchOf = ({ timeMs }: { timeMs: number }): number => Math.floor(timeMs / STRETCH_MS);
  const highest = [...new Set(kept.map(stretchOf))]
    .map((stretch) => Math.max(...kept.filter((one) => stretchOf(one) === stretch).map(({ value }) => value)))
    .sort((a, b) => b - a);
  return { least: sorted[0], median: quantile(sorted, 0.5), high: highest[highest.length < 10 ? 0 : 2] };
}

it('is of the last quarter of an hour, without what was removed', () => {
  const steps = fc.array(
    fc.record({ afterMs: fc.integer({ min: 900, max: 5000 }), value: fc.double({ noNaN: true, min: 0, max: 9 }) }),
    { minLength: 200, maxLength: 1500, size: 'max' }
  );
  fc.assert(fc.property(steps, fc.nat({ max: 60_000 }), (added, dropMs) => {
    const usual = new UsualValues();
    let kept: { timeMs: number; value: number }[] = [];
    let timeMs = 1e6;
    for (const [i, { afterMs, value }] of added.entries()) {
      timeMs += afterMs;
      usual.add(timeMs, value);
      kept = [...kept, { timeMs, value }].filter((one) => one.timeMs >= timeMs - REACH_MS);
      if (i !== 150) continue;
      usual.dropFrom(timeMs - dropMs);
      kept = kept.filter((one) => one.timeMs < timeMs - dropMs);
    }
    expect(usual.at(timeMs)).toEqual(usualOf(kept));
  }), { numRuns: 20 });
});

it('is not known before two minutes and eight values, and closer values add nothing', () => {
  const usual = new UsualValues();
  for (let i = 0; i < 7; i++) usual.add(20_000 * i, 5);
  expect(usual.at(120_000)).toBeNull();
  usual.add(120_500, 9);
  expect(usual.at(121_000)).toBeNull();
  usual.add(121_000, 6);
  expect(usual.at(119_000)).toBeNull();
  expect(usual.at(121_000)).toEqual({ least: 5, median: 5, high: 6 });
});

it('a value that is none counts nowhere', () => {
  const [usual, without] = [new UsualValues(), new UsualValues()];
  for (let i = 0; i < 40; i++) {
    usual.add(20_000 * i, i % 7 === 3 ? NaN : i);
    if (i % 7 !== 3) without.add(20_000 * i, i);
  }
  expect(without.at(780_000)).toMatchObject({ high: 35 });
  expect(usual.at(780_000)).toEqual(without.at(780_000));
});
