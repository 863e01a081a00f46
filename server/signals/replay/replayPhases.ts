/**
 * Phases of one start of the target, and the segments it loaded; see docs/reference/wal-replay.md.
 *
 *   down -> opening -> m-mapped chunks -> checkpoint -> segments -> WBL -> finishing -> ready -> warm-up
 *   cursor:  0,0,0       0,0,0           min,max,min    rises      reset   stays at max
 */
import { elementAt, numberAt } from '../../../core/elementAt.ts';
import type { ReplayPhase } from '../../../core/contract/contract.ts';
import type { RoleWindow } from '../../metrics/roleNames.ts';
import { valueAt } from '../valueAt.ts';
import { loadedAt, trustedCursors } from './replayCursor.ts';
import type { ProcessStart } from './replayStarts.ts';
import { median, quantile, sortedFinite } from '../../statistics/quantiles.ts';

/** A warm-up lasts at most this long; later slow scrapes have other causes. */
const WARM_UP_MS = 60_000;
/** Scrapes this many times slower than later ones belong to the warm-up. */
const SLOW_FACTOR = 4;
const SLOW_SECONDS = 0.1;
const LEAST_ROWS_AFTER = 20;
/** The warm-up ends once no scrape is slow for this long. */
const WARM_QUIET_MS = 8000;

/** A poll and a scrape further apart than this do not belong together. */
const POLLED_EARLY_MS = 2500;

/** The row in which the cursor first showed this many loaded segments. */
export interface SegmentEvent {
  row: number;
  timeMs: number;
  /** Segments loaded by then, of `total`. */
  loaded: number;
}

/** One pass over a log: the WAL, or after it the out-of-order log (WBL). */
export interface SegmentRun {
  /** First row of the cursor in this run. */
  row: number;
  /** The row from which on it is known to be one. */
  knownRow: number;
  fromMs: number;
  min: number;
  max: number;
  total: number;
  events: SegmentEvent[];
  /** When the next run, the end of the replay or readiness was seen; null while it runs. */
  endMs: number | null;
  /** The log was damaged: the server continued without the segments that are not in `events`. */
  cutShort?: true;
}

/** Segments that the run loaded; a finished one loaded them all, unless the log was damaged. */
export function loadedOf(run: SegmentRun, over: boolean): number {
  return over && run.endMs !== null && run.cutShort !== true ? run.total : run.events.at(-1)?.loaded ?? 0;
}

/**
 * Whether the server found its log damaged at this start. It then keeps what it has read, deletes every later segment
 * and continues (Prometheus tsdb/db.go, "attempting repair"); only the counter shows it, not the cursor or readiness.
 * The counter also rises when a later checkpoint fails, so it is read where the target became ready.
 */
export function foundDamage(window: RoleWindow, start: ProcessStart): boolean {
  const series = window.role('walCorruptions');
  for (let row = start.readyRow ?? start.endRow; series !== undefined && row < start.endRow; row++) {
    const corruptions = valueAt(series, row);
    if (corruptions !== null) return corruptions > 0;
  }
  return false;
}

/**
 * A time that polls between the scrapes observed, recorded with the row; null without one, or with one from before
 * `previousRow`, the last row with a cursor.
 */
function polledMs(
  window: RoleWindow, role: 'replaySegmentTimeSeconds' | 'replayRunTimeSeconds', row: number, previousRow: number
): number | null {
  const { startMs } = window.scrapes;
  const polled = valueAt(window.role(role), row);
  // What was polled during the previous scrape counts from that scrape on.
  if (
    polled === null || polled * 1000 < numberAt(startMs, previousRow) - POLLED_EARLY_MS
      || polled * 1000 > numberAt(startMs, row) + POLLED_EARLY_MS
  ) return null;
  return polled * 1000;
}

/** When the cursor reached its value of the row: from polls, else the scrape itself. */
function movedMs(window: RoleWindow, row: number, previousRow: number): number {
  return polledMs(window, 'replaySegmentTimeSeconds', row, previousRow) ?? numberAt(window.scrapes.startMs, row);
}

/**
 * When a run began whose cursor the row is the first to show, between the polls that saw it begin. The cursor may have
 * moved since: its last move is used only in recordings that lack the run's own time. null when nothing was polled
 * before.
 */
function begunMs(window: RoleWindow, row: number, previousRow: number, askedRow: number | null): number | null {
  const { startMs } = window.scrapes;
  const told = polledMs(window, 'replayRunTimeSeconds', row, previousRow);
  if (told !== null) return told;
  if (valueAt(window.role('replaySegmentTimeSeconds'), row) !== null) return movedMs(window, row, previousRow);
  return askedRow === null ? null : (numberAt(startMs, askedRow) + numberAt(startMs, row)) / 2;
}

/** The replay duration that the target reports, in the row or the next one that has it; null before. */
function statedMs(window: RoleWindow, fromRow: number, endRow: number): number | null {
  const series = window.role('replaySeconds');
  for (let row = fromRow; series !== undefined && row < endRow; row++) {
    const seconds = valueAt(series, row) ?? 0;
    if (seconds > 0) return seconds * 1000;
  }
  return null;
}

