/**
 * What every panel over a window needs first: which scrapes count, how far apart they are, where nothing was
 * scraped, and where the process restarted.
 */
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

/** A hole between scrapes longer than this many intervals means that nobody scraped. */
const HOLE_INTERVALS = 1.5;
/** At intervals below a second a busy machine's timers are late by more than that. */
const MIN_HOLE_MS = 1000;
/** `process_start_time_seconds` is a constant of a process; a larger change is another process. */
const START_TIME_TOLERANCE_SECONDS = 1.5;
/**
 * Neighbours on each side that show how often the target was scraped around a hole: a slower pace lasts at least five
 * scrapes.
 */
const NEIGHBOURS = 3;

export interface SpanMs { startMs: number; endMs: number }

/** The time that any of them covers: ascending, apart from each other. */
export function joinedSpans(spans: readonly SpanMs[]): SpanMs[] {
  const joined: SpanMs[] = [];
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last !== undefined && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else joined.push({ startMs, endMs });
  }
  return joined;
}

/** Whether the window ends now, to within five intervals: what holds at its end holds. */
export function reachesNow({ endMs }: { endMs: number }, nowMs: number, intervalSeconds: number): boolean {
  return endMs >= nowMs - 5000 * intervalSeconds;
}

export function spansInSeconds(spans: readonly SpanMs[]): Span[] {
  return spans.map((span) => ({ start: span.startMs / 1000, end: span.endMs / 1000 }));
}

/**
 * Rows that gave samples of their own, ascending. A body repeated byte for byte is excluded: the target answered from a
 * cache, and a rate over it would be 0 and then double.
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
 * The finding of every panel over a window without a good scrape, `nothing-scraped` or `no-scrape-answered`; null where
 * there is one.
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

/** Median distance between the given rows in ms, null with fewer than two. */
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
 * How far apart scrapes are around each row, ms: history of the target may be coarser than what was recorded after it,
 * and between the two the coarser counts. Failed scrapes count, repeated bodies do not. One second for fewer than two.
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
  // The first scrape ends no step, and a repeated body has the pace of the scrape before it.
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
  /** No scrape was even tried: tsdbscope itself did not run. */
  hole: boolean;
  /** It lies in what the target scraped of itself: it is the target that made no scrape. */
  isOwn: boolean;
  /** False when the window ends inside the gap. */
  over: boolean;
  scrapesMissed: number;
}

/**
 * Stretches without samples, ascending; `intervalMs` null: by the pace around each. A run of failed or skipped scrapes
 * lasts from the first of them to the next good scrape (or one interval past its last row when the window ends first).
 * A hole lasts from one interval after the scrape before it to the scrape after it; when the target was being asked
 * less often around it, that pace is the measure.
 * A single skipped scrape is not a gap: the slow scrape before it gave its samples. Before the first row and after the
 * last one there is no gap: nothing says that the target should have been scraped then.
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
      // A skipped scrape means that another one was running, which has a row only once it is over.
      const openMs = scrapes.error[i]?.kind === 'skipped' ? paceAt(i - 1) : 0;
      const silentMs = numberAt(startMs, i) - numberAt(startMs, i - 1) - 1000 * (durationSeconds[i - 1] || 0) - openMs;
      if (
        silentMs > MIN_HOLE_MS && silentMs > HOLE_INTERVALS * intervalAt(i)
          && silentMs > HOLE_INTERVALS * paceAt(i)
      ) {
        if (failedFrom >= 0)
          closeRun(Math.min(numberAt(startMs, i), numberAt(startMs, i - 1) + intervalAt(i - 1)), i - 1, true);
        // Before the recording began the target's own scrapes are all there is, and it is their pace that counts.
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
 * How far apart scrapes were on the slower side of the hole before row `at`; the interval where neither side shows it.
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
  /** When the new process started, kept between the two scrapes that bound it. */
  timeMs: number;
  /** First good scrape of the new process. */
  row: number;
}

/**
 * A stated start that moved to before an answer of the "old" process, while its counters went on: the target's clock
 * was set, which moves what it takes for its start, and nothing began.
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
 * Process starts seen inside the window: the stated start time changes between two good scrapes or, where the target
 * states none, a counter of CPU time or GC cycles falls. A clock that was set is not a start. The first process of the
 * window is not one.
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
