/** A mean that is robust to a few outliers, with its error. Pure. */
import { numberAt } from '../elementAt.ts';
import { studentPValue } from './moderatedT.ts';
import { median } from './quantiles.ts';

/** Huber's constant: values within this many times the scatter have full weight. */
const REACH = 2;
const MAX_STEPS = 50;
/** Ratio of standard deviation to median absolute deviation for a normal distribution. */
const MAD_FACTOR = 1.4826;

export interface RobustMean { mean: number; error: number; freedom: number }

/** Returns Huber's M-estimate of location, starting from the median; null for fewer than two values. */
export function robustMean(values: Float64Array): RobustMean | null {
  const { length } = values;
  const middle = median(values);
  if (length < 2 || middle === null) return null;
  const scatter = MAD_FACTOR * (median(values.map((value) => Math.abs(value - middle))) ?? 0);
  const reach = REACH * scatter;
  let mean = middle;
  for (let step = 0; step < MAX_STEPS && reach > 0; step++) {
    let [sum, weights] = [0, 0];
    for (const value of values) {
      const weight = Math.min(1, reach / Math.max(Math.abs(value - mean), Number.MIN_VALUE));
      sum += weight * value;
      weights += weight;
    }
    const next = sum / weights;
    const isStill = Math.abs(next - mean) <= 1e-6 * scatter;
    mean = next;
    if (isStill) break;
  }
  // Its sandwich error: the clipped squares over the share of values with full weight.
  let [squares, whole] = [0, 0];
  for (let k = 0; k < length; k++) {
    const off = numberAt(values, k) - mean;
    squares += Math.min(off * off, reach > 0 ? reach * reach : off * off);
    if (reach === 0 || Math.abs(off) <= reach) whole++;
  }
  const slope = Math.max(whole, 1) / length;
  return { mean, error: Math.sqrt(squares / (length - 1) / length) / slope, freedom: length - 1 };
}

/** Returns the one-sided p-value: how often a true mean of 0 would give one this high. */
export function aboveZeroPValue({ mean, error, freedom }: RobustMean): number {
  if (mean <= 0) return 1;
  return error === 0 ? 0 : studentPValue(mean / error, freedom) / 2;
}

/** Returns the half-width of a two-sided 95 % interval in standard errors, by Student's t. */
export function reachOf95(freedom: number): number {
  let [low, high] = [1, 100];
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (studentPValue(middle, freedom) > 0.05) low = middle; else high = middle;
  }
  return high;
}
