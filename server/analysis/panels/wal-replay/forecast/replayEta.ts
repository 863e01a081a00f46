/** Forecasts readiness at any moment of a start, from what was known by then. See docs/reference/wal-replay.md. */
import { elementAt, numberAt } from '../../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../../data/metrics/roleNames.ts';
import { bounded, FINISH_ERROR_MS, FINISH_MS, LEARNED, POLL_ERROR_MS, type Eta, type Learned } from './etaBounds.ts';
import type { WalBeforeStop } from './walBeforeStop.ts';
import { HALF_SEGMENTS, pathWork, segmentCosts, type SegmentCosts } from './replayCosts.ts';
import { gcClock, type GcClock } from './replayGc.ts';
import { etaByBefore } from './replayEtaByBefore.ts';
import { etaByHead } from './replayEtaByHead.ts';
import { etaOfWbl, hasUnknownWbl, wblCost } from './replayEtaWbl.ts';
import { logPath } from './replayPath.ts';
import { replayedRow, type SegmentEvent, type SegmentRun } from '../../../signals/replay/segmentRuns.ts';
import { stallAt } from '../../../signals/replay/replayStall.ts';
import type { ProcessStart } from '../../../signals/replay/replayStarts.ts';
import { piecesBetween, seriesWork, valueNear, workClock, type WorkClock } from './replayWork.ts';

/** Moves of the cursor needed for a forecast: the first segment creates most series and is not typical. */
const MIN_EVENTS = 3;
/** Segments of either kind needed before their cost is learned for other starts. */
const MIN_SEEN = 10;
/** Work per series of the head once its log is read: 0.2 to 3.9 microseconds in the measured replays. */
const FINISH_CPU_SECONDS = 1.4e-6;
/** Factor by which the durations of two starts of the same target may differ. */
const EARLIER_SLACK = 1.5;
/** A segment in progress counts as at most this share done, as its cost is unknown. */
const MAX_OF_ONE = 0.8;
/** Relative error (one standard deviation) of the costs if the cycles of garbage collection are unknown. */
const NO_CYCLES_ERROR = 0.25;

/** A start of the target that reached readiness. */
export interface FinishedReplay { totalSeconds: number; segments: number | null }

export interface EtaInputs {
  window: RoleWindow;
  start: ProcessStart;
  runs: readonly SegmentRun[];
  /** Observations of the log before the stop, see walBeforeStop. */
  before: WalBeforeStop | null;
  /** Earlier starts of this target, in any order. */
  earlier: readonly FinishedReplay[];
}

/**
 * Returns the time left at the row, ms; null while unknown, and while the start is stalled. Uses only what was scraped
 * up to that row.
 */
export function etaAt(inputs: EtaInputs, row: number, learned: Learned = LEARNED): Eta | null {
  const { window, start } = inputs;
  // The time at which a stalled replay continues is unknown.
  if (stallAt(window, start, row) !== null) return null;
  const nowMs = numberAt(window.scrapes.startMs, row);
  const doneRow = replayedRow(window, start);
  const seen = seenRuns(inputs, row);
  const run = seen.at(-1);
  if (doneRow !== null && doneRow <= row) {
    const clock = run === undefined ? null : workClock(window, elementAt(seen, 0), row);
    const wholeMs = FINISH_MS + (clock === null ? 0 : 1000 * finishWork(window, start, row) / clock.pace);
    return bounded(
      Math.max(FINISH_MS, wholeMs - (nowMs - numberAt(window.scrapes.startMs, doneRow))),
      FINISH_ERROR_MS + POLL_ERROR_MS + (wholeMs - FINISH_MS) / 2, 'segments', learned.band
    );
  }
  if (run === undefined) {
    const hasCursor = window.role('replaySegmentMax') !== undefined;
    return (hasCursor ? null : etaByHead(window, start, row)) ?? etaBefore(inputs, row, null, learned);
  }
  if (seen.length > 1) return etaOfWbl(window, start, seen, { row, learned });
  if (hasUnknownWbl(window, start, row)) return etaByEarlier(inputs, nowMs, run.total);
  return etaOfWal(inputs, run, row, learned) ?? etaBefore(inputs, row, run.total, learned);
}

/**
 * Returns the work of a segment whose samples are loaded relative to one whose samples are skipped, at the row; null
 * when too few of either were seen.
 */
export function loadedFactorAt(inputs: EtaInputs, row: number): number | null {
  const run = seenRuns(inputs, row).at(0);
  const clock = run === undefined || run.events.length < MIN_EVENTS ? null : workClock(inputs.window, run, row);
  if (run === undefined || clock === null) return null;
  const path = logPath(inputs.window, inputs.start, run, { before: inputs.before, row });
  const series = seriesWork(inputs.window, inputs.start, run, clock);
  const gc = gcClock(inputs.window, inputs.start.firstRow, row);
  const costs = segmentCosts(
    piecesBetween(run.events, clock, { series, gc }), path, { factor: null, halfSegments: Infinity }
  );
  return costs === null || costs.skippedSeen < MIN_SEEN || costs.loadedSeen < MIN_SEEN ? null
    : costs.loaded / costs.skipped;
}

