/**
 * The WAL replay panel: what the target does while it starts, how far it is, and how its last start went.
 */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { isBefore, versionOf } from '../../../../core/version.ts';
import type { EarlierStart, MissingInput, WalReplayPanel } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { lastValue } from '../../signals/lastValue.ts';
import { valueAt } from '../../signals/valueAt.ts';
import { counterSteps, momentaryRates, pointGrid } from '../../signals/counterSteps.ts';
import type { ReplayFacts } from './replayFacts.ts';
import { replayFigures, restartFigures } from './replayFigures.ts';
import { replayFinding } from './replayFinding.ts';
import { walBeforeStop } from './forecast/walBeforeStop.ts';
import { restartCost } from './forecast/restartCost.ts';
import { etaAt, type EtaInputs, type FinishedReplay } from './forecast/replayEta.ts';
import { progressByRow } from './forecast/replayForecast.ts';
import { forecastsOf } from './forecast/replayForecasts.ts';
import { memoryLimit } from './replayMemory.ts';
import { memoryAnswer } from './replayMemoryAnswer.ts';
import { replayPhases } from '../../signals/replay/replayPhases.ts';
import {
  foundDamage, isCursorPolled, loadedOf, segmentRuns, segmentsOf, segmentTimes, type SegmentRun,
} from '../../signals/replay/segmentRuns.ts';
import { meanRates, replayRates } from './replayRates.ts';
import { stallAt } from '../../signals/replay/replayStall.ts';
import { findProcessStarts, type ProcessStart } from '../../signals/replay/replayStarts.ts';
import { findRestarts, findScrapeGaps, freshScrapes, spansInSeconds } from '../../signals/windowFrame.ts';

const MAX_POINTS = 2000;
const MAX_EARLIER = 20;
/** Number of segments over which the live rate is measured. */
const RECENT = 8;
/**
 * Time before and after a finished start that its points still cover, so that the chart shows the fall and the rise.
 */
const MARGIN_MS = 30_000;

/**
 * A start of the target that became ready and is kept; `start` in Unix seconds. Those inside the window are measured
 * from it.
 */
export interface KeptStart extends FinishedReplay { start: number }

/**
 * Returns everything the panel shows of one window: its last start, running or done; earlier ones are listed. State
 * `none` when the target did not start in the window. Without a replay cursor (a recording of /metrics alone,
 * Prometheus before 2.28) phases are coarser and progress comes from the head's newest sample. `points` cover the start
 * with half a minute on each side, at most 2,000; a failed scrape is a point of nulls.
 */
export function analyseWalReplay(
  window: RoleWindow,
  options: { facts: TargetFacts; nowMs: number; stepMs: number | null; earlier?: readonly KeptStart[] },
): WalReplayPanel {
  const { scrapes } = window;
  const grid = pointGrid(scrapes, options.stepMs);
  const starts = findProcessStarts(window);
  const start = starts.at(-1);
  const facts = start === undefined ? null : measure(window, starts, start, options);
  const restarts = findRestarts(window);
  const lastRun = facts?.runs.at(-1);
  const limit = memoryLimit(window, window.scrapes.length - 1, options.facts);
  const restart = restartCost(window, { facts: options.facts, starts, limitBytes: limit?.bytes ?? null });
  const cursor = lastRun === undefined ? null : {
    min: lastRun.min, max: lastRun.max,
    current: lastRun.min + Math.max(0, loadedOf(lastRun, facts?.state === 'done') - 1),
  };
  return {
    range: {
      start: window.startMs / 1000, end: window.endMs / 1000, step: grid.stepMs / 1000, scrapes: scrapes.length,
    },
    finding: replayFinding(window, facts, restart),
    missing: missingInputs(window, facts),
    restarts: restarts.map((restart) => ({ time: restart.timeMs / 1000 })),
    gapSpans: spansInSeconds(findScrapeGaps(scrapes, null)),
    figures: [...facts === null ? [] : replayFigures(facts), ...restartFigures(window, restart)],
    restart,
    state: facts?.state ?? 'none',
    phases: facts?.phases ?? [],
    progressRatio: facts?.progressRatio ?? null,
    segments: cursor,
    segmentsPerSecond: facts?.segmentsPerSecond ?? null,
    etaSeconds: facts === null || facts.eta === null ? null
      : { low: facts.eta.lowMs / 1000, median: facts.eta.medianMs / 1000, high: facts.eta.highMs / 1000 },
    etaBasis: facts?.eta?.basis ?? null,
    stall: facts === null || facts.stall === null ? null
      : { since: facts.stall.sinceMs / 1000, seconds: facts.stall.ms / 1000, kind: facts.stall.kind },
    ...(facts === null ? { forecasts: [], forecastScore: null } : forecastsOf(facts.inputs, facts.progress)),
    // A replay that ended early made every forecast wrong, which does not predict the next one.
    ...(facts?.damaged === true ? { forecastScore: null } : {}),
    rates: facts === null ? { time: [], segmentsPerSecond: [], samplesPerSecond: [], bytesPerSecond: [], gcRatio: [] }
      : replayRates(window, facts.start, facts.runs, options.facts),
    points: facts === null ? [] : pointsOf(facts, new Set(restarts.map((restart) => restart.row))),
    memory: facts?.memory ?? {
      limitBytes: null, limitSource: null, projectedPeakBytes: null, projectedLowBytes: null, projectedHighBytes: null,
      risk: 'unknown', steps: [], killed: null,
    },
    totalDurationSeconds: facts?.totalSeconds ?? null,
    reportedDurationSeconds: facts === null ? lastReported(window, 0, scrapes.length) : facts.reportedSeconds,
    earlier: starts.slice(0, -1).slice(-MAX_EARLIER).map((earlier) => earlierStart(window, earlier)),
  };
}

