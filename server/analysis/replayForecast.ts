/**
 * How far is the replay, when is the target ready, and how much memory will it take? See docs/wal-replay.md.
 */
import type { WalReplayPanel } from '../api/contract.ts';
import type { RoleWindow, TargetFacts } from '../metrics/roleNames.ts';
import { valueAt } from './valueAt.ts';
import { segmentTimes, type SegmentRun } from './replayPhases.ts';
import type { ProcessStart } from './replayStarts.ts';

/** Segments whose time speaks for the next ones. */
const RECENT = 8;
/**
 * Samples that stand in m-mapped chunks are skipped, so the segments past those chunks cost more: 1.5 times as much in the
 * replays measured (Prometheus 2.42 and 3.15). Used until enough of them have been seen.
 */
const UNCOVERED_FACTOR = 1.5;
const ENOUGH_UNCOVERED = 3;
/** Relative error (one standard deviation) of the model before and after that; from the same replays, see the document. */
const EARLY_ERROR = 0.2;
const LATE_ERROR = 0.08;
/** Half width of the band in standard deviations: about nine in ten. */
const BAND = 1.7;
/** From the last segment to readiness: closing the head's start-up, rules, web handlers. */
const FINISH_MS = 600;
/** A head's sample times are real only between these (ms): before its first sample it reports the extremes of int64. */
const LATEST_TIME_MS = 7_258_118_400_000;
/** GOMEMLIMIT unset reads 2^63-1; nobody has this much memory. */
const NO_LIMIT_BYTES = 2 ** 60;

export interface Eta { lowMs: number; medianMs: number; highMs: number }

/** Newest sample in the head at the row; null before there is one. */
function headMaxMs(window: RoleWindow, row: number): number | null {
  const value = valueAt(window.role('headMaxTimeMs'), row);
  return value === null || value <= 0 || value > LATEST_TIME_MS ? null : value;
}

function headMinMs(window: RoleWindow, row: number): number | null {
  const value = valueAt(window.role('headMinTimeMs'), row);
  return value === null || value <= 0 || value > LATEST_TIME_MS ? null : value;
}

/** Time of the newest sample that the log can hold: the old process's last answer, else the new one's start. */
function newestLoggedMs(window: RoleWindow, start: ProcessStart): number {
  const before = start.beforeRow === null ? null : headMaxMs(window, start.beforeRow);
  return before ?? start.startMs;
}

/**
 * Time left until ready, from the segments loaded so far; null until three events are seen, since the first segment (it
 * creates most series) tells little. `nowMs` is the moment of the last scrape.
 */
export function forecastBySegments(window: RoleWindow, start: ProcessStart, run: SegmentRun, nowMs: number): Eta | null {
  const last = run.events.at(-1);
  if (last === undefined || run.events.length < 3) return null;
  const times = segmentTimes(run);
  const overallMs = (last.timeMs - run.fromMs) / last.loaded;
  const recentMs = meanTime(times.slice(-RECENT));
  const coveredMs = Math.max(overallMs, recentMs);
  const base = headMaxMs(window, run.events[0].row);
  const uncovered = base === null ? [] : times.filter((time) => (headMaxMs(window, time.row) ?? 0) > base + 1000);
  const seenUncovered = uncovered.reduce((sum, time) => sum + time.count, 0);
  const known = seenUncovered >= ENOUGH_UNCOVERED;
  const uncoveredMs = known ? meanTime(uncovered.slice(-RECENT)) : coveredMs * UNCOVERED_FACTOR;
  const left = segmentsLeft(window, start, run, { loaded: last.loaded, row: last.row, base, uncovered });
  const spent = Math.min(nowMs - last.timeMs, 0.7 * (left.covered >= 1 ? coveredMs : uncoveredMs));
  const medianMs = Math.max(0, left.covered * coveredMs + left.uncovered * uncoveredMs - Math.max(0, spent)) + FINISH_MS;
  const spreadMs = spreadOf(times.slice(-2 * RECENT));
  const model = known ? LATE_ERROR : EARLY_ERROR;
  const segments = left.covered + left.uncovered;
  const errorMs = BAND * Math.hypot(spreadMs * Math.sqrt(segments * (1 + segments / Math.max(1, Math.min(times.length, RECENT)))), model * medianMs);
  return { lowMs: Math.max(0, medianMs - Math.max(FINISH_MS, errorMs)), medianMs, highMs: medianMs + Math.max(1000, errorMs) };
}

/**
 * Segments still to load, in segments' worth of work: those whose samples stand in m-mapped chunks (cheap), and the rest.
 * The head's newest sample stands still at the end of those chunks and tells where they end. The last segment is the new
 * process's own and empty.
 */
