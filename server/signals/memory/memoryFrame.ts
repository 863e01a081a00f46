/** The readings that capacity is computed from, row by row; see docs/reference/memory.md. */
import type { RoleWindow } from '../../metrics/roleNames.ts';
import { counterSteps, presentValues, type CounterSteps } from '../counterSteps.ts';
import { findRestarts, freshScrapes, type ProcessRestart } from '../windowFrame.ts';

export interface MemoryFrame {
  fresh: Int32Array;
  restarts: ProcessRestart[];
  newProcessRows: ReadonlySet<number>;
  cpu: CounterSteps;
  samples: CounterSteps;
  created: CounterSteps;
  /** NaN where a scrape does not hold it. */
  resident: Float64Array;
  series: Float64Array;
}

export function memoryFrame(window: RoleWindow): MemoryFrame {
  const { scrapes } = window;
  const fresh = freshScrapes(scrapes);
  const restarts = findRestarts(window);
  const newProcessRows = new Set(restarts.map(({ row }) => row));
  const steps = (role: 'cpuSeconds' | 'samplesAppended' | 'seriesCreated'): CounterSteps => counterSteps(scrapes, window.role(role), fresh, newProcessRows);
  const rows = (role: 'residentBytes' | 'headSeries'): Float64Array => {
    const series = window.role(role);
    return series === undefined ? new Float64Array(scrapes.length).fill(NaN) : presentValues(series);
  };
  return {
    fresh, restarts, newProcessRows,
    cpu: steps('cpuSeconds'), samples: steps('samplesAppended'), created: steps('seriesCreated'),
    resident: rows('residentBytes'), series: rows('headSeries'),
  };
}

/** Stretches of one process that last at most `lengthMs`, ascending; row `k` of a stretch: `first <= k <= last`, gaps inside are kept. */
export interface Stretch { startMs: number; rows: number[] }

/** Fresh rows from `fromMs` on cut into stretches of `lengthMs` on the clock; a new process begins a new stretch. */
export function stretches(window: RoleWindow, frame: MemoryFrame, lengthMs: number, skip: (row: number) => boolean): Stretch[] {
  const found: Stretch[] = [];
  let bin = NaN;
  for (const row of frame.fresh) {
    if (skip(row)) { bin = NaN; continue; }
    const own = Math.floor(window.scrapes.startMs[row] / lengthMs);
    if (own !== bin || frame.newProcessRows.has(row)) found.push({ startMs: window.scrapes.startMs[row], rows: [] });
    bin = own;
    found[found.length - 1].rows.push(row);
  }
  return found;
}

/** Sum of a counter's rises and of the time they cover over some rows, taking only rows at which every given counter rose by a known amount. */
export function sumRises(rows: readonly number[], counters: readonly CounterSteps[]): { rises: number[]; seconds: number; used: number } {
  const rises = counters.map(() => 0);
  let seconds = 0;
  let used = 0;
  for (const row of rows) {
    if (counters.some(({ increase }) => Number.isNaN(increase[row]))) continue;
    counters.forEach(({ increase }, k) => { rises[k] += increase[row]; });
    seconds += counters[0].seconds[row];
    used++;
  }
  return { rises, seconds, used };
}
