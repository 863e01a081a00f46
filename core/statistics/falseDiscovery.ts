/** False-discovery rate: the share of false positives among many rows called different. */

/** Largest accepted share of false positives among the rows called different. */
export const MAX_FALSE = 0.05;
/**
 * Largest p-value for totals and GC, which are tested once each; readers soon ignore a claim that is wrong once in
 * twenty times.
 */
export const MAX_CHANCE = 0.01;

/**
 * Returns the q-values of Benjamini and Hochberg (1995): the smallest false-discovery rate at which the row would be
 * called, in the order of `pValues`; null stays null and is not counted.
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
