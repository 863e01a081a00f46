/** Finds when the parts of a logged start began: from their own lines, else backwards from the stated durations. */
import type { LoggedSegment, LoggedStart } from './loggedStart.ts';

/** A stated duration below this means that the part was absent: the server times the check for it, too. */
export const NOTHING_MS = 1;
/** Ratio of the time before the first logged segment to that of the slowest, above which others came before it. */
const SKIPPED_RATIO = 3;
const MAX_STEPS = 50;

export interface Borders {
  snapshotMs: number | null;
  mmapMs: number | null;
  walMs: number | null;
  segmentsMs: number | null;
  /** Whether the beginning of the segments is known, and not just the end of the first one that is logged. */
  hasBorder: boolean;
  /** Whether the first logged segment is the first that was read. */
  isFirstKnown: boolean;
  wblMs: number | null;
}

export function bordersOf(start: LoggedStart): Borders {
  const { at, statedMs, wblSegments, segments } = start;
  const back = (fromMs: number | undefined | null, ms: number | undefined): number
    | null => (fromMs === undefined || fromMs === null || ms === undefined ? null : fromMs - ms);
  const wblStated = statedMs.wbl_replay_duration;
  const [firstWbl] = wblSegments;
  const hasWbl = firstWbl !== undefined || (wblStated ?? 0) >= NOTHING_MS;
  // If it has no line of its own, the WBL begins where the last segment ended.
  const wblMs = !hasWbl ? null
    : back(at.walDone, wblStated) ?? segments.at(-1)?.timeMs ?? firstWbl?.timeMs ?? null;
  const segmentsBack = back(wblMs ?? back(at.walDone, wblStated ?? 0), statedMs.wal_replay_duration);
  const [first] = segments;
  const firstBack = first === undefined ? null : back(first.timeMs, first.durationMs ?? undefined);
  const checkpointMs = statedMs.checkpoint_replay_duration ?? 0;
  // "checkpoint loaded" is logged only if there is one; the stated time includes the check for one.
  const afterWal = at.wal === undefined || at.checkpoint !== undefined || checkpointMs >= NOTHING_MS ? null : at.wal;
  const segmentsMs = at.checkpoint ?? afterWal ?? segmentsBack ?? firstBack ?? at.wal ?? null;
  const snapshotMs = at.snapshot ?? back(at.snapshotDone, statedMs.snapshot);
  return {
    snapshotMs,
    mmapMs: (at.snapshotDone !== undefined && at.mmap !== undefined ? Math.max(at.mmap, at.snapshotDone) : at.mmap)
      ?? back(at.mmapDone, statedMs.mmap),
    walMs: at.wal ?? (checkpointMs >= NOTHING_MS ? back(segmentsMs, checkpointMs) : segmentsMs),
    segmentsMs: segmentsMs ?? first?.timeMs ?? null,
    hasBorder: segmentsMs !== null,
    isFirstKnown: segmentsMs !== null && !skipsSegments(start, segmentsMs),
    wblMs,
  };
}

/** Returns whether the log lacks segments that were read before its first one: the time up to it is that of several. */
function skipsSegments({ segments, elided, at }: LoggedStart, fromMs: number): boolean {
  const [first] = segments;
  if (first === undefined || first.segment === 0) return false;
  const isWhole = (at.wal !== undefined || at.checkpoint !== undefined)
    && !elided.some((gap) => gap.toMs > fromMs && gap.fromMs < first.timeMs);
  return !isWhole && first.timeMs - fromMs > SKIPPED_RATIO * slowestOf(segments);
}

/** Returns the longest time per segment among the first ones, in ms; 0 with fewer than two. */
function slowestOf(segments: readonly LoggedSegment[]): number {
  return segments.slice(1, MAX_STEPS).reduce((slowest, { segment, timeMs }, i) => {
    const before = segments[i];
    return before === undefined ? slowest
      : Math.max(slowest, (timeMs - before.timeMs) / Math.max(1, segment - before.segment));
  }, 0);
}
