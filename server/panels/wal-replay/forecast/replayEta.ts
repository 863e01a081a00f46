/** Forecast of readiness at any moment of a start, from what was known by then. See docs/reference/wal-replay.md. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../metrics/roleNames.ts';
import { bounded, FINISH_MS, LEARNED, POLL_ERROR_MS, type Eta, type Learned } from './etaBounds.ts';
import type { WalBeforeStop } from './walBeforeStop.ts';
import { fittedCosts, pathWork, segmentCosts, type SegmentCosts } from './replayCosts.ts';
import { etaByHead } from './replayEtaByHead.ts';
import { etaOfWbl, hasUnknownWbl, wblCost } from './replayEtaWbl.ts';
import { logPath, meanShare, type LogPath } from './replayPath.ts';
import { replayedRow, type SegmentEvent, type SegmentRun } from '../../../signals/replay/segmentRuns.ts';
import { stallAt } from '../../../signals/replay/replayStall.ts';
import type { ProcessStart } from '../../../signals/replay/replayStarts.ts';
import {
  piecesBetween, roundEnds, seriesWork, valueNear, workBetween, workClock, type SeriesWork, type WorkClock,
} from './replayWork.ts';

/** Moves of the cursor needed for a forecast: the first segment creates most series and is not typical. */
const LEAST_EVENTS = 3;
/** Segments of either kind needed before their cost is learned for other starts. */
const LEAST_SEEN = 10;
/** Per series of the head once its log is read: 0.2 to 3.9 microseconds in the measured replays. */
const FINISH_CPU_SECONDS = 1.4e-6;
/** Share of what cycles owed on average that is not due at the end: costs rise with the heap, which takes some back. */
const USUALLY_OWED = 0.5;
/** One start may take this many times as long as another of the same target. */
const EARLIER_SLACK = 1.5;
/** A segment in progress counts as at most this share done, as its cost is unknown. */
const MOST_OF_ONE = 0.8;
/** Least remaining share of the work ahead, however much of it the current GC cycle has already done. */
const LEAST_LEFT = 0.3;

/** A start of the target that reached readiness. */
export interface FinishedReplay { totalSeconds: number; segments: number | null }

export interface EtaInputs {
  window: RoleWindow;
  start: ProcessStart;
  runs: readonly SegmentRun[];
  /** What was seen of the log before the stop, see walBeforeStop. */
  before: WalBeforeStop | null;
  /** Earlier starts of this target, in any order. */
  earlier: readonly FinishedReplay[];
}

/**
 * Time left at the row, ms; null while unknown, and while the start stands still. Uses only what was scraped up to that
 * row.
 */
export function etaAt(inputs: EtaInputs, row: number, learned: Learned = LEARNED): Eta | null {
  const { window, start } = inputs;
  // When what stands still goes on is not known.
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
      POLL_ERROR_MS + (wholeMs - FINISH_MS) / 2, 'segments', learned.band
    );
  }
  if (run === undefined) {
    const hasCursor = window.role('replaySegmentMax') !== undefined;
    return (hasCursor ? null : etaByHead(window, start, row)) ?? etaByEarlier(inputs, nowMs, null);
  }
  if (seen.length > 1) return etaOfWbl(window, start, seen, { row, learned });
  if (hasUnknownWbl(window, start, row)) return etaByEarlier(inputs, nowMs, run.total);
  return etaOfWal(inputs, run, row, learned) ?? etaByEarlier(inputs, nowMs, run.total);
}

/**
 * Work of a segment whose samples are loaded relative to one whose samples are skipped, at the row; null when too few
 * of either were seen.
 */
export function loadedFactorAt(inputs: EtaInputs, row: number): number | null {
  const run = seenRuns(inputs, row).at(0);
  const clock = run === undefined || run.events.length < LEAST_EVENTS ? null : workClock(inputs.window, run, row);
  if (run === undefined || clock === null) return null;
  const path = logPath(inputs.window, inputs.start, run, { before: inputs.before, row });
  const series = seriesWork(inputs.window, inputs.start, run, clock);
  const costs = fittedCosts(
    piecesBetween(roundEnds(inputs.window, run), clock, series), path, { factor: null, halfSegments: Infinity }
  );
  return costs === null || costs.skippedSeen < LEAST_SEEN || costs.loadedSeen < LEAST_SEEN ? null
    : costs.loaded / costs.skipped;
}

