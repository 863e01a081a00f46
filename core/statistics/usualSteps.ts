import { numberAt } from '../elementAt.ts';

const NEIGHBOURS = 5;
const MIN_NEIGHBOURS = 3;

/**
 * Returns the usual length around each step: the larger of the upper medians of up to five steps before it and five
 * after it, so that a step between two paces counts as the longer. Ignores a side with fewer than three; without
 * either, uses the median of all. Empty without steps.
 */
export function usualSteps(steps: ArrayLike<number>): Float64Array {
  const { length } = steps;
  const all = Float64Array.from(steps);
  const medianOf = neighbourMedian(all);
  const found = new Float64Array(length);
  // Each median is used twice: after one step and before another.
  const upTo = new Float64Array(length + 1);
  for (let end = MIN_NEIGHBOURS; end <= length; end++) upTo[end] = medianOf(Math.max(0, end - NEIGHBOURS), end);
  for (let k = 0; k < length; k++) {
    const rest = length - k - 1;
    const before = k < MIN_NEIGHBOURS ? null : numberAt(upTo, k);
    const after = rest < MIN_NEIGHBOURS ? null
      : rest < NEIGHBOURS ? medianOf(k + 1, length) : numberAt(upTo, k + 1 + NEIGHBOURS);
    found[k] = before === null || after === null ? before ?? after ?? upperMedian(all) : Math.max(before, after);
  }
  return found;
}

/** Returns a function for the upper median of at most five steps, which allocates no array per step. */
function neighbourMedian(steps: Float64Array): (from: number, to: number) => number {
  const sorted = new Float64Array(NEIGHBOURS);
  return (from, to) => {
    for (let k = from; k < to; k++) {
      const step = numberAt(steps, k);
      let place = k - from;
      while (place > 0 && isAfter(numberAt(sorted, place - 1), step)) {
        sorted[place] = numberAt(sorted, place - 1);
        place--;
      }
      sorted[place] = step;
    }
    return numberAt(sorted, (to - from) >> 1);
  };
}

/** Compares like a sort: NaN is last. */
function isAfter(one: number, other: number): boolean {
  return one > other || one !== one;
}

function upperMedian(steps: Float64Array): number {
  return steps.length === 0 ? 0 : numberAt(steps.toSorted(), steps.length >> 1);
}
