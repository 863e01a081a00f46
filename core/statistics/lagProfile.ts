/**
 * Pearson's r of two series at many lags. One side mostly has one value (no cycle ended here) and holes are few, so the
 * cost of a lag depends on the other values only, not on a day of readings. Formula in docs/reference/gc-cpu.md; same
 * results as `pearson` of correlation.ts.
 */
import type { Lag } from '../contract/contract.ts';

export interface LagOptions {
  /** Number of lags on each side of 0. */
  lags: number;
  /** Grid steps from one lag to the next. */
  stride: number;
  stepSeconds: number;
}

/** Relative size below which squares of differences are rounding errors. */
export const ROUNDING = 1e-20;

/** A series minus a constant near its middle: 0 at holes, which are listed. `at` lists the nonzero positions. */
export interface CentredSide {
  value: Float64Array; at: Int32Array; holes: Int32Array; centre: number; sum: number; squares: number
}

/**
 * Returns r at 2 x `lags` + 1 lags around 0, ascending by lag; null as in `pearson`. x is the side that mostly has one
 * value.
 */
export function lagProfile(x: Float64Array, y: Float64Array, options: LagOptions, minPairs = 3): Lag[] {
  const length = Math.min(x.length, y.length);
  const sideX = centredAt(x, length, modeOf(x, length));
  const sideY = centredAt(y, length, meanOf(y, length));
  const lags: Lag[] = [];
  for (let k = -options.lags; k <= options.lags; k++) {
    const steps = k * options.stride;
    const lagSeconds = Math.round(steps * options.stepSeconds * 1e6) / 1e6;
    lags.push({ lagSeconds, r: rAt(sideX, sideY, length, steps, minPairs) });
  }
  return lags;
}

function rAt(x: CentredSide, y: CentredSide, length: number, lag: number, minPairs: number): number | null {
  const from = Math.max(0, -lag), to = Math.min(length, length - lag);
  if (to <= from) return null;
  const ofX = sumsOf(x, from, to, y.holes, -lag), ofY = sumsOf(y, from + lag, to + lag, x.holes, lag);
  // Each side skips its own holes and those of the other, so both use the same pairs.
  const count = ofX.count;
  if (count < minPairs) return null;
  let xy = 0;
  for (const at of x.at) if (at >= from && at < to) xy += (x.value[at] ?? NaN) * (y.value[at + lag] ?? NaN);
  const xx = ofX.squares - ofX.sum * ofX.sum / count, yy = ofY.squares - ofY.sum * ofY.sum / count;
  const meanX = x.centre + ofX.sum / count, meanY = y.centre + ofY.sum / count;
  // The rounding error of a constant side is not variation, nor is that of the squares subtracted.
  if (
    !(xx > ROUNDING * count * meanX * meanX + 1e-13 * ofX.squares)
      || !(yy > ROUNDING * count * meanY * meanY + 1e-13 * ofY.squares)
  ) return null;
  return Math.max(-1, Math.min(1, (xy - ofX.sum * ofY.sum / count) / Math.sqrt(xx * yy)));
}

/**
 * Returns sums of one side in [from, to), without its holes and values paired with a hole of the other, `shift` away.
 */
function sumsOf(
  side: CentredSide, from: number, to: number, otherHoles: Int32Array, shift: number
): { count: number; sum: number; squares: number } {
  let { sum, squares } = side;
  let count = to - from;
  const takeOff = (at: number): void => {
    sum -= side.value[at] ?? NaN;
    squares -= (side.value[at] ?? NaN) * (side.value[at] ?? NaN);
  };
  for (let at = 0; at < from; at++) takeOff(at);
  for (let at = to; at < side.value.length; at++) takeOff(at);
  for (const hole of side.holes) if (hole >= from && hole < to) count--;
  let own = 0;
  for (const hole of otherHoles) {
    const at = hole + shift;
    if (at < from || at >= to) continue;
    while (own < side.holes.length && (side.holes[own] ?? NaN) < at) own++;
    if (own < side.holes.length && side.holes[own] === at) continue;
    count--;
    takeOff(at);
  }
  return { count, sum, squares };
}

/** Returns the series minus `centre`; only NaN is a hole. */
export function centredAt(values: Float64Array, length: number, centre: number): CentredSide {
  const value = new Float64Array(length), at = new Int32Array(length), holes = new Int32Array(length);
  let used = 0, missing = 0, sum = 0, squares = 0;
  for (let i = 0; i < length; i++) {
    const one = values[i] ?? NaN;
    if (one !== one) { holes[missing++] = i; continue; }
    if (one === centre) continue;
    const less = one - centre;
    value[i] = less;
    at[used++] = i;
    sum += less;
    squares += less * less;
  }
  return { value, at: at.subarray(0, used), holes: holes.subarray(0, missing), centre, sum, squares };
}

export function meanOf(values: Float64Array, length: number): number {
  let sum = 0, count = 0;
  for (let i = 0; i < length; i++) {
    const value = values[i] ?? NaN;
    if (value === value) { sum += value; count++; }
  }
  return count === 0 ? 0 : sum / count;
}

/** Returns the most common value; 0 if there are none. */
export function modeOf(values: Float64Array, length: number): number {
  // Zeros are by far the most common and are counted outside the map.
  const counts = new Map<number, number>();
  let zeros = 0;
  for (let i = 0; i < length; i++) {
    const value = values[i] ?? NaN;
    if (value === 0) zeros++;
    else if (value === value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  let mode = 0, most = zeros;
  for (const [value, count] of counts) if (count > most) { mode = value; most = count; }
  return mode;
}
