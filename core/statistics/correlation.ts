/**
 * Correlation of two evenly spaced series: strength, lag, and probability by chance. Formulas in
 * docs/reference/gc-cpu.md. A NaN in either series is a hole: its pairs are skipped, nothing is filled in.
 */
import { elementAt } from '../elementAt.ts';
import type { Correlation, Lag } from '../contract/contract.ts';
import { centredAt, lagProfile, meanOf, modeOf, ROUNDING, type CentredSide, type LagOptions } from './lagProfile.ts';
import { isBinary, ranks } from './ranks.ts';
import type { Random } from './random.ts';

/** Minimum number of pairs for any figure. */
export const MIN_PAIRS = 60;
/** Number of surrogate shifts: enough for p < 0.001, few enough for a day at 1 s. */
const MAX_SHIFTS = 2000;
/**
 * Limit of multiply-adds for the p-value at lag 0, or half of it if that is enough to show p < 0.001. The strongest lag
 * takes as many shifts, in runs of 50 that share their lags: (50 + 2 x lags) / 50 of that work.
 */
const SHIFT_WORK = 4_000_000;
const ENOUGH_SHIFTS = 1000;
/** Minimum number of possible shifts for a p-value. */
const MIN_SHIFTS = 20;
/** Minimum number of shifts at any cost: with fewer, no p-value could be below 0.01. */
const MIN_AFFORDED_SHIFTS = 200;
/** Tolerance for sums of the same products in a different order. */
const TIE = 1e-12;

/**
 * Returns Pearson's r of the pairs (x[i], y[i + lag]); a positive lag means y comes later. Null if fewer than
 * `minPairs` pairs have both values or one side does not vary.
 */
