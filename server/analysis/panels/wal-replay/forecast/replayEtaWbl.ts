/** Forecasts the time left if an out-of-order log (WBL) is read after the WAL. See docs/reference/wal-replay.md. */
import { elementAt, numberAt } from '../../../../../core/elementAt.ts';
import { isBefore, versionOf } from '../../../../../core/version.ts';
import type { RoleWindow } from '../../../../data/metrics/roleNames.ts';
import { bounded, FINISH_MS, type Eta, type Learned } from './etaBounds.ts';
import type { SegmentRun } from '../../../signals/replay/segmentRuns.ts';
import type { ProcessStart } from '../../../signals/replay/replayStarts.ts';
import { etaOfWork, piecesBetween, valueNear, workClock } from './replayWork.ts';
import { knownSteps } from './replaySteps.ts';
import { scrapeSeconds, wasSeenToEnd } from './walBeforeStop.ts';
import { valueAt } from '../../../signals/valueAt.ts';

/** Samples per out-of-order chunk: the default of `out_of_order_cap_max`. */
const CHUNK_SAMPLES = 32;
/** A series' last chunk is filled in part, so each series with late samples has half a chunk more than they fill. */
const LAST_CHUNK = 0.5;
/** Ratio of chunks to those that samples fill, if series with late samples were not counted. */
const CHUNKS_PER_FULL = 1.1;
/** Versions that wait for a millisecond at each chunk of the WBL (fixed by prometheus/prometheus#12801). */
const WAITS_FROM = [2, 39] as const;
const WAITS_UNTIL = [2, 48] as const;
/** Relative error (one standard deviation) of the number of chunks, from the counter and from the segments. */
const COUNTED_ERROR = 0.3;
const GUESSED_ERROR = 0.4;
/** Factor by which the wait may differ before its first chunk: one takes 0.5 to 1.1 ms, their number is estimated. */
const WAIT_FACTOR = 2.2;
/** Cost of an out-of-order sample relative to an in-order one, in versions that do not wait. */
const SAMPLE_FACTOR = 1.6;
/** Chunks needed before their pace is trusted. */
const MIN_CHUNKS = 500;
/** Segments of the WBL needed to forecast from them alone; with fewer, those of the WAL are included. */
const ENOUGH_OWN = 3;
const RECENT = 10;
/** Assumed fill of the last segment when unknown. */
const UNKNOWN_FILL = 0.5;
const MODEL_ERROR = 0.15;

/**
 * Expected time of the WBL after the WAL, ms: `fixedMs` of the clock and `work` on top, each with its standard error.
 */
export interface WblCost { fixedMs: number; fixedErrorMs: number; work: number; workError: number }

export function wblCost(
  window: RoleWindow, start: ProcessStart, run: SegmentRun,
  { loadedWork, learned }: { loadedWork: number; learned: Learned },
): WblCost {
  const late = lateSamples(window, start, run);
  if (late === null) return { fixedMs: 0, fixedErrorMs: 0, work: 0, workError: 0 };
  if (waitsAtChunks(window)) {
    const fixedMs = learned.wblChunkMs * late.chunks;
    return { fixedMs, fixedErrorMs: late.error * fixedMs, work: 0, workError: 0 };
  }
  const perSegment = samplesPerSegment(window, start);
  const work = perSegment === null ? 0 : SAMPLE_FACTOR * loadedWork * late.samples / perSegment;
  return { fixedMs: 0, fixedErrorMs: 0, work, workError: work };
}

/** Returns ms per full chunk of the WBL in a finished replay; null if it had none, or its version does not wait. */
export function wblChunkMs(window: RoleWindow, start: ProcessStart, runs: readonly SegmentRun[]): number | null {
  const run = runs.at(1);
  const late = run === undefined ? null : lateSamples(window, start, elementAt(runs, 0));
  if (run === undefined || run.endMs === null || late === null || late.error > COUNTED_ERROR || !waitsAtChunks(window))
    return null;
  return (run.endMs - run.fromMs) / late.chunks;
}

/**
 * Returns the WBL's share of the chunks made from the logs, 0 to 1, from what the old process held; null if unknown.
 */
