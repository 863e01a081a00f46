/** Scrapes panel: whether the target answered, how fast, and if not, why; see docs/reference/scrapes.md. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { ScrapeErrorKind, ScrapesPanel } from '../../../../core/contract/contract.ts';
import { NO_INPUTS } from '../../../../core/panels.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { ScrapeTable } from '../../../data/metrics/series.ts';
import { measuredDurations } from '../../signals/scrapeDurations.ts';
import { heldUpBy } from '../../signals/skippedScrapes.ts';
import { everyRowGrid, type PointGrid } from '../../signals/counterSteps.ts';
import { findCpuCeiling } from '../../signals/cpuCeiling.ts';
import { feltSeconds, overlapTests, slowScrapes } from './scrapeChance.ts';
import { rankCauses } from './scrapeCauses.ts';
import { explainGap, isSilent } from './scrapeGaps.ts';
import { intervalLengths, ownScrapesFigures, readOwnScrapes } from './scrapeOwn.ts';
import { findSuspects } from './scrapeSuspects.ts';
import { quantile, sortedFinite } from '../../../../core/statistics/quantiles.ts';
import { scrapesFigures } from './scrapesFigures.ts';
import { describeScrapes, scrapesMissing, type ScrapesOptions, type Tail } from './scrapesWords.ts';
import { shortagesNow } from './shortagesNow.ts';
import { NO_SCRAPE_SPIKES } from '../../signals/spikes/quantitySpikes.ts';
import { processWork } from '../../signals/host/processWork.ts';
import { findRestarts, findScrapeGaps, spansInSeconds, type SpanMs } from '../../signals/windowFrame.ts';

/**
 * Time before a cycle's end, by which cycles are known, in which a running scrape counts as one during GC (a cycle of
 * the demo takes 1.3 s).
 */
const GC_REACH_MS = 1000;

/**
 * Returns the panel for a window. `compactions` (spans) and `cycles` (ends) are on tsdbscope's clock, ascending. Of all
 * rows (`total`), each is good, failed (`timedOut` among them), or `skipped`. Durations are those of scrapes that were
 * answered, and of time-outs with the time they were given: omitting the slowest would flatter the tail. Refused
 * connections say nothing about speed and are excluded. `byState` holds answered and timed-out scrapes that overlap a
 * compaction, else the second before a GC cycle's end, else `quiet`. Works on an empty window; pure.
 */
export function analyseScrapes(
  window: RoleWindow, compactions: readonly SpanMs[], cycles: readonly { endMs: number }[], options: ScrapesOptions,
): ScrapesPanel {
  const { scrapes } = window;
  const grid = everyRowGrid(scrapes, options.stepMs);
  const restarts = findRestarts(window);
  const spans = findScrapeGaps(scrapes, options.intervalSeconds * 1000);
  const overlapping = compactions.filter((span) => span.endMs > window.startMs && span.startMs < window.endMs);
  const intervalMs = options.intervalSeconds * 1000;
  const ceiling = findCpuCeiling(window, options.maxProcs ?? null);
  const work = processWork(window);
  const { standstills } = work;
  const suspects = findSuspects(window, { compactions: overlapping, cycles, ceiling, standstills, intervalMs });
  const totals = countScrapes(scrapes);
  const measured = measuredDurations(scrapes);
  const durationSeconds = tail(measured);
  const isLost = (row: number): boolean => isLostToSlowness(scrapes, row, intervalMs);
  const slow = slowScrapes(measured, isLost);
  // The reason of a target's silence until now is unknown before it answers.
  const silent = spans.find(isSilent);
  const rows = silent === undefined ? slow.rows : slow.rows.filter((row) => row < silent.firstRow);
  const tests = overlapTests(suspects, { ...slow, rows });
  const felt = feltSeconds(options.timeoutSeconds);
  const causes = rankCauses(suspects, tests, rows, (row) => isLost(row) || numberAt(measured, row) >= felt);
  const gaps = spans.map((gap) => explainGap(gap, { window, restarts, suspects, causes, work, intervalMs }));
  const ownScrapes = readOwnScrapes(window, options.jobs ?? null);
  const byState = latencyByState(scrapes, measured, overlapping, cycles);
  const { spikes = NO_SCRAPE_SPIKES } = options;
  const goodRows = totals.total - totals.failed - totals.skipped;
  return {
    range: {
      start: window.startMs / 1000, end: window.endMs / 1000, step: grid.stepMs / 1000, scrapes: scrapes.length,
    },
    finding: describeScrapes(window, {
      totals, goodRows, durationSeconds, gaps, spans, measured, causes, spikes, options,
    }),
    missing: scrapesMissing(window, ownScrapes),
    restarts: restarts.map((restart) => ({ time: restart.timeMs / 1000 })),
    gapSpans: spansInSeconds(spans),
    figures: [
      ...scrapesFigures({ totals, duration: durationSeconds, byState, gaps, tests, slow: slow.slow, ceiling }, options),
      ...ownScrapesFigures(window, ownScrapes)
    ],
    scrapes: totals,
    durationSeconds,
    timeoutSeconds: options.timeoutSeconds,
    gaps,
    byState,
    slow: slow.slow,
    overlapTests: tests,
    causes,
    shortagesNow: shortagesNow(window, suspects, causes, options),
    cpuCeiling: ceiling === null ? null : {
      cores: ceiling.cores, basis: ceiling.basis, isPlateau: ceiling.isPlateau, spans: spansInSeconds(ceiling.spans),
    },
    ownScrapes,
    intervalLengths: intervalLengths(window, grid),
    jobDurations: options.jobDurations ?? NO_INPUTS.jobDurations,
    points: slowestPoints(scrapes, grid),
    cycles: cycles.filter(({ endMs }) => endMs >= window.startMs && endMs < window.endMs)
      .map(({ endMs }) => ({ time: endMs / 1000 })),
    compactions: spansInSeconds(overlapping),
    spikes,
  };
}

