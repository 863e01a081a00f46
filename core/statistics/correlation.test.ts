import { numberAt } from '../elementAt.ts';
import { describe, expect, it } from 'vitest';
import { correlate, pearson, shiftPValues, spearman } from './correlation.ts';
import { lagProfile } from './lagProfile.ts';
import { ranks } from './ranks.ts';
import { seededRandom } from './random.ts';

const of = (...values: number[]): Float64Array => Float64Array.from(values);

describe('pearson', () => {
  it.each([
    ['a straight line is 1', of(1, 2, 3, 4), of(3, 5, 7, 9), 1],
    ['a falling line is -1', of(1, 2, 3, 4), of(4, 3, 2, 1), -1],
    [
      "Anscombe's first set is 0.8164", of(10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5),
      of(8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68), 0.81642,
    ],
    ['a hole takes its pair out', of(1, 2, NaN, 3, 4), of(3, 5, 100, 7, NaN), 1],
  ])('%s', (_, x, y, expected) => {
    expect(pearson(x, y)).toBeCloseTo(expected, 5);
  });

  it.each([
    ['a side that does not vary', of(1, 1, 1, 1), of(1, 2, 3, 4)],
    ['only holes', of(NaN, NaN, NaN), of(1, 2, 3)],
    ['nothing', of(), of()],
  ])('is unknown for %s', (_, x, y) => {
    expect(pearson(x, y)).toBeNull();
  });
});

describe('spearman', () => {
  it('is 1 for any rising curve', () => {
    expect(spearman(of(1, 2, 3, 4, 5), of(1, 8, 27, 64, 125))).toBeCloseTo(1, 12);
  });

  it('gives ties their mean rank', () => {
    // By hand: ranks (1.5, 1.5, 3, 4) and (1, 2, 3.5, 3.5).
    expect(spearman(of(1, 1, 2, 3), of(1, 2, 9, 9)))
      .toBeCloseTo(pearson(of(1.5, 1.5, 3, 4), of(1, 2, 3.5, 3.5)) ?? NaN, 12);
  });
});

it('the lag profile peaks where y follows x, positive for later', () => {
  const random = seededRandom(3);
  const x = Float64Array.from({ length: 500 }, () => (random() < 0.05 ? 1 : 0));
  const y = x.map((_, i) => (i >= 2 ? numberAt(x, i - 2) : 0) + 0.1 * random());
  const best = lagProfile(x, y, { lags: 5, stride: 1, stepSeconds: 1 })
    .reduce((a, b) => ((b.r ?? -1) > (a.r ?? -1) ? b : a));
  expect(best.lagSeconds).toBe(2);
  expect(best.r).toBeGreaterThan(0.95);
});

