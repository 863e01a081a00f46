/** Says of a histogram of times with two peaks which share is the slow one. Pure. */
import { formatNumber, formatSeconds } from '../../../../core/text/format.ts';

export interface ModeBucket { from: number; to: number; below: number; count: number }

/** The valley between two peaks has at most this share of the smaller one. */
const VALLEY_SHARE = 0.2;
/** Smallest share of all that is a group of its own. */
const MIN_SHARE = 0.1;
const MIN_PEAK = 20;

interface SlowGroup { count: number; above: number; peak: ModeBucket }

/** Returns the observations above the valley between the two largest peaks; null with one peak. */
export function slowGroup(buckets: readonly ModeBucket[], total: number): SlowGroup | null {
  const [first] = buckets.toSorted((a, b) => b.count - a.count);
  if (first === undefined) return null;
  const found = buckets.flatMap((valley, i): SlowGroup[] => {
    const [left, right] = [buckets.slice(0, i), buckets.slice(i + 1)];
    const [low, high] = [left, right].map((side) => side.reduce((most, one) => (one.count > most.count ? one : most),
      { from: 0, to: 0, below: 0, count: 0 }));
    if (low === undefined || high === undefined) return [];
    const smaller = Math.min(low.count, high.count);
    const count = total - valley.below - valley.count;
    const isClear = smaller >= MIN_PEAK && valley.count <= VALLEY_SHARE * smaller
      && count >= MIN_SHARE * total && total - count >= MIN_SHARE * total;
    return isClear ? [{ count, above: valley.to, peak: high }] : [];
  });
  // Of a wide valley, the end next to the slow group divides best.
  return found.at(-1) ?? null;
}

/** Describes that group; `""` with one peak. */
export function modeFact(
  buckets: readonly ModeBucket[], { total, unit, noun }: { total: number; unit: number; noun: string },
): string {
  const slow = slowGroup(buckets, total);
  if (slow === null) return '';
  const { count, above, peak } = slow;
  const edge = (value: number): string => formatSeconds(value * unit);
  const most = Number.isFinite(peak.to) ? `${edge(peak.from)} to ${edge(peak.to)}` : `more than ${edge(peak.from)}`;
  return ` They are of two groups: ${formatNumber(count)} ${noun} (${formatNumber(100 * count / total)} %) took more `
    + `than ${edge(above)}, mostly ${most}, and hardly any lie just below that: they are slow at times, not always.`;
}
