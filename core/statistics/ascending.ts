/** Returns how many indexes from 0 on pass, by bisection; requires that none passes after one that does not. */
export function countPassing(count: number, passes: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns how many of `count` ascending values are below `bound`, which is the index of the first that is not. */
export function countBelow(count: number, valueAt: (place: number) => number, bound: number): number {
  return countPassing(count, (place) => valueAt(place) < bound);
}
