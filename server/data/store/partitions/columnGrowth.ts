/** Growing columns: typed arrays of which the first part is used. */

type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

const LEAST = 64;

/** Returns a quarter more than `capacity`: with doubling, many heads would hold twice the memory they need. */
export function grownCapacity(capacity: number): number {
  return Math.max(LEAST, Math.ceil(capacity * 1.25));
}

/** Copies the beginning of `from`, as much as fits, into `to` and returns it. */
export function movedTo<A extends Column>(from: A, to: A): A {
  to.set(from.subarray(0, Math.min(from.length, to.length)));
  return to;
}
