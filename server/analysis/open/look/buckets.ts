/** Summarizes cumulative buckets of a histogram. Pure. */

import { formatBytes, formatSeconds } from '../../../../core/text/format.ts';

export interface Bucket { le: string; count: number }

/** Returns an edge in the unit that the name of its histogram states. */
function withUnit(le: string, name = ''): string {
  const value = Number(le);
  return !Number.isFinite(value) ? le : /_seconds(?:_bucket)?$/.test(name) ? formatSeconds(value)
    : /_bytes(?:_bucket)?$/.test(name) ? formatBytes(value) : le;
}

/** Returns the first bucket with 99 % of the observations, or the last one with its share; null without `+Inf`. */
export function bucketFacts(buckets: readonly Bucket[], name: string | undefined): string | null {
  const all = buckets.find(({ le }) => le === '+Inf')?.count;
  const own = buckets.filter(({ le }) => le !== '+Inf').sort((a, b) => a.count - b.count);
  const most = own.at(-1);
  if (all === undefined || !(all > 0) || most === undefined) return null;
  const { le, count } = own.find((bucket) => bucket.count >= 0.99 * all) ?? most;
  const rounded = (100 * count / all).toFixed(1);
  const share = rounded === '100.0' && count < all ? 'more than 99.9 %' : `${rounded} %`;
  return `Of ${all.toLocaleString('en-US')} observations ${share} are within ${withUnit(le, name)}.`;
}
