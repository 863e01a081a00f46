/**
 * When is the target ready? What can be said at any moment of a start, from what was known by then. See docs/wal-replay.md.
 */
import type { RoleSeries, RoleWindow } from '../metrics/roleNames.ts';
import { BAND, bounded, FINISH_MS, POLL_ERROR_MS, type Band, type Eta } from './etaBounds.ts';
import { etaByHead } from './replayEtaByHead.ts';
import { headMaxMs, headMinMs, newestLoggedMs } from './headTimes.ts';
import { replayedRow, type SegmentEvent, type SegmentRun } from './replayPhases.ts';
import type { ProcessStart } from './replayStarts.ts';
import { valueAt } from './valueAt.ts';

/** Moves of the cursor whose work speaks for the next ones. */
const RECENT = 10;
/** The first segment creates most series and tells little: so many moves of the cursor are needed. */
const LEAST_EVENTS = 3;
/**
 * Samples that stand in m-mapped chunks are skipped, so the segments past those chunks cost more: 1.6 times as much in the
 * replays measured (Prometheus 2.42 and 3.15). Used until enough of them have been seen.
 */
const UNCOVERED_FACTOR = 1.6;
const ENOUGH_UNCOVERED = 3;
/** Segments grow dearer as the heap does (garbage collection): so much over a whole replay. */
const TREND = 0.2;
/** Relative error (one standard deviation) of the work still to do, before and after enough of the dear segments were seen. */
const EARLY_ERROR = 0.15;
const LATE_ERROR = 0.08;
/** The first segment of the WBL, which makes its chunks, took from two to a hundred times as long as one of the WAL. */
const LEAST_WBL_EVENTS = 1;
/** A sample that came out of order costs this many times one that did not. */
const WBL_FACTOR = 4;
/** The pace is that of so long a time, or of this share of the replay so far when that is longer. */
const PACE_MS = 10_000;
const PACE_SHARE = 0.3;
/** The segment that the old process wrote when it went is half full, when nothing tells. */
const UNKNOWN_FILL = 0.5;
/** One start may take this many times as long as another of the same target. */
const EARLIER_SLACK = 1.5;
/** A segment in progress is not taken to be more than this part done: how much it costs is not known. */
const MOST_OF_ONE = 0.8;

/** A start of the target that reached readiness. */
export interface FinishedReplay { totalSeconds: number; segments: number | null }

export interface EtaInputs {
  window: RoleWindow;
  start: ProcessStart;
  runs: readonly SegmentRun[];
  /** Of this target, any order. */
  earlier: readonly FinishedReplay[];
}

/** Time left at the row, ms; null while nothing can be said. Only what was scraped up to that row is used. */
export function etaAt(inputs: EtaInputs, row: number, band: Band = BAND): Eta | null {
  const { window, start, runs } = inputs;
  const nowMs = window.scrapes.startMs[row];
  const doneRow = replayedRow(window, start);
  if (doneRow !== null && doneRow <= row) return bounded(FINISH_MS, POLL_ERROR_MS, 'segments', band);
  const seen = runs.filter((run) => run.row <= row).map((run) => ({ ...run, events: run.events.filter((event) => event.row <= row) }));
  const run = seen.at(-1);
  if (run === undefined) {
    const hasCursor = window.role('replaySegmentMax') !== undefined;
    return (hasCursor ? null : etaByHead(window, start, row, band)) ?? etaByEarlier(inputs, nowMs, null);
  }
  if (seen.length > 1) return etaOfWbl(window, seen, row, band);
  return etaOfWal(inputs, run, row, band) ?? etaByEarlier(inputs, nowMs, run.total);
}

/** Work between two moves of the cursor: CPU seconds where the target counts them, else seconds. Per segment. */
interface Piece { work: number; count: number; row: number }

/** The clock that work is measured by, and how fast it runs: cores in use for CPU seconds, 1 for seconds. */
interface WorkClock { at: (row: number) => number; pace: number; paceError: number }