function measure(
  window: RoleWindow, starts: ProcessStart[], start: ProcessStart,
  { facts, earlier = [] }: { facts: TargetFacts; earlier?: readonly KeptStart[] },
): ReplayFacts {
  const { startMs } = window.scrapes;
  const runs = segmentRuns(window, start);
  const progress = progressByRow(window, start, runs);
  const done = start.readyRow !== null;
  const lastRow = start.endRow - 1;
  const run = runs.at(-1);
  const gone = start.goneRow !== null;
  const inputs: EtaInputs = {
    window, start, runs, before: walBeforeStop(window, start),
    earlier: [...earlier.filter((kept) => kept.start * 1000 < window.startMs), ...finishedBefore(window, starts)],
  };
  const eta = done || gone ? null : etaAt(inputs, lastRow);
  return {
    window,
    start,
    runs,
    phases: replayPhases(window, start, runs),
    state: done ? 'done' : 'replaying',
    progressRatio: progress.at(-1) ?? null,
    segmentsPerSecond: run === undefined ? null : segmentRate(done ? elementAt(runs, 0) : run, done),
    eta,
    stall: done ? null : stallAt(window, start, start.endRow - 1),
    rates: meanRates(window, start, runs, facts),
    inputs,
    progress,
    memory: memoryAnswer({ window, start, runs, progress }, starts, facts),
    totalSeconds: start.readyRow === null ? null : (numberAt(startMs, start.readyRow) - start.startMs) / 1000,
    reportedSeconds: done ? lastReported(window, start.firstRow, start.endRow) : null,
    rssBytes: lastValue(window.role('residentBytes'), start.firstRow, start.endRow),
    peakRssBytes: peakRss(window, start),
    startsInWindow: starts.length,
    damaged: foundDamage(window, start),
    diedBefore: starts.slice(0, -1).filter((earlier) => earlier.readyRow === null).length,
  };
}

/** Returns earlier starts of the window that became ready, and how many segments they read. */
function finishedBefore(window: RoleWindow, starts: readonly ProcessStart[]): EtaInputs['earlier'] {
  return starts.slice(0, -1).flatMap((earlier) => {
    if (earlier.readyRow === null) return [];
    const run = segmentRuns(window, earlier).at(0);
    return [
      {
        totalSeconds: (numberAt(window.scrapes.startMs, earlier.readyRow) - earlier.startMs) / 1000,
        segments: run === undefined ? null : loadedOf(run, true),
      },
    ];
  });
}

function segmentRate(run: SegmentRun, done: boolean): number | null {
  if (done) {
    const seconds = run.endMs === null ? 0 : (run.endMs - run.fromMs) / 1000;
    return seconds > 0 ? loadedOf(run, true) / seconds : null;
  }
  const recent = segmentTimes(run).slice(-RECENT);
  const ms = recent.reduce((sum, time) => sum + time.ms * time.count, 0);
  return ms > 0 ? recent.reduce((sum, time) => sum + time.count, 0) / (ms / 1000) : null;
}

/** Returns the replay duration that the target reports, if it did by the end of the rows. 0 means not yet. */
function lastReported(window: RoleWindow, fromRow: number, endRow: number): number | null {
  const seconds = lastValue(window.role('replaySeconds'), fromRow, endRow);
  return seconds !== null && seconds > 0 ? seconds : null;
}

