/**
 * Phases of one start of the target; see docs/reference/wal-replay.md.
 *
 *   down -> opening -> snapshot -> m-mapped chunks -> checkpoint -> segments -> WBL -> head GC -> finishing -> ready
 *   cursor:  0,0,0      0,0,0       0,0,0            min,max,min    rises      reset   stays at max
 *
 * The snapshot and head GC show in the target's stacks alone.
 */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { ReplayPhase } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { valueAt } from '../valueAt.ts';
import type { ProcessStart } from './replayStarts.ts';
import { isCursorPolled, loadedOf, replayedRow, segmentsOf, segmentTimes, type SegmentRun } from './segmentRuns.ts';
import { checkpointEndOf, spanOf, startSteps, type StartStepSpan } from './startSteps.ts';
import { median, quantile, sortedFinite } from '../../../../core/statistics/quantiles.ts';

/** A warm-up lasts at most this long; later slow scrapes have other causes. */
const WARM_UP_MS = 60_000;
/** Scrapes this many times slower than later ones belong to the warm-up. */
const SLOW_FACTOR = 4;
const SLOW_SECONDS = 0.1;
const MIN_ROWS_AFTER = 20;
/** The warm-up ends once no scrape is slow for this long. */
const WARM_QUIET_MS = 8000;

/** Returns the phases in order, without gaps; the running one has `end` null. */
export function replayPhases(window: RoleWindow, start: ProcessStart, runs: SegmentRun[]): ReplayPhase[] {
  const { startMs, length } = window.scrapes;
  const phases: ReplayPhase[] = [];
  const nowMs = length === 0 ? start.startMs : numberAt(startMs, Math.min(length, start.endRow) - 1);
  const add = (name: ReplayPhase['name'], fromMs: number, toMs: number | null, segments: number | null): void => {
    const end = toMs === null ? null : Math.max(fromMs, toMs);
    phases.push({
      name, start: fromMs / 1000, end: end === null ? null : end / 1000,
      durationSeconds: Math.max(0, (end ?? nowMs) - fromMs) / 1000, segments,
    });
  };
  const readyMs = start.readyRow === null ? null : numberAt(startMs, start.readyRow);
  const goneMs = start.goneRow === null || readyMs !== null ? null : numberAt(startMs, start.goneRow);
  const endMs = readyMs ?? goneMs;
  // A restart between two scrapes: the scrape without a process may be a few ms after the start on the process's clock.
  if (start.awayFromMs !== null) add('unreachable', Math.min(start.awayFromMs, start.startMs), start.startMs, null);
  const answeredMs = Math.max(start.startMs, numberAt(startMs, openedRow(window, start)));
  const firstRun = runs.at(0);
  const steps = startSteps(window, start);
  // If no poll saw the segments begin, their begin is computed from a duration that includes the snapshot.
  const loadedMs = Math.max(0, ...steps.filter(({ step }) => step === 'snapshot' || step === 'mmapped-chunks')
    .map(({ fromMs, toMs }) => toMs ?? fromMs));
  if (firstRun !== undefined) addHead(Math.max(firstRun.fromMs, loadedMs));
  else if (spanOf(steps, 'snapshot') !== undefined || spanOf(steps, 'mmapped-chunks') !== undefined) addHead(endMs);
  else addWithoutCursor();
  if (firstRun !== undefined) {
    runs.forEach((run, i) => {
      const counted = loadedOf(run, goneMs === null);
      // After a snapshot the cursor skips the segments that it contains.
      const loaded = i > 0 ? counted : spanOf(steps, 'snapshot') === undefined ? segmentsOf(run, counted) : null;
      const fromMs = i === 0 ? Math.max(run.fromMs, loadedMs) : run.fromMs;
      const seenMs = i === 0 ? checkpointEndMs(run, steps) : fromMs;
      const segmentsFromMs = seenMs === null ? null : Math.max(fromMs, seenMs);
      const toMs = run.endMs ?? endMs;
      if (segmentsFromMs === null) add('checkpoint', fromMs, toMs, null);
      else {
        if (segmentsFromMs > fromMs) add('checkpoint', fromMs, segmentsFromMs, null);
        add(i === 0 ? 'segments' : 'wbl', segmentsFromMs, toMs, loaded);
      }
    });
    const lastRun = elementAt(runs, runs.length - 1);
    if (lastRun.endMs !== null && goneMs === null) addEnd(lastRun.endMs);
  }
  if (goneMs !== null) add('unreachable', goneMs, null, null);
  if (start.readyRow !== null) {
    const warmMs = warmUpEndMs(window, start, start.readyRow);
    if (warmMs !== null) add('warm-up', numberAt(startMs, start.readyRow), warmMs, null);
  }
  return phases;

  /** Adds the phases before the first segment: from the stacks, else blocks and chunks from /metrics. */
  function addHead(toMs: number | null): void {
    const snapshot = spanOf(steps, 'snapshot');
    const chunksFromMs = spanOf(steps, 'mmapped-chunks')?.fromMs ?? snapshot?.toMs ?? null;
    const openedMs = snapshot?.fromMs ?? chunksFromMs ?? answeredMs;
    const upTo = (ms: number): number => (toMs === null ? ms : Math.min(ms, toMs));
    add('opening', start.startMs, upTo(openedMs), null);
    if (snapshot !== undefined)
      add('snapshot', upTo(snapshot.fromMs), chunksFromMs === null ? toMs : upTo(chunksFromMs), null);
    if (snapshot === undefined || chunksFromMs !== null)
      add('mmapped-chunks', upTo(chunksFromMs ?? openedMs), toMs, null);
  }

  /** Adds the phases from the end of the replay to readiness. */
  function addEnd(fromMs: number): void {
    const headGc = spanOf(steps, 'head-gc');
    if (headGc !== undefined) add('head-gc', fromMs, headGc.toMs ?? readyMs, null);
    if (headGc === undefined || headGc.toMs !== null) add('finishing', headGc?.toMs ?? fromMs, readyMs, null);
  }

  /**
   * Adds phases from /metrics, which does not show parts of the replay: opening until the head fills, then segments.
   */
  function addWithoutCursor(): void {
    const series = window.role('headSeries');
    let fillRow = start.firstRow;
    const limit = start.readyRow ?? start.endRow;
    while (fillRow < limit && (valueAt(series, fillRow) ?? 0) <= 0) fillRow++;
    const doneRow = replayedRow(window, start);
    const doneMs = doneRow === null ? endMs : numberAt(startMs, doneRow);
    // A cursor without segments shows that they have not begun: a snapshot fills the head, too.
    if (fillRow >= limit || (start.readyRow === null && isCursorPolled(window, start))) {
      add('opening', start.startMs, endMs, null);
      return;
    }
    add('opening', start.startMs, numberAt(startMs, fillRow), null);
    add('segments', numberAt(startMs, fillRow), doneMs, null);
    if (doneRow !== null && readyMs !== null && numberAt(startMs, doneRow) < readyMs)
      add('finishing', numberAt(startMs, doneRow), readyMs, null);
  }
}