function etaOfWal({ window, start }: EtaInputs, run: SegmentRun, row: number, band: Band): Eta | null {
  const last = run.events.at(-1);
  if (last === undefined || run.events.length < LEAST_EVENTS) return null;
  const clock = workClock(window, run, row);
  if (clock === null) return null;
  const pieces = piecesOf(run, clock);
  const base = chunksEndMs(window, run);
  const isCovered = ({ row: at }: Piece): boolean => base !== null && (headMaxMs(window, at) ?? 0) <= base + 1000;
  const covered = pieces.filter(isCovered);
  const uncovered = pieces.filter((piece) => !isCovered(piece));
  const known = countOf(uncovered) >= ENOUGH_UNCOVERED || covered.length === 0;
  // Segments grow dearer as series and chunks do: the first one, which makes most series, stands for what comes with that.
  const overall = run.min > 0 ? 0 : (clock.at(last.row) - clock.at(run.row)) / last.loaded;
  const coveredWork = Math.max(overall, meanWork((covered.length === 0 ? uncovered : covered).slice(-RECENT)));
  const uncoveredWork = known ? meanWork(uncovered.slice(-RECENT)) : coveredWork * UNCOVERED_FACTOR;
  const left = segmentsLeft(window, start, run, { last, base, uncovered: countOf(uncovered) });
  const segments = left.covered + left.uncovered;
  const spent = Math.max(0, Math.min(clock.at(row) - clock.at(last.row), MOST_OF_ONE * Math.min(1, segments) * (left.covered >= 1 ? coveredWork : uncoveredWork)));
  const trend = 1 + (TREND / 2) * (segments / run.total);
  const wblWork = WBL_FACTOR * wblSegments(window, start, run.total) * uncoveredWork;
  const work = Math.max(0, trend * (left.covered * coveredWork + left.uncovered * uncoveredWork) - spent) + wblWork;
  const workError = Math.hypot(pathSpread(pieces, segments), (known ? LATE_ERROR : EARLY_ERROR) * work, wblWork, UNKNOWN_FILL / 2 * uncoveredWork);
  return etaOfWork(work, workError, clock, band);
}

/** While the out-of-order log is read: its own segments' work, before there are any those of the WAL. */
function etaOfWbl(window: RoleWindow, seen: readonly SegmentRun[], row: number, band: Band): Eta | null {
  const run = seen[seen.length - 1];
  if (run.events.length < LEAST_WBL_EVENTS) return null;
  const clock = workClock(window, { ...run, events: [...seen[0].events, ...run.events], row: seen[0].row }, row);
  if (clock === null) return null;
  const own = piecesOf(run, clock);
  const pieces = countOf(own) >= LEAST_EVENTS ? own : [...piecesOf(seen[0], clock), ...own];
  const last = run.events.at(-1);
  const typical = meanWork(pieces.slice(-RECENT));
  const segments = Math.max(0, run.total - (last?.loaded ?? 0) - UNKNOWN_FILL);
  const spent = Math.max(0, Math.min(clock.at(row) - clock.at(last?.row ?? run.row), MOST_OF_ONE * Math.min(1, segments) * typical));
  const work = Math.max(0, segments * typical - spent);
  return etaOfWork(work, Math.hypot(pathSpread(pieces, segments), EARLY_ERROR * work, UNKNOWN_FILL / 2 * typical), clock, band);
}

function etaOfWork(work: number, workError: number, { pace, paceError }: WorkClock, band: Band): Eta {
  const medianMs = 1000 * work / pace;
  return bounded(medianMs + FINISH_MS, Math.hypot(1000 * workError / pace, paceError * medianMs), 'segments', band);
}

/**
 * CPU seconds tell the work of a segment far better than the clock on a host where others run too. null while the pace is
 * not known yet.
 */
function workClock(window: RoleWindow, run: SegmentRun, row: number): WorkClock | null {
  const { startMs } = window.scrapes;
  const cpu = window.role('cpuSeconds');
  const hasCpu = run.events.every((event) => valueNear(cpu, event.row, run.row) !== null);
  const at = (wanted: number): number => (hasCpu ? valueNear(cpu, wanted, run.row) : null) ?? startMs[wanted] / 1000;
  const first = run.events[0]?.row ?? run.row;
  const lengthMs = Math.max(PACE_MS, PACE_SHARE * (startMs[row] - startMs[first]));
  const from = (ms: number): number => {
    let found = row;
    while (found > run.row && startMs[row] - startMs[found] < ms) found--;
    return found;
  };
  const paceOf = (fromRow: number, toRow: number): number | null => {
    const seconds = (startMs[toRow] - startMs[fromRow]) / 1000;
    const pace = seconds > 0 ? (at(toRow) - at(fromRow)) / seconds : 0;
    return pace > 0 ? pace : null;
  };
  const begin = from(lengthMs);
  const pace = paceOf(begin, row);
  if (pace === null) return null;
  const recent = paceOf(from(lengthMs / 2), row) ?? pace;
  return { at, pace, paceError: Math.abs(recent - pace) / pace };
}

/** The value of the row, else of the nearest one before it that has one, from `first` on. */
function valueNear(series: RoleSeries | undefined, row: number, first: number): number | null {
  for (let at = row; at >= first; at--) {
    const value = valueAt(series, at);
    if (value !== null) return value;
  }
  return null;
}

/** The first move is left out, as the segments before it made most series, or were the checkpoint. */
function piecesOf({ events }: SegmentRun, clock: WorkClock): Piece[] {
  return events.slice(1).map((event, i) => {
    const count = event.loaded - events[i].loaded;
    return { work: (clock.at(event.row) - clock.at(events[i].row)) / count, count, row: event.row };
  });
}