function peakRss(window: RoleWindow, start: ProcessStart): number | null {
  const series = window.role('residentBytes');
  let peak: number | null = null;
  for (let row = start.firstRow; row <= (start.readyRow ?? start.endRow - 1); row++) {
    const value = valueAt(series, row);
    if (value !== null) peak = Math.max(peak ?? 0, value);
  }
  return peak;
}

function earlierStart(window: RoleWindow, start: ProcessStart): EarlierStart {
  const runs = segmentRuns(window, start);
  const ready = start.readyRow !== null;
  let endRow = start.readyRow ?? start.endRow - 1;
  while (endRow > start.firstRow && window.scrapes.error[endRow] !== null) endRow--;
  return {
    start: start.startMs / 1000,
    end: numberAt(window.scrapes.startMs, endRow) / 1000,
    ready,
    segments: runs.length === 0 ? null : segmentsOf(elementAt(runs, 0), loadedOf(elementAt(runs, 0), ready)),
    peakRssBytes: peakRss(window, start),
  };
}

function pointsOf(facts: ReplayFacts, newProcessRows: ReadonlySet<number>): WalReplayPanel['points'] {
  const { window, start, runs } = facts;
  const { scrapes } = window;
  const fromMs = (start.awayFromMs ?? start.startMs) - MARGIN_MS;
  const toMs = start.readyRow === null ? Infinity
    : Math.max(numberAt(scrapes.startMs, start.readyRow), (facts.phases.at(-1)?.end ?? 0) * 1000) + MARGIN_MS;
  const rows: number[] = [];
  for (let row = 0; row < scrapes.length; row++) {
    if (
      numberAt(scrapes.startMs, row) >= fromMs && numberAt(scrapes.startMs, row) <= toMs
        && scrapes.error[row]?.kind !== 'skipped'
    ) rows.push(row);
  }
  const stride = Math.max(1, Math.ceil(rows.length / (MAX_POINTS - 1)));
  const cpu = momentaryRates(
    counterSteps(scrapes, window.role('cpuSeconds'), freshScrapes(scrapes), newProcessRows), scrapes
  );
  const progress = progressByRow(window, start, runs);
  const rss = window.role('residentBytes');
  const wal = runs.at(0);
  let event = 0;
  const points: WalReplayPanel['points'] = [];
  rows.forEach((row, i) => {
    while (wal !== undefined && event < wal.events.length && elementAt(wal.events, event).row <= row) event++;
    if (i % stride !== 0 && i !== rows.length - 1) return;
    const replaying = wal !== undefined && row >= wal.row && row <= (start.readyRow ?? Infinity);
    points.push({
      time: numberAt(scrapes.startMs, row) / 1000,
      segment: replaying ? wal.min + (event === 0 ? 0 : elementAt(wal.events, event - 1).loaded - 1) : null,
      rssBytes: valueAt(rss, row),
      cpuCores: Number.isFinite(cpu[row]) ? numberAt(cpu, row) : null,
      progressRatio: row >= start.firstRow ? progress[row - start.firstRow] ?? null : null,
    });
  });
  return points;
}

function missingInputs(window: RoleWindow, facts: ReplayFacts | null): MissingInput[] {
  if (facts === null) return [];
  const missing: MissingInput[] = [];
  const isCursorKnown = facts.runs.length > 0 || isCursorPolled(window, facts.start);
  if (!isCursorKnown && (window.kind === 'prometheus' || window.kind === 'unknown')) {
    missing.push({
      names: ['/api/v1/status/walreplay'],
      costs: 'Segments, their rate and a precise time left are unknown; progress comes from the head’s newest '
        + 'sample.',
      remedy: isBefore(versionOf(window.version), 2, 28)
        ? `Prometheus ${window.version} has no replay status (2.28 and later have one): what is shown is based on its `
          + 'memory, head and readiness alone. Its log names each segment; open it on this page.'
        : 'Let tsdbscope watch the target while it starts: it reads the replay status of Prometheus 2.28 and later.',
    });
  }
  if (facts.memory.limitBytes === null) {
    missing.push({
      names: window.expectedNames('memoryLimitBytes'),
      costs: 'Whether the replay fits into memory is unknown.',
      remedy: 'Set its container’s limit in tsdbscope’s configuration (memory_limit next to its url), or set '
        + 'GOMEMLIMIT for it; Prometheus 3 sets it automatically.',
    });
  }
  return missing;
}
