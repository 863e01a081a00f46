import { numberAt } from '../elementAt.ts';

/** Finite values, ascending, as a copy. */
export function sortedFinite(values: ArrayLike<number>): Float64Array {
  const kept = new Float64Array(values.length);
  let length = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value !== undefined && Number.isFinite(value)) kept[length++] = value;
  }
  return kept.subarray(0, length).sort();
}

/** Quantile `q` (0 to 1) of ascending values, linear between neighbours (R's type 7); null when there are none. */
export function quantile(sorted: ArrayLike<number>, q: number): number | null {
  if (sorted.length === 0) return null;
  const position = Math.min(1, Math.max(0, q)) * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  const [low, high] = [sorted[below] ?? NaN, sorted[above] ?? NaN];
  return low + (position - below) * (high - low);
}

export function median(values: ArrayLike<number>): number | null {
  return quantile(sortedFinite(values), 0.5);
}

/** The value in the middle, the upper one of two: always one of the values. null when there are none. */
export function upperMedian(values: ArrayLike<number>): number | null {
  const sorted = sortedFinite(values);
  return sorted[sorted.length >> 1] ?? null;
}

/**
 * Mean of the middle half of the values: as robust to spikes as the median, but not tied to the steps of a coarse
 * counter (`process_cpu_seconds_total` moves by 10 ms). null when there are none.
 */
export function midmean(values: ArrayLike<number>): number | null {
  const sorted = sortedFinite(values);
  if (sorted.length === 0) return null;
  const cut = Math.floor(sorted.length / 4);
  let sum = 0;
  for (let i = cut; i < sorted.length - cut; i++) sum += numberAt(sorted, i);
  return sum / (sorted.length - 2 * cut);
}
