/**
 * Waits of head compactions: the block is written and counted, but the head is not truncated. A TSDB waits there for
 * queries that read the time range; see docs/reference/overview.md. Pure.
 */
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { valueAt } from '../valueAt.ts';

/** Figures of the head at one scrape. */
export interface HeadReading {
  timeMs: number;
  compactions: number;
  compactionsFailed: number;
  headTruncations: number;
  headMinTimeMs: number;
  headMaxTimeMs: number;
}

/**
 * `sinceMs`: the first scrape that counts the block. `untilMs`: the last one before the truncation. `overByMs`: the
 * next one, by which it is over; equals `untilMs` while the wait is open.
 */
export interface HeadWait { sinceMs: number; untilMs: number; overByMs: number; isOpen: boolean }

/** A head is compacted once it spans this many block ranges; a merge comes after the truncation, when it spans less. */
const RULE_FACTOR = 1.5;

/** Follows one server scrape by scrape. */
export class HeadWaits {
  #last: HeadReading | null = null;
  #sinceMs: number | null = null;

  /** Returns the wait at the reading; null if there is none. */
  see(reading: HeadReading, rangeMs: number): HeadWait | null {
    const before = this.#last;
    this.#last = reading;
    if (before === null) return null;
    const written = reading.compactions - before.compactions;
    const truncated = reading.headTruncations - before.headTruncations;
    if (!isHeadDue(before, reading, rangeMs)) this.#sinceMs = null;
    // Nothing else is compacted during the wait: a later block is the head's, and the one before was of a merge.
    else if (written > truncated) this.#sinceMs = reading.timeMs;
    else if (truncated > 0 || reading.headMinTimeMs !== before.headMinTimeMs) this.#sinceMs = null;
    const { timeMs } = reading;
    return this.#sinceMs === null ? null : { sinceMs: this.#sinceMs, untilMs: timeMs, overByMs: timeMs, isOpen: true };
  }
}

/** Reports whether the head spans enough to be compacted, in the same process, and no compaction failed. */
function isHeadDue(before: HeadReading, now: HeadReading, rangeMs: number): boolean {
  return now.compactions >= before.compactions && now.compactionsFailed === before.compactionsFailed
    && now.headTruncations >= before.headTruncations
    && now.headMaxTimeMs - now.headMinTimeMs >= RULE_FACTOR * rangeMs;
}

/** Returns all waits in the window, ascending. */
export function findHeadWaits(window: RoleWindow, rangeMs: number | null): HeadWait[] {
  if (window.kind !== 'prometheus' || rangeMs === null || !(rangeMs > 0)) return [];
  const { scrapes } = window;
  const series = {
    compactions: window.role('compactions'), compactionsFailed: window.role('compactionsFailed'),
    headTruncations: window.role('headTruncations'), headMinTimeMs: window.role('headMinTimeMs'),
    headMaxTimeMs: window.role('headMaxTimeMs'),
  };
  const waits: HeadWait[] = [];
  const followed = new HeadWaits();
  for (let row = 0; row < scrapes.length; row++) {
    const reading = completeReading(scrapes.startMs[row] ?? 0, (name) => valueAt(series[name], row));
    if (reading === null) continue;
    const wait = followed.see(reading, rangeMs);
    const open = waits.at(-1);
    if (open?.isOpen === true) open.overByMs = reading.timeMs;
    if (wait !== null && open?.sinceMs === wait.sinceMs) open.untilMs = wait.untilMs;
    else if (wait !== null) waits.push(wait);
    if (wait === null && open !== undefined) open.isOpen = false;
  }
  return waits;
}

/** Returns the reading; null if a value is missing. */
export function completeReading(
  timeMs: number, valueOf: (name: Exclude<keyof HeadReading, 'timeMs'>) => number | null | undefined
): HeadReading | null {
  const compactions = valueOf('compactions') ?? null;
  const compactionsFailed = valueOf('compactionsFailed') ?? null;
  const headTruncations = valueOf('headTruncations') ?? null;
  const headMinTimeMs = valueOf('headMinTimeMs') ?? null;
  const headMaxTimeMs = valueOf('headMaxTimeMs') ?? null;
  const isComplete = compactions !== null && compactionsFailed !== null && headTruncations !== null
    && headMinTimeMs !== null && headMaxTimeMs !== null;
  return isComplete ? { timeMs, compactions, compactionsFailed, headTruncations, headMinTimeMs, headMaxTimeMs } : null;
}
