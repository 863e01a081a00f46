/**
 * How good the time left and the projected memory were in every recorded replay; what is learned is learned from other
 * ones.
 */
import { elementAt, numberAt } from '../../core/elementAt.ts';
import { BAND, type Band, type Learned } from '../../server/analysis/panels/wal-replay/forecast/etaBounds.ts';
import { walBeforeStop } from '../../server/analysis/panels/wal-replay/forecast/walBeforeStop.ts';
import { peakAt } from '../../server/analysis/panels/wal-replay/replayMemory.ts';
import { wblChunkMs } from '../../server/analysis/panels/wal-replay/forecast/replayEtaWbl.ts';
import { etaAt, loadedFactorAt, type EtaInputs } from '../../server/analysis/panels/wal-replay/forecast/replayEta.ts';
import { progressByRow } from '../../server/analysis/panels/wal-replay/forecast/replayForecast.ts';
import { segmentRuns } from '../../server/analysis/signals/replay/segmentRuns.ts';
import { findProcessStarts } from '../../server/analysis/signals/replay/replayStarts.ts';
import { quantile, sortedFinite } from '../../core/statistics/quantiles.ts';
import { recordedReplays, type RecordedReplay } from '../../testdata/replays.ts';
import { medianOf, type BenchRow } from '../benchRow.ts';

/** One poll after a fifth of the segments: what was told against what came. */
export interface Poll { leftMs: number; medianMs: number; scaleMs: number; progress: number }

export interface ReplayFigures {
  name: string;
  totalSeconds: number;
  polls: Poll[];
  /** Projections from half way on, as a share of the peak that came. */
  peakRatios: number[];
  peakHeldRatio: number;
  progress: (number | null)[];
  firstRow: number;
  readyRow: number | null;
}

const FROM_SHARE = 0.2;

export function inputsOf({ name, window }: RecordedReplay): EtaInputs {
  const start = findProcessStarts(window).at(-1);
  if (start === undefined) throw new Error(`${name} holds no start`);
  return { window, start, runs: segmentRuns(window, start), before: walBeforeStop(window, start), earlier: [] };
}

function figuresOf({ name, window, truth }: RecordedReplay, inputs: EtaInputs, learned: Learned): ReplayFigures {
  const { start, runs } = inputs;
  const progress = progressByRow(window, start, runs);
  const polls: Poll[] = [];
  const peaks: { bytes: number; held: boolean }[] = [];
  const rss = window.role('residentBytes');
  // The peak that came as the scrapes saw it, or as the kernel did: what counts is the greater.
  let peakBytes = truth.peakRssBytes;
  for (let row = start.firstRow; row <= (start.readyRow ?? start.endRow - 1); row++) if ((rss?.present[row] ?? 0) === 1)
    peakBytes = Math.max(peakBytes, rss?.values[row] ?? 0);
  // Before a change of its CPU limit nothing can know of it.
  const changedMs = truth.changedMs ?? truth.restartMs + (truth.settings?.thenAfterMs ?? -Infinity);
  for (let row = start.firstRow; row < (start.readyRow ?? start.endRow); row++) {
    const timeMs = numberAt(window.scrapes.startMs, row);
    if (window.scrapes.error[row] !== null || timeMs >= truth.readyMs || timeMs < changedMs) continue;
    const ratio = progress[row - start.firstRow] ?? 0;
    if (ratio < FROM_SHARE) continue;
    const eta = etaAt(inputs, row, learned);
    if (eta !== null)
      polls.push({ leftMs: truth.readyMs - timeMs, medianMs: eta.medianMs, scaleMs: eta.scaleMs, progress: ratio });
    const peak = ratio < 0.5 ? null : peakAt({ window, start, runs, progress }, row);
    if (peak !== null)
      peaks.push({ bytes: peak.bytes, held: peak.lowBytes <= peakBytes && peakBytes <= peak.highBytes });
  }
  return {
    name, totalSeconds: (truth.readyMs - truth.restartMs) / 1000, polls, progress, firstRow: start.firstRow,
    readyRow: start.readyRow,
    peakRatios: peaks.map(({ bytes }) => bytes / peakBytes),
    peakHeldRatio: peaks.filter(({ held }) => held).length / Math.max(1, peaks.length),
  };
}

