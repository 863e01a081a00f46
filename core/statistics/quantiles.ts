import { numberAt } from '../elementAt.ts';

/** Returns the finite values, ascending, as a copy. */
export function sortedFinite(values: ArrayLike<number>): Float64Array {
  return finite(values).sort();
}

function finite(values: ArrayLike<number>): Float64Array {
  const kept = new Float64Array(values.length);
  let length = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value !== undefined && Number.isFinite(value)) kept[length++] = value;
  }
  return kept.subarray(0, length);
}

/** Returns quantile `q` (0 to 1) of ascending values, linear between neighbours (R's type 7); null without any. */
export function quantile(sorted: ArrayLike<number>, q: number): number | null {
  if (sorted.length === 0) return null;
  const position = Math.min(1, Math.max(0, q)) * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  const [low, high] = [sorted[below] ?? NaN, sorted[above] ?? NaN];
  return low + (position - below) * (high - low);
}

export function median(values: ArrayLike<number>): number | null {
  const kept = finite(values);
  const middle = (kept.length - 1) >> 1;
  placeSmallest(kept, middle);
  if (kept.length % 2 === 0) placeSmallest(kept.subarray(middle + 1), 0);
  return quantile(kept, 0.5);
}

/** Returns the middle value, the upper of two, so that it is always one of the values. Null if there are none. */
export function upperMedian(values: ArrayLike<number>): number | null {
  const kept = finite(values);
  placeSmallest(kept, kept.length >> 1);
  return kept[kept.length >> 1] ?? null;
}

/** Length below which a range is sorted. */
const MIN_SPLIT = 32;

/**
 * Moves the value that a sort would put at `place` there, and smaller ones before it; sorting a day of readings takes
 * ten times as long. Sorts ranges that do not halve soon enough, which bounds the time for any order of values.
 */
function placeSmallest(values: Float64Array, place: number): void {
  let [from, to] = [0, values.length - 1];
  for (let turns = 4 * Math.log2(values.length + 1); to - from >= MIN_SPLIT && turns > 0; turns--) {
    const pivot = middleOf(numberAt(values, from), numberAt(values, (from + to) >> 1), numberAt(values, to));
    let [low, high] = [from, to];
    while (low <= high) {
      while (numberAt(values, low) < pivot) low++;
      while (numberAt(values, high) > pivot) high--;
      if (low > high) break;
      const moved = numberAt(values, low);
      values[low++] = numberAt(values, high);
      values[high--] = moved;
    }
    if (place <= high) to = high;
    else if (place >= low) from = low;
    else return;
  }
  values.subarray(from, to + 1).sort();
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/**
 * Returns the mean of the middle half of the values: as robust to spikes as the median, but not tied to the steps of a
 * coarse counter (`process_cpu_seconds_total` moves by 10 ms). Null if there are none.
 */
export function midmean(values: ArrayLike<number>): number | null {
  return midmeanOf(sortedFinite(values));
}

/** Returns the `midmean` of ascending values. */
export function midmeanOf(sorted: Float64Array): number | null {
  if (sorted.length === 0) return null;
  const cut = Math.floor(sorted.length / 4);
  let sum = 0;
  for (let i = cut; i < sorted.length - cut; i++) sum += numberAt(sorted, i);
  return sum / (sorted.length - 2 * cut);
}
