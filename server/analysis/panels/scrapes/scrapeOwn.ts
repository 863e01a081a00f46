/** Reads what the target exports about its own scrapes; see docs/reference/scrapes.md. */
import { numberAt } from '../../../../core/elementAt.ts';
import type { Figure, IntervalLengths, OwnScrapes } from '../../../../core/contract/contract.ts';
import type { LabelledSeries, Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { counterSteps, gaugePoints, type PointGrid } from '../../signals/counterSteps.ts';
import { findRestarts, freshScrapes } from '../../signals/windowFrame.ts';

/** Maximum number of intervals shown, shortest first; a configuration may hold any number. */
const MAX_INTERVALS = 20;
const UNIT_SECONDS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 };

/** Returns jitter by interval, scrapes per second, and rejected or missed samples. `jobs` come from the API. */
export function readOwnScrapes(window: RoleWindow, jobs: OwnScrapes['jobs']): OwnScrapes {
  const fresh = freshScrapes(window.scrapes);
  const restartRows = new Set(findRestarts(window).map(({ row }) => row));
  const rise = (role: Role): { count: number; seconds: number } | null => {
    const series = window.role(role);
    if (series === undefined) return null;
    const steps = counterSteps(window.scrapes, series, fresh, restartRows);
    let count = 0;
    let seconds = 0;
    for (const row of fresh) {
      if (Number.isNaN(steps.increase[row])) continue;
      count += numberAt(steps.increase, row);
      seconds += numberAt(steps.seconds, row);
    }
    return { count, seconds };
  };
  const made = rise('ownScrapes');
  return {
    targets: lastValue(window.role('ownScrapeTargets')),
    scrapesPerSecond: made === null || made.seconds === 0 ? null : made.count / made.seconds,
    intervals: intervalsOf(window.labelled('targetIntervalQuantiles')),
    failed: rise('ownScrapesFailed')?.count ?? null,
    timedOut: rise('ownScrapesTimedOut')?.count ?? null,
    skipped: rise('ownScrapesSkipped')?.count ?? null,
    outOfOrder: rise('samplesOutOfOrder')?.count ?? null,
    duplicate: rise('samplesDuplicate')?.count ?? null,
    outOfBounds: rise('samplesOutOfBounds')?.count ?? null,
    overLimit: rise('scrapesOverLimit')?.count ?? null,
    jobs,
  };
}

function intervalsOf(series: readonly LabelledSeries[]): OwnScrapes['intervals'] {
  const byInterval = new Map<string, { p50: number | null; p99: number | null }>();
  for (const one of series) {
    const { interval, quantile } = one.labels;
    if (interval === undefined || (quantile !== '0.5' && quantile !== '0.99')) continue;
    const entry = byInterval.get(interval) ?? { p50: null, p99: null };
    entry[quantile === '0.5' ? 'p50' : 'p99'] = lastValue(one);
    byInterval.set(interval, entry);
  }
  return [...byInterval].map(([interval, { p50, p99 }]) => {
    const wantedSeconds = secondsOf(interval);
    return {
      interval, wantedSeconds, p50, p99,
      jitterRatio: wantedSeconds === null || p99 === null ? null : p99 / wantedSeconds - 1,
    };
  }).sort((a, b) => (a.wantedSeconds ?? Infinity) - (b.wantedSeconds ?? Infinity)).slice(0, MAX_INTERVALS);
}

/**
 * Returns the same over time, by point of the grid: the maximum of each point, so that no late scrape is lost. Only for
 * the intervals that `readOwnScrapes` shows.
 */
export function intervalLengths(window: RoleWindow, grid: PointGrid): IntervalLengths {
  const series = window.labelled('targetIntervalQuantiles');
  const shown = intervalsOf(series).map(({ interval }) => interval);
  const linesOf = (quantile: string): IntervalLengths['p50Seconds'] => Object.fromEntries(shown.flatMap((interval) => {
    const found = series.find(({ labels }) => labels['interval'] === interval && labels['quantile'] === quantile);
    if (found === undefined) return [];
    // NaN until an interval ends.
    return [[interval, gaugePoints(grid, found, 'max')]];
  }));
  return { time: shown.length === 0 ? [] : grid.time, p50Seconds: linesOf('0.5'), p99Seconds: linesOf('0.99') };
}

/** Returns the seconds of `1m30s` as Prometheus (and Go) writes it; null for other text. */
function secondsOf(text: string): number | null {
  if (!/^(?:\d+(?:ms|[smhdwy]))+$/.test(text)) return null;
  let seconds = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|[smhdwy])/g))
    seconds += Number(count) * (UNIT_SECONDS[unit ?? ''] ?? NaN);
  return seconds > 0 ? seconds : null;
}

function lastValue(series: { values: Float64Array; present: Uint8Array } | undefined): number | null {
  if (series === undefined) return null;
  for (let row = series.values.length - 1; row >= 0; row--) {
    if (series.present[row] === 1) return Number.isFinite(series.values[row]) ? numberAt(series.values, row) : null;
  }
  return null;
}

/** Returns the rows of the panel's table. */
export function ownScrapesFigures(window: RoleWindow, own: OwnScrapes): Figure[] {
  const row = (
    name: string, value: number | null, unit: Figure['unit'], { role, note }: { role: Role; note?: string }
  ): Figure[] => {
    const from = window.role(role)?.names ?? [];
    return from.length === 0 ? [] : [{ name, value, unit, from, ...(note === undefined ? {} : { note }) }];
  };
  const worst = own.intervals.reduce<OwnScrapes['intervals'][number] | null>(
    (most, one) => ((one.jitterRatio ?? -1) > (most?.jitterRatio ?? -1) ? one : most), null
  );
  return [
    ...row('Own scrapes', own.scrapesPerSecond, 'perSecond', { role: 'ownScrapes' }),
    ...row('Own scrapes, targets', own.targets, 'count', { role: 'ownScrapeTargets' }),
    ...row(
      'Own scrapes, jitter', worst?.jitterRatio ?? null, 'ratio',
      {
        role: 'targetIntervalQuantiles',
        note: worst === null ? 'no interval measured yet'
          : `99 % of the ${worst.interval} intervals are at most this much longer`,
      }
    ),
    ...row('Own scrapes failed', own.failed, 'count', { role: 'ownScrapesFailed' }),
    ...row('Own scrapes timed out', own.timedOut, 'count', { role: 'ownScrapesTimedOut' }),
    ...row('Own scrapes skipped', own.skipped, 'count', { role: 'ownScrapesSkipped' }),
    ...row('Samples out of order', own.outOfOrder, 'count', { role: 'samplesOutOfOrder' }),
    ...row('Samples with a duplicate timestamp', own.duplicate, 'count', { role: 'samplesDuplicate' }),
    ...row('Samples out of bounds', own.outOfBounds, 'count', { role: 'samplesOutOfBounds' }),
    ...row('Scrapes over the sample limit', own.overLimit, 'count', { role: 'scrapesOverLimit' }),
  ];
}
