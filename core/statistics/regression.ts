/** Least squares on a few evenly spaced series; see docs/reference/gc-cpu.md. */
import { numberAt } from '../elementAt.ts';

/**
 * Returns the share of the variance of `y` explained by a linear mix of `columns`, 0 to 1, corrected for the number of
 * columns (adjusted R², not below 0). Skips rows with a NaN. Null with fewer than `minRows` rows or a `y` that does
 * not vary. Columns that do not vary, or repeat another, add nothing.
 */
export function explainedRatio(y: Float64Array, columns: readonly Float64Array[], minRows: number): number | null {
  const width = columns.length + 1;
  const moments = new Float64Array(width * width);
  const sums = new Float64Array(width);
  const row = new Float64Array(width);
  let rows = 0;
  for (let i = 0; i < y.length; i++) {
    let complete = y[i] === y[i];
    row[columns.length] = numberAt(y, i);
    for (let c = 0; complete && c < columns.length; c++) {
      row[c] = columns[c]?.[i] ?? NaN;
      complete = row[c] === row[c];
    }
    if (!complete) continue;
    rows++;
    for (let a = 0; a < width; a++) {
      const value = row[a] ?? NaN;
      sums[a] = (sums[a] ?? NaN) + value;
      // Most values of GC columns are 0.
      if (value === 0) continue;
      for (let b = 0; b < width; b++)
        moments[a * width + b] = (moments[a * width + b] ?? NaN) + value * (row[b] ?? NaN);
    }
  }
  if (rows < minRows || rows <= width + 1) return null;
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < width; b++)
      moments[a * width + b] = numberAt(moments, a * width + b) - numberAt(sums, a) * numberAt(sums, b) / rows;
  }
  const last = columns.length;
  const total = numberAt(moments, last * width + last);
  if (!(total > 1e-12 * numberAt(sums, last) * numberAt(sums, last) / rows)) return null;
  const before = Float64Array.from({ length: last }, (_, c) => numberAt(moments, c * width + c));
  let used = 0;
  // Sweeping a column removes from every other what it explains.
  for (let c = 0; c < last; c++) {
    const pivot = numberAt(moments, c * width + c);
    if (!(pivot > 1e-9 * numberAt(before, c))) continue;
    used++;
    for (let a = c + 1; a < width; a++) {
      const factor = numberAt(moments, a * width + c) / pivot;
      if (factor !== 0) for (let b = c; b < width; b++)
        moments[a * width + b] = numberAt(moments, a * width + b) - factor * numberAt(moments, c * width + b);
    }
  }
  const left = numberAt(moments, last * width + last) / total;
  return Math.min(1, Math.max(0, 1 - left * (rows - 1) / (rows - 1 - used)));
}

/** Returns the series delayed by `steps`: the value at `i` moves to `i + steps`; NaN where there is none. */
export function shiftedBy(values: Float64Array, steps: number): Float64Array {
  const shifted = new Float64Array(values.length).fill(NaN);
  if (Math.abs(steps) >= values.length) return shifted;
  if (steps >= 0) shifted.set(values.subarray(0, values.length - steps), steps);
  else shifted.set(values.subarray(-steps));
  return shifted;
}