/**
 * Row at which the target reported its replay's duration, or was ready: no segment is loaded after it. null while it
 * replays.
 */
export function replayedRow(window: RoleWindow, start: ProcessStart): number | null {
  const series = window.role('replaySeconds');
  const last = start.readyRow ?? start.endRow;
  for (let row = start.firstRow; series !== undefined && row < last; row++) {
    if ((valueAt(series, row) ?? 0) > 0) return row;
  }
  return start.readyRow;
}

/**
 * Runs of the cursor during the start, ascending. `current` equals `min` both before and after the first segment, so
 * the first is counted only when the cursor moves on. Other bounds, or a fall that lasts, begin a new run (WBL).
 * Empty when the cursor was never read between the first answer and readiness.
 */
export function segmentRuns(window: RoleWindow, start: ProcessStart): SegmentRun[] {
  const { startMs } = window.scrapes;
  const runs: SegmentRun[] = [];
  const doneRow = replayedRow(window, start);
  let run: SegmentRun | null = null;
  let previousRow = start.firstRow;
  let askedRow: number | null = null;
  let beginUnseen = false;
  const readings = trustedCursors(window, start.firstRow, doneRow === null ? start.endRow : doneRow + 1);
  for (let row = start.firstRow; row < (doneRow === null ? start.endRow : doneRow + 1); row++) {
    const cursor = readings.get(row);
    if (cursor === undefined) {
      if (valueAt(window.role('replaySegmentMax'), row) !== null) askedRow = row;
      continue;
    }
    const loaded = loadedAt(cursor);
    if (run === null || cursor.begins) {
      if (row === doneRow && run === null) break;
      const seenMs = begunMs(window, row, previousRow, askedRow);
      beginUnseen ||= seenMs === null;
      // A slow server first answers long after the run began: it may have begun at any time before.
      const fromMs = seenMs ?? (start.startMs + numberAt(startMs, row)) / 2;
      if (run !== null) run.endMs = fromMs;
      run = {
        row, knownRow: cursor.knownRow, fromMs, min: cursor.min, max: cursor.max, total: cursor.max - cursor.min + 1,
        events: [], endMs: null,
      };
      runs.push(run);
    }
    if (loaded > (run.events.at(-1)?.loaded ?? 0)) run.events.push(
      { row, timeMs: Math.max(run.events.at(-1)?.timeMs ?? run.fromMs, movedMs(window, row, previousRow)), loaded }
    );
    previousRow = row;
    askedRow = row;
  }
  if (run !== null && doneRow !== null) {
    const last = run.events.at(-1);
    run.endMs = last !== undefined && last.loaded === run.total ? last.timeMs : numberAt(startMs, doneRow);
    if (last?.loaded !== run.total && foundDamage(window, start)) run.cutShort = true;
    // The duration that the target reports is more precise than a begin that no poll saw.
    const wholeMs = beginUnseen ? statedMs(window, doneRow, start.endRow) : null;
    const [first] = runs;
    if (wholeMs !== null && first !== undefined)
      first.fromMs = Math.min(numberAt(startMs, first.row), Math.max(start.startMs, run.endMs - wholeMs));
  }
  return runs;
}

/** Segments in the first run's count: a `min` above 0 is the checkpoint, and segments begin after it. */
export function segmentsOf(run: SegmentRun, counted: number): number {
  return run.min > 0 ? Math.max(0, counted - 1) : counted;
}

