/** Fast ranks of a day of readings. */
import { numberAt } from '../elementAt.ts';

/** Lookup cells per value: a cell has few values, so that lookups are fast. */
const CELLS_PER_VALUE = 1;

/**
 * Returns the rank of each value, 1 for the smallest; equal values share the mean of their ranks. NaN is not allowed.
 */
export function ranks(values: Float64Array): Float64Array {
  const sorted = values.slice().sort();
  const distinct = new Float64Array(sorted.length), rank = new Float64Array(sorted.length);
  let count = 0;
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (to < sorted.length && sorted[to] === sorted[from]) to++;
    distinct[count] = numberAt(sorted, from);
    rank[count++] = (from + 1 + to) / 2;
    from = to;
  }
  const cells = Math.max(1, CELLS_PER_VALUE * count);
  const [least, most] = [numberAt(distinct, 0), numberAt(distinct, Math.max(0, count - 1))];
  const scale = most > least && Number.isFinite(cells / (most - least)) ? cells / (most - least) : 0;
  const cellOf = (value: number): number => Math.min(cells - 1, Math.floor((value - least) * scale) || 0);
  // Index of the first distinct value of each cell; rounding is the same for a value everywhere.
  const first = new Int32Array(cells + 1).fill(-1);
  for (let k = count - 1; k >= 0; k--) first[cellOf(numberAt(distinct, k))] = k;
  first[cells] = count;
  for (let cell = cells - 1; cell >= 0; cell--) if (numberAt(first, cell) < 0) first[cell] = numberAt(first, cell + 1);
  const result = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = numberAt(values, i);
    const cell = cellOf(value);
    let low = numberAt(first, cell), high = numberAt(first, cell + 1) - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numberAt(distinct, middle) < value) low = middle + 1;
      else high = middle;
    }
    result[i] = numberAt(rank, low);
  }
  return result;
}

/** Returns whether there are at most two distinct values; their ranks are then the values on another scale. */
export function isBinary(values: Float64Array): boolean {
  let other: number | null = null;
  for (let i = 1; i < values.length; i++) {
    if (values[i] === values[0] || values[i] === other) continue;
    if (other !== null) return false;
    other = numberAt(values, i);
  }
  return true;
}
