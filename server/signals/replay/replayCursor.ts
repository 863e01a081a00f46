/** The replay cursor as the target answers it, without the answers that are older than others before them. */
import type { RoleWindow } from '../../metrics/roleNames.ts';
import { valueAt } from '../valueAt.ts';

export interface Cursor { min: number; max: number; current: number }

export interface TrustedCursor extends Cursor {
  /** It belongs to another run than the one before: the out-of-order log (WBL). */
  begins: boolean;
  /** The row from which on it is known to belong to its run. */
  knownRow: number;
}

/** A fall within the same bounds is a new run once this many further readings are below it too. */
const CONFIRMING = 2;

/** Segments loaded: `current` equals `min` both before and after the first, which counts when the cursor moves on. */
export const loadedAt = ({ min, current }: Cursor): number => (current > min ? current - min + 1 : 0);

const sameBounds = (one: Cursor, other: Cursor): boolean => one.min === other.min && one.max === other.max;

/**
 * Readings by row, `from <= row < to`, without stale ones (an answer held up by a proxy, or sent late by a starved
 * server). A WAL's cursor never falls, and the WBL's begins at its first segment: a fall by less than half, one that
 * the next readings take back, and a return to the bounds of an earlier run are stale. Rows without a cursor, or with
 * `0,0,0` (before the segments), have none.
 */
export function trustedCursors(window: RoleWindow, from: number, to: number): ReadonlyMap<number, TrustedCursor> {
  const readings: { row: number; cursor: Cursor }[] = [];
  for (let row = from; row < to; row++) {
    const cursor = cursorAt(window, row);
    if (cursor !== null) readings.push({ row, cursor });
  }
  const trusted = new Map<number, TrustedCursor>();
  const past: Cursor[] = [];
  let last: Cursor | null = null;
  readings.forEach(({ row, cursor }, i) => {
    let knownRow = row;
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
      // There are two logs at most.
      if (!confirmed || past.length > 0 || 2 * loadedAt(cursor) > before) return;
      begins = true;
      knownRow = next.at(-1)?.row ?? row;
    }
    if (begins && last !== null) past.push(last);
    last = cursor;
    trusted.set(row, { ...cursor, begins, knownRow });
  });
  return trusted;
}

/** The cursor of a row; null when it was not polled, and before the segments begin (`0,0,0`). */
function cursorAt(window: RoleWindow, row: number): Cursor | null {
  const min = valueAt(window.role('replaySegmentMin'), row);
  const max = valueAt(window.role('replaySegmentMax'), row);
  const current = valueAt(window.role('replaySegmentCurrent'), row);
  if (min === null || max === null || current === null || max <= 0 || min > max) return null;
  return { min, max, current: Math.min(max, Math.max(min, current)) };
}
