/** Returns the element at `index`, which must exist; throws a RangeError otherwise, because that is a bug. */
export function elementAt<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`no element ${index} in a list of ${list.length}`);
  return element;
}

/** A column of readings, of row numbers, or of marks. */
export type Column = Float64Array | Int32Array | Uint8Array;

/**
 * Returns the number at `index` of a column; NaN (a hole) outside of it. Only for these three array types: with five
 * types the engine treats every read as generic, and a loop over a day of readings is 20 times slower.
 */
export function numberAt(column: Column, index: number): number {
  return column[index] ?? NaN;
}