export function pearson(x: Float64Array, y: Float64Array, lag = 0, minPairs = 3): number | null {
  const from = Math.max(0, -lag);
  const to = Math.min(x.length, y.length - lag);
  let count = 0, sumX = 0, sumY = 0;
  for (let i = from; i < to; i++) {
    const a = x[i] ?? NaN, b = y[i + lag] ?? NaN;
    // Only NaN is unequal to itself; this avoids a call in a loop that runs for every lag.
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

/**
 * Returns Spearman's rho at lag 0: Pearson's r of the ranks, where ties share their mean rank. Null as in `pearson`.
 */
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
  // Two distinct values need no ranking, because r does not depend on the scale.
  return pearson(isBinary(left) ? left : ranks(left), ranksOf(y, pairedY.subarray(0, count)), 0, minPairs);
}

export interface ShiftPValues {
  /** P-value of the correlation at lag 0. */
  atZero: number | null;
  /** P-value of the strongest of all lags, corrected for the search: each shift gives the strongest of its own lags. */
  strongest: number | null;
}

/**
 * Returns two-sided p-values of the correlation at lag 0 and of the strongest of 2 x `lags` + 1 lags. Shifts y
 * circularly against x by many amounts, which destroys the link between the two but keeps the autocorrelation of each;
 * p is the share of shifts that correlate at least as strongly, (1 + k) / (1 + shifts), so never 0. Excludes shifts
 * near the real pairing, which still have the real link. Tries every shift if there are few, else some (drawn with
 * `random` for lag 0, evenly spread runs for the strongest). Null if fewer than 20 shifts remain.
 *
 * Holes are set to the mean, which adds nothing to either side's sum of products, in the real pairing and in shifts, so
 * the two are comparable. Costs (x values unequal to their most common level) x shifts.
 */
export function shiftPValues(
  x: Float64Array, y: Float64Array, { lags, stride }: Pick<LagOptions, 'lags' | 'stride'>, random: Random
): ShiftPValues {
  const length = Math.min(x.length, y.length);
  const guardSteps = lags * stride;
  const possible = length - 2 * guardSteps - 1;
  const none = { atZero: null, strongest: null };
  if (possible < MIN_SHIFTS) return none;
  const side = centredAt(y, length, meanOf(y, length));
  if (side.holes.length === length) return none;
  const centredY = side.value;
  // With y centred over the circle, subtracting a constant from x changes no sum of products. Subtracting the most
  // common value (0: no cycle ended here) leaves few terms.
  const events = centredAt(x, length, modeOf(x, length));
  if (events.at.length === 0) return none;
  const strengthAt = shiftStrengths(events, centredY);
  const most = Math.floor(SHIFT_WORK / events.at.length);
  const affordable = Math.max(MIN_AFFORDED_SHIFTS, most > ENOUGH_SHIFTS ? Math.max(ENOUGH_SHIFTS, most / 2) : most);
  const turns = Math.floor(Math.min(possible, MAX_SHIFTS, affordable));
  const observed = strengthAt(0);
  let asStrong = 0;
  for (let turn = 0; turn < turns; turn++) {
    const offset = turns === possible ? turn : Math.floor(random() * possible);
    if (strengthAt(guardSteps + 1 + offset) >= observed * (1 - TIE)) asStrong++;
  }
  return {
    atZero: (1 + asStrong) / (1 + turns),
    strongest: strongestPValue(
      strengthAt, { length, lags, stride, turns: Math.floor(Math.min(MAX_SHIFTS, affordable)) }
    ),
  };
}

/**
 * Returns the strength of the link at a shift below the length, cached because shifts for lag 0 and runs for the
 * strongest lag often coincide.
 */
function shiftStrengths({ at, value: values }: CentredSide, centredY: Float64Array): (shift: number) => number {
  const { length } = centredY;
  const value = Float64Array.from(at, (place) => values[place] ?? NaN);
  // Two copies of the circle, so that no shift has to wrap.
  const circle = new Float64Array(2 * length);
  circle.set(centredY);
  circle.set(centredY, length);
  const known = new Float64Array(length).fill(NaN);
  return (shift) => {
    const before = known[shift] ?? NaN;
    if (before === before) return before;
    let sum = 0;
    for (let k = 0; k < at.length; k++) sum += (value[k] ?? NaN) * (circle[(at[k] ?? NaN) + shift] ?? NaN);
    return known[shift] = Math.abs(sum);
  };
}

/** Length of runs of neighbouring shifts, which share most of their lags. */
const RUN = 50;

function strongestPValue(
  strengthAt: (shift: number) => number,
  { length, lags, stride, turns: most }: { length: number; lags: number; stride: number; turns: number }
): number | null {
  const guardSteps = lags * stride;
  // The lags of a shift must not overlap the lags of the real pairing.
  const first = 2 * guardSteps + 1;
  const possible = length - 4 * guardSteps - 1;
  if (possible < MIN_SHIFTS) return null;
  const strongestAround = (strengths: Float64Array, middle: number): number => {
    let strongest = 0;
    for (let k = -lags; k <= lags; k++) strongest = Math.max(strongest, strengths[middle + k * stride] ?? 0);
    return strongest;
  };
  const run = (from: number, count: number): Float64Array => {
    const strengths = new Float64Array(count + 2 * guardSteps);
    for (let i = 0; i < strengths.length; i++) strengths[i] = strengthAt((from + i - guardSteps + length) % length);
    return strengths;
  };
  const observed = strongestAround(run(0, 1), guardSteps);
  const runs = Math.ceil(Math.min(possible, most) / RUN);
  const apart = possible <= most ? RUN : Math.max(RUN, Math.floor((possible - RUN) / Math.max(1, runs - 1)));
  let asStrong = 0;
  let turns = 0;
  for (let k = 0; k < runs; k++) {
    const count = Math.min(RUN, possible - k * apart);
    const strengths = run(first + k * apart, count);
    for (let i = 0; i < count; i++, turns++)
      if (strongestAround(strengths, guardSteps + i) >= observed * (1 - TIE)) asStrong++;
  }
  return (1 + asStrong) / (1 + turns);
}

/** Ranks by series, cached because a panel needs them several times and they are its most expensive part. */
const ranked = new WeakMap<Float64Array, { values: Float64Array; ranks: Float64Array }>();

/** Returns the ranks of `values`, which are those values of `series` that have a pair. */
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
 * Returns all figures on two series on one even grid: r and rho at lag 0, the lag of the largest |r|, and the p-value
 * of each r. Below `MIN_PAIRS` pairs all figures are null and `sampleSize` gives their number.
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
  const { atZero: pValue, strongest } = best === null ? { atZero: null, strongest: null }
    : shiftPValues(x, y, options, options.random);
  return {
    pearson: atZero,
    spearman: atZero === null ? null : spearman(x, y, MIN_PAIRS),
    bestLagSeconds: best === null ? null : best.lagSeconds,
    pValue: atZero === null ? null : pValue,
    bestLagPValue: strongest,
    sampleSize,
    lags,
  };
}