export function wblChunkShare(window: RoleWindow, start: ProcessStart, run: SegmentRun): number | null {
  const late = lateSamples(window, start, run);
  const held = start.beforeRow === null ? null : valueAt(window.role('headChunks'), start.beforeRow);
  if (late === null || held === null) return null;
  return late.chunks / (late.chunks + held);
}

/** Forecasts while the WBL is read. `seen`: runs of the cursor up to the row. null while unknown. */
export function etaOfWbl(
  window: RoleWindow, start: ProcessStart, seen: readonly SegmentRun[],
  { row, learned }: { row: number; learned: Learned },
): Eta | null {
  const run = elementAt(seen, seen.length - 1);
  return (waitsAtChunks(window) ? etaByChunks(window, start, elementAt(seen, 0), { run, row, learned }) : null)
    ?? etaBySegments(window, seen, run, { row, learned });
}

/** Forecasts from the pace of the chunks so far, as each takes the same time. */
function etaByChunks(
  window: RoleWindow, start: ProcessStart, wal: SegmentRun,
  { run, row, learned: { band, wblChunkMs: chunkMs } }: { run: SegmentRun; row: number; learned: Learned }
): Eta | null {
  const late = lateSamples(window, start, wal);
  const chunks = window.role('headChunks');
  const [first, now] = [valueNear(chunks, run.row, run.row), valueNear(chunks, row, run.row)];
  if (late === null || first === null || now === null) return null;
  const all = late.chunks;
  const made = now - first;
  const sinceMs = numberAt(window.scrapes.startMs, row) - numberAt(window.scrapes.startMs, run.row);
  const eachMs = made < MIN_CHUNKS ? chunkMs : sinceMs / made;
  // More than expected: without a better estimate, a tenth of what was made is left.
  const left = all > made ? all - made : 0.1 * made;
  return bounded(
    left * eachMs + FINISH_MS, Math.max(late.error * all, all > made ? 0 : left) * eachMs, 'segments', band
  );
}

/**
 * Forecasts from its own segments, with those of the WAL until there are enough; skips the first, which makes the
 * chunks.
 */
function etaBySegments(
  window: RoleWindow, seen: readonly SegmentRun[], run: SegmentRun,
  { row, learned: { band } }: { row: number; learned: Learned },
): Eta | null {
  if (run.events.length === 0) return null;
  const clock = workClock(
    window, { ...run, events: [...elementAt(seen, 0).events, ...run.events], row: elementAt(seen, 0).row }, row
  );
  if (clock === null) return null;
  const own = piecesBetween(run.events, clock);
  const ofBoth = own.length >= ENOUGH_OWN ? own : [...piecesBetween(elementAt(seen, 0).events, clock), ...own];
  const works = ofBoth.slice(-RECENT)
    .flatMap(({ fromLoaded, toLoaded, work }) => new Array<number>(toLoaded - fromLoaded).fill(work));
  if (works.length === 0) return null;
  const typical = works.reduce((sum, work) => sum + work, 0) / works.length;
  const spread = Math.sqrt(works.reduce((sum, work) => sum + (work - typical) ** 2, 0) / Math.max(1, works.length - 1));
  const last = elementAt(run.events, run.events.length - 1);
  const segments = Math.max(0, run.total - last.loaded - UNKNOWN_FILL);
  const spent = Math.min(clock.at(row) - clock.at(last.row), 0.8 * Math.min(1, segments) * typical);
  const work = Math.max(0, segments * typical - spent);
  const error = Math.hypot(
    spread * Math.sqrt(segments * (1 + segments / works.length)), MODEL_ERROR * work, UNKNOWN_FILL / 2 * typical
  );
  return etaOfWork(work, error, clock, band);
}

interface LateSamples { samples: number; chunks: number; error: number }

/**
 * Returns the samples in the WBL: as the old process counted, without those of earlier processes; the WBL's segments
 * then give a lower bound, each with about as many samples as one of the WAL. null when none were out of order.
 */
function lateSamples(window: RoleWindow, start: ProcessStart, run: SegmentRun): LateSamples | null {
  return lateSamplesAt(window, start, run.events.at(0)?.row ?? run.row);
}

