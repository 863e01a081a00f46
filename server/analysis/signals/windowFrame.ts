/** Basics of a window for every panel: which scrapes count, their intervals, gaps, and process restarts. */
import type { Finding, Span } from '../../../core/contract/contract.ts';
import { finding } from '../../../core/finding.ts';
import { count, parts } from '../../../core/text/parts.ts';
import { numberAt } from '../../../core/elementAt.ts';
import { memoised } from './memoised.ts';
import type { RoleWindow } from '../../data/metrics/roleNames.ts';
import type { ScrapeTable } from '../../data/metrics/series.ts';
import { upperMedian } from '../../../core/statistics/quantiles.ts';
import { usualSteps } from '../../../core/statistics/usualSteps.ts';
import { valueAt } from './valueAt.ts';

/** A hole of more than this many intervals means that no scrape was sent. */
const HOLE_INTERVALS = 1.5;
/** Minimum length of a hole; timers of a busy machine are later than sub-second intervals. */
const MIN_HOLE_MS = 1000;
/** `process_start_time_seconds` is constant per process; a larger change means another process. */
const START_TIME_TOLERANCE_SECONDS = 1.5;
/**
 * Number of neighbours on each side that show the scrape interval around a hole; a slower interval lasts at least five
 * scrapes.
 */
const NEIGHBOURS = 3;

export interface SpanMs { startMs: number; endMs: number }

/** Returns the time that any of the spans covers, ascending and not overlapping. */
export function joinedSpans(spans: readonly SpanMs[]): SpanMs[] {
  const joined: SpanMs[] = [];
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last !== undefined && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else joined.push({ startMs, endMs });
  }
  return joined;
}

/** Reports whether the window ends now, to within five intervals, so that its end shows the current state. */
export function reachesNow({ endMs }: { endMs: number }, nowMs: number, intervalSeconds: number): boolean {
  return endMs >= nowMs - 5000 * intervalSeconds;
}

export function spansInSeconds(spans: readonly SpanMs[]): Span[] {
  return spans.map((span) => ({ start: span.startMs / 1000, end: span.endMs / 1000 }));
}

/**
 * Returns the rows that gave samples of their own, ascending. Skips bodies repeated byte for byte: the target answered
 * from a cache, and a rate over them would be 0 and then double.
 */
export const freshScrapes = memoised((scrapes: ScrapeTable): Int32Array => {
  const rows = new Int32Array(scrapes.length);
  let used = 0;
  for (let i = 0; i < scrapes.length; i++) {
    if (scrapes.error[i] === null && scrapes.repeated[i] === 0) rows[used++] = i;
  }
  return rows.subarray(0, used);
});

/**
 * Returns the finding of every panel over a window without a good scrape, `nothing-scraped` or `no-scrape-answered`;
 * null if a scrape succeeded.
 */
export function nothingKnown(scrapes: ScrapeTable): Finding | null {
  if (scrapes.length === 0) {
    return finding({
      code: 'nothing-scraped', severity: 'unknown',
      claim: parts`Nothing was scraped in this window. Choose a time when the target was recorded.`,
    });
  }
  if (scrapes.error.some((error) => error === null)) return null;
  return finding({
    code: 'no-scrape-answered', severity: 'unknown',
    claim: parts`No scrape in this window succeeded (${count(scrapes.length, 'failure')}). The Scrapes page shows why.`,
  });
}

/** Returns the median distance between the given rows in ms; null with fewer than two. */
export function medianStepMs(scrapes: ScrapeTable, rows?: ArrayLike<number>): number | null {
  const count = rows?.length ?? scrapes.length;
  if (count < 2) return null;
  const steps = new Float64Array(count - 1);
  for (let k = 1; k < count; k++) {
    const from = rows === undefined ? k - 1 : rows[k - 1] ?? NaN;
    const to = rows === undefined ? k : rows[k] ?? NaN;
    steps[k - 1] = numberAt(scrapes.startMs, to) - numberAt(scrapes.startMs, from);
  }
  return upperMedian(steps);
}

