/** Finds what grew in a target's head between two readings of its status; see docs/reference/memory.md. Pure. */
import type {
  CardinalityGrowth, CardinalityKey, HeadGrowth, HeadReading, SeriesGrowth,
} from '../../../../core/contract/contract.ts';

/** Readings closer than this differ by scrapes in progress. */
const MIN_SECONDS = 50;
/** Share of the growth that one metric must have to be named. */
const MOST = 0.5;
const DAY_SECONDS = 86_400;
/** Start times nearer than this are one process. */
const SAME_PROCESS_SECONDS = 1.5;

/**
 * Compares the last of the readings, ascending, with the oldest comparable one: of the same process, and of the same
 * day if a day is counted. null without readings. If none can be compared, `reset` says why and no growth is given.
 */
export function headGrowth(readings: readonly HeadReading[]): HeadGrowth | null {
  const last = readings.at(-1);
  if (last === undefined) return null;
  const earlier = readings.filter(({ time }) => time <= last.time - MIN_SECONDS);
  const base = earlier.find((one) => resetBetween(one, last) === null);
  const nearest = earlier.at(-1);
  const reset = base !== undefined || nearest === undefined ? null : resetBetween(nearest, last);
  const spanSeconds = base === undefined ? null : last.time - base.time;
  const compared = (name: string, count: number, before: number | null): CardinalityGrowth => (
    grown({ name, count, before, atMost: null, spanSeconds })
  );
  const series = compared('', last.series, base?.series ?? null);
  const rows = (key: CardinalityKey): CardinalityGrowth[] | null => listGrowth(key, last, base);
  const lists = {
    metrics: rows('metrics'), labelValues: rows('labelValues'), labelBytes: rows('labelBytes'),
    labelPairs: rows('labelPairs'),
  };
  return {
    time: last.time, before: base?.time ?? (reset === null ? null : nearest?.time ?? null), spanSeconds, reset, series,
    labelPairs: last.labelPairs === null ? null : compared('', last.labelPairs, base?.labelPairs ?? null),
    chunks: last.chunks === null ? null : compared('', last.chunks, base?.chunks ?? null),
    lists, largest: largestOf(lists.metrics ?? [], series.growth),
  };
}

function resetBetween(before: HeadReading, after: HeadReading): HeadGrowth['reset'] {
  if (
    before.processStart !== null && after.processStart !== null
      && Math.abs(before.processStart - after.processStart) > SAME_PROCESS_SECONDS
  ) return 'restart';
  const day = ({ time }: HeadReading): number => Math.floor(time / DAY_SECONDS);
  return after.isDaily && day(before) !== day(after) ? 'midnight' : null;
}

/** Lists the most growth first, then the largest. */
function listGrowth(
  key: CardinalityKey, last: HeadReading, base: HeadReading | undefined
): CardinalityGrowth[] | null {
  const now = last.lists[key];
  if (now === null) return null;
  const then = base?.lists[key] ?? null;
  const before = new Map(then?.rows.map(({ name, count }) => [name, count]));
  // A name missing in a complete list had no series; in a cut list it had at most as many as the last row.
  const atMost = then === null ? null : then.isWhole ? 0 : then.rows.at(-1)?.count ?? 0;
  const spanSeconds = base === undefined ? null : last.time - base.time;
  return now.rows
    .map(({ name, count }) => (
      grown({ name, count, before: before.get(name) ?? (then?.isWhole === true ? 0 : null), atMost, spanSeconds })
    ))
    .sort((a, b) => (b.growth ?? 0) - (a.growth ?? 0) || b.count - a.count);
}

function grown({ name, count, before, atMost, spanSeconds }: {
  name: string; count: number; before: number | null; atMost: number | null; spanSeconds: number | null;
}): CardinalityGrowth {
  const growth = before !== null ? count - before : atMost === null ? null : Math.max(0, count - atMost);
  return {
    name, count, before, growth,
    perHour: growth === null || spanSeconds === null ? null : 3600 * growth / spanSeconds,
  };
}

function largestOf(metrics: readonly CardinalityGrowth[], total: number | null): HeadGrowth['largest'] {
  if (total === null || total <= 0) return null;
  const most = metrics.reduce<CardinalityGrowth | null>(
    (best, one) => ((one.growth ?? 0) > (best?.growth ?? 0) ? one : best), null
  );
  if (most?.growth === undefined || most.growth === null || most.growth < MOST * total) return null;
  // Others may have shrunk meanwhile.
  return {
    name: most.name, growth: most.growth, shareRatio: Math.min(1, most.growth / total), isAtLeast: most.before === null,
  };
}

/** Returns the growth that the Memory panel needs: without the lists. */
export function seriesGrowth(readings: readonly HeadReading[]): SeriesGrowth | null {
  const growth = headGrowth(readings);
  if (growth === null) return null;
  const { time, before, spanSeconds, reset, series, largest } = growth;
  return { time, before, spanSeconds, reset, series, largest };
}