function seenRuns({ window, start, runs }: EtaInputs, row: number): SegmentRun[] {
  return runs.filter((run) => run.knownRow <= row).map((run, i) => {
    const events = run.events.filter((event) => event.row <= row);
    return { ...run, events: i === 0 ? withoutDropped(window, start, events) : events };
  });
}

/**
 * Returns the moves of the cursor from the last one on at which the head had no chunk: samples that a block holds are
 * dropped, which says nothing about the cost of others. Returns all if chunks are not exported.
 */
function withoutDropped(window: RoleWindow, { firstRow }: ProcessStart, events: SegmentEvent[]): SegmentEvent[] {
  const chunks = window.role('headChunks');
  const dropped = events.findLastIndex(({ row }) => valueNear(chunks, row, firstRow) === 0);
  return dropped < 0 ? events : events.slice(dropped);
}

function etaOfWal({ window, start, before }: EtaInputs, run: SegmentRun, row: number, learned: Learned): Eta | null {
  const last = run.events.at(-1);
  if (last === undefined || run.events.length < MIN_EVENTS) return null;
  const clock = workClock(window, run, row);
  if (clock === null) return null;
  const path = logPath(window, start, run, { before, row });
  const series = seriesWork(window, start, run, clock);
  const gc = gcClock(window, start.firstRow, row);
  const pieces = piecesBetween(run.events, clock, { series, gc });
  const costs = segmentCosts(pieces, path, { factor: learned.loadedFactor, halfSegments: HALF_SEGMENTS });
  if (costs === null) return null;
  const done = Math.min(MAX_OF_ONE * Math.min(1, path.left), doneOfOne({ run, clock, gc, costs }, row));
  const { work: usual, error } = pathWork(costs, path, last.loaded + done, last.loaded + path.left);
  const gcCost = gc?.costAhead(readOfOne(run, gc) * (path.left - done)) ?? 1;
  const wbl = wblCost(window, start, run, { loadedWork: costs.loaded, learned });
  const finish = finishWork(window, start, row);
  const work = gcCost * usual + series.each * series.left(last.row) + wbl.work + finish;
  const workMs = 1000 * work / clock.pace;
  const cyclesError = gc === null ? NO_CYCLES_ERROR * usual : 0;
  const workError = Math.hypot(gcCost * error, cyclesError, wbl.workError, finish / 2);
  const errorMs = Math.hypot(
    1000 * workError / clock.pace, clock.paceError * workMs, wbl.fixedErrorMs, FINISH_ERROR_MS
  );
  return bounded(workMs + wbl.fixedMs + FINISH_MS, errorMs, 'segments', learned.band);
}

/** Returns what the GC clock counts per segment. */
function readOfOne({ events }: SegmentRun, gc: GcClock): number {
  const [first, last] = [elementAt(events, 0), elementAt(events, events.length - 1)];
  return gc.readBetween(first.row, last.row) / (last.loaded - first.loaded);
}

/** Returns the segments since the last move of the cursor: by what was allocated, else by the work. */
function doneOfOne(
  { run, clock, gc, costs }: { run: SegmentRun; clock: WorkClock; gc: GcClock | null; costs: SegmentCosts }, row: number
): number {
  const last = elementAt(run.events, run.events.length - 1);
  const one = gc === null ? 0 : readOfOne(run, gc);
  return gc !== null && one > 0 ? gc.readBetween(last.row, row) / one
    : (clock.at(row) - clock.at(last.row)) / (costs.loadedSeen > costs.skippedSeen ? costs.loaded : costs.skipped);
}

/** Returns the CPU seconds from the last segment to readiness. */
function finishWork(window: RoleWindow, start: ProcessStart, row: number): number {
  return FINISH_CPU_SECONDS * (valueNear(window.role('headSeries'), row, start.firstRow) ?? 0);
}

/** Forecasts before the segments can: from earlier starts, else from what the old process left. */
function etaBefore(inputs: EtaInputs, row: number, total: number | null, learned: Learned): Eta | null {
  const { window, start } = inputs;
  return etaByEarlier(inputs, numberAt(window.scrapes.startMs, row), total)
    ?? etaByBefore(window, start, row, learned.wblChunkMs);
}

/**
 * Forecasts before the segments can: from the duration of earlier starts of this target, in proportion to the segments
 * if both are known.
 */
function etaByEarlier({ start, earlier }: EtaInputs, nowMs: number, total: number | null): Eta | null {
  const totals = earlier.map(({ totalSeconds, segments }) =>
    1000 * totalSeconds * (total !== null && segments !== null && segments > 0 ? total / segments : 1))
    .sort((a, b) => a - b);
  const elapsedMs = nowMs - start.startMs;
  const [least, most] = [totals.at(0), totals.at(-1)];
  // Longer than all of them: they are no longer informative.
  if (least === undefined || most === undefined || EARLIER_SLACK * most <= elapsedMs) return null;
  const lowMs = Math.max(0, least / EARLIER_SLACK - elapsedMs);
  const highMs = EARLIER_SLACK * most - elapsedMs;
  const medianMs = Math.min(
    highMs, Math.max(lowMs, elementAt(totals, Math.floor((totals.length - 1) / 2)) - elapsedMs)
  );
  return { lowMs, medianMs, highMs, scaleMs: (highMs - lowMs) / 2, basis: 'earlier' };
}
