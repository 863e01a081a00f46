/**
 * Measures the work of a replay: what each part of the log took, and the current pace. See
 * docs/reference/wal-replay.md.
 */
import { elementAt, numberAt } from '../../../../../core/elementAt.ts';
import type { RoleSeries, RoleWindow } from '../../../../data/metrics/roleNames.ts';
import { bounded, FINISH_MS, type Band, type Eta } from './etaBounds.ts';
import type { GcClock } from './replayGc.ts';
import { paceAt } from './replayPace.ts';
import type { SegmentEvent, SegmentRun } from '../../../signals/replay/segmentRuns.ts';
import type { ProcessStart } from '../../../signals/replay/replayStarts.ts';
import { valueAt } from '../../../signals/valueAt.ts';

/** Minimum share of the work that is for samples, however many series were made. */
const MIN_OF_ALL = 0.2;

/** The clock of the work, and how fast it runs: cores in use for CPU seconds, 1 for seconds. */
export interface WorkClock {
  at: (row: number) => number;
  pace: number;
  /** Relative change of the pace so far (one standard deviation). */
  paceError: number;
}

/**
 * Segments read between two moves of the cursor: work per segment, and how much of it, relative to the mean, is due to
 * their place in the GC cycles.
 */
export interface Piece { fromLoaded: number; toLoaded: number; work: number; gcCost: number }

/**
 * Returns a clock of CPU seconds, which measure the work of a segment far better than wall time on a shared host; of
 * seconds if the target does not report CPU. null while the pace is unknown.
 */
export function workClock(window: RoleWindow, run: SegmentRun, row: number): WorkClock | null {
  const { startMs } = window.scrapes;
  const cpu = window.role('cpuSeconds');
  const hasCpu = run.events.every((event) => valueNear(cpu, event.row, run.row) !== null);
  const at = (wanted: number): number =>
    (hasCpu ? valueNear(cpu, wanted, run.row) : null) ?? numberAt(startMs, wanted) / 1000;
  const pace = paceAt(startMs, at, { firstRow: run.row, row });
  return pace === null ? null : { at, ...pace };
}

/** Returns the time left for this much work, with its standard error. */
export function etaOfWork(work: number, workError: number, { pace, paceError }: WorkClock, band: Band): Eta {
  const medianMs = 1000 * work / pace;
  return bounded(medianMs + FINISH_MS, Math.hypot(1000 * workError / pace, paceError * medianMs), 'segments', band);
}

/** Cost of creating series, in addition to the segments that contain them. */
export interface SeriesWork {
  /** Work per series. */
  each: number;
  madeAt: (row: number) => number;
  /** Returns the series still to create, from how many the old process held. */
  left: (row: number) => number;
}

/**
 * Estimates the work of series from the time before the cursor's first move, in which most are created. Zero if the old
 * process was not seen: series then count with their segments.
 */
export function seriesWork(window: RoleWindow, start: ProcessStart, run: SegmentRun, clock: WorkClock): SeriesWork {
  const series = window.role('headSeries');
  const held = start.beforeRow === null ? null : valueAt(series, start.beforeRow);
  const first = run.events.at(0);
  const made = first === undefined ? null : valueNear(series, first.row, run.row);
  if (held === null || first === undefined || made === null || made <= 0)
    return { each: 0, madeAt: () => 0, left: () => 0 };
  const madeAt = (row: number): number => valueNear(series, row, run.row) ?? 0;
  const each = Math.max(0, clock.at(first.row) - clock.at(run.row)) / made;
  return { each, madeAt, left: (row) => Math.max(0, held - madeAt(row)) };
}

/**
 * Returns pieces; the first begins at the cursor's first move: the segments before it created most series, or were the
 * checkpoint.
 */
export function piecesBetween(
  events: readonly SegmentEvent[], clock: WorkClock, of?: { series: SeriesWork; gc: GcClock | null }
): Piece[] {
  return events.slice(1).map((end, i) => {
    const begin = elementAt(events, i);
    return {
      fromLoaded: begin.loaded, toLoaded: end.loaded,
      work: workBetween(begin.row, end.row, clock, of?.series) / (end.loaded - begin.loaded),
      gcCost: of?.gc?.costBetween(begin.row, end.row) ?? 1,
    };
  });
}

/** Returns the work between two rows, without that of the series created then. */
function workBetween(from: number, to: number, clock: WorkClock, series?: SeriesWork): number {
  const all = clock.at(to) - clock.at(from);
  return series === undefined ? all
    : Math.max(MIN_OF_ALL * all, all - series.each * (series.madeAt(to) - series.madeAt(from)));
}

/** Returns the value of the row, else of the nearest earlier one that has a value, back to `first`. */
export function valueNear(series: RoleSeries | undefined, row: number, first: number): number | null {
  for (let at = row; at >= first; at--) {
    const value = valueAt(series, at);
    if (value !== null) return value;
  }
  return null;
}