/**
 * Returns the scrape interval around each row, ms. A target's history may be coarser than the recording after it;
 * between the two the coarser interval counts. Failed scrapes count, repeated bodies do not. One second for fewer than
 * two.
 */
export const pacesMs = memoised((scrapes: ScrapeTable): Float64Array => {
  const { length, startMs, repeated } = scrapes;
  const steps = new Float64Array(length);
  let count = -1;
  let before = NaN;
  for (let row = 0; row < length; row++) {
    if (repeated[row] !== 0) continue;
    const ms = numberAt(startMs, row);
    if (count >= 0) steps[count] = ms - before;
    before = ms;
    count++;
  }
  const usual = usualSteps(steps.subarray(0, Math.max(0, count)));
  const found = new Float64Array(length);
  // The first scrape ends no step, and a repeated body has the interval of the previous scrape.
  let step = -1;
  for (let row = 0; row < length; row++) {
    if (repeated[row] === 0) step++;
    found[row] = usual[Math.max(0, step - 1)] ?? 1000;
  }
  return found;
});

/** A stretch without samples. Rows `firstRow` to `lastRow` failed; in a hole without any rows `firstRow > lastRow`. */
export interface ScrapeGapSpan extends SpanMs {
  firstRow: number;
  lastRow: number;
  /** No scrape was sent: tsdbscope itself did not run. */
  hole: boolean;
  /** It is in the target's own scrapes: the target itself sent none. */
  isOwn: boolean;
  /** False if the window ends inside the gap. */
  over: boolean;
  scrapesMissed: number;
}

/**
 * Returns stretches without samples, ascending; with `intervalMs` null, by the interval around each. A run of failed or
 * skipped scrapes lasts from its first row to the next good scrape (or one interval past its last row if the window
 * ends first). A hole lasts from one interval after the previous scrape to the next one; if the target was scraped less
 * often around it, that interval counts. A single skipped scrape is not a gap, because the slow scrape before it gave
 * its samples. There is no gap before the first or after the last row, where nothing shows that a scrape was due.
 */
export function findScrapeGaps(scrapes: ScrapeTable, intervalMs: number | null): ScrapeGapSpan[] {
  const intervalAt = (row: number): number => intervalMs ?? numberAt(pacesMs(scrapes), row);
  const paceAt = (row: number): number => paceAroundMs(scrapes, row, intervalAt(row));
  const gaps: ScrapeGapSpan[] = [];
  const { startMs, durationSeconds } = scrapes;
  let failedFrom = -1;
  const closeRun = (endMs: number, lastRow: number, over: boolean): void => {
    const loneSkip = failedFrom === lastRow && scrapes.error[lastRow]?.kind === 'skipped';
    if (!loneSkip) {
      gaps.push({
        startMs: numberAt(startMs, failedFrom), endMs, firstRow: failedFrom, lastRow, hole: false, over,
        isOwn: scrapes.isOwn?.[failedFrom] === 1, scrapesMissed: lastRow - failedFrom + 1,
      });
    }
    failedFrom = -1;
  };
  for (let i = 0; i < scrapes.length; i++) {
    if (i > 0) {
      // A skipped scrape means that another was running, which gets its row only at its end.
      const openMs = scrapes.error[i]?.kind === 'skipped' ? paceAt(i - 1) : 0;
      const silentMs = numberAt(startMs, i) - numberAt(startMs, i - 1) - 1000 * (durationSeconds[i - 1] || 0) - openMs;
      if (
        silentMs > MIN_HOLE_MS && silentMs > HOLE_INTERVALS * intervalAt(i)
          && silentMs > HOLE_INTERVALS * paceAt(i)
      ) {
        if (failedFrom >= 0)
          closeRun(Math.min(numberAt(startMs, i), numberAt(startMs, i - 1) + intervalAt(i - 1)), i - 1, true);
        // Before the recording only the target's own scrapes exist, so their interval counts.
        const isOwn = scrapes.isOwn?.[i - 1] === 1;
        const paceMs = isOwn ? paceAt(i) : intervalAt(i);
        gaps.push({
          startMs: numberAt(startMs, i - 1) + paceMs, endMs: numberAt(startMs, i), firstRow: i, lastRow: i - 1,
          hole: true, over: true, isOwn,
          scrapesMissed: Math.max(1, Math.round((numberAt(startMs, i) - numberAt(startMs, i - 1)) / paceMs) - 1),
        });
      }
    }
    if (scrapes.error[i] !== null) {
      if (failedFrom < 0) failedFrom = i;
    } else if (failedFrom >= 0) {
      closeRun(numberAt(startMs, i), i - 1, true);
    }
  }
  const last = scrapes.length - 1;
  if (failedFrom >= 0) closeRun(numberAt(startMs, last) + intervalAt(last), last, false);
  return gaps;
}

