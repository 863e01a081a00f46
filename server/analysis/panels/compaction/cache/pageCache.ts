/** Measures what compactions do to the page cache of the machine; see docs/reference/compaction.md. Pure. */
import { elementAt, numberAt } from '../../../../../core/elementAt.ts';
import type { RoleSeries } from '../../../../data/metrics/roleNames.ts';
import type { ScrapeTable } from '../../../../data/metrics/series.ts';
import type { CompactionInterval } from '../../../signals/compaction/compactionIntervals.ts';
import { valueAt } from '../../../signals/valueAt.ts';
import { firstRowAfter } from '../cost/compactionCost.ts';
import { median } from '../../../../../core/statistics/quantiles.ts';

/** Time before an episode that gives the page cache it starts from. */
const BEFORE_MS = 60_000;
/** Time after the end: the blocks that a merge read are deleted right after it, and their pages with them. */
const AFTER_MS = 2000;
const MIN_BEFORE = 3;
/** Minimum loss; less is the normal fluctuation of any machine. */
const MIN_LOST_BYTES = 16 * 2 ** 20;
const MIN_LOST_RATIO = 0.01;
/** Share of the loss that may still be missing when the page cache counts as warm again. */
const BACK_RATIO = 0.05;

export interface CacheSwing {
  pageCacheLostBytes: number | null;
  /** Lowest value. */
  freeBytes: number | null;
  pageCacheWarmSeconds: number | null;
}

export const NO_SWING: CacheSwing = { pageCacheLostBytes: null, freeBytes: null, pageCacheWarmSeconds: null };

/**
 * Returns per episode, ascending: the fall of the page cache from the median of the minute before to its lowest until
 * 2 s after the end (0 when it grew; null with fewer than three readings before, or none in it), what was free then,
 * and how long the page cache took to come back (null if little was lost, or another episode began before it was back).
 */
export function cacheSwings(
  scrapes: ScrapeTable, compactions: readonly CompactionInterval[],
  { cached, free }: { cached: RoleSeries | undefined; free: RoleSeries | undefined }
): CacheSwing[] {
  if (cached === undefined) return compactions.map(() => NO_SWING);
  return compactions.map((compaction, i) => {
    const fromMs = compaction.startMs - compaction.startErrorMs;
    const before: number[] = [];
    let lowest: { row: number; value: number } | null = null;
    for (let row = firstRowAfter(scrapes, fromMs - BEFORE_MS); row < scrapes.length; row++) {
      const [value, atMs] = [valueAt(cached, row), numberAt(scrapes.startMs, row)];
      if (atMs > compaction.endMs + AFTER_MS) break;
      if (value === null) continue;
      if (atMs <= fromMs) before.push(value);
      else if (lowest === null || value < lowest.value) lowest = { row, value };
    }
    const usual = median(before);
    if (usual === null || before.length < MIN_BEFORE || lowest === null) return NO_SWING;
    const lost = Math.max(0, usual - lowest.value);
    const isMuch = lost >= MIN_LOST_BYTES && lost >= MIN_LOST_RATIO * usual;
    const untilMs = i + 1 < compactions.length ? elementAt(compactions, i + 1).startMs : Infinity;
    return {
      pageCacheLostBytes: lost, freeBytes: valueAt(free, lowest.row),
      pageCacheWarmSeconds: !isMuch ? null
        : secondsUntil(scrapes, cached, lowest.row, { level: usual - BACK_RATIO * lost, untilMs }),
    };
  });
}

function secondsUntil(
  scrapes: ScrapeTable, series: RoleSeries, from: number, { level, untilMs }: { level: number; untilMs: number }
): number | null {
  for (let row = from + 1; row < scrapes.length && numberAt(scrapes.startMs, row) < untilMs; row++) {
    const value = valueAt(series, row);
    if (value !== null && value >= level)
      return (numberAt(scrapes.startMs, row) - numberAt(scrapes.startMs, from)) / 1000;
  }
  return null;
}