/** Where the samples of m-mapped chunks end, ms: the head's newest sample stands there at first. null when there are none. */
function chunksEndMs(window: RoleWindow, { events }: SegmentRun): number | null {
  const [first, second] = [headMaxMs(window, events[0].row), headMaxMs(window, events[1].row)];
  return first !== null && second !== null && second <= first + 1000 ? first : null;
}

/** Before the segments tell: what earlier starts of this target took, in proportion to the segments where both are known. */
function etaByEarlier({ start, earlier }: EtaInputs, nowMs: number, total: number | null): Eta | null {
  const totals = earlier.map(({ totalSeconds, segments }) => 1000 * totalSeconds * (total !== null && segments !== null && segments > 0 ? total / segments : 1))
    .sort((a, b) => a - b);
  if (totals.length === 0) return null;
  const elapsedMs = nowMs - start.startMs;
  const [least, most] = [totals[0], totals[totals.length - 1]];
  // Longer than all of them: then they say nothing any more.
  if (EARLIER_SLACK * most <= elapsedMs) return null;
  const lowMs = Math.max(0, least / EARLIER_SLACK - elapsedMs);
  const highMs = EARLIER_SLACK * most - elapsedMs;
  const medianMs = Math.min(highMs, Math.max(lowMs, totals[Math.floor((totals.length - 1) / 2)] - elapsedMs));
  return { lowMs, medianMs, highMs, scaleMs: (highMs - lowMs) / 2, basis: 'earlier' };
}

/**
 * Segments still to load: those whose samples stand in m-mapped chunks (cheap), and the rest. The last one is the new
 * process's own and empty, the one before it as full as it was when the old process went.
 */
function segmentsLeft(
  window: RoleWindow, start: ProcessStart, run: SegmentRun, seen: { last: SegmentEvent; base: number | null; uncovered: number },
): { covered: number; uncovered: number } {
  const whole = Math.max(0, run.total - 2 - seen.last.loaded);
  const withData = seen.last.loaded >= run.total - 1 ? 0 : whole + lastFill(window, start);
  if (seen.base === null || seen.uncovered > 0) return { covered: 0, uncovered: withData };
  const oldestMs = headMinMs(window, seen.last.row);
  const newestMs = newestLoggedMs(window, start);
  if (oldestMs === null || newestMs <= oldestMs) return { covered: withData / 2, uncovered: withData / 2 };
  const coveredShare = Math.min(1, Math.max(0, (seen.base - oldestMs) / (newestMs - oldestMs)));
  const covered = Math.min(withData, Math.max(0, coveredShare * (run.total - 1) - seen.last.loaded));
  return { covered, uncovered: withData - covered };
}

/**
 * How full the old process's last segment was, 0 to 1: by the gauge of the log's size where there is one, else by how long
 * before its end it had begun that segment, against how long it took for the one before.
 */
function lastFill(window: RoleWindow, start: ProcessStart): number {
  const series = window.role('walSegmentCurrent');
  if (series === undefined || start.beforeRow === null) return UNKNOWN_FILL;
  const { startMs } = window.scrapes;
  const began: number[] = [];
  let later: number | null = null;
  for (let row = start.beforeRow; row >= 0 && began.length < 2; row--) {
    const value = valueAt(series, row);
    if (value === null) continue;
    if (later !== null && value > later) break;
    if (later !== null && value < later) began.push(startMs[row + 1]);
    later = value;
  }
  if (began.length < 2 || began[0] <= began[1]) return UNKNOWN_FILL;
  return Math.min(1, (startMs[start.beforeRow] - began[0]) / (began[0] - began[1]));
}

/** The WBL's cursor comes after the WAL's: its length is put at the share of samples that came out of order before. 0 where none did. */
function wblSegments(window: RoleWindow, start: ProcessStart, walSegments: number): number {
  if (start.beforeRow === null) return 0;
  const late = valueAt(window.role('outOfOrderSamples'), start.beforeRow) ?? 0;
  const all = valueAt(window.role('samplesAppended'), start.beforeRow) ?? 0;
  return late <= 0 || all <= 0 ? 0 : Math.min(1, late / all) * (walSegments - 1);
}

const countOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + piece.count, 0);

function meanWork(pieces: readonly Piece[]): number {
  const count = countOf(pieces);
  return count === 0 ? 0 : pieces.reduce((sum, piece) => sum + piece.work * piece.count, 0) / count;
}

/** Standard deviation of the work of so many segments, the uncertainty of their mean included. */
function pathSpread(pieces: readonly Piece[], segments: number): number {
  const recent = pieces.slice(-2 * RECENT);
  const count = countOf(recent);
  const mean = meanWork(recent);
  const spread = count < 2 ? mean : Math.sqrt(recent.reduce((sum, piece) => sum + piece.count * (piece.work - mean) ** 2, 0) / (count - 1));
  return spread * Math.sqrt(segments * (1 + segments / Math.max(1, Math.min(count, RECENT))));
}
