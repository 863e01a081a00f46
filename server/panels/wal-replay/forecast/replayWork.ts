/**
 * The work of a replay, measured: how much each part of the log took, and how fast the work goes. See
 * docs/reference/wal-replay.md.
 */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { RoleSeries, RoleWindow } from '../../../metrics/roleNames.ts';
import { bounded, FINISH_MS, type Band, type Eta } from './etaBounds.ts';
import type { SegmentEvent, SegmentRun } from '../../../signals/replay/replayPhases.ts';
import type { ProcessStart } from '../../../signals/replay/replayStarts.ts';
import { valueAt } from '../../../signals/valueAt.ts';

/** The pace is that of so long a time, or of this share of the replay so far when that is longer. */
const PACE_MS = 10_000;
const PACE_SHARE = 0.5;
/** However many series were made, this share of the work was for samples. */
const LEAST_OF_ALL = 0.2;
/** Stretches whose paces are compared, and what each counts against the one after it. */
const STRETCH_MS = 5000;
const STRETCH_WEIGHT = 0.9;

/** The clock that work is measured by, and how fast it runs: cores in use for CPU seconds, 1 for seconds. */
export interface WorkClock {
  at: (row: number) => number;
  pace: number;
  /** How much it has changed so far, as a share of it (one standard deviation). */
  paceError: number;
}

/**
 * Segments read in a stretch that began and ended at the same moment of the garbage collector's round: work per
 * segment.
 */
export interface Piece { fromLoaded: number; toLoaded: number; work: number }

/**
 * CPU seconds tell the work of a segment far better than the clock on a host where others run too; seconds where the
 * target counts no CPU. null while the pace is not known yet.
 */
export function workClock(window: RoleWindow, run: SegmentRun, row: number): WorkClock | null {
  const { startMs } = window.scrapes;
  const cpu = window.role('cpuSeconds');
  const hasCpu = run.events.every((event) => valueNear(cpu, event.row, run.row) !== null);
  const at = (wanted: number): number =>
    (hasCpu ? valueNear(cpu, wanted, run.row) : null) ?? numberAt(startMs, wanted) / 1000;
  const first = run.events[0]?.row ?? run.row;
  const lengthMs = Math.max(PACE_MS, PACE_SHARE * (numberAt(startMs, row) - numberAt(startMs, first)));
  const from = (ms: number): number => {
    let found = row;
    while (found > run.row && numberAt(startMs, row) - numberAt(startMs, found) < ms) found--;
    return found;
  };
  const paceOf = (fromRow: number, toRow: number): number | null => {
    const seconds = (numberAt(startMs, toRow) - numberAt(startMs, fromRow)) / 1000;
    const pace = seconds > 0 ? (at(toRow) - at(fromRow)) / seconds : 0;
    return pace > 0 ? pace : null;
  };
  const begin = from(lengthMs);
  const pace = paceOf(begin, row);
  return pace === null ? null
    : { at, pace, paceError: changeOf(startMs, at, { firstRow: run.events[0]?.row ?? run.row, row }, pace) };
}

/**
 * How far the pace of single stretches was from this one, as a share of it: root of the mean square, newer ones
 * counting more.
 */
function changeOf(
  startMs: Float64Array, at: WorkClock['at'], { firstRow, row }: { firstRow: number; row: number }, pace: number
): number {
  let squares = 0;
  let weights = 0;
  let weight = 1;
  let end = row;
  for (let begin = row - 1; begin >= firstRow; begin--) {
    const ms = numberAt(startMs, end) - numberAt(startMs, begin);
    if (ms < STRETCH_MS) continue;
    const change = 1000 * (at(end) - at(begin)) / ms / pace - 1;
    squares += weight * change ** 2;
    weights += weight;
    weight *= STRETCH_WEIGHT;
    end = begin;
  }
  return weights === 0 ? 0 : Math.sqrt(squares / weights);
}

/** Time left for so much work, with its standard error. */
export function etaOfWork(work: number, workError: number, { pace, paceError }: WorkClock, band: Band): Eta {
  const medianMs = 1000 * work / pace;
  return bounded(medianMs + FINISH_MS, Math.hypot(1000 * workError / pace, paceError * medianMs), 'segments', band);
}

/**
 * Moves of the cursor at which a round of garbage collection had just ended, the first move included: a round takes as
 * much CPU as several segments, so only whole rounds compare. Every move where rounds are not counted, or fewer than
 * two were seen.
 */
export function roundEnds(window: RoleWindow, run: SegmentRun): SegmentEvent[] {
  const rounds = window.role('gcCycles');
  const counts = run.events.map((event) => valueNear(rounds, event.row, run.row));
  const ends = run.events.filter((_, i) => i === 0 || (counts[i] ?? 0) > (counts[i - 1] ?? Infinity));
  return ends.length < 3 ? run.events : ends;
}

/** What the making of series costs, which comes on top of the segments that they stand in. */
export interface SeriesWork {
  /** Work of one. */
  each: number;
  madeAt: (row: number) => number;
  /** Still to be made, as the old process held so many more. */
  left: (row: number) => number;
}

/**
 * By the time before the cursor's first move, in which most are made. Nothing where the old process was not seen: then
 * series count with their segments.
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
 * The first move of the cursor is where the first piece begins: the segments before it made most series, or were the
 * checkpoint.
 */
export function piecesBetween(ends: readonly SegmentEvent[], clock: WorkClock, series?: SeriesWork): Piece[] {
  return ends.slice(1).map((end, i) => ({
    fromLoaded: elementAt(ends, i).loaded, toLoaded: end.loaded,
      work: workBetween(elementAt(ends, i).row, end.row, clock, series) / (end.loaded - elementAt(ends, i).loaded),
  }));
}

/** Between two rows, without that of the series made then. */
export function workBetween(from: number, to: number, clock: WorkClock, series?: SeriesWork): number {
  const all = clock.at(to) - clock.at(from);
  return series === undefined ? all
    : Math.max(LEAST_OF_ALL * all, all - series.each * (series.madeAt(to) - series.madeAt(from)));
}

/** The value of the row, else of the nearest one before it that has one, from `first` on. */
export function valueNear(series: RoleSeries | undefined, row: number, first: number): number | null {
  for (let at = row; at >= first; at--) {
    const value = valueAt(series, at);
    if (value !== null) return value;
  }
  return null;
}
