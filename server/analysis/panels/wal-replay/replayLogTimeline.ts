/**
 * Builds the timeline of a start from its log lines: phases, totals, the time of each segment. See
 * docs/reference/wal-replay.md.
 */
import { elementAt } from '../../../../core/elementAt.ts';
import type {
  ReplayPhase, ReplaySegment, StatedDurations,
} from '../../../../core/contract/contract.ts';
import { endBeforeReady, outcomeOf } from './ends/replayEnds.ts';
import { render } from '../../../../core/text/parts.ts';
import { bordersOf, NOTHING_MS, type Borders } from './ends/phaseBorders.ts';
import type { LoggedStart, LoggedTimeline } from './ends/loggedStart.ts';
import { unfinishedEvidence } from './ends/unfinishedQueries.ts';

const MAX_POINTS = 600;
/** Maximum number of segments, more than a chart shows; the newest are kept. */
const MAX_SEGMENTS = 10_000;

/**
 * Returns the timeline. `nextMs`: start of the next start in the same log; null for the last one. `logEndMs`: time of
 * the log's last line. `isCutAfter`: the text leaves out lines after the last one of the start, so that the log tells
 * nothing of its end. Durations are the server's own if stated, else differences of stamps (a millisecond each).
 */
export function timelineOfStart(
  start: LoggedStart, nextMs: number | null, logEndMs: number, isCutAfter: boolean
): LoggedTimeline {
  const { at, tenant } = start;
  const readyMs = at.ready ?? (tenant === '' ? undefined : at.walDone);
  const end = readyMs === undefined ? endBeforeReady(start, nextMs !== null) : null;
  const outcome = outcomeOf(end, readyMs !== undefined, nextMs !== null && !isCutAfter);
  const startSeen = at.start !== undefined || at.tsdb !== undefined
    || (tenant !== '' && (at.mmap ?? at.wal) !== undefined);
  const borders = bordersOf(start);
  const endMs = readyMs ?? (outcome === 'unknown' ? null : Math.max(start.lastMs, end?.timeMs ?? -Infinity));
  const phases = phasesOf(start, borders, readyMs, { endMs, logEndMs });
  const startMs = Math.min(
    at.start ?? start.firstMs, phases.length === 0 ? Infinity : elementAt(phases, 0).start * 1000
  );
  const fromFirst = borders.isFirstKnown && (at.checkpoint !== undefined || at.wal !== undefined);
  const segmentTimes = timesOf(start, fromFirst ? borders.segmentsMs : null);
  return {
    startMs, endMs, startSeen, fromFirst, outcome, isCutAfter, goesOnMs: null, end,
    totalSeconds: startSeen && readyMs !== undefined ? (readyMs - startMs) / 1000 : null,
    stated: statedOf(start),
    phases,
    segments: cursorOf(start),
    segmentTimes: segmentTimes.slice(-MAX_SEGMENTS),
    points: pointsOf(start, startMs, readyMs, fromFirst),
    notes: notesOf(start, startSeen, fromFirst),
  };
}

