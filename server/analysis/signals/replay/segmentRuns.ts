/** Derives the segments that a start loaded from the replay cursor; see docs/reference/wal-replay.md. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { valueAt } from '../valueAt.ts';
import { polledRows, type PolledRow } from './polledRows.ts';
import { loadedAt, trustedCursors } from './replayCursor.ts';
import type { ProcessStart } from './replayStarts.ts';

/** Maximum distance between a poll and the scrape that it belongs to. */
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
  /** Row from which it is known to be a run. */
  knownRow: number;
  fromMs: number;
  min: number;
  max: number;
  total: number;
  events: SegmentEvent[];
  /** End of the run: when the next run, the end of the replay or readiness was seen; null while it runs. */
  endMs: number | null;
  /** The log was damaged: the server continued without the segments that are not in `events`. */
  cutShort?: true;
}

/** Returns the segments that the run loaded: all of them if it finished and the log was not damaged. */
export function loadedOf(run: SegmentRun, over: boolean): number {
  return over && run.endMs !== null && run.cutShort !== true ? run.total : run.events.at(-1)?.loaded ?? 0;
}

/**
 * Reports whether the server found its log damaged at this start. It then keeps what it has read, deletes every later
 * segment and continues (Prometheus tsdb/db.go, "attempting repair"); only the counter shows it, not the cursor or
 * readiness. The counter also rises when a later checkpoint fails, so it is read at readiness.
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
 * Returns a time observed by polls between scrapes and recorded with the row; null if there is none, or if it is before
 * `previousMs`, the time of the last row with a cursor.
 */
function polledMs(
  window: RoleWindow, role: 'replaySegmentTimeSeconds' | 'replayRunTimeSeconds', { valueRow, atMs }: PolledRow,
  previousMs: number
): number | null {
  const polled = valueAt(window.role(role), valueRow);
  // Polls during the previous scrape count from that scrape on.
  if (polled === null || polled * 1000 < previousMs - POLLED_EARLY_MS || polled * 1000 > atMs + POLLED_EARLY_MS)
    return null;
  return polled * 1000;
}

/** Returns when the cursor reached the row's value: from polls, else the scrape's time. */
function movedMs(window: RoleWindow, at: PolledRow, previousMs: number): number {
  return polledMs(window, 'replaySegmentTimeSeconds', at, previousMs) ?? at.atMs;
}

/**
 * Returns when a run began that this row is the first to show, between the polls around its begin. The cursor may have
 * moved since: its last move is used only in recordings that lack the run's own time. Null if there was no earlier
 * poll.
 */
function begunMs(window: RoleWindow, at: PolledRow, previousMs: number, askedMs: number | null): number | null {
  const told = polledMs(window, 'replayRunTimeSeconds', at, previousMs);
  if (told !== null) return told;
  if (valueAt(window.role('replaySegmentTimeSeconds'), at.valueRow) !== null) return movedMs(window, at, previousMs);
  return askedMs === null ? null : (askedMs + at.atMs) / 2;
}

/** Returns the replay duration that the target reports, from the first row that has it; null before. */
function statedMs(window: RoleWindow, fromRow: number, endRow: number): number | null {
  const series = window.role('replaySeconds');
  for (let row = fromRow; series !== undefined && row < endRow; row++) {
    const seconds = valueAt(series, row) ?? 0;
    if (seconds > 0) return seconds * 1000;
  }
  return null;
}

/**
 * Returns the row at which the target reported its replay duration or was ready: no segment is loaded after it. Null
 * while it replays.
 */
export function replayedRow(window: RoleWindow, start: ProcessStart): number | null {
  const series = window.role('replaySeconds');
  const last = start.readyRow ?? start.endRow;
  for (let row = start.firstRow; series !== undefined && row < last; row++) {
    if ((valueAt(series, row) ?? 0) > 0) return row;
  }
  return start.readyRow;
}

