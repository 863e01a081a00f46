/** How many of `count` ascending values are below `bound`: the place of the first that is not. */
export function countBelow(count: number, valueAt: (place: number) => number, bound: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
