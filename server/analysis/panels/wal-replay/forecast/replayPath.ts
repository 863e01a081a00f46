/** Estimates what remains of the log and how expensive each part is. See docs/reference/wal-replay.md. */
import { elementAt } from '../../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../../data/metrics/roleNames.ts';
import { headMaxMs, headMinMs, newestLoggedMs } from '../../../signals/replay/headTimes.ts';
import { unseenMs, type WalBeforeStop } from './walBeforeStop.ts';
import type { SegmentRun } from '../../../signals/replay/segmentRuns.ts';
import type { ProcessStart } from '../../../signals/replay/replayStarts.ts';
import { valueNear } from './replayWork.ts';
import { valueAt } from '../../../signals/valueAt.ts';
import { lastFillBySize } from './segmentFill.ts';
import { median } from '../../../../../core/statistics/quantiles.ts';

/** Assumed fill of the old process's last segment when unknown. */
const UNKNOWN_FILL = 0.5;
/** Chunks made in the replay, as a share of the series, that are significant. */
const RISE_BEGINS = 0.03;
/** The head's newest sample moves past the m-mapped chunks by more than this. */
const PAST_CHUNKS_MS = 1000;
/** Number of cursor moves within which the head's newest sample pauses, or never does. */
const FIRST_EVENTS = 8;
/** Number of moves without a pause of the head after which none is expected. */
const STANDING_EVENTS = 3;
/** Time until the next scrapes see a new chunk. */
const MAPPED_SEEN_MS = 3000;
/** Moves of the cursor over which the share must have risen to go on rising. */
const RISING_EVENTS = 4;
/** A smaller share counts as no change. */
const STANDS_STILL = 0.002;
/** Standard deviation of a uniform distribution, as a share of its range. */
const ANYWHERE = 1 / Math.sqrt(12);
/** Moves of the cursor over which the head's advance is measured. */
const HEAD_EVENTS = 12;

export interface LogPath {
  /**
   * Share of the samples in the segment (counted from the first one read) that no m-mapped chunk holds, so they are
   * loaded: 0 to 1.
   */
  openShare: (index: number) => number;
  /** Standard error of that share over all that is left: 0 where it was observed before the stop. */
  shareError: number;
  /** Segments with samples left to read after the last move of the cursor. */
  left: number;
}

/** Returns the path as known at the row, after at least two moves of the cursor. */
export function logPath(
  window: RoleWindow, start: ProcessStart, run: SegmentRun,
  { before, row }: { before: WalBeforeStop | null; row: number },
): LogPath {
  const loaded = elementAt(run.events, run.events.length - 1).loaded;
  const chunksEnd = chunksEndMs(window, run);
  const observed = (at: number): number =>
    observedShare(window, run, { chunksEnd, active: before?.activeSeries ?? null }, at);
  const now = observed(row);
  const left = segmentsLeft(window, start, run, { before, chunksEnd });
  const ahead = chunksEnd === null || now >= 1 ? { share: (): number => 1, error: 0 }
    : guessedShare(window, start, run, {
      chunksEnd, now, end: loaded + left,
      rises: now - observed(elementAt(run.events, Math.max(0, run.events.length - 1 - RISING_EVENTS)).row)
        > RISE_BEGINS / 3,
    });
  // If the head moves from the first segment on, nothing was m-mapped, whatever was begun before the stop.
  const mappedUntilMs = chunksEnd !== null ? chunksEnd + MAPPED_SEEN_MS
    : run.events.length > STANDING_EVENTS && headNear(window, run, row) !== null ? null : Infinity;
  const openShare = (index: number): number => {
    const told = mappedUntilMs === null ? null : before?.openShare(run.min + index, mappedUntilMs) ?? null;
    if (told !== null) return told;
    if (index >= loaded) return ahead.share(index + 0.5);
    const event = run.events.findIndex((one) => one.loaded > index);
    return (observed(elementAt(run.events, Math.max(0, event - 1)).row) + observed(elementAt(run.events, event).row))
      / 2;
  };
  const isObserved = mappedUntilMs !== null && (before?.openShare(run.min + loaded, mappedUntilMs) ?? null) !== null;
  return { openShare, shareError: isObserved ? 0 : ahead.error, left };
}

/** Returns the mean share over segments `from <= index < to`, which may be fractional. */
export function meanShare({ openShare }: LogPath, from: number, to: number): number {
  let sum = 0;
  for (let index = Math.floor(from); index < to; index++)
    sum += openShare(index) * (Math.min(to, index + 1) - Math.max(from, index));
  return to > from ? sum / (to - from) : 0;
}

/** Returns the end of samples in m-mapped chunks, ms: the head's newest sample stays there at first. null without. */
function chunksEndMs(window: RoleWindow, { events }: SegmentRun): number | null {
  const heads = events.slice(0, FIRST_EVENTS).map(({ row }) => headMaxMs(window, row));
  const stands = heads.map((head, i) => {
    const earlier = i === 0 ? null : elementAt(heads, i - 1);
    return head !== null && earlier !== null && head <= earlier + PAST_CHUNKS_MS;
  });
  // A single later pause may be two moves of the cursor in one scrape.
  const at = stands.findIndex((still, i) => still && (i === 1 || (stands[i + 1] ?? false)));
  return at < 0 ? null : elementAt(heads, at);
}

/**
 * Estimates the share from the chunks made so far beyond one for each new series: a series gets one with its first
 * sample past its m-mapped chunks. M-mapped chunks first arrive with their series, so counting begins where that stops.
 */
