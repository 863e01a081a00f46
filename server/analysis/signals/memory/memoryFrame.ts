/** The readings that capacity is computed from, by row; see docs/reference/memory.md. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { counterSteps, type CounterSteps } from '../counterSteps.ts';
import { findRestarts, freshScrapes, type ProcessRestart } from '../windowFrame.ts';

export interface MemoryFrame {
  fresh: Int32Array;
  restarts: readonly ProcessRestart[];
  newProcessRows: ReadonlySet<number>;
  cpu: CounterSteps;
  samples: CounterSteps;
  created: CounterSteps;
  /** NaN where a scrape lacks it. */
  resident: Float64Array;
  series: Float64Array;
}

export function memoryFrame(window: RoleWindow): MemoryFrame {
  const { scrapes } = window;
  const fresh = freshScrapes(scrapes);
  const restarts = findRestarts(window);
  const newProcessRows = new Set(restarts.map(({ row }) => row));
  const steps = (role: 'cpuSeconds' | 'samplesAppended' | 'seriesCreated'): CounterSteps =>
    counterSteps(scrapes, window.role(role), fresh, newProcessRows);
  const rows = (role: 'residentBytes' | 'headSeries'): Float64Array =>
    window.role(role)?.values ?? new Float64Array(scrapes.length).fill(NaN);
  return {
    fresh, restarts, newProcessRows,
    cpu: steps('cpuSeconds'), samples: steps('samplesAppended'), created: steps('seriesCreated'),
    resident: rows('residentBytes'), series: rows('headSeries'),
  };
}

/**
 * Stretches of one process of at most `lengthMs`, ascending; row `k` of a stretch: `first <= k <= last`, including
 * gaps.
 */
export interface Stretch { startMs: number; rows: number[] }

/** Cuts fresh rows into stretches of `lengthMs` on the clock; a new process begins a new stretch. */
export function stretches(
  window: RoleWindow, frame: MemoryFrame, lengthMs: number, skip: (row: number) => boolean
): Stretch[] {
  const found: Stretch[] = [];
  let bin = NaN;
  for (const row of frame.fresh) {
    if (skip(row)) { bin = NaN; continue; }
    const own = Math.floor(numberAt(window.scrapes.startMs, row) / lengthMs);
    if (own !== bin || frame.newProcessRows.has(row))
      found.push({ startMs: numberAt(window.scrapes.startMs, row), rows: [] });
    bin = own;
    elementAt(found, found.length - 1).rows.push(row);
  }
  return found;
}

/** Rises by counter, as many as were given. */
type Rises<C> = { -readonly [K in keyof C]: number };

/**
 * Returns the sums of counters' rises and of the time they cover (by the first of them), over the rows at which every
 * given counter rose by a known amount; `used` is their number.
 */
export function sumRises<const C extends readonly [CounterSteps, ...CounterSteps[]]>(
  rows: readonly number[], counters: C,
): { rises: Rises<C>; seconds: number; used: number } {
  const used = rows.filter((row) => counters.every(({ increase }) => !Number.isNaN(increase[row])));
  const sumOf = (column: Float64Array): number => used.reduce((sum, row) => sum + numberAt(column, row), 0);
  // `map` of a tuple is typed as an array of any length.
  return {
    rises: counters.map(({ increase }) => sumOf(increase)) as Rises<C>, seconds: sumOf(counters[0].seconds),
    used: used.length,
  };
}
