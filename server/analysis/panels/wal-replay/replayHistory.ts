/** Lists the starts in a window of samples, each as it is kept in the history. */
import type {
  MeasuredReplay, Part, Replay, ReplayOutcome, ReplayPhase, WalReplayPanel,
} from '../../../../core/contract/contract.ts';
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { findCompactions } from '../../signals/compaction/compactionIntervals.ts';
import { memoryFrame } from '../../signals/memory/memoryFrame.ts';
import { findWarmUps } from '../../signals/memory/memoryWarmUp.ts';
import { counterSteps, momentaryRates } from '../../signals/counterSteps.ts';
import type { Ending } from './ends/loggedStart.ts';
import { DAMAGE_NOTE, endingText, rateOf, replaySentence } from './replayRecord.ts';
import { progressByRow } from './forecast/replayForecast.ts';
import { memoryLimit } from './replayMemory.ts';
import { replayPhases } from '../../signals/replay/replayPhases.ts';
import {
  foundDamage, loadedOf, segmentRuns, segmentsOf, segmentTimes, type SegmentRun,
} from '../../signals/replay/segmentRuns.ts';
import { findProcessStarts, type ProcessStart } from '../../signals/replay/replayStarts.ts';
import { valueAt } from '../../signals/valueAt.ts';
import { findRestarts, freshScrapes } from '../../signals/windowFrame.ts';
import { bytes, parts, quantity, seconds } from '../../../../core/text/parts.ts';

const MAX_POINTS = 600;
/** Share of its limit above which a process that is gone was most likely killed for its memory. */
const NEAR_LIMIT = 0.9;

/**
 * Returns every start of the window, oldest first. The last one without readiness is `going` while the target answers,
 * else `killed`; in a recording (`live` false), which just ends, `unknown`.
 */
export function measureReplays(window: RoleWindow, facts: TargetFacts, live: boolean): MeasuredReplay[] {
  const starts = findProcessStarts(window);
  if (starts.length === 0) return [];
  const warmUps = findWarmUps(window, memoryFrame(window), findCompactions(window));
  const cpuSteps = counterSteps(
    window.scrapes, window.role('cpuSeconds'), freshScrapes(window.scrapes),
    new Set(findRestarts(window).map(({ row }) => row))
  );
  const cpu = momentaryRates(cpuSteps, window.scrapes);
  return starts.map((start, i) => {
    const readyMs = start.readyRow === null ? null : numberAt(window.scrapes.startMs, start.readyRow);
    const warm = warmUps.find(
      ({ processStart }) => Math.abs(processStart * 1000 - start.startMs) < 2000 + start.startErrorMs
    );
    const settledMs = warm === undefined || warm.seconds === null ? null : 1000 * (warm.ingestStart + warm.seconds);
    return replayOf(window, start, {
      facts, cpu, outcome: outcomeOf(start, i < starts.length - 1, live),
      warmUpSeconds: readyMs === null || settledMs === null ? null : Math.max(0, settledMs - readyMs) / 1000,
    });
  });
}

function outcomeOf(start: ProcessStart, followed: boolean, live: boolean): ReplayOutcome {
  if (start.readyRow !== null) return 'finished';
  if (followed || start.goneRow !== null) return 'killed';
  return live ? 'going' : 'unknown';
}

interface Around { facts: TargetFacts; cpu: Float64Array; outcome: ReplayOutcome; warmUpSeconds: number | null }

function replayOf(
  window: RoleWindow, start: ProcessStart, { facts, cpu, outcome, warmUpSeconds }: Around
): MeasuredReplay {
  const { startMs } = window.scrapes;
  const runs = segmentRuns(window, start);
  const phases = replayPhases(window, start, runs);
  const ready = start.readyRow !== null;
  const lastRow = start.readyRow ?? lastAnswer(window, start);
  const totalSeconds = start.readyRow === null ? null : (numberAt(startMs, start.readyRow) - start.startMs) / 1000;
  const reported = ready ? valueIn(window, 'replaySeconds', start.firstRow, start.endRow) : null;
  const peak = peakOf(window, start.firstRow, lastRow);
  const run = runs.at(0);
  const damaged = foundDamage(window, start);
  const times = run === undefined ? [] : timesOf(run);
  const ended = outcome === 'going' ? null : numberAt(startMs, lastRow) / 1000;
  const limit = memoryLimit(window, lastRow, facts)?.bytes ?? null;
  const ending = endingOf({ start, outcome, run, peak, limit, lastMs: numberAt(startMs, lastRow), totalSeconds });
  const replay: Omit<MeasuredReplay, 'finding'> = {
    key: String(valueAt(window.role('processStartSeconds'), start.firstRow) ?? startMs[start.firstRow]),
    version: window.version,
    outcome,
    ending: endingText(ending),
    start: start.startMs / 1000,
    end: ended,
    startSeen: true,
    totalSeconds,
    reportedSeconds: reported !== null && reported > 0 ? reported : null,
    phases: outcome === 'killed' ? endedPhases(phases, numberAt(startMs, lastRow) / 1000) : phases,
    segments: run === undefined ? null
      : { min: run.min > 0 ? run.min + 1 : 0, max: run.max, loaded: segmentsOf(run, loadedOf(run, ready)) },
    segmentsPerSecond: rateOf(times),
    walBytes: valueIn(window, 'walBytes', start.firstRow, lastRow + 1),
    peakRssBytes: peak,
    cpuSeconds: valueIn(window, 'cpuSeconds', start.firstRow, lastRow + 1),
    warmUpSeconds,
    stated: {
      mmappedChunksSeconds: null, snapshotSeconds: null, checkpointSeconds: null, segmentsSeconds: null,
      wblSeconds: null, totalSeconds: reported !== null && reported > 0 ? reported : null,
    },
    segmentTimes: times,
    points: pointsOf(window, start, runs, { lastRow, cpu }),
    notes: damaged ? [DAMAGE_NOTE] : [],
  };
  return { ...replay, finding: replaySentence(replay, ending, { damaged }) };
}

