/**
 * Locates a replay in its GC cycles and estimates what that does to the cost of a segment: a cycle costs as much as
 * several segments, all of it in the cycle's last part. See docs/reference/wal-replay.md.
 */
import { elementAt } from '../../../../../core/elementAt.ts';
import { isBefore, versionOf } from '../../../../../core/version.ts';
import type { RoleWindow } from '../../../../data/metrics/roleNames.ts';
import { valueAt } from '../../../signals/valueAt.ts';

/** Version since which Prometheus sets GOGC to 75; `go_gc_gogc_percent` overrides it if exported. */
const GOGC_75_FROM = [2, 53] as const;
/**
 * A cycle ends when as much was allocated as the heap may grow by. It marks in its last part, during which a segment
 * allocates less (pools are cleared at its end and filled anew). From the recorded replays: allocations as a share of
 * that growth, and those of a segment relative to the mean.
 */
const CYCLE = 1.03;
const MARKS_FROM = 0.65;
const ALLOCATED = 1.22;
const ALLOCATED_MARKING = 0.74;
/** Tolerance, in either direction, of the begin of marking. */
const RISE = 0.1;
/** Additional cost of a segment during marking, as a share of the mean cost. */
const MARKING_COST = 0.55;

/** Returns how much of the log is read while this much of a cycle is allocated, in the unit of allocations. */
const readIn = (allocated: number): number =>
  Math.min(allocated, MARKS_FROM) / ALLOCATED + Math.max(0, allocated - MARKS_FROM) / ALLOCATED_MARKING;
const WHOLE = readIn(CYCLE);
const RISES = readIn(MARKS_FROM - RISE);
const RISEN = readIn(MARKS_FROM + RISE);

/** Returns how much of the first `read` of a cycle is read during marking. */
function markedIn(read: number): number {
  const rising = Math.max(0, Math.min(read, RISEN) - RISES);
  return rising ** 2 / (RISEN - RISES) / 2 + Math.max(0, read - RISEN);
}

const USUAL_SHARE = markedIn(WHOLE) / WHOLE;
const costOf = (marked: number, read: number): number =>
  (read > 0 ? 1 + MARKING_COST * (marked / read - USUAL_SHARE) : 1);

export interface GcClock {
  /** Returns how much of the log was read between two rows, in a unit of its own. */
  readBetween: (fromRow: number, toRow: number) => number;
  /** Returns what that cost per segment, relative to the mean over whole cycles. */
  costBetween: (fromRow: number, toRow: number) => number;
  /** Returns what the next `read` after the newest row will cost per segment, relative to the same mean. */
  costAhead: (read: number) => number;
}

/** Allocations at the end of the last cycle, and those until the next one ends. */
interface Cycle { fromBytes: number; length: number }
interface Point { bytes: number; count: number; length: number }

/** Returns the clock at the row; null if allocations, cycles or the heap goal are unknown, or no cycle has ended. */
export function gcClock(window: RoleWindow, firstRow: number, row: number): GcClock | null {
  const sums: { read: number; marked: number }[] = [];
  let [before, cycle]: [Point | null, Cycle | null] = [null, null];
  let sum = { read: 0, marked: 0 };
  for (let at = firstRow; at <= row; at++) {
    const point = pointAt(window, at);
    if (point !== null && before !== null) {
      const step = stepBetween(before, point, cycle);
      sum = { read: sum.read + step.read, marked: sum.marked + step.marked };
      cycle = step.cycle;
    }
    before = point ?? before;
    sums.push(sum);
  }
  if (before === null || cycle === null) return null;
  const { fromBytes, length } = cycle;
  const from = Math.min(WHOLE, readIn((before.bytes - fromBytes) / length));
  const change = (of: 'read' | 'marked', fromRow: number, toRow: number): number =>
    elementAt(sums, toRow - firstRow)[of] - elementAt(sums, fromRow - firstRow)[of];
  return {
    readBetween: (fromRow, toRow) => change('read', fromRow, toRow),
    costBetween: (fromRow, toRow) => costOf(change('marked', fromRow, toRow), change('read', fromRow, toRow)),
    costAhead: (read) => {
      const to = from + read / length;
      const cycles = Math.floor(to / WHOLE);
      return costOf(
        length * (cycles * markedIn(WHOLE) + markedIn(to - cycles * WHOLE) - markedIn(from)), read
      );
    },
  };
}

function pointAt(window: RoleWindow, row: number): Point | null {
  const bytes = valueAt(window.role('allocBytes'), row);
  const goal = valueAt(window.role('heapGoalBytes'), row);
  const count = valueAt(window.role('gcCycles'), row);
  const usual = isBefore(versionOf(window.version), ...GOGC_75_FROM) ? 100 : 75;
  const growth = (valueAt(window.role('gogcPercent'), row) ?? usual) / 100;
  const length = (goal ?? 0) * growth / (1 + growth);
  return bytes === null || count === null || !(length > 0) ? null : { bytes, count, length };
}

/** Returns what was read between two scrapes; assumes that a cycle that ended between them did so when it was due. */
function stepBetween(
  { bytes, count }: Point, next: Point, cycle: Cycle | null
): { read: number; marked: number; cycle: Cycle | null } {
  const ended = next.count - count;
  // For several cycles, or the first one seen, assumes the usual share of reads during marking.
  if (cycle === null || ended > 1) {
    const read = next.bytes - bytes;
    const begun = { fromBytes: (bytes + next.bytes) / 2, length: next.length };
    return { read, marked: USUAL_SHARE * read, cycle: ended > 0 ? begun : cycle };
  }
  const { fromBytes, length } = cycle;
  const endBytes = ended === 0 ? next.bytes
    : Math.min(next.bytes, Math.max(bytes, fromBytes + CYCLE * length));
  const [from, to] = [readIn((bytes - fromBytes) / length), readIn((endBytes - fromBytes) / length)];
  const after = readIn((next.bytes - endBytes) / next.length);
  return {
    read: length * (to - from) + next.length * after,
    marked: length * (markedIn(to) - markedIn(from)) + next.length * markedIn(after),
    cycle: ended === 0 ? cycle : { fromBytes: endBytes, length: next.length },
  };
}