function observedShare(
  window: RoleWindow, run: SegmentRun, { chunksEnd, active }: { chunksEnd: number | null; active: number | null },
  row: number
): number {
  if (chunksEnd === null || (headNear(window, run, row) ?? 0) > chunksEnd + PAST_CHUNKS_MS) return 1;
  const surplus = (at: number): number =>
    (valueNear(window.role('headChunks'), at, run.row) ?? 0) - (valueNear(window.role('headSeries'), at, run.row) ?? 0);
  const still = run.events.findIndex(
    (event, i) => i > 0 && Math.abs(surplus(event.row) - surplus(elementAt(run.events, i - 1).row)) <= STANDS_STILL
      * surplus(event.row)
  );
  const series = active ?? valueNear(window.role('headSeries'), row, run.row) ?? 0;
  if (still < 0 || elementAt(run.events, still).row > row || series <= 0) return 0;
  return Math.min(1, Math.max(0, (surplus(row) - surplus(elementAt(run.events, still).row)) / series));
}

/**
 * Guesses the share for a log whose writing was not observed: assumes that time advances evenly over it, and that all
 * samples past the end of the newest chunk are loaded. Series whose last chunk ended earlier show in when chunks begin
 * to be made: while more and more are (`rises`), the share rises evenly to that end; a few at once are series that
 * never had a chunk. If that end is passed and chunks are still not made, time did not advance evenly (the old process
 * stopped earlier than was known, or wrote at another rate): they may begin anywhere in what is left.
 */
function guessedShare(
  window: RoleWindow, start: ProcessStart, run: SegmentRun,
  { chunksEnd, now, end, rises }: { chunksEnd: number; now: number; end: number; rises: boolean },
): { share: (index: number) => number; error: number } {
  const { loaded, row } = elementAt(run.events, run.events.length - 1);
  const oldestMs = headMinMs(window, row);
  const newestMs = newestLoggedMs(window, start);
  if (oldestMs === null || newestMs <= oldestMs) return { share: () => 0.5, error: ANYWHERE };
  const seen = now <= RISE_BEGINS ? 0 : now;
  const risingTo = (to: number) => (index: number): number =>
    Math.min(1, seen + (1 - seen) * (index - loaded) / Math.max(0.01, to - loaded));
  const allFrom = end * (chunksEnd - oldestMs) / (newestMs - oldestMs);
  if (loaded >= allFrom) return { share: risingTo(end), error: (1 - seen) * ANYWHERE };
  const before = seen > 0 && rises ? risingTo(allFrom) : (): number => seen;
  return { share: (index) => (index >= allFrom ? 1 : before(index)), error: 0 };
}

/** Counts what is left: the last segment is the new process's and empty, the one before as full as it was left. */
function segmentsLeft(
  window: RoleWindow, start: ProcessStart, run: SegmentRun,
  known: { before: WalBeforeStop | null; chunksEnd: number | null },
): number {
  const { loaded } = elementAt(run.events, run.events.length - 1);
  const written = run.total - 1;
  if (loaded >= written) return 0;
  const byCount = Math.max(0, written - 1 - loaded) + fillBefore(window, run, known.before);
  // The head also has to pass time in which nothing was written, so this never adds segments.
  return Math.min(byCount, leftByHead(window, start, run, known.chunksEnd) ?? byCount);
}

/** Returns the fill of the old process's last segment; the log's size gives it if the log has no checkpoint. */
function fillBefore(window: RoleWindow, run: SegmentRun, before: WalBeforeStop | null): number {
  const newest = run.max - 1;
  if (before?.lastSegment === newest && before.lastFill !== null) return before.lastFill;
  const bytes = run.min > 0 ? null : valueAt(window.role('walBytes'), run.row);
  const bySize = bytes === null ? null : lastFillBySize(bytes, run.total - 1);
  return bySize ?? (before !== null && before.lastSegment < newest ? UNKNOWN_FILL / 2 : UNKNOWN_FILL);
}

/**
 * Returns what remains, from how far the head's newest sample moves per segment and how far it has to go: segments may
 * be short if the old process had itself started shortly before. null while the head does not move, or when its end is
 * unknown.
 */
function leftByHead(window: RoleWindow, start: ProcessStart, run: SegmentRun, chunksEnd: number | null): number | null {
  if (start.beforeRow === null || headMaxMs(window, start.beforeRow) === null) return null;
  const moved = run.events.map((event) => ({ loaded: event.loaded, headMs: headNear(window, run, event.row) ?? 0 }))
    .filter(({ headMs }) => headMs > (chunksEnd ?? 0) + PAST_CHUNKS_MS).slice(-HEAD_EVENTS);
  const advances = moved.slice(1)
    .map(({ loaded, headMs }, i) => (headMs - elementAt(moved, i).headMs) / (loaded - elementAt(moved, i).loaded));
  const perSegment = advances.length < 2 ? null : median(advances);
  if (perSegment === null || perSegment <= 0) return null;
  const newestMs = newestLoggedMs(window, start) + unseenMs(window, start);
  return Math.max(0, (newestMs - elementAt(moved, moved.length - 1).headMs) / perSegment);
}

function headNear(window: RoleWindow, run: SegmentRun, row: number): number | null {
  for (let at = row; at >= run.row; at--) {
    const value = headMaxMs(window, at);
    if (value !== null) return value;
  }
  return null;
}