function segmentsLeft(
  window: RoleWindow, start: ProcessStart, run: SegmentRun,
  seen: { loaded: number; row: number; base: number | null; uncovered: { count: number; row: number }[] },
): { covered: number; uncovered: number } {
  const withData = Math.max(0, run.total - 1 - seen.loaded);
  const newestMs = newestLoggedMs(window, start);
  const headMs = headMaxMs(window, seen.row);
  const first = seen.uncovered.at(0);
  if (first !== undefined && headMs !== null && seen.base !== null && headMs > seen.base) {
    const perSegmentMs = (headMs - seen.base) / seen.uncovered.reduce((sum, time) => sum + time.count, 0);
    const byTime = (newestMs - headMs) / perSegmentMs;
    return { covered: 0, uncovered: byTime > 0 && byTime < withData ? Math.max(byTime, withData - 1) : withData };
  }
  const oldestMs = headMinMs(window, seen.row);
  if (seen.base === null || oldestMs === null || newestMs <= oldestMs) return { covered: withData / 2, uncovered: withData / 2 };
  const coveredShare = Math.min(1, Math.max(0, (seen.base - oldestMs) / (newestMs - oldestMs)));
  const covered = Math.min(withData, Math.max(0, coveredShare * (run.total - 1) - seen.loaded));
  return { covered, uncovered: withData - covered };
}

function meanTime(times: { ms: number; count: number }[]): number {
  const count = times.reduce((sum, time) => sum + time.count, 0);
  return count === 0 ? 0 : times.reduce((sum, time) => sum + time.ms * time.count, 0) / count;
}

function spreadOf(times: { ms: number; count: number }[]): number {
  const mean = meanTime(times);
  const count = times.reduce((sum, time) => sum + time.count, 0);
  if (count < 2) return mean;
  return Math.sqrt(times.reduce((sum, time) => sum + time.count * (time.ms - mean) ** 2, 0) / (count - 1));
}

/** Most series are made in the first segment; how the head moves before so many are there is not how it moves on. */
const SETTLED_SERIES = 0.8;
const LEAST_ADVANCES = 4;
/** A stand-still this many typical steps long parts the skipped samples from those that are loaded. */
const STANDSTILL = 3;

/**
 * The same without a cursor, from the head's newest sample alone: it stands still while samples of m-mapped chunks are
 * skipped and then moves towards the last sample before the stop. null until it has moved a few times after that, while it
 * stands still, or when the last sample is not known.
 */
export function forecastByHead(window: RoleWindow, start: ProcessStart, lastRow: number): Eta | null {
  const { startMs } = window.scrapes;
  if (start.beforeRow === null || headMaxMs(window, start.beforeRow) === null) return null;
  const newestMs = newestLoggedMs(window, start);
  const steps = headAdvances(window, start, lastRow);
  if (steps.length < LEAST_ADVANCES) return null;
  const first = steps[0];
  const last = steps[steps.length - 1];
  const typicalMs = (last.timeMs - first.timeMs) / (steps.length - 1);
  const idleMs = startMs[lastRow] - last.timeMs;
  if (last.headMs >= newestMs || last.timeMs <= first.timeMs || idleMs > STANDSTILL * typicalMs) return null;
  const speed = (last.headMs - first.headMs) / (last.timeMs - first.timeMs);
  const medianMs = Math.max(0, (newestMs - last.headMs) / speed - Math.min(idleMs, typicalMs)) + FINISH_MS;
  const errorMs = BAND * Math.hypot(EARLY_ERROR * medianMs, typicalMs);
  return { lowMs: Math.max(0, medianMs - errorMs), medianMs, highMs: medianMs + errorMs };
}

/** Rows at which the head's newest sample rose, after most series were there and after the longest stand-still. */
function headAdvances(window: RoleWindow, start: ProcessStart, lastRow: number): { timeMs: number; headMs: number }[] {
  const series = window.role('headSeries');
  let seriesNow: number | null = null;
  for (let row = lastRow; row >= start.firstRow && seriesNow === null; row--) seriesNow = valueAt(series, row);
  const steps: { timeMs: number; headMs: number }[] = [];
  let highest: number | null = null;
  for (let row = start.firstRow; row <= lastRow; row++) {
    const headMs = headMaxMs(window, row);
    if (headMs === null) continue;
    const settled = seriesNow === null || (valueAt(series, row) ?? 0) >= SETTLED_SERIES * seriesNow;
    if (highest !== null && headMs > highest && settled) steps.push({ timeMs: window.scrapes.startMs[row], headMs });
    highest = Math.max(highest ?? headMs, headMs);
  }
  let cut = 0;
  let longest = 0;
  for (let i = 1; i < steps.length; i++) {
    const gap = steps[i].timeMs - steps[i - 1].timeMs;
    if (gap > longest) { longest = gap; cut = i; }
  }
  const after = steps.slice(cut);
  const typical = after.length < 2 ? Infinity : (after[after.length - 1].timeMs - after[0].timeMs) / (after.length - 1);
  return longest > STANDSTILL * typical || after.length < 2 ? after : steps;
}

/**
 * Progress by row of the start, 0 to 1 and never falling: segments loaded of all while the WAL is read; where there is no
 * cursor, the share of the head's sample time that is there again (null until most series are); 0.99 at most until the target is ready, then 1.
 */