/** Returns the first row with blocks, which are opened before the head is read; else the first answer. */
function openedRow(window: RoleWindow, start: ProcessStart): number {
  const blocks = window.role('blocksLoaded');
  for (let row = start.firstRow; row < (start.readyRow ?? start.endRow); row++) {
    if ((valueAt(blocks, row) ?? 0) > 0) return row;
  }
  return start.firstRow;
}

/**
 * Returns the end of the checkpoint. With `min` above 0 a checkpoint is read first, while the cursor is at `min`, the
 * checkpoint's own number. Its end is not reported: the stacks show it, else it is estimated from the cursor's first
 * move, minus a typical time for each further segment that the move shows. Null until the cursor has moved. After a
 * snapshot there is a checkpoint only if the stacks show one.
 */
function checkpointEndMs(run: SegmentRun, steps: readonly StartStepSpan[]): number | null {
  if (run.min === 0) return run.fromMs;
  const first = run.events.at(0);
  const seenMs = checkpointEndOf(steps, run.fromMs, first !== undefined);
  if (seenMs !== null) return Math.min(seenMs, run.endMs ?? Infinity);
  if (spanOf(steps, 'snapshot') !== undefined) return run.fromMs;
  if (first === undefined) return run.endMs === null ? null : run.endMs;
  const typicalMs = median(segmentTimes(run).map((time) => time.ms)) ?? 0;
  return Math.max(run.fromMs, first.timeMs - (first.loaded - 1) * typicalMs);
}

/**
 * Returns the time of the last slow or failed scrape after readiness, with at most 8 s between them, within a minute;
 * slow relative to those after half a minute. Null if there was none, or too few scrapes follow.
 */
function warmUpEndMs(window: RoleWindow, start: ProcessStart, readyRow: number): number | null {
  const { startMs, durationSeconds, error } = window.scrapes;
  const readyMs = numberAt(startMs, readyRow);
  const after: number[] = [];
  for (let row = readyRow; row < start.endRow && numberAt(startMs, row) - readyMs < 5 * WARM_UP_MS; row++) {
    if (error[row] === null && numberAt(startMs, row) - readyMs > WARM_UP_MS / 2)
      after.push(numberAt(durationSeconds, row));
  }
  if (after.length < MIN_ROWS_AFTER) return null;
  const slow = Math.max(SLOW_SECONDS, SLOW_FACTOR * (quantile(sortedFinite(after), 0.5) ?? 0));
  let lastMs: number | null = null;
  for (let row = readyRow + 1; row < start.endRow && numberAt(startMs, row) - readyMs <= WARM_UP_MS; row++) {
    if (numberAt(startMs, row) - (lastMs ?? readyMs) > WARM_QUIET_MS) break;
    const kind = error[row]?.kind;
    if ((kind !== undefined && kind !== 'skipped') || (kind === undefined && numberAt(durationSeconds, row) > slow))
      lastMs = numberAt(startMs, row);
  }
  return lastMs;
}