/** Returns the same as `lateSamples`, with the segments as the new process reports them at the row. */
function lateSamplesAt(window: RoleWindow, start: ProcessStart, row: number): LateSamples | null {
  if (start.beforeRow === null || !wasSeenToEnd(window, start)) return null;
  const counted = valueAt(window.role('outOfOrderSamples'), start.beforeRow) ?? 0;
  const segments = valueNear(window.role('wblSegmentCurrent'), row, start.firstRow);
  const perSegment = samplesPerSegment(window, start);
  const late = (samples: number, error: number): LateSamples => {
    const series = lateSeries(window, start.beforeRow ?? 0);
    const full = samples / CHUNK_SAMPLES;
    return { samples, error, chunks: series === null ? CHUNKS_PER_FULL * full : full + LAST_CHUNK * series };
  };
  if (segments === null || segments < 1 || perSegment === null)
    return counted > 0 ? late(counted, COUNTED_ERROR) : null;
  // The last one is the new process's own; each process before left one that is partly full, by chance.
  const least = (segments - 1) * perSegment * 0.8;
  return counted >= least ? late(counted, COUNTED_ERROR) : late(least, GUESSED_ERROR);
}

/**
 * Returns the series with late samples: a series has one sample in a scrape interval, so at least as many as were
 * appended late in one. null if that is unknown.
 */
function lateSeries(window: RoleWindow, last: number): number | null {
  const seconds = scrapeSeconds(window);
  if (seconds === null) return null;
  const steps = knownSteps(window, 'outOfOrderSamples', 0, last);
  let most = 0;
  steps.slice(1).forEach(({ ms, value }, i) => {
    const before = elementAt(steps, i);
    most = Math.max(most, (value - before.value) * Math.min(1, 1000 * seconds / (ms - before.ms)));
  });
  return most > 0 ? Math.min(valueAt(window.role('headSeries'), last) ?? Infinity, most) : null;
}

/**
 * Returns whether the start will read a WBL whose writing was not observed, in a version that waits at each of its
 * chunks: then how long it takes is unknown.
 */
export function hasUnknownWbl(window: RoleWindow, start: ProcessStart, row: number): boolean {
  return !wasSeenToEnd(window, start) && waitsAtChunks(window)
    && (valueNear(window.role('wblSegmentCurrent'), row, start.firstRow) ?? 0) > 0;
}

/**
 * Returns how long the start will wait at the chunks of its out-of-order log, before its segments tell: zero in
 * versions that do not wait, and without such a log. null: it may wait, and the old process did not count the samples.
 */
export function wblWaitBefore(
  window: RoleWindow, start: ProcessStart, row: number, chunkMs: number
): { lowMs: number; medianMs: number; highMs: number } | null {
  const late = waitsAtChunks(window) ? lateSamplesAt(window, start, row) : null;
  if (late !== null) {
    const medianMs = chunkMs * late.chunks;
    return { lowMs: medianMs / WAIT_FACTOR, medianMs, highMs: medianMs * WAIT_FACTOR };
  }
  const wbl = window.role('wblSegmentCurrent');
  const before = start.beforeRow === null ? null : valueAt(wbl, start.beforeRow);
  const mayWait = waitsAtChunks(window) && Math.max(before ?? 0, valueNear(wbl, row, start.firstRow) ?? 0) > 0;
  return mayWait ? null : { lowMs: 0, medianMs: 0, highMs: 0 };
}

/** Returns the samples per WAL segment, as the old process counted in the window; null if it began none. */
function samplesPerSegment(window: RoleWindow, start: ProcessStart): number | null {
  if (start.beforeRow === null) return null;
  const [samples, segments] = [window.role('samplesAppended'), window.role('walSegmentCurrent')];
  const newest = valueAt(samples, start.beforeRow);
  const current = valueAt(segments, start.beforeRow);
  let found: number | null = null;
  for (let row = start.beforeRow - 1; row >= 0 && newest !== null && current !== null; row--) {
    const [value, segment] = [valueAt(samples, row), valueAt(segments, row)];
    if (value === null || segment === null) continue;
    if (value > newest || segment > current) break;
    if (segment < current) found = (newest - value) / (current - segment);
  }
  return found;
}

/** Returns whether this version waits at each chunk of the WBL. */
export function waitsAtChunks(window: RoleWindow): boolean {
  const version = versionOf(window.version);
  return !isBefore(version, ...WAITS_FROM) && isBefore(version, ...WAITS_UNTIL);
}