function seenRuns({ window, start, runs }: EtaInputs, row: number): SegmentRun[] {
  return runs.filter((run) => run.knownRow <= row).map((run, i) => {
    const events = run.events.filter((event) => event.row <= row);
    return { ...run, events: i === 0 ? withoutDropped(window, start, events) : events };
  });
}

/**
 * Moves of the cursor from the last one on at which the head had no chunk: samples that a block holds are dropped,
 * which says nothing of what others cost. All where chunks are not exported.
 */
function withoutDropped(window: RoleWindow, { firstRow }: ProcessStart, events: SegmentEvent[]): SegmentEvent[] {
  const chunks = window.role('headChunks');
  const dropped = events.findLastIndex(({ row }) => valueNear(chunks, row, firstRow) === 0);
  return dropped < 0 ? events : events.slice(dropped);
}

function etaOfWal({ window, start, before }: EtaInputs, run: SegmentRun, row: number, learned: Learned): Eta | null {
  const last = run.events.at(-1);
  if (last === undefined || run.events.length < LEAST_EVENTS) return null;
  const clock = workClock(window, run, row);
  if (clock === null) return null;
  const path = logPath(window, start, run, { before, row });
  const ends = roundEnds(window, run);
  const series = seriesWork(window, start, run, clock);
  const costs = segmentCosts(piecesBetween(ends, clock, series), path, learned.loadedFactor);
  if (costs === null) return null;
  const ahead = pathWork(costs, path, last.loaded, last.loaded + path.left);
  const owed = owedWork({ run, ends, clock, series, costs, path });
  const share = meanShare(path, last.loaded, last.loaded + Math.min(1, path.left));
  const most = MOST_OF_ONE * Math.min(1, path.left) * (share * costs.loaded + (1 - share) * costs.skipped);
  const spent = Math.min(clock.at(row) - clock.at(last.row), most + Math.max(0, owed));
  const wbl = wblCost(window, start, run, { loadedWork: costs.loaded, learned });
  const finish = finishWork(window, start, row);
  const work = Math.max(LEAST_LEFT * ahead.work, ahead.work + owed - spent) + series.each * series.left(last.row)
    + wbl.work + finish;
  const workMs = 1000 * work / clock.pace;
  const errorMs = Math.hypot(
    1000 * Math.hypot(ahead.error, wbl.workError, finish / 2) / clock.pace, clock.paceError * workMs, wbl.fixedErrorMs
  );
  return bounded(workMs + wbl.fixedMs + FINISH_MS, errorMs, 'segments', learned.band);
}

/**
 * Work that the current GC cycle has not done yet (or has done early) and that is due before the end. The log may end
 * at any point of a cycle, which then owes as much as cycles did on average; one that does not end before the log owes
 * ever more.
 */
function owedWork({ run, ends, clock, series, costs, path }: {
  run: SegmentRun; ends: readonly SegmentEvent[]; clock: WorkClock; series: SeriesWork; costs: SegmentCosts;
  path: LogPath;
}): number {
  const [first, end] = [elementAt(ends, 0), elementAt(ends, ends.length - 1)];
  const owedAt = (event: SegmentEvent): number => {
    const from = ends.findLast(({ row }) => row <= event.row) ?? first;
    return pathWork(costs, path, from.loaded, event.loaded).work - workBetween(from.row, event.row, clock, series);
  };
  const whole = run.events.filter(({ row }) => row > first.row && row <= end.row);
  const usual = whole.length === 0 ? 0 : whole.reduce((sum, event) => sum + owedAt(event), 0) / whole.length;
  const last = elementAt(run.events, run.events.length - 1);
  const cycle = (end.loaded - first.loaded) / Math.max(1, ends.length - 1);
  const since = last.loaded - end.loaded;
  return since + path.left < cycle ? -2 * usual * path.left / cycle : owedAt(last) - USUALLY_OWED * usual;
}

/** CPU seconds from the last segment to readiness. */
function finishWork(window: RoleWindow, start: ProcessStart, row: number): number {
  return FINISH_CPU_SECONDS * (valueNear(window.role('headSeries'), row, start.firstRow) ?? 0);
}

/**
 * Before the segments give a forecast: the duration of earlier starts of this target, in proportion to the segments
 * where both are known.
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
