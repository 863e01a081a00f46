import { numberAt } from '../elementAt.ts';

const NEIGHBOURS = 5;
const LEAST_NEIGHBOURS = 3;

/**
 * The usual length around each of the steps: the larger of the upper medians of up to five before it and five after
 * it, so that the one between two paces counts as the longer. A side with fewer than three does not count; where
 * neither does, the median of all. Empty for no steps.
 */
export function usualSteps(steps: ArrayLike<number>): Float64Array {
  const all = upperMedian(steps, 0, steps.length);
  return Float64Array.from({ length: steps.length }, (_, k) => {
    const before = side(steps, Math.max(0, k - NEIGHBOURS), k);
    const after = side(steps, k + 1, Math.min(steps.length, k + 1 + NEIGHBOURS));
    return before === null || after === null ? before ?? after ?? all : Math.max(before, after);
  });
}

function side(steps: ArrayLike<number>, from: number, to: number): number | null {
  return to - from < LEAST_NEIGHBOURS ? null : upperMedian(steps, from, to);
}

function upperMedian(steps: ArrayLike<number>, from: number, to: number): number {
  const sorted = new Float64Array(Math.max(0, to - from));
  for (let k = from; k < to; k++) sorted[k - from] = steps[k] ?? 0;
  sorted.sort();
  return sorted.length === 0 ? 0 : numberAt(sorted, sorted.length >> 1);
}
