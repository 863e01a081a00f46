/** Summarizes cumulative buckets of a histogram. Pure. */

export interface Bucket { le: string; count: number }

/** Returns the first bucket with 99 % of the observations, or the last one with its share; null without `+Inf`. */
export function bucketFacts(buckets: readonly Bucket[]): string | null {
  const all = buckets.find(({ le }) => le === '+Inf')?.count;
  const own = buckets.filter(({ le }) => le !== '+Inf').sort((a, b) => a.count - b.count);
  const most = own.at(-1);
  if (all === undefined || !(all > 0) || most === undefined) return null;
  const { le, count } = own.find((bucket) => bucket.count >= 0.99 * all) ?? most;
  return `Of ${all.toLocaleString('en-US')} observations ${(100 * count / all).toFixed(1)} % are within ${le}.`;
}