function phasesOf(
  start: LoggedStart, borders: Borders, readyMs: number | undefined,
  { endMs, logEndMs }: { endMs: number | null; logEndMs: number },
): ReplayPhase[] {
  const { at } = start;
  const stated = statedOf(start);
  const begins: {
    name: ReplayPhase['name']; fromMs: number; statedSeconds: number | null; segments: number | null
  }[] = [];
  const add = (
    name: ReplayPhase['name'], fromMs: number | null | undefined, statedSeconds: number | null = null,
    segments: number | null = null
  ): void => {
    if (fromMs !== null && fromMs !== undefined) begins.push({ name, fromMs, statedSeconds, segments });
  };
  if (!start.isOld) add('opening', at.start ?? at.tsdb ?? at.block);
  add('snapshot', borders.snapshotMs, stated.snapshotSeconds);
  add('mmapped-chunks', borders.mmapMs, mmapAlone(start, stated));
  if (at.checkpoint !== undefined || (stated.checkpointSeconds ?? 0) * 1000 >= NOTHING_MS)
    add('checkpoint', borders.walMs, stated.checkpointSeconds);
  const loaded = loadedWithin(start, borders);
  // A single line has a time, but no duration.
  if (borders.hasBorder || loaded !== 0)
    add('segments', borders.segmentsMs, stated.segmentsSeconds ?? shownSeconds(start, borders), loaded);
  add('wbl', borders.wblMs, stated.wblSeconds, loadedOf(start.wblSegments, at.walDone !== undefined));
  const finishingMs = start.tenant === '' ? at.walDone : undefined;
  // Only the head GC runs until `TSDB started`; Prometheus does not log its duration at a start, others may.
  const isHeadGc = finishingMs !== undefined && (at.tsdbDone !== undefined || at.headGcDone !== undefined);
  if (isHeadGc) add('head-gc', finishingMs, at.headGcDone === undefined ? null : secondsOf(start.statedMs.headGc));
  const openedMs = start.tenant === '' && at.walDone === undefined ? at.tsdbDone : finishingMs;
  add('finishing', isHeadGc ? at.tsdbDone ?? at.headGcDone : openedMs);
  const lastMs = endMs ?? Math.max(start.lastMs, logEndMs);
  return begins.flatMap(({ name, fromMs, statedSeconds, segments }, i): ReplayPhase[] => {
    const next = begins.at(i + 1);
    const toMs = next === undefined
      ? (readyMs ?? (start.tenant !== '' ? at.walDone : undefined) ?? endMs ?? start.runningMs)
      : Math.max(fromMs, next.fromMs);
    const seconds = Math.max(0, (toMs ?? lastMs) - fromMs) / 1000;
    // Between its lines, those of other phases may be left out.
    if (statedSeconds === null && !NUMBERED.has(name) && isElided(start, fromMs, toMs ?? lastMs)) return [];
    return [{
      name, start: fromMs / 1000, end: toMs === null ? null : toMs / 1000,
      durationSeconds: toMs === null ? seconds : statedSeconds ?? seconds, segments,
    }];
  });
}

/** Phases whose lines have numbers, so that those left out are known. */
const NUMBERED: ReadonlySet<ReplayPhase['name']> = new Set(['segments', 'wbl']);

function isElided({ elided }: LoggedStart, fromMs: number, toMs: number): boolean {
  return elided.some((gap) => gap.fromMs >= fromMs && gap.toMs <= toMs);
}

/** Counts the segments read in the phase; null if unknown. Without a beginning, the time is that since the first. */
function loadedWithin({ segments, at }: LoggedStart, { isFirstKnown, hasBorder }: Borders): number | null {
  const loaded = loadedOf(segments, at.walDone !== undefined);
  if (loaded === null) return null;
  return isFirstKnown ? loaded : hasBorder ? null : loaded - 1;
}

/** Returns the time from the first segment to the last if no line shows when the first began; null otherwise. */
function shownSeconds({ segments }: LoggedStart, { isFirstKnown, hasBorder }: Borders): number | null {
  const [first, last] = [segments[0], segments.at(-1)];
  return isFirstKnown || hasBorder || first === undefined || last === undefined || first === last ? null
    : (last.timeMs - first.timeMs) / 1000;
}

function secondsOf(ms: number | undefined): number | null {
  return ms === undefined ? null : ms / 1000;
}

/**
 * Returns the time of the m-mapped chunks without the snapshot's. Early versions include it, others (2.42) do not: the
 * time between the lines decides.
 */
function mmapAlone({ mmapFirst, at }: LoggedStart, stated: StatedDurations): number | null {
  const { mmappedChunksSeconds: whole, snapshotSeconds } = stated;
  if (whole === null || !mmapFirst || at.snapshot === undefined) return whole;
  if (snapshotSeconds === null) return null;
  const alone = Math.max(0, whole - snapshotSeconds);
  if (at.snapshotDone === undefined || at.mmapDone === undefined) return alone;
  const between = (at.mmapDone - at.snapshotDone) / 1000;
  return Math.abs(whole - between) < Math.abs(alone - between) ? whole : alone;
}

function statedOf({ statedMs }: LoggedStart): StatedDurations {
  const seconds = (...names: string[]): number | null => {
    return secondsOf(names.map((name) => statedMs[name]).find((one) => one !== undefined));
  };
  return {
    mmappedChunksSeconds: seconds('mmap', 'mmap_chunk_replay_duration'),
    snapshotSeconds: seconds('snapshot', 'chunk_snapshot_load_duration'),
    checkpointSeconds: seconds('checkpoint_replay_duration'),
    segmentsSeconds: seconds('wal_replay_duration'),
    wblSeconds: seconds('wbl_replay_duration'),
    totalSeconds: seconds('total_replay_duration', 'duration'),
  };
}