/** Ends the phases of a process that has ended: omits later unreachable times, and closes its last phase. */
function endedPhases(phases: ReplayPhase[], end: number): ReplayPhase[] {
  return phases.filter(({ name }, i) => name !== 'unreachable' || i === 0).map((phase) => (
    phase.end !== null && phase.end <= end ? phase
      : { ...phase, end: Math.max(phase.start, end), durationSeconds: Math.max(0, end - phase.start) }
  ));
}

function endingOf(known: {
  start: ProcessStart; outcome: ReplayOutcome; run: SegmentRun | undefined; peak: number | null; limit: number | null;
  lastMs: number; totalSeconds: number | null;
}): Ending {
  const { start, outcome, run, peak, limit, totalSeconds } = known;
  const after = seconds(Math.max(0, known.lastMs - start.startMs) / 1000);
  const loaded = run?.events.at(-1)?.loaded ?? 0;
  const where = run === undefined || loaded === 0 ? null
    : parts`, at segment ${quantity(run.min + loaded - 1, 'count')} of ${quantity(run.max, 'count')}`;
  const ended = (claim: Part[], evidence: Part[][] = []): Ending => ({ claim, evidence });
  if (outcome === 'finished') return ended(parts`Ready after ${seconds(totalSeconds ?? 0)}.`);
  if (outcome === 'going') return ended(parts`Running for ${after}${where}.`);
  if (outcome === 'unknown') return ended(parts`The recording ends ${after} into the start${where}.`);
  const gone = parts`The start died after ${after}${where}, before it was ready.`;
  if (peak === null) return ended(gone);
  const isNear = limit !== null && peak >= NEAR_LIMIT * limit;
  const ofLimit = limit === null ? null : parts` of ${bytes(limit)}`;
  const why = isNear ? ': most likely it was OOM-killed' : null;
  return ended(gone, [parts`Its memory reached ${bytes(peak)}${ofLimit}${why}.`]);
}

function timesOf(run: SegmentRun): Replay['segmentTimes'] {
  return segmentTimes(run).map(({ ms, count }, i) => {
    const event = elementAt(run.events, i + 1);
    return { segment: run.min + event.loaded - 1, end: event.timeMs / 1000, seconds: ms / 1000, count };
  });
}

function pointsOf(
  window: RoleWindow, start: ProcessStart, runs: SegmentRun[], { lastRow, cpu }: { lastRow: number; cpu: Float64Array },
): WalReplayPanel['points'] {
  const { startMs, error } = window.scrapes;
  const progress = progressByRow(window, start, runs);
  const rss = window.role('residentBytes');
  const [run] = runs;
  const rows: number[] = [];
  for (let row = start.firstRow; row <= lastRow; row++) if (error[row]?.kind !== 'skipped') rows.push(row);
  const stride = Math.max(1, Math.ceil(rows.length / (MAX_POINTS - 1)));
  return rows.filter((_row, i) => i % stride === 0 || i === rows.length - 1).map((row) => {
    const loaded = run === undefined || row < run.row ? null
      : run.events.findLast((event) => event.row <= row)?.loaded ?? 0;
    return {
      time: numberAt(startMs, row) / 1000,
      segment: run === undefined || loaded === null ? null : run.min + Math.max(0, loaded - 1),
      rssBytes: valueAt(rss, row),
      cpuCores: Number.isFinite(cpu[row]) ? numberAt(cpu, row) : null,
      progressRatio: progress[row - start.firstRow] ?? null,
    };
  });
}

function lastAnswer(window: RoleWindow, start: ProcessStart): number {
  let row = start.endRow - 1;
  while (row > start.firstRow && window.scrapes.error[row] !== null) row--;
  return row;
}

function valueIn(
  window: RoleWindow, role: 'replaySeconds' | 'walBytes' | 'cpuSeconds', fromRow: number, endRow: number
): number | null {
  const series = window.role(role);
  for (let row = endRow - 1; series !== undefined && row >= fromRow; row--) {
    const value = valueAt(series, row);
    if (value !== null) return value;
  }
  return null;
}

function peakOf(window: RoleWindow, fromRow: number, toRow: number): number | null {
  const series = window.role('residentBytes');
  let peak: number | null = null;
  for (let row = fromRow; row <= toRow; row++) {
    const value = valueAt(series, row);
    if (value !== null) peak = Math.max(peak ?? 0, value);
  }
  return peak;
}
