/** Turns steps of a target's compaction counters into parts of episodes: what ended between which two scrapes. */
import type { Role, RoleSeries, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { valueAt } from '../valueAt.ts';
import { findRestarts } from '../windowFrame.ts';

/** A running mark that no counter step follows for this long belonged to a failed compaction. */
const STALE_MARK_MS = 120_000;
/** Scrapes after its step during which a compaction's blocks may still be loading. */
const RELOAD_SCRAPES = 5;

export type StartBasis = 'marker' | 'duration' | 'step';

/** A part of an episode that ended between two scrapes: compactions, or the head GC and checkpoint after them. */
export interface CompactionPart {
  startLowMs: number;
  startHighMs: number;
  endLowMs: number;
  endHighMs: number;
  /** Number of compactions that ended; 0 for a part with only head GC or checkpoint. */
  count: number;
  /** Number of head truncations (or their substitutes) that ended. */
  headCount: number;
  /** Number of compactions of stale series (without new samples), which Prometheus 3.10 and later write at any time. */
  staleCount: number;
  /** Number of failed ones, which the compaction counter includes (`LeveledCompactor.write`, tsdb/compact.go). */
  failedCount: number;
  /** Change in loaded blocks: up after a head compaction, down after a merge. */
  blocksDelta: number;
  startBasis: StartBasis;
}

export interface Span { lowMs: number; highMs: number }

interface Counters {
  compactions: RoleSeries;
  seconds: RoleSeries | undefined;
  running: RoleSeries | undefined;
  failed: RoleSeries | undefined;
  processStart: RoleSeries | undefined;
  /** First rows of new processes, ascending. */
  newProcessRows: number[];
  blocksLoaded: RoleSeries | undefined;
  cleanUps: CleanUp[];
}

type Tells = 'head' | 'stale-series' | null;

interface CleanUp { runs: RoleSeries; seconds: RoleSeries | undefined; tells: Tells }

/** A pair of consecutive successful scrapes. */
interface Step { previous: number; index: number; restarted: boolean; between: Span }

/**
 * Returns the parts of every compaction that ended in the window, in the order they ended, and the span in which a
 * still running one began. Both are empty if the target has no compaction counter.
 */
export function findCompactionParts(window: RoleWindow): { parts: CompactionPart[]; open: Span | null } {
  const parts: CompactionPart[] = [];
  const counters = collectCounters(window);
  if (counters === null) return { parts, open: null };
  let previous = -1;
  let mark: Span | null = null;
  for (let index = 0; index < window.scrapes.length; index++) {
    if (valueAt(counters.compactions, index) === null) continue;
    if (previous >= 0) {
      const step = stepOf(window, counters, previous, index);
      mark = takeStep(parts, counters, step, step.restarted ? null : mark);
    }
    previous = index;
  }
  return { parts, open: mark };
}

function collectCounters(window: RoleWindow): Counters | null {
  const get = (role: Role): RoleSeries | undefined => window.role(role);
  const compactions = get('compactions');
  if (compactions === undefined) return null;
  const truncations = get('headTruncations');
  const headGcRuns = get('headGcRuns');
  const cleanUps: CleanUp[] = [];
  const add = (runs: RoleSeries | undefined, seconds: RoleSeries | undefined, tells: Tells): void => {
    if (runs !== undefined) cleanUps.push({ runs, seconds, tells });
  };
  add(truncations, undefined, 'head');
  add(headGcRuns, get('headGcSeconds'), truncations === undefined ? 'head' : null);
  add(get('walTruncateRuns'), get('walTruncateSeconds'), null);
  add(get('checkpointCreations'), undefined, null);
  add(get('staleSeriesRuns'), undefined, 'stale-series');
  return {
    compactions,
    seconds: get('compactionSeconds'),
    running: get('compactionRunning'),
    failed: get('compactionsFailed'),
    processStart: get('processStartSeconds'),
    newProcessRows: findRestarts(window).map((restart) => restart.row),
    blocksLoaded: get('blocksLoaded'),
    cleanUps,
  };
}

/** Returns the rise of a counter over the step; after a restart the new process's whole count. 0 if unknown. */
function rise(series: RoleSeries | undefined, step: Step): number {
  const after = valueAt(series, step.index);
  if (after === null) return 0;
  const before = valueAt(series, step.previous);
  if (step.restarted || (before !== null && after < before)) return after;
  return before === null ? 0 : after - before;
}

/** A scrape is read between its request and its answer: hence request before, answer after. */
function stepOf(window: RoleWindow, counters: Counters, previous: number, index: number): Step {
  const { startMs, durationSeconds } = window.scrapes;
  const highMs = (startMs[index] ?? 0) + (durationSeconds[index] ?? 0) * 1000;
  const lowMs = startMs[previous] ?? 0;
  const restarted = restartedBetween(counters, previous, index);
  const bornMs = (valueAt(counters.processStart, index) ?? 0) * 1000;
  return {
    previous,
    index,
    restarted,
    between: { lowMs: restarted ? Math.max(lowMs, Math.min(bornMs, highMs)) : lowMs, highMs },
  };
}

/** Reports whether a new process answered in between, or the counter fell without a detected restart. */
function restartedBetween(counters: Counters, previous: number, index: number): boolean {
  if (counters.newProcessRows.some((row) => row > previous && row <= index)) return true;
  return (valueAt(counters.compactions, index) ?? 0) < (valueAt(counters.compactions, previous) ?? 0);
}

/** Adds what ended in the step to `parts` and returns the span in which one began that still runs. */
function takeStep(parts: CompactionPart[], counters: Counters, step: Step, markBefore: Span | null): Span | null {
  const isRunning = (valueAt(counters.running, step.index) ?? 0) > 0;
  const wasRunning = !step.restarted && (valueAt(counters.running, step.previous) ?? 0) > 0;
  const count = Math.round(rise(counters.compactions, step));
  if (count > 0) parts.push(compactionPart(counters, step, count, markBefore));
  pushCleanUps(parts, counters, step);
  // If it is running in the same scrape that shows an end, the next one began between the two scrapes.
  if (count > 0) return isRunning ? step.between : null;
  if (markBefore === null) return isRunning && !wasRunning ? step.between : null;
  const failed = rise(counters.failed, step) > 0;
  const stale = !isRunning && step.between.highMs - markBefore.highMs > STALE_MARK_MS;
  return failed || stale ? null : markBefore;
}

function compactionPart(counters: Counters, step: Step, count: number, mark: Span | null): CompactionPart {
  const workMs = counters.seconds === undefined ? null : rise(counters.seconds, step) * 1000;
  const start = startSpan(step.between, workMs, mark);
  return {
    startLowMs: start.lowMs,
    startHighMs: start.highMs,
    endLowMs: step.between.lowMs,
    endHighMs: step.between.highMs,
    count,
    headCount: 0,
    staleCount: 0,
    failedCount: Math.min(count, Math.round(rise(counters.failed, step))),
    blocksDelta: blocksDelta(counters, step),
    startBasis: mark !== null ? 'marker' : workMs !== null ? 'duration' : 'step',
  };
}

/** Blocks are reloaded after the counter steps: includes the scrapes after it, up to the next step. */
function blocksDelta(counters: Counters, step: Step): number {
  const before = valueAt(counters.blocksLoaded, step.previous);
  const steppedTo = valueAt(counters.compactions, step.index);
  if (before === null) return 0;
  for (let index = step.index; index < step.index + RELOAD_SCRAPES; index++) {
    const after = valueAt(counters.blocksLoaded, index);
    if (after === null) continue;
    if (valueAt(counters.compactions, index) !== steppedTo) break;
    if (after !== before) return after - before;
  }
  return 0;
}

/**
 *   before          mark              step - work        step
 *   |...............[rise seen]........|..................|
 * Both bounds hold at once, so the start is where they overlap. Scrapes whose clocks disagree may leave no overlap:
 * then the mark, which was seen, wins over the subtraction.
 */
function startSpan(between: Span, workMs: number | null, mark: Span | null): Span {
  const byWork = workMs === null ? null : { lowMs: between.lowMs - workMs, highMs: between.highMs - workMs };
  if (mark === null) return byWork ?? between;
  if (byWork === null) return mark;
  const lowMs = Math.max(mark.lowMs, byWork.lowMs);
  const highMs = Math.min(mark.highMs, byWork.highMs);
  return lowMs <= highMs ? { lowMs, highMs } : mark;
}

/** Adds truncations, head GC and the WAL checkpoint: they lengthen an episode and identify a head compaction. */
function pushCleanUps(parts: CompactionPart[], counters: Counters, step: Step): void {
  const { lowMs, highMs } = step.between;
  for (const cleanUp of counters.cleanUps) {
    const runs = Math.round(rise(cleanUp.runs, step));
    if (runs <= 0) continue;
    const workMs = rise(cleanUp.seconds, step) * 1000;
    parts.push({
      startLowMs: lowMs - workMs,
      startHighMs: highMs - workMs,
      endLowMs: lowMs,
      endHighMs: highMs,
      count: 0,
      headCount: cleanUp.tells === 'head' ? runs : 0,
      staleCount: cleanUp.tells === 'stale-series' ? runs : 0,
      failedCount: 0,
      blocksDelta: 0,
      startBasis: 'duration',
    });
  }
}
