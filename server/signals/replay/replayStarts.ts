/** Starts of the target in a window: from when it went down or began, until it was ready. */
import { elementAt, numberAt } from '../../../core/elementAt.ts';
import type { RoleWindow } from '../../metrics/roleNames.ts';
import { valueAt } from '../valueAt.ts';
import { findRestarts } from '../windowFrame.ts';

/** The kernel stores its boot time in whole seconds, so a stated process start is up to this much early. */
const START_TIME_EARLY_MS = 1000;
/** A process first seen this soon after its start, and already ready, counts as started inside the window. */
const FRESH_START_MS = 60_000;

export interface ProcessStart {
  /** First failed scrape before it; null when no scrape failed, or nothing was scraped before. */
  awayFromMs: number | null;
  /** Best estimate of when the process started, and its error either way. */
  startMs: number;
  startErrorMs: number;
  /** Rows of the process: `firstRow <= row < endRow`. */
  firstRow: number;
  endRow: number;
  /** First row at which it was ready; null while it is not, or if it died before. */
  readyRow: number | null;
  /** Last successful row of the previous process; null when the window has none. */
  beforeRow: number | null;
  /** First failed row after its last answer when the target is down at the window's end; null otherwise. */
  goneRow: number | null;
}

/** A scrape that reached no process; a timeout, a skipped scrape or a 503 comes from a live process. */
export function foundNobody(window: RoleWindow, row: number): boolean {
  const error = elementAt(window.scrapes.error, row);
  return error !== null && error.kind !== 'timeout' && error.kind !== 'skipped' && error.kind !== 'http'
    && error.kind !== 'format';
}

/**
 * Readiness as the target reports it: its gauge, else the readiness endpoint, else a finished replay. null if unknown.
 */
function readyAt(window: RoleWindow, row: number): boolean | null {
  const gauge = valueAt(window.role('ready'), row) ?? valueAt(window.role('targetReady'), row);
  if (gauge !== null) return gauge > 0;
  if (window.scrapes.error[row] !== null) return null;
  const replaySeconds = valueAt(window.role('replaySeconds'), row);
  if (replaySeconds !== null) return replaySeconds > 0;
  const appended = valueAt(window.role('samplesAppended'), row);
  return appended === null ? null : appended > 0;
}

/**
 * Starts in the window, ascending. A process that was already ready when the window opened is not one; one that was
 * still starting is, from its stated start time. A process of unknown readiness counts as ready with its first answer.
 * Empty when the target never started in the window or nothing was scraped.
 */
export function findProcessStarts(window: RoleWindow): ProcessStart[] {
  const restartRows = findRestarts(window).map((restart) => restart.row);
  const firstGood = nextGood(window, 0);
  if (firstGood === null) return [];
  const firstRows = restartRows[0] === firstGood ? restartRows : [firstGood, ...restartRows];
  const starts: ProcessStart[] = [];
  firstRows.forEach((firstRow, i) => {
    const endRow = firstRows[i + 1] ?? window.scrapes.length;
    const start = processStart(window, firstRow, endRow);
    if (i > 0 || startedHere(window, start)) starts.push(start);
  });
  return starts;
}

function startedHere(window: RoleWindow, start: ProcessStart): boolean {
  if (start.readyRow === null || start.readyRow > start.firstRow) return true;
  if (start.awayFromMs === null) return false;
  const seenMs = numberAt(window.scrapes.startMs, start.firstRow);
  return seenMs - start.startMs < FRESH_START_MS
    && valueAt(window.role('processStartSeconds'), start.firstRow) !== null;
}

function processStart(window: RoleWindow, firstRow: number, endRow: number): ProcessStart {
  const { startMs, durationSeconds } = window.scrapes;
  const beforeRow = previousGood(window, firstRow - 1);
  let awayFromMs: number | null = null;
  for (let row = (beforeRow ?? -1) + 1; row < firstRow && awayFromMs === null; row++) {
    if (foundNobody(window, row)) awayFromMs = numberAt(startMs, row);
  }
  const answeredMs = numberAt(startMs, firstRow) + numberAt(durationSeconds, firstRow) * 1000;
  const stated = valueAt(window.role('processStartSeconds'), firstRow);
  const lowMs = Math.max(
    stated === null ? -Infinity : stated * 1000, beforeRow === null ? -Infinity : numberAt(startMs, beforeRow)
  );
  const highMs = stated === null ? answeredMs : Math.min(answeredMs, stated * 1000 + START_TIME_EARLY_MS);
  const known = Number.isFinite(lowMs) && lowMs <= highMs;
  return {
    awayFromMs,
    startMs: known ? (lowMs + highMs) / 2 : highMs,
    startErrorMs: known ? (highMs - lowMs) / 2 : 0,
    firstRow,
    endRow,
    readyRow: readyRow(window, firstRow, endRow),
    beforeRow,
    goneRow: goneRow(window, firstRow, endRow),
  };
}

function readyRow(window: RoleWindow, firstRow: number, endRow: number): number | null {
  let told = false;
  for (let row = firstRow; row < endRow; row++) {
    const ready = readyAt(window, row);
    if (ready === true) return row;
    if (ready === false) told = true;
  }
  return told ? null : firstRow;
}

/** The first scrape after the process's last answer that reached nobody. */
function goneRow(window: RoleWindow, firstRow: number, endRow: number): number | null {
  let gone: number | null = null;
  for (let row = endRow - 1; row >= firstRow && window.scrapes.error[row] !== null; row--) {
    if (foundNobody(window, row)) gone = row;
  }
  return gone;
}

function nextGood(window: RoleWindow, from: number): number | null {
  for (let row = from; row < window.scrapes.length; row++) if (window.scrapes.error[row] === null) return row;
  return null;
}

function previousGood(window: RoleWindow, from: number): number | null {
  for (let row = from; row >= 0; row--) if (window.scrapes.error[row] === null) return row;
  return null;
}