/** 5th and 95th of 100 of the errors in scales, each replay with the same weight. */
function calibrate(replays: readonly ReplayFigures[]): Band {
  const errors = replays.flatMap(({ polls }) => {
    const stride = Math.max(1, polls.length / 40);
    return Array.from({ length: Math.min(40, polls.length) }, (_, i) => elementAt(polls, Math.floor(i * stride)))
      .map(errorInScales);
  });
  const sorted = sortedFinite(errors);
  return { low: quantile(sorted, 0.05) ?? NaN, high: quantile(sorted, 0.95) ?? NaN };
}

const errorInScales = ({ leftMs, medianMs, scaleMs }: Poll): number => (leftMs - medianMs) / scaleMs;
const holds = (poll: Poll, band: Band): boolean => errorInScales(poll) >= band.low && errorInScales(poll) <= band.high;
const held = (polls: readonly Poll[], band: Band): number =>
  polls.filter((poll) => holds(poll, band)).length / Math.max(1, polls.length);
const relative = ({ leftMs, medianMs }: Poll): number => Math.abs(medianMs - leftMs) / leftMs;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/**
 * `replays`: those the bars are for, whose constants they set; `heldOut`: made after those were set, and none changed
 * since; `disturbed`: short ones of a host on which other programs took the CPU.
 */
export interface ReplayBench {
  rows: BenchRow[]; lines: string[]; replays: ReplayFigures[]; heldOut: ReplayFigures[]; heldOutError: number;
  disturbed: ReplayFigures[]; learned: Learned; medianError: number; heldShare: number
}

/** Restarts on one log are kin: what is learned for one is learned from none of them. */
function kinOf(name: string): string {
  if (name.startsWith('made-')) return name.replace(/-\d+$/, '');
  return isJudged(name) ? name.split('-').slice(0, 2).join('-') : name;
}
const isHeldOut = (name: string): boolean => name.startsWith('held-out');
/** Those that the bars are for. */
export const isJudged = (name: string): boolean =>
  name === 'demo' || name.startsWith('long-') || name.startsWith('made-');

/** The recorded replays, and what is learned from all but those on the log of one of them. */
export function recordedLessons() {
  const recorded = recordedReplays().map((replay) => ({ replay, inputs: inputsOf(replay) }));
  const lessons = recorded.map(({ replay: { name }, inputs }) => ({
    name,
    factor: isJudged(name) ? loadedFactorAt(inputs, (inputs.start.readyRow ?? inputs.start.endRow) - 1) : null,
    chunkMs: wblChunkMs(inputs.window, inputs.start, inputs.runs),
  }));
  const learnedWithout = (kin: string | null): Learned => {
    const others = lessons.filter(({ name }) => kinOf(name) !== kin);
    return {
      band: BAND, loadedFactor: medianOf(others.flatMap(({ factor }) => factor ?? [])),
      wblChunkMs: medianOf(others.flatMap(({ chunkMs }) => chunkMs ?? [])),
    };
  };
  return { recorded, lessons, learnedWithout, learnedFor: (name: string) => learnedWithout(kinOf(name)) };
}

