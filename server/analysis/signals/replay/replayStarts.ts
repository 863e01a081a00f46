/** Starts of the target in a window: from going down or starting until ready. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { valueAt } from '../valueAt.ts';
import { findRestarts } from '../windowFrame.ts';

/** The kernel stores its boot time in whole seconds, so a reported process start is up to this much early. */
const START_TIME_EARLY_MS = 1000;
/** A process first seen this soon after its start, and already ready, counts as started inside the window. */
const FRESH_START_MS = 60_000;
/** A poll is recorded with scrapes of the next 2.5 s: a process's first one may have a poll of its predecessor. */
const LEFT_BEHIND_MS = 2500;
/** The last step of a start may be recorded this long after readiness, with the next scrape. */
const LAST_STEP_MS = LEFT_BEHIND_MS + 1000;

export interface ProcessStart {
  /** First failed scrape before it; null if no scrape failed, or nothing was scraped before. */
  awayFromMs: number | null;
  /** Best estimate of when the process started, and its error either way. */
  startMs: number;
  startErrorMs: number;
  /**
   * Rows of the process: `firstRow <= row < endRow`. The first has its metrics or, while only its stacks have answered,
   * a step of its start.
   */
  firstRow: number;
  endRow: number;
  /** First row whose polls (stacks, replay cursor) may be of this process: at most `firstRow`. */
  polledRow: number;
  /** First row at which it was ready; null while it is not, or if it died before. */
  readyRow: number | null;
  /** Last successful row of the previous process; null if the window has none. */
  beforeRow: number | null;
  /** First failed row after its last answer if the target is down at the window's end; null otherwise. */
  goneRow: number | null;
}

/** Reports whether a scrape reached no process; a timeout, a skipped scrape or a 503 comes from a live process. */
export function foundNobody(window: RoleWindow, row: number): boolean {
  const error = elementAt(window.scrapes.error, row);
  return error !== null && error.kind !== 'timeout' && error.kind !== 'skipped' && error.kind !== 'http'
    && error.kind !== 'format';
}

/**
 * Returns readiness as the target reports it: its gauge, else the readiness endpoint, else a finished replay. Null if
 * unknown.
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
 * Returns the starts in the window, ascending. A process already ready when the window opened is not one; one that was
 * still starting is, from its reported start time. A process of unknown readiness counts as ready at its first answer.
 * Empty if the target never started in the window or nothing was scraped.
 */
export function findProcessStarts(window: RoleWindow): ProcessStart[] {
  const restartRows = findRestarts(window).map((restart) => restart.row);
  const firstGood = nextGood(window, 0);
  if (firstGood === null) return [];
  const firstRows = restartRows[0] === firstGood ? restartRows : [firstGood, ...restartRows];
  const { length } = window.scrapes;
  const starts = firstRows.map((firstRow, i) => processStart(window, firstRow, firstRows[i + 1] ?? length));
  const last = elementAt(starts, starts.length - 1);
  const unanswered = rowOfStacksAlone(window, last);
  if (unanswered !== null) {
    last.endRow = unanswered;
    starts.push(processStart(window, unanswered, length));
  }
  return starts.filter((start, i) => i > 0 || startedHere(window, start));
}

const STEP_ROLES = ['startStep', 'startStepSite', 'startStepTimeSeconds'] as const;

/** Reports whether two rows have the same start step, of the same line and begun at the same time. */
export function sameStep(window: RoleWindow, one: number, other: number): boolean {
  return STEP_ROLES.every((role) => valueAt(window.role(role), one) === valueAt(window.role(role), other));
}

/**
 * Returns the first row of a process at the window's end that has shown a step of its start but answered no scrape: a
 * server short of CPU may need a whole step for its first answer. Null if there is none.
 */
function rowOfStacksAlone(window: RoleWindow, last: ProcessStart): number | null {
  const steps = window.role('startStep');
  if (steps === undefined) return null;
  // Steps of an unfinished start are its own, and the last of them may come with a scrape after it.
  const { startMs } = window.scrapes;
  const overMs = last.readyRow === null ? Infinity : numberAt(startMs, last.readyRow) + LAST_STEP_MS;
  const shown: number[] = [];
  for (let row = window.scrapes.length - 1; row >= 0 && window.scrapes.error[row] !== null; row--) {
    if (foundNobody(window, row)) return shown.find((at) => !repeatsStep(window, at, row)) ?? null;
    if ((valueAt(steps, row) ?? 0) > 0) shown.unshift(row);
  }
  const [first] = shown;
  return first !== undefined && numberAt(startMs, first) > overMs ? first : null;
}