/** Reports whether the replay cursor was read during the start, even while it had no segments yet. */
export function isCursorPolled(window: RoleWindow, start: ProcessStart): boolean {
  const max = window.role('replaySegmentMax');
  for (let row = start.polledRow; max !== undefined && row < (start.readyRow ?? start.endRow); row++) {
    if (valueAt(max, row) !== null) return true;
  }
  return false;
}

/**
 * Returns the runs of the cursor during the start, ascending. `current` equals `min` both before and after the first
 * segment, so the first is counted only when the cursor moves on. Other bounds, or a fall that lasts, begin a new run
 * (WBL). Empty if the cursor was never read between the first answer and readiness.
 */
export function segmentRuns(window: RoleWindow, start: ProcessStart): SegmentRun[] {
  const { startMs } = window.scrapes;
  const runs: SegmentRun[] = [];
  const doneRow = replayedRow(window, start);
  let run: SegmentRun | null = null;
  const rows = polledRows(window, start.polledRow, doneRow === null ? start.endRow : doneRow + 1);
  let previousMs = rows[0]?.atMs ?? start.startMs;
  let askedMs: number | null = null;
  let beginUnseen = false;
  const readings = new Map(
    trustedCursors(window, rows, start.startMs).map((reading) => [reading.at, reading])
  );
  for (const at of rows) {
    const { row, atMs } = at;
    const cursor = readings.get(at);
    if (cursor === undefined) {
      if (valueAt(window.role('replaySegmentMax'), at.valueRow) !== null) askedMs = atMs;
      continue;
    }
    const loaded = loadedAt(cursor);
    if (run === null || cursor.begins) {
      if (row === doneRow && run === null) break;
      const seenMs = begunMs(window, at, previousMs, askedMs);
      beginUnseen ||= seenMs === null;
      // A slow server first answers long after the run began, so the begin is unknown.
      const fromMs = Math.max(start.startMs, seenMs ?? (start.startMs + atMs) / 2);
      if (run !== null) run.endMs = fromMs;
      run = {
        row, knownRow: cursor.knownRow, fromMs, min: cursor.min, max: cursor.max, total: cursor.max - cursor.min + 1,
        events: [], endMs: null,
      };
      runs.push(run);
    }
    if (loaded > (run.events.at(-1)?.loaded ?? 0)) run.events.push(
      { row, timeMs: Math.max(run.events.at(-1)?.timeMs ?? run.fromMs, movedMs(window, at, previousMs)), loaded }
    );
    previousMs = atMs;
    askedMs = atMs;
  }
  if (run !== null && doneRow !== null) {
    const last = run.events.at(-1);
    run.endMs = last !== undefined && last.loaded === run.total ? last.timeMs : numberAt(startMs, doneRow);
    if (last?.loaded !== run.total && foundDamage(window, start)) run.cutShort = true;
    // The reported duration is more precise than a begin that no poll saw.
    const wholeMs = beginUnseen ? statedMs(window, doneRow, start.endRow) : null;
    const [first] = runs;
    if (wholeMs !== null && first !== undefined)
      first.fromMs = Math.min(numberAt(startMs, first.row), Math.max(start.startMs, run.endMs - wholeMs));
  }
  return runs;
}

/** Returns the segments in a run's count: a `min` above 0 is the checkpoint, followed by segments. */
export function segmentsOf(run: SegmentRun, counted: number): number {
  return run.min > 0 ? Math.max(0, counted - 1) : counted;
}

/** Returns the time per segment between events, in order; skips the first event, whose start is unknown. */
export function segmentTimes(run: SegmentRun): { ms: number; count: number; row: number }[] {
  const times: { ms: number; count: number; row: number }[] = [];
  for (let i = 1; i < run.events.length; i++) {
    const count = elementAt(run.events, i).loaded - elementAt(run.events, i - 1).loaded;
    times.push({
      ms: (elementAt(run.events, i).timeMs - elementAt(run.events, i - 1).timeMs) / count, count,
      row: elementAt(run.events, i).row,
    });
  }
  return times;
}