export function replayBench(): ReplayBench {
  const { recorded, lessons, learnedWithout, learnedFor } = recordedLessons();
  const all = recorded.map(({ replay, inputs }) => figuresOf(replay, inputs, learnedFor(replay.name)));
  const replays = all.filter(({ name }) => isJudged(name));
  const heldOut = all.filter(({ name }) => isHeldOut(name));
  const disturbed = all.filter(({ name }) => !isJudged(name) && !isHeldOut(name));
  const others = (name: string): Band => calibrate(replays.filter((replay) => kinOf(replay.name) !== kinOf(name)));
  const lines = all.map((replay) => {
    const { polls, peakRatios } = replay;
    const worst = Math.max(0, ...peakRatios.map((ratio) => Math.abs(ratio - 1)));
    const factor = lessons.find(({ name }) => name === replay.name)?.factor ?? null;
    return `${replay.name.padEnd(24)} ${replay.totalSeconds.toFixed(1).padStart(6)} s, `
      + `${String(polls.length).padStart(3)} polls: median error ${percent(medianOf(polls.map(relative)))}, `
      + `band of the others holds ${percent(held(polls, others(replay.name)))}; `
      + `${factor === null ? '' : `factor ${factor.toFixed(2)}, `}peak off by ${percent(worst)} at most, `
      + `its band holds ${percent(replay.peakHeldRatio)}`;
  });
  const pooledError = (some: readonly ReplayFigures[]): number =>
    medianOf(some.flatMap(({ polls }) => polls.map(relative)));
  const [medianError, heldOutError] = [pooledError(replays), pooledError(heldOut)];
  const heldIn = (some: readonly ReplayFigures[]): number =>
    some.reduce((sum, { name, polls }) => sum + held(polls, others(name)) * polls.length, 0)
      / Math.max(1, pollsIn(some));
  const heldShare = heldIn(replays);
  const peaks = all.flatMap(({ peakRatios }) => peakRatios.map((ratio) => Math.abs(ratio - 1)));
  const within = peaks.filter((error) => error <= 0.15).length / Math.max(1, peaks.length);
  const falls = all.filter(
    ({ progress, firstRow, readyRow }) => !isMonotonic(progress, readyRow === null ? Infinity : readyRow - firstRow)
  ).length;
  const rows: BenchRow[] = [
    {
      name: `time left, ${replays.length} replays, ${pollsIn(replays)} polls from 20 % of the segments on`,
      measured: `median absolute error ${percent(medianError)}`, bar: '10 %', pass: medianError <= 0.1,
    },
    {
      name: '90 % band of the time left, calibrated on the other replays',
      measured: `holds the truth in ${percent(heldShare)} of the polls`, bar: '80 to 97 %',
      pass: heldShare >= 0.8 && heldShare <= 0.97,
    },
    {
      name: `time left, ${heldOut.length} replays made when nothing was changed any more, ${pollsIn(heldOut)} polls`,
      measured: `median absolute error ${percent(heldOutError)}, band holds ${percent(heldIn(heldOut))}`, bar: '10 %',
      pass: heldOutError <= 0.1,
    },
    {
      name: 'projected peak memory from half way on',
      measured: `within 15 % in ${percent(within)} of the polls, off by ${percent(Math.max(...peaks))} at most`,
      bar: '15 % in 99 of 100 polls, 20 % in all', pass: within >= 0.99 && peaks.every((error) => error <= 0.2),
    },
    {
      name: 'progress falls, or is 100 % before the end', measured: `in ${falls} replays`, bar: '0', pass: falls === 0,
    },
  ];
  lines.push(
    `the ${disturbed.length} on a disturbed host, ${pollsIn(disturbed)} polls: `
      + `median error ${percent(pooledError(disturbed))}, band holds ${percent(heldIn(disturbed))}`
  );
  return {
    rows, lines, replays, heldOut, heldOutError, disturbed,
    learned: { ...learnedWithout(null), band: calibrate(replays) }, medianError, heldShare,
  };
}

const pollsIn = (replays: readonly ReplayFigures[]): number =>
  replays.reduce((sum, { polls }) => sum + polls.length, 0);

/** Never falling, and below 1 before the entry `ready`. */
function isMonotonic(progress: readonly (number | null)[], ready: number): boolean {
  let highest = 0;
  return progress.every((ratio, i) => {
    const fine = ratio === null ? highest === 0 : ratio >= highest && (ratio < 1 || i >= ready);
    highest = ratio ?? highest;
    return fine;
  });
}
