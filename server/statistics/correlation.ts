/**
 * How strongly two evenly spaced series move together, at which lag, and whether chance could do the same.
 * Formulas in docs/reference/gc-cpu.md. A NaN in either series is a hole: its pairs are left out, nothing is filled in.
 */
import { elementAt } from '../../core/elementAt.ts';
import type { Correlation, Lag } from '../../core/contract/contract.ts';
import { centredAt, lagProfile, meanOf, modeOf, ROUNDING, type LagOptions } from './lagProfile.ts';
import { isBinary, ranks } from './ranks.ts';
import type { Random } from './random.ts';

/** Fewer pairs than this give no figure at all. */
export const MIN_PAIRS = 60;
/** Surrogate shifts: enough for p < 0.001, few enough for a day at 1 s. */
const MAX_SHIFTS = 2000;
/** Bound on multiply-adds of one p-value; half of it where that is enough to show p < 0.001. */
const SHIFT_WORK = 4_000_000;
const ENOUGH_SHIFTS = 1000;
/** Fewer possible shifts than this give no p-value. */
const MIN_SHIFTS = 20;

/**
 * Pearson's r of the pairs (x[i], y[i + lag]); a positive lag means y comes later. null when fewer than `minPairs`
 * pairs have both values or one side does not vary.
 */
export function pearson(x: Float64Array, y: Float64Array, lag = 0, minPairs = 3): number | null {
  const from = Math.max(0, -lag);
  const to = Math.min(x.length, y.length - lag);
  let count = 0, sumX = 0, sumY = 0;
  for (let i = from; i < to; i++) {
    const a = x[i] ?? NaN, b = y[i + lag] ?? NaN;
    // NaN is the only value unequal to itself; this loop runs for every lag, so it avoids a call.
    if (a !== a || b !== b) continue;
    count++; sumX += a; sumY += b;
  }
  if (count < minPairs) return null;
  const meanX = sumX / count, meanY = sumY / count;
  let xx = 0, yy = 0, xy = 0;
  for (let i = from; i < to; i++) {
    const a = (x[i] ?? NaN) - meanX, b = (y[i + lag] ?? NaN) - meanY;
    if (a !== a || b !== b) continue;
    xx += a * a; yy += b * b; xy += a * b;
  }
  // The rounding error of a constant side is not variation.
  if (!(xx > ROUNDING * count * meanX * meanX) || !(yy > ROUNDING * count * meanY * meanY)) return null;
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}

/** Spearman's rho at lag 0: Pearson's r of the ranks, ties given their mean rank. null as in `pearson`. */
export function spearman(x: Float64Array, y: Float64Array, minPairs = 3): number | null {
  const pairedX = new Float64Array(Math.min(x.length, y.length));
  const pairedY = new Float64Array(pairedX.length);
  let count = 0;
  for (let i = 0; i < pairedX.length; i++) {
    if (Number.isNaN(x[i]) || Number.isNaN(y[i])) continue;
    pairedX[count] = x[i] ?? NaN;
    pairedY[count++] = y[i] ?? NaN;
  }
  const left = pairedX.subarray(0, count);
  // A rank more or less on the same scale changes no r: two values need no ranking.
  return pearson(isBinary(left) ? left : ranks(left), ranksOf(y, pairedY.subarray(0, count)), 0, minPairs);
}

/**
 * Two-sided p-value of the correlation at lag 0. y is shifted circularly against x by many amounts, which destroys what
 * links the two but keeps the autocorrelation of each; p is the share of turns that correlate at least as
 * strongly, (1 + k) / (1 + turns), so never 0. Turns of up to `guardSteps` either way are left out: they still have the
 * real link. Every turn is tried when there are few, else turns drawn with `random`. null when fewer than 20 turns
 * remain.
 *
 * Holes are set to the mean, which adds nothing to either side's sum of products, for the real pairing as for the
 * turned ones; so the turns compare like with like. Costs (x values unequal to their most common level) x turns.
 */
export function circularShiftPValue(
  x: Float64Array, y: Float64Array, guardSteps: number, random: Random
): number | null {
  const length = Math.min(x.length, y.length);
  const possible = length - 2 * guardSteps - 1;
  if (possible < MIN_SHIFTS) return null;
  const side = centredAt(y, length, meanOf(y, length));
  if (side.holes.length === length) return null;
  const centredY = side.value;
  // With y centred over the circle, subtracting a constant from x changes no sum of products. Subtracting the
  // most common value (0: no cycle ended here) leaves few terms.
  const events = centredAt(x, length, modeOf(x, length));
  if (events.at.length === 0) return null;
  const value = Float64Array.from(events.at, (at) => events.value[at] ?? NaN);
  const sumAt = (shift: number): number => {
    let sum = 0;
    for (let k = 0; k < events.at.length; k++) {
      const turned = (events.at[k] ?? NaN) + shift;
      sum += (value[k] ?? NaN) * (centredY[turned < length ? turned : turned - length] ?? NaN);
    }
    return sum;
  };
  const observed = Math.abs(sumAt(0));
  const tolerance = 1e-12 * observed;
  const most = Math.floor(SHIFT_WORK / events.at.length);
  const affordable = Math.max(MIN_SHIFTS, most > ENOUGH_SHIFTS ? Math.max(ENOUGH_SHIFTS, most / 2) : most);
  const turns = Math.floor(Math.min(possible, MAX_SHIFTS, affordable));
  let asStrong = 0;
  for (let turn = 0; turn < turns; turn++) {
    const offset = turns === possible ? turn : Math.floor(random() * possible);
    if (Math.abs(sumAt(guardSteps + 1 + offset)) >= observed - tolerance) asStrong++;
  }
  return (1 + asStrong) / (1 + turns);
}

/** A panel asks for the ranks of the same readings several times; they are its most expensive part. */
const ranked = new WeakMap<Float64Array, { values: Float64Array; ranks: Float64Array }>();

/** Ranks of `values`, which are those of `series` that have a pair. */
function ranksOf(series: Float64Array, values: Float64Array): Float64Array {
  const known = ranked.get(series);
  if (
    known !== undefined && known.values.length === values.length
      && known.values.every((value, i) => value === values[i])
  ) return known.ranks;
  const found = { values, ranks: ranks(values) };
  ranked.set(series, found);
  return found.ranks;
}

export interface CorrelationOptions extends LagOptions {
  random: Random;
}

/**
 * Everything the panels say about two series on one even grid: r and rho at lag 0, the lag of the largest |r|, and the
 * p-value of r at lag 0. Below `MIN_PAIRS` pairs all figures are null and `sampleSize` says how many there were.
 */
export function correlate(x: Float64Array, y: Float64Array, options: CorrelationOptions): Correlation {
  let sampleSize = 0;
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    if (!Number.isNaN(x[i]) && !Number.isNaN(y[i])) sampleSize++;
  }
  const lags = lagProfile(x, y, options, MIN_PAIRS);
  const atZero = elementAt(lags, options.lags).r;
  let best: Lag | null = null;
  for (const lag of lags) {
    if (lag.r !== null && (best === null || Math.abs(lag.r) > Math.abs(best.r ?? 0))) best = lag;
  }
  return {
    pearson: atZero,
    spearman: atZero === null ? null : spearman(x, y, MIN_PAIRS),
    bestLagSeconds: best === null ? null : best.lagSeconds,
    pValue: atZero === null ? null : circularShiftPValue(x, y, options.lags * options.stride, options.random),
    sampleSize,
    lags,
  };
}