/** Counts the loaded segments. `isDone`: the replay completed without damage; its last lines may be missing. */
function loadedOf(segments: LoggedStart['segments'], isDone: boolean): number | null {
  const [first] = segments;
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return null;
  return (isDone ? Math.max(last.segment, last.max ?? 0) : last.segment) - first.segment + 1;
}

function cursorOf({ segments, at }: LoggedStart): LoggedTimeline['segments'] {
  const loaded = loadedOf(segments, at.walDone !== undefined);
  const last = segments.at(-1);
  if (loaded === null || last === undefined) return null;
  const isStated = segments.some(({ max }) => max !== null) || at.walDone !== undefined || at.ready !== undefined;
  return {
    min: elementAt(segments, 0).segment,
    max: isStated ? segments.reduce((most, { max }) => Math.max(most, max ?? 0), last.segment) : null, loaded,
  };
}

/**
 * Returns the time from one line to the next; segments whose lines are missing share the time. The first segment is
 * included only if its beginning is known.
 */
function timesOf({ segments }: LoggedStart, fromMs: number | null): ReplaySegment[] {
  const times: ReplaySegment[] = [];
  segments.forEach(({ segment, timeMs, durationMs }, i) => {
    const before = i === 0 ? null : elementAt(segments, i - 1);
    const count = before === null ? 1 : segment - before.segment;
    const sinceMs = before?.timeMs ?? (fromMs !== null && fromMs < timeMs ? fromMs : null);
    if (durationMs !== null && count === 1)
      times.push({ segment, end: timeMs / 1000, seconds: durationMs / 1000, count });
    else if (sinceMs !== null)
      times.push({ segment, end: timeMs / 1000, seconds: Math.max(0, timeMs - sinceMs) / 1000 / count, count });
  });
  return times;
}

function pointsOf(
  { segments }: LoggedStart, startMs: number, readyMs: number | undefined, fromFirst: boolean
): LoggedTimeline['points'] {
  const stride = Math.max(1, Math.ceil(segments.length / (MAX_POINTS - 2)));
  const point = (
    timeMs: number, segment: number | null, progressRatio: number | null
  ): LoggedTimeline['points'][number] =>
    ({ time: timeMs / 1000, segment, rssBytes: null, cpuCores: null, progressRatio });
  const points = [point(startMs, null, null)];
  segments.forEach(({ segment, max, timeMs }, i) => {
    if (i % stride !== 0 && i !== segments.length - 1) return;
    const first = elementAt(segments, 0).segment;
    // If the first segments are missing, or the line is cut off, the total number is unknown.
    points.push(point(
      timeMs, segment,
      fromFirst && max !== null ? Math.min(0.99, (segment - first + 1) / Math.max(1, max - first + 1)) : null
    ));
  });
  if (readyMs !== undefined) points.push(point(readyMs, segments.at(-1)?.segment ?? null, 1));
  return points;
}

function notesOf(start: LoggedStart, startSeen: boolean, fromFirst: boolean): string[] {
  const notes: string[] = [];
  const [first] = start.segments;
  if (!startSeen) {
    const what = first === undefined || fromFirst ? 'the first phases are missing or short'
      : `segments before ${first.segment} are missing`;
    notes.push(`The log begins after the server had started: ${what}.`);
  }
  const missing = start.segments.reduce(
    (sum, { segment }, i) => sum + (i === 0 ? 0 : segment - elementAt(start.segments, i - 1).segment - 1), 0
  );
  if (missing > 0) notes.push(
    `Lines of ${missing} ${missing === 1 ? 'segment' : 'segments'} are missing; their time is shared with the next one.`
  );
  if (first === undefined && start.elided.length === 0 && start.at.tsdb !== undefined
    && start.at.tsdbDone !== undefined)
    notes.push('The log has no line of the replay’s progress: Prometheus writes them since 2.12.');
  for (const trouble of start.troubles) notes.push(`The server said: ${trouble}.`);
  if (start.unfinished.length > 0) notes.push(render(unfinishedEvidence(start.unfinished, start.firstMs)));
  if (start.tenant !== '') notes.push(`Tenant ${start.tenant}: several replay side by side in this server.`);
  return notes;
}