it('lags keep to whole seconds on a finer grid', () => {
  const lags = lagProfile(new Float64Array(100), new Float64Array(100), { lags: 3, stride: 5, stepSeconds: 0.2 });
  expect(lags.map((lag) => lag.lagSeconds)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
});

describe('p-value by circular shifts', () => {
  const LAGS = { lags: 10, stride: 1 };
  /** Returns smooth noise, in which each value mostly depends on the previous one. */
  const smooth = (random: () => number, length: number): Float64Array => {
    const values = new Float64Array(length);
    for (let i = 1; i < length; i++) values[i] = 0.95 * numberAt(values, i - 1) + random() - 0.5;
    return values;
  };

  it('is as often small as it should be for two smooth series that have nothing to do with each other', () => {
    const random = seededRandom(11);
    let small = 0;
    for (let trial = 0; trial < 200; trial++) {
      const p = shiftPValues(smooth(random, 600), smooth(random, 600), LAGS, random).atZero;
      if (p !== null && p < 0.05) small++;
    }
    // 5 % of 200 is 10; a test that treats the values as independent finds over 80.
    expect(small).toBeLessThan(24);
  });

  it('pays for the search over lags: the strongest of 21 is as often small as one', () => {
    const random = seededRandom(13);
    const small = { searched: 0, own: 0 };
    for (let trial = 0; trial < 200; trial++) {
      const [x, y] = [600, 600].map((length) => Float64Array.from({ length }, random));
      if (x === undefined || y === undefined) continue;
      const found = correlate(x, y, { ...LAGS, stepSeconds: 1, random });
      if ((found.bestLagPValue ?? 1) < 0.05) small.searched++;
      const best = Math.max(...found.lags.map(({ r }) => Math.abs(r ?? 0)));
      // 1.96 / sqrt(600): the threshold of p < 0.05 for a lag without a search.
      if (best > 0.08) small.own++;
    }
    expect(small.searched).toBeLessThan(24);
    expect(small.own).toBeGreaterThan(80);
  });

  it('finds a link at another lag, where r at lag 0 is chance', () => {
    const random = seededRandom(14);
    const x = Float64Array.from({ length: 1200 }, () => (random() < 0.05 ? 1 : 0));
    const y = Float64Array.from({ length: 1200 }, (_, i) => (x[i - 4] ?? 0) * 0.2 + 0.3 * random());
    const found = correlate(x, y, { ...LAGS, stepSeconds: 1, random });
    expect(found.bestLagSeconds).toBe(4);
    expect(found.bestLagPValue).toBeLessThan(0.002);
    expect(found.pValue).toBeGreaterThan(0.05);
  });

  it('can be below 0.01 even where every interval counts and a turn is dear', () => {
    const random = seededRandom(15);
    const x = Float64Array.from({ length: 86_400 }, random);
    const y = x.map((value) => value + random());
    const { atZero, strongest } = shiftPValues(x, y, LAGS, random);
    expect(atZero).toBeLessThan(0.01);
    expect(strongest).toBeLessThan(0.01);
  });

  it('is below 0.001 for series that move together', () => {
    const random = seededRandom(12);
    const x = Float64Array.from({ length: 1200 }, () => (random() < 0.03 ? 1 : 0));
    const y = x.map((value) => value * 0.3 + 0.1 * random());
    expect(shiftPValues(x, y, LAGS, random).atZero).toBeLessThan(0.001);
  });

  it('is never 0: the pairing as it is counts as one of the turns', () => {
    const x = Float64Array.from({ length: 1200 }, (_, i) => (i % 97 === 0 ? 1 : 0));
    x[500] = 1;
    // Of 1,200 shifts, those of up to 10 in either direction are excluded.
    expect(shiftPValues(x, x, LAGS, seededRandom(1)).atZero).toBe(1 / 1180);
  });

  it('is unknown when there are too few ways to turn', () => {
    expect(shiftPValues(new Float64Array(30).fill(1), new Float64Array(30), LAGS, seededRandom(1)).atZero).toBeNull();
  });

  it('is the same for the same seed', () => {
    const random = seededRandom(5);
    const x = smooth(random, 5000);
    const y = smooth(random, 5000);
    expect(shiftPValues(x, y, LAGS, seededRandom(9)).atZero).toBe(shiftPValues(x, y, LAGS, seededRandom(9)).atZero);
  });
});

it('too few pairs give no figure and say how many there were', () => {
  const result = correlate(
    of(0, 1, 0, 1), of(1, 2, 1, 2), { stepSeconds: 1, lags: 2, stride: 1, random: seededRandom(1) }
  );
  expect(result).toMatchObject({ pearson: null, spearman: null, bestLagSeconds: null, pValue: null, sampleSize: 4 });
  expect(result.lags.map((lag) => lag.r)).toEqual([null, null, null, null, null]);
});

describe('the quick ways', () => {
  const random = seededRandom(77);
  const series = (length: number, of: () => number, holes: number): Float64Array =>
    Float64Array.from({ length }, () => (random() < holes ? NaN : of()));
  const cases: [string, () => number, () => number, number, number][] = [
    ['events and noise', () => (random() < 0.05 ? 1 : 0), () => 0.2 + 0.1 * random(), 0, 0],
    ['holes in both', () => (random() < 0.1 ? random() : 0), random, 0.1, 0.2],
    ['dense, far from 0', () => 1e6 + random(), () => -5e5 + 1e-3 * random(), 0.3, 0],
    ['mostly holes', random, random, 0.8, 0.8],
    ['a side that stands still', () => (random() < 0.1 ? 1 : 0), () => 0.3, 0.1, 0.1],
    ['only holes', () => 1, () => NaN, 0, 1],
  ];
  it.each(cases)('r at every lag is that of all pairs one by one: %s', (_, ofX, ofY, holesX, holesY) => {
    const x = series(300, ofX, holesX), y = series(280, ofY, holesY);
    const paired = y.length < x.length ? x.subarray(0, y.length) : x;
    for (const { lagSeconds, r } of lagProfile(x, y, { lags: 12, stride: 3, stepSeconds: 1 }, 5)) {
      const plain = pearson(paired, y, lagSeconds, 5);
      if (plain === null) expect(r).toBeNull();
      else expect(r).toBeCloseTo(plain, 6);
    }
  });

  it.each([
    ['all different', random], ['many ties', () => Math.floor(9 * random())],
    ['far apart', () => Math.exp(60 * random() - 30)], ['one value', () => 4],
    ['infinities', () => (random() < 0.1 ? Infinity : random())],
  ])('ranks are those of a plain count: %s', (_, of) => {
    const values = Float64Array.from({ length: 200 }, of);
    const plain = values.map(
      (one) => values.reduce((sum, other) => sum + (other < one ? 1 : other === one ? 0.5 : 0), 0.5)
    );
    expect(ranks(values)).toEqual(plain);
  });
});