function countScrapes(scrapes: ScrapeTable): ScrapesPanel['scrapes'] {
  const totals = { total: scrapes.length, failed: 0, timedOut: 0, skipped: 0 };
  for (const error of scrapes.error) {
    if (error === null) continue;
    if (error.kind === 'skipped') totals.skipped++;
    else totals.failed++;
    if (error.kind === 'timeout') totals.timedOut++;
  }
  return totals;
}

/**
 * Returns whether slowness lost a scrape. One that tsdbscope skipped because it was late itself says nothing about the
 * target. One that the target failed to make of itself can only have been too slow.
 */
function isLostToSlowness(scrapes: ScrapeTable, row: number, intervalMs: number): boolean {
  const kind = scrapes.error[row]?.kind;
  return kind === 'timeout' || (kind !== undefined && scrapes.isOwn?.[row] === 1)
    || (kind === 'skipped' && heldUpBy(scrapes, row, intervalMs) !== 'collector');
}

function tail(seconds: ArrayLike<number>): Tail {
  const sorted = sortedFinite(seconds);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: quantile(sorted, 1) };
}

function latencyByState(
  scrapes: ScrapeTable, measured: Float64Array, compactions: readonly SpanMs[], cycles: readonly { endMs: number }[],
): ScrapesPanel['byState'] {
  const seconds = { quiet: [] as number[], gc: [] as number[], compaction: [] as number[] };
  let compaction = 0;
  let cycle = 0;
  for (let row = 0; row < scrapes.length; row++) {
    if (Number.isNaN(measured[row])) continue;
    const startMs = numberAt(scrapes.startMs, row);
    const endMs = startMs + 1000 * numberAt(measured, row);
    while (compaction < compactions.length && elementAt(compactions, compaction).endMs < startMs) compaction++;
    while (cycle < cycles.length && elementAt(cycles, cycle).endMs < startMs) cycle++;
    const compacting = compaction < compactions.length && elementAt(compactions, compaction).startMs < endMs;
    const collecting = cycle < cycles.length && elementAt(cycles, cycle).endMs - GC_REACH_MS < endMs;
    seconds[compacting ? 'compaction' : collecting ? 'gc' : 'quiet'].push(numberAt(measured, row));
  }
  return (['quiet', 'gc', 'compaction'] as const).map(
    (state) => ({ state, count: seconds[state].length, ...tail(seconds[state]) })
  );
}

/** Returns, per point, the slowest scrape tried, and the first failed one next to it: thinning hides no failure. */
function slowestPoints(scrapes: ScrapeTable, grid: PointGrid): ScrapesPanel['points'] {
  const kept: number[] = [];
  for (let point = 0; point < grid.time.length; point++) {
    let slowest = -1;
    let failed = -1;
    for (let k = numberAt(grid.first, point); k < numberAt(grid.first, point + 1); k++) {
      const row = numberAt(grid.rows, k);
      if (failed < 0 && scrapes.error[row] !== null) failed = row;
      if (slowest < 0 || (scrapes.durationSeconds[row] || 0) > (scrapes.durationSeconds[slowest] || 0)) slowest = row;
    }
    if (failed >= 0 && failed < slowest) kept.push(failed);
    if (slowest >= 0) kept.push(slowest);
    if (failed > slowest) kept.push(failed);
  }
  const errors: (ScrapeErrorKind | null)[] = kept.map((row) => scrapes.error[row]?.kind ?? null);
  const seconds = (row: number): number | null => {
    const value = numberAt(scrapes.durationSeconds, row);
    const isUnknown = value === 0 && elementAt(scrapes.error, row) === null;
    return scrapes.error[row]?.kind === 'skipped' || !Number.isFinite(value) || isUnknown ? null : value;
  };
  return {
    time: kept.map((row) => numberAt(scrapes.startMs, row) / 1000),
    durationSeconds: kept.map(seconds),
    status: kept.map((row) => scrapes.status[row] ?? 0),
    bytes: kept.map((row) => (elementAt(scrapes.error, row) === null ? numberAt(scrapes.bytes, row) : null)),
    error: errors,
  };
}
