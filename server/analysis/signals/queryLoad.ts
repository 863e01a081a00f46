/** CPU load by queries: ingestion is steady by nature; ad-hoc queries and rules are not. */
import type { Figure } from '../../../core/contract/contract.ts';
import type { RoleSeries, RoleWindow } from '../../data/metrics/roleNames.ts';
import { numberAt } from '../../../core/elementAt.ts';
import { median } from '../../../core/statistics/quantiles.ts';
import { counterSteps, meanRate, momentaryRates } from './counterSteps.ts';
import { valueAt } from './valueAt.ts';
import { findRestarts, freshScrapes, joinedSpans, type SpanMs } from './windowFrame.ts';

/**
 * Returns rows of a table: queries in flight, and time spent evaluating them. None for a target that exports neither.
 */
export function queryFigures(window: RoleWindow): Figure[] {
  const figures: Figure[] = [];
  const running = window.role('queriesNow');
  if (running !== undefined) {
    const seen = [...running.values].filter(Number.isFinite);
    figures.push({
      name: 'Queries in flight, max', value: seen.length === 0 ? null
        : seen.reduce((most, one) => Math.max(most, one), 0),
      unit: 'count', from: running.names,
      note: 'at any scrape, its own rules included; short queries can fall between two scrapes',
    });
  }
  const evaluating = window.role('queryEvalSeconds');
  if (evaluating === undefined) return figures;
  const { scrapes } = window;
  const fresh = freshScrapes(scrapes);
  const steps = counterSteps(scrapes, evaluating, fresh, new Set(findRestarts(window).map(({ row }) => row)));
  const byRow = momentaryRates(steps, scrapes);
  const rates = [...byRow].filter(Number.isFinite);
  // Weighted by time: an interval of two steps counts twice.
  const counted = steps.increase.map((rise, row) => (Number.isFinite(byRow[row]) ? rise : NaN));
  const mean = meanRate({ ...steps, increase: counted });
  figures.push({
    name: 'Query evaluation, mean', value: mean,
    high: rates.length === 0 ? null : rates.reduce((most, rate) => Math.max(most, rate), 0),
    low: rates.length === 0 ? null : rates.reduce((least, rate) => Math.min(least, rate), Infinity),
    unit: 'cores', from: evaluating.names,
    note: mean === null ? 'needs two scrapes of one process'
      : 'seconds of evaluation per second, lowest to highest; it includes waiting for disk, '
        + 'so queries used at most this many cores',
  });
  return figures;
}

/** Queries are a load at this many seconds of evaluation per second, and this multiple of the usual rate. */
const HEAVY_RATE = 0.5;
const OVER_USUAL = 3;
/** This many more in flight than usual are a load too: long queries are counted only when they end. */
const MORE_AT_ONCE = 2;
/** Maximum time that a long query extends back, because the counter rises only when a query ends. */
const MAX_REACH_MS = 60_000;

/**
 * Returns the counter of query time, 0 while the target had not answered a query yet: VictoriaMetrics exports the
 * counter only from then on.
 */
function fromFirstQuery(window: RoleWindow): RoleSeries | undefined {
  const series = window.role('queryEvalSeconds');
  if (series === undefined) return undefined;
  const { error, isOwn } = window.scrapes;
  const first = series.present.indexOf(1);
  const isBefore = (row: number): boolean => row < first && error[row] === null && isOwn?.[row] === isOwn?.[first];
  return {
    ...series, values: series.values.map((value, row) => (isBefore(row) ? 0 : value)),
    present: series.present.map((is, row) => (isBefore(row) ? 1 : is)),
  };
}

/**
 * Returns when queries were evaluated for far longer than usual in this window; a query longer than the interval in
 * which it ended extends the span back by its duration. Ascending; empty without the counter.
 */
export function heavyQuerySpans(window: RoleWindow): SpanMs[] {
  const { scrapes } = window;
  const fresh = freshScrapes(scrapes);
  const steps = counterSteps(
    scrapes, fromFirstQuery(window), fresh, new Set(findRestarts(window).map(({ row }) => row))
  );
  const rates = steps.increase.map((rise, row) => rise / numberAt(steps.seconds, row));
  const running = window.role('queriesNow');
  const usualAtOnce = running === undefined ? 0 : median(running.values) ?? 0;
  const usual = median(rates.filter(Number.isFinite)) ?? 0;
  const spans: SpanMs[] = [];
  for (const row of fresh) {
    const isHeavy = numberAt(rates, row) >= Math.max(HEAVY_RATE, OVER_USUAL * usual);
    if (!isHeavy && !((valueAt(running, row) ?? 0) >= usualAtOnce + MORE_AT_ONCE)) continue;
    const endMs = numberAt(scrapes.startMs, row) + 1000 * numberAt(scrapes.durationSeconds, row);
    // Concurrent queries share the time.
    const atOnce = Math.max(1, ...[row - 1, row].map((at) => valueAt(running, at) ?? 1));
    const took = isHeavy ? numberAt(steps.increase, row) / atOnce : 0;
    const tookMs = 1000 * Math.max(numberAt(steps.seconds, row) || 0, took);
    const reachMs = Math.min(MAX_REACH_MS, tookMs);
    spans.push({ startMs: endMs - reachMs, endMs });
  }
  return joinedSpans(spans);
}