export function progressByRow(window: RoleWindow, start: ProcessStart, runs: SegmentRun[]): (number | null)[] {
  const ratios: (number | null)[] = [];
  const wal = runs.at(0);
  const newestMs = start.beforeRow === null ? null : newestLoggedMs(window, start);
  let highest: number | null = null;
  let event = 0;
  const seriesBefore = start.beforeRow === null ? null : valueAt(window.role('headSeries'), start.beforeRow);
  for (let row = start.firstRow; row < start.endRow; row++) {
    let ratio: number | null = null;
    if (start.readyRow !== null && row >= start.readyRow) ratio = 1;
    else if (wal !== undefined) {
      while (event < wal.events.length && wal.events[event].row <= row) event++;
      if (row >= wal.row) ratio = event === 0 ? 0 : wal.events[event - 1].loaded / wal.total;
      if (row >= wal.row && wal.endMs !== null && window.scrapes.startMs[row] >= wal.endMs) ratio = 1;
    } else if (newestMs !== null) {
      const headMs = headMaxMs(window, row);
      const oldestMs = headMinMs(window, row);
      const settled = (valueAt(window.role('headSeries'), row) ?? 0) >= SETTLED_SERIES * (seriesBefore ?? Infinity);
      if (settled && headMs !== null && oldestMs !== null && newestMs > oldestMs) ratio = (headMs - oldestMs) / (newestMs - oldestMs);
    }
    if (ratio !== null) {
      const capped: number = row >= (start.readyRow ?? Infinity) ? 1 : Math.min(0.99, Math.max(0, ratio));
      highest = Math.max(highest ?? 0, capped);
    }
    ratios.push(highest);
  }
  return ratios;
}

/** Before so much of the replay is done, the climb at its beginning says nothing about the end. */
const LEAST_PROGRESS = 0.3;
const HIGH_SHARE = 0.95;
const LOW_SHARE = 0.8;

/**
 * Peak of resident memory: seen so far, at least what the process held before it stopped, and while it replays the line
 * through the last half of (progress, RSS) carried on to the end. Risk against the limit: `high` from 95 % of it,
 * `low` from 80 %; `unknown` without a limit, or before there is anything to project from.
 */
export function forecastMemory(
  window: RoleWindow, start: ProcessStart, progress: (number | null)[], facts: TargetFacts,
): WalReplayPanel['memory'] {
  const rss = window.role('residentBytes');
  const limitBytes = memoryLimit(window, start.endRow - 1, facts);
  const points: { ratio: number; bytes: number }[] = [];
  let peak: number | null = null;
  const lastRow = start.readyRow ?? start.endRow - 1;
  for (let row = start.firstRow; row <= lastRow; row++) {
    const bytes = valueAt(rss, row);
    if (bytes === null) continue;
    peak = Math.max(peak ?? 0, bytes);
    const ratio = progress[row - start.firstRow];
    if (ratio !== null && ratio > 0) points.push({ ratio, bytes });
  }
  const reached = points.at(-1)?.ratio ?? 0;
  let projected = peak;
  if (start.readyRow === null && peak !== null) {
    const before = start.beforeRow === null ? null : valueAt(rss, start.beforeRow);
    projected = Math.max(peak, before ?? 0, reached < LEAST_PROGRESS ? 0 : lineAtEnd(points.slice(Math.floor(points.length / 2))) ?? 0);
    if (reached < LEAST_PROGRESS && before === null) projected = null;
  }
  const share = limitBytes === null || projected === null ? null : projected / limitBytes;
  return {
    limitBytes,
    projectedPeakBytes: projected,
    risk: share === null ? 'unknown' : share >= HIGH_SHARE ? 'high' : share >= LOW_SHARE ? 'low' : 'none',
  };
}

/** Least-squares line through the points, read at ratio 1; null when they do not spread. */
function lineAtEnd(points: { ratio: number; bytes: number }[]): number | null {
  if (points.length < 3) return null;
  const meanRatio = points.reduce((sum, point) => sum + point.ratio, 0) / points.length;
  const meanBytes = points.reduce((sum, point) => sum + point.bytes, 0) / points.length;
  let covariance = 0;
  let variance = 0;
  for (const point of points) {
    covariance += (point.ratio - meanRatio) * (point.bytes - meanBytes);
    variance += (point.ratio - meanRatio) ** 2;
  }
  return variance <= 0 ? null : meanBytes + (covariance / variance) * (1 - meanRatio);
}

function memoryLimit(window: RoleWindow, row: number, facts: TargetFacts): number | null {
  let limit = facts.memoryLimitBytes ?? null;
  for (let at = row; limit === null && at >= 0 && at > row - 50; at--) limit = valueAt(window.role('memoryLimitBytes'), at);
  return limit === null || limit <= 0 || limit >= NO_LIMIT_BYTES ? null : limit;
}
