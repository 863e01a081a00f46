/** The element at `index`, which the caller knows to be there; a RangeError where it is not, as that is a bug. */
export function elementAt<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`no element ${index} in a list of ${list.length}`);
  return element;
}

/** A column of readings, of row numbers, or of marks. */
export type Column = Float64Array | Int32Array | Uint8Array;

/**
 * The number at `index` of a column; outside of it NaN, which is a hole. For these three kinds of arrays alone: from
 * the fifth kind on the engine takes every read for any object's, and a loop over a day of readings would be 20 times
 * slower.
 */
export function numberAt(column: Column, index: number): number {
  return column[index] ?? NaN;
}