/** Reports whether a row soon after a scrape without a process repeats the last step before, thus a stale one. */
function repeatsStep(window: RoleWindow, row: number, nobodyRow: number): boolean {
  const { startMs } = window.scrapes;
  if (numberAt(startMs, row) < nobodyEndMs(window, nobodyRow)) return true;
  if (numberAt(startMs, row) > numberAt(startMs, nobodyRow) + LEFT_BEHIND_MS) return false;
  const before = previousRow(nobodyRow, (at) => valueAt(window.role('startStep'), at) !== null);
  return before !== null && sameStep(window, before, row);
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
  const nobodyRow = previousRow(firstRow - 1, (row) => foundNobody(window, row));
  const lowMs = Math.max(
    stated !== null ? stated * 1000 : nobodyRow === null ? -Infinity : numberAt(startMs, nobodyRow),
    beforeRow === null ? -Infinity : numberAt(startMs, beforeRow)
  );
  const highMs = stated === null ? answeredMs : Math.min(answeredMs, stated * 1000 + START_TIME_EARLY_MS);
  const known = Number.isFinite(lowMs) && lowMs <= highMs;
  return {
    awayFromMs,
    startMs: known ? (lowMs + highMs) / 2 : highMs,
    startErrorMs: known ? (highMs - lowMs) / 2 : 0,
    firstRow,
    endRow,
    // Scrapes skipped while a scrape reached no process belong to the previous process.
    polledRow: polledRow(window, firstRow, Math.max(known ? lowMs : highMs, nobodyEndMs(window, nobodyRow))),
    readyRow: readyRow(window, firstRow, endRow),
    beforeRow,
    goneRow: goneRow(window, firstRow, endRow),
  };
}

function nobodyEndMs({ scrapes: { startMs, durationSeconds } }: RoleWindow, row: number | null): number {
  return row === null ? -Infinity : numberAt(startMs, row) + 1000 * numberAt(durationSeconds, row);
}

/** Walks back from its first answer over scrapes that failed or were skipped, and ended after it began. */
function polledRow(window: RoleWindow, firstRow: number, sinceMs: number): number {
  const { startMs, durationSeconds, error } = window.scrapes;
  let first = firstRow;
  for (let row = firstRow - 1; row >= 0 && error[row] !== null && !foundNobody(window, row); row--) {
    if (numberAt(startMs, row) + 1000 * numberAt(durationSeconds, row) >= sinceMs) first = row;
  }
  return first;
}

function readyRow(window: RoleWindow, firstRow: number, endRow: number): number | null {
  const { startMs, error } = window.scrapes;
  // A process that only its stacks show is starting.
  let told = error[firstRow] !== null;
  for (let row = firstRow; row < endRow; row++) {
    const ready = readyAt(window, row);
    const isFirst = numberAt(startMs, row) - numberAt(startMs, firstRow) <= LEFT_BEHIND_MS;
    if (ready === true && !(isFirst && isLeftBehind(window, row, told))) return row;
    told ||= ready !== null;
  }
  return told ? null : firstRow;
}

/** Reports readiness from a poll of the previous process: this one has not answered a scrape or not replayed yet. */
function isLeftBehind(window: RoleWindow, row: number, isUnanswered: boolean): boolean {
  if (valueAt(window.role('ready'), row) !== null) return false;
  return window.scrapes.error[row] === null ? valueAt(window.role('replaySeconds'), row) === 0 : isUnanswered;
}

/** Returns the first scrape after the process's last answer that reached no process. */
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
  return previousRow(from, (row) => window.scrapes.error[row] === null);
}

function previousRow(from: number, isWanted: (row: number) => boolean): number | null {
  for (let row = from; row >= 0; row--) if (isWanted(row)) return row;
  return null;
}
