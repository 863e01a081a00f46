/** The replay cursor as the target reports it, without stale answers. */
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { valueAt } from '../valueAt.ts';
import type { PolledRow } from './polledRows.ts';

export interface Cursor { min: number; max: number; current: number }

export interface TrustedCursor extends Cursor {
  /** Row and time of its record. */
  at: PolledRow;
  /** Starts another run than the previous one: the out-of-order log (WBL). */
  begins: boolean;
  /** Row from which it is known to belong to its run. */
  knownRow: number;
}

/** The reported process start is rounded to seconds: a move this much before it may still be of the process. */
const START_ERROR_MS = 1000;
/** A poll is recorded with the scrapes of the next 2.5 s. */
const LEFT_BEHIND_MS = START_ERROR_MS + 2500;
/** A fall within the same bounds is a new run once this many further readings are below it too. */
const CONFIRMING = 2;

/** Returns the segments loaded. `current` is `min` before and after the first, which counts once the cursor moves. */
export const loadedAt = ({ min, current }: Cursor): number => (current > min ? current - min + 1 : 0);

const sameBounds = (one: Cursor, other: Cursor): boolean => one.min === other.min && one.max === other.max;

/**
 * Returns the readings of a start in order, without those of the previous process and stale ones (an answer delayed by
 * a proxy or a starved server). A WAL's cursor never falls, and the WBL's begins at its first segment: a fall by less
 * than half, one that the next readings revert, and a return to the bounds of an earlier run are stale. Rows without a
 * cursor, or with `0,0,0` (before the segments), have none. `startMs`: start of the process, Unix time.
 */
export function trustedCursors(window: RoleWindow, rows: readonly PolledRow[], startMs: number): TrustedCursor[] {
  const readings = rows.flatMap((at) => {
    const cursor = cursorAt(window, at.valueRow);
    return cursor === null ? [] : [{ at, cursor }];
  });
  readings.splice(0, leftBehind(window, rows, startMs));
  const trusted: TrustedCursor[] = [];
  const past: Cursor[] = [];
  let last: Cursor | null = null;
  readings.forEach(({ at, cursor }, i) => {
    let knownRow = at.row;
    let begins = last === null;
    if (last !== null && !sameBounds(last, cursor)) {
      const { min, max } = cursor;
      if (past.some((bounds) => bounds.min === min && bounds.max === max)) return;
      begins = true;
    } else if (last !== null && loadedAt(cursor) < loadedAt(last)) {
      const before = loadedAt(last);
      const next = readings.slice(i + 1, i + 1 + CONFIRMING);
      const confirmed = next.length === CONFIRMING
        && next.every((later) => sameBounds(later.cursor, cursor) && loadedAt(later.cursor) < before);
      // There are at most two logs.
      if (!confirmed || past.length > 0 || 2 * loadedAt(cursor) > before) return;
      begins = true;
      knownRow = next.at(-1)?.at.row ?? at.row;
    }
    if (begins && last !== null) past.push(last);
    last = cursor;
    trusted.push({ ...cursor, at, begins, knownRow });
  });
  return trusted;
}

/**
 * Returns how many of the first readings are of the previous process: those that moved before this process began; and
 * those without a known move, followed by none or by later segments (each start adds one; an out-of-order log's are
 * earlier).
 */
function leftBehind(window: RoleWindow, rows: readonly PolledRow[], startMs: number): number {
  const max = window.role('replaySegmentMax');
  const polled = rows.filter(({ valueRow }) => valueAt(max, valueRow) !== null);
  let count = 0;
  let known = 0;
  for (const { valueRow, atMs } of polled) {
    if (atMs > startMs + LEFT_BEHIND_MS || cursorAt(window, valueRow) === null) break;
    const movedSeconds = valueAt(window.role('replaySegmentTimeSeconds'), valueRow);
    if (movedSeconds !== null && movedSeconds * 1000 > startMs + START_ERROR_MS / 2) break;
    count++;
    if (movedSeconds !== null && movedSeconds * 1000 < startMs - START_ERROR_MS) known = count;
  }
  const [last, next] = [polled[count - 1], polled[count]];
  if (last === undefined || next === undefined) return known;
  const [before, after] = [cursorAt(window, last.valueRow), cursorAt(window, next.valueRow)];
  return after === null || (before !== null && after.max > before.max && after.min >= before.min) ? count : known;
}

/** Returns the cursor of a row; null if it was not polled, and before the segments begin (`0,0,0`). */
function cursorAt(window: RoleWindow, row: number): Cursor | null {
  const min = valueAt(window.role('replaySegmentMin'), row);
  const max = valueAt(window.role('replaySegmentMax'), row);
  const current = valueAt(window.role('replaySegmentCurrent'), row);
  if (min === null || max === null || current === null || max <= 0 || min > max) return null;
  return { min, max, current: Math.min(max, Math.max(min, current)) };
}