/**
 * Returns whether the time without samples that begins at `sinceMs` may have begun before the window: its first scrape
 * already failed, and was sent as soon as the window began.
 */
export function mayHaveBegunBefore({ scrapes, startMs }: RoleWindow, sinceMs: number): boolean {
  const firstMs = scrapes.startMs[0];
  return firstMs !== undefined && sinceMs <= firstMs && firstMs - startMs < 2 * numberAt(pacesMs(scrapes), 0);
}

/**
 * Returns the scrape interval on the slower side of the hole before row `at`; `intervalMs` if neither side shows one.
 */
export function paceAroundMs(scrapes: ScrapeTable, at: number, intervalMs: number): number {
  const side = (from: number, to: number): number => {
    const steps: number[] = [];
    for (let i = Math.max(1, from); i <= Math.min(to, scrapes.length - 1); i++)
      steps.push(numberAt(scrapes.startMs, i) - numberAt(scrapes.startMs, i - 1));
    return steps.length < 3 ? intervalMs : upperMedian(steps) ?? intervalMs;
  };
  return Math.max(intervalMs, side(at - NEIGHBOURS, at - 1), side(at + 1, at + NEIGHBOURS));
}

export interface ProcessRestart {
  /** Start of the new process, clamped between the two scrapes around it. */
  timeMs: number;
  /** First good scrape of the new process. */
  row: number;
}

/**
 * Reports whether the clock was set instead of a restart: the reported start moved to before an answer of the "old"
 * process, while its counters continued.
 */
function isClockStep(window: RoleWindow, before: number, row: number, statedMs: number): boolean {
  if (statedMs >= numberAt(window.scrapes.startMs, before)) return false;
  let goesOn = false;
  for (const role of ['cpuSeconds', 'gcCycles'] as const) {
    const series = window.role(role);
    const [then, now] = [valueAt(series, before), valueAt(series, row)];
    if (then === null || now === null) continue;
    if (now < then) return false;
    goesOn = true;
  }
  return goesOn;
}

/**
 * Returns process starts inside the window: the reported start time changes between two good scrapes or, if the target
 * reports none, a counter of CPU time or GC cycles falls. Setting the clock is not a start, and neither is the window's
 * first process.
 */
export const findRestarts = memoised((window: RoleWindow): readonly ProcessRestart[] => {
  const { scrapes } = window;
  const stated = window.role('processStartSeconds');
  const counter = window.role('cpuSeconds') ?? window.role('gcCycles');
  const signal = stated ?? counter;
  if (signal === undefined) return [];
  const restarts: ProcessRestart[] = [];
  let before = -1;
  for (let row = 0; row < scrapes.length; row++) {
    if (scrapes.error[row] !== null || signal.present[row] === 0) continue;
    const value = numberAt(signal.values, row);
    if (!Number.isFinite(value)) continue;
    if (before >= 0) {
      const last = numberAt(signal.values, before);
      const changed = stated === undefined ? value < last
        : Math.abs(value - last) > START_TIME_TOLERANCE_SECONDS && !isClockStep(window, before, row, value * 1000);
      const bound = (timeMs: number): number =>
        Math.min(numberAt(scrapes.startMs, row), Math.max(numberAt(scrapes.startMs, before), timeMs));
      if (changed) restarts.push({ timeMs: bound(stated === undefined ? Infinity : value * 1000), row });
    }
    before = row;
  }
  return restarts;
});
