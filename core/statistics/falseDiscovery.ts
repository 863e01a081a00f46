/** Among many rows some look different by chance: how large a share of those called different would be false? */

/** A row is called different up to this share of false ones among the called. */
export const MAX_FALSE = 0.05;
/** Totals and GC are each tested once; readers soon ignore a claim that is wrong once in twenty times. */
export const MAX_CHANCE = 0.01;

/**
 * q-values of Benjamini and Hochberg (1995): the smallest false-discovery rate at which the row would be called. In the
 * order of `pValues`; null where that is null, which takes no part.
 */
export function qValues(pValues: readonly (number | null)[]): (number | null)[] {
  const tested = pValues.flatMap((p, index) => (p === null ? [] : [{ p, index }])).sort((a, b) => b.p - a.p);
  const q: (number | null)[] = pValues.map(() => null);
  let least = 1;
  tested.forEach(({ p, index }, fromLargest) => {
    least = Math.min(least, (p * tested.length) / (tested.length - fromLargest));
    q[index] = least;
  });
  return q;
}