/** Phases in order, without gaps; the running one has `end` null. */
export function replayPhases(window: RoleWindow, start: ProcessStart, runs: SegmentRun[]): ReplayPhase[] {
  const { startMs, length } = window.scrapes;
  const phases: ReplayPhase[] = [];
  const nowMs = length === 0 ? start.startMs : numberAt(startMs, Math.min(length, start.endRow) - 1);
  const add = (name: ReplayPhase['name'], fromMs: number, toMs: number | null, segments: number | null): void => {
    const end = toMs === null ? null : Math.max(fromMs, toMs);
    phases.push({
      name, start: fromMs / 1000, end: end === null ? null : end / 1000,
      durationSeconds: Math.max(0, (end ?? nowMs) - fromMs) / 1000, segments,
    });
  };
  const readyMs = start.readyRow === null ? null : numberAt(startMs, start.readyRow);
  const goneMs = start.goneRow === null || readyMs !== null ? null : numberAt(startMs, start.goneRow);
  const endMs = readyMs ?? goneMs;
  // A restart within a scrape: the scrape that found nobody may be a few ms after the start by the process's own clock.
  if (start.awayFromMs !== null) add('unreachable', Math.min(start.awayFromMs, start.startMs), start.startMs, null);
  const answeredMs = Math.max(start.startMs, numberAt(startMs, openedRow(window, start)));
  const firstRun = runs.at(0);
  if (firstRun === undefined) addWithoutCursor();
  else {
    add('opening', start.startMs, Math.min(answeredMs, firstRun.fromMs), null);
    add('mmapped-chunks', Math.min(answeredMs, firstRun.fromMs), firstRun.fromMs, null);
    runs.forEach((run, i) => {
      const counted = loadedOf(run, goneMs === null);
      const loaded = i === 0 ? segmentsOf(run, counted) : counted;
      const segmentsFromMs = i === 0 ? checkpointEndMs(run) : run.fromMs;
      const toMs = run.endMs ?? endMs;
      if (segmentsFromMs === null) add('checkpoint', run.fromMs, toMs, null);
      else {
        if (segmentsFromMs > run.fromMs) add('checkpoint', run.fromMs, segmentsFromMs, null);
        add(i === 0 ? 'segments' : 'wbl', segmentsFromMs, toMs, loaded);
      }
    });
    const lastRun = elementAt(runs, runs.length - 1);
    if (lastRun.endMs !== null && goneMs === null) add('finishing', lastRun.endMs, readyMs, null);
  }
  if (goneMs !== null) add('unreachable', goneMs, null, null);
  if (start.readyRow !== null) {
    const warmMs = warmUpEndMs(window, start, start.readyRow);
    if (warmMs !== null) add('warm-up', numberAt(startMs, start.readyRow), warmMs, null);
  }
  return phases;

  /** /metrics alone does not distinguish the parts of the replay: it is opening until the head fills, then segments. */
  function addWithoutCursor(): void {
    const series = window.role('headSeries');
    let fillRow = start.firstRow;
    const limit = start.readyRow ?? start.endRow;
    while (fillRow < limit && (valueAt(series, fillRow) ?? 0) <= 0) fillRow++;
    const doneRow = replayedRow(window, start);
    const doneMs = doneRow === null ? endMs : numberAt(startMs, doneRow);
    if (fillRow >= limit) {
      add('opening', start.startMs, endMs, null);
      return;
    }
    add('opening', start.startMs, numberAt(startMs, fillRow), null);
    add('segments', numberAt(startMs, fillRow), doneMs, null);
    if (doneRow !== null && readyMs !== null && numberAt(startMs, doneRow) < readyMs)
      add('finishing', numberAt(startMs, doneRow), readyMs, null);
  }
}

/** Blocks are opened before the head is read: the first row with blocks, else the first answer. */
function openedRow(window: RoleWindow, start: ProcessStart): number {
  const blocks = window.role('blocksLoaded');
  for (let row = start.firstRow; row < (start.readyRow ?? start.endRow); row++) {
    if ((valueAt(blocks, row) ?? 0) > 0) return row;
  }
  return start.firstRow;
}

/**
 * End of the checkpoint. With `min` above 0 a checkpoint is read first, while the cursor is at `min`, the checkpoint's
 * own number. Its end is not reported: it is estimated from the cursor's first move, minus a typical time for each
 * further segment that the move shows. null until the cursor has moved.
 */
function checkpointEndMs(run: SegmentRun): number | null {
  if (run.min === 0) return run.fromMs;
  const first = run.events.at(0);
  if (first === undefined) return run.endMs === null ? null : run.endMs;
  const typicalMs = median(segmentTimes(run).map((time) => time.ms)) ?? 0;
  return Math.max(run.fromMs, first.timeMs - (first.loaded - 1) * typicalMs);
}

/** Time per segment between events, in order; without the first event, whose start is unknown. */
export function segmentTimes(run: SegmentRun): { ms: number; count: number; row: number }[] {
  const times: { ms: number; count: number; row: number }[] = [];
  for (let i = 1; i < run.events.length; i++) {
    const count = elementAt(run.events, i).loaded - elementAt(run.events, i - 1).loaded;
    times.push(
      {
        ms: (elementAt(run.events, i).timeMs - elementAt(run.events, i - 1).timeMs) / count, count,
        row: elementAt(run.events, i).row,
      }
    );
  }
  return times;
}

/**
 * Last of the slow or failed scrapes that follow readiness at most eight seconds apart, within a minute; slow relative
 * to those after half a minute. null when there was none, or too few scrapes follow.
 */
function warmUpEndMs(window: RoleWindow, start: ProcessStart, readyRow: number): number | null {
  const { startMs, durationSeconds, error } = window.scrapes;
  const readyMs = numberAt(startMs, readyRow);
  const after: number[] = [];
  for (let row = readyRow; row < start.endRow && numberAt(startMs, row) - readyMs < 5 * WARM_UP_MS; row++) {
    if (error[row] === null && numberAt(startMs, row) - readyMs > WARM_UP_MS / 2)
      after.push(numberAt(durationSeconds, row));
  }
  if (after.length < LEAST_ROWS_AFTER) return null;
  const slow = Math.max(SLOW_SECONDS, SLOW_FACTOR * (quantile(sortedFinite(after), 0.5) ?? 0));
  let lastMs: number | null = null;
  for (let row = readyRow + 1; row < start.endRow && numberAt(startMs, row) - readyMs <= WARM_UP_MS; row++) {
    if (numberAt(startMs, row) - (lastMs ?? readyMs) > WARM_QUIET_MS) break;
    const kind = error[row]?.kind;
    if ((kind !== undefined && kind !== 'skipped') || (kind === undefined && numberAt(durationSeconds, row) > slow))
      lastMs = numberAt(startMs, row);
  }
  return lastMs;
}
