/** Computes what an unfinished start had done, what was left, and how long a probe would have to wait for it. */
import type { Part, ReplaySegment } from '../../../../../core/contract/contract.ts';
import { count, parts, quantity, ratio, seconds } from '../../../../../core/text/parts.ts';
import { median } from '../../../../../core/statistics/quantiles.ts';
import type { LoggedStart, LoggedTimeline } from './loggedStart.ts';

/** Minimum number of segments for a rate. */
const MIN_SEGMENTS = 2;
/** Minimum number of segments left for an estimate from a single one. */
const MIN_ROUGH_LEFT = 10;
/** Margin for variation, the head GC and the last, partial segment, which the mean does not include. */
const MARGIN = 1.05;
/** Ratio of the last segments' time to that of the first from which they get slower. */
const SLOWING = 2;

export interface Progress {
  loaded: number;
  total: number;
  left: number;
  /** Mean; that of the last third if they get slower. */
  secondsPerSegment: number;
  /** Mean of the first third, if they get slower; null if they do not. */
  firstSeconds: number | null;
  remainingSeconds: number;
  /** Time from the process's start until it would be ready, rounded up; null if its start is not in the log. */
  budgetSeconds: number;
  /** Whether a single segment was read, which says little about the others. */
  isRough: boolean;
  /** First and last segment of lines that begin within the replay, and the number of the last one; null for others. */
  shown: { from: number; to: number; max: number } | null;
}

/** Returns null without a rate or with all segments read. */
export function progressOf(timeline: LoggedTimeline): Progress | null {
  const { segments, segmentTimes, startMs, startSeen, fromFirst, phases } = timeline;
  if (segments === null || segments.max === null || segments.loaded === 0) return null;
  const total = segments.max - segments.min + 1;
  const left = total - segments.loaded;
  // The first segment creates the series that were not in the checkpoint, and takes longer than those after it.
  const isTail = !startSeen && !fromFirst;
  const usual = segmentTimes.slice(!isTail && segmentTimes.length > MIN_SEGMENTS ? 1 : 0);
  const last = segmentTimes.at(-1);
  const isRough = segmentTimes.length === 1 && segments.loaded === 1 && left >= MIN_ROUGH_LEFT;
  if (left <= 0 || (usual.length < MIN_SEGMENTS && !isRough) || last === undefined) return null;
  const of = usual.reduce((sum, time) => sum + time.count, 0);
  const mean = usual.reduce((sum, time) => sum + time.seconds * time.count, 0) / of;
  // A single segment that waited for a disk or a GC says nothing about the others.
  const usually = of > 4 ? Math.max(mean, median(usual.map((time) => time.seconds)) ?? 0) : mean;
  const slower = slowing(usual);
  const secondsPerSegment = slower?.late ?? usually;
  const remainingSeconds = left * secondsPerSegment;
  const wblSeconds = phases.find(({ name }) => name === 'wbl')?.durationSeconds ?? 0;
  return {
    loaded: segments.loaded, total, left, secondsPerSegment, firstSeconds: slower?.early ?? null, remainingSeconds,
    isRough,
    shown: isTail ? { from: segments.min, to: segments.min + segments.loaded - 1, max: segments.max } : null,
    budgetSeconds: roundedUp((last.end - startMs / 1000 + remainingSeconds + wblSeconds) * MARGIN),
  };
}

/** Says how far a start came that ended, where a later one reads the same again. */
export function lostEvidence(progress: Progress | null): Part[][] {
  return progress === null || progress.shown !== null ? []
    : [parts`The one before it had read ${quantity(progress.loaded, 'count')} of ${
      count(progress.total, 'segment')} when it ended; a start reads all of them again.`];
}

/** Returns the means of the first and the last third of segments that get slower and slower; null for others. */
function slowing(times: readonly ReplaySegment[]): { early: number; late: number } | null {
  const third = Math.floor(times.length / 3);
  if (third < MIN_SEGMENTS || times.some((time) => time.count !== 1)) return null;
  const meanOf = (some: readonly ReplaySegment[]): number =>
    some.reduce((sum, time) => sum + time.seconds, 0) / some.length;
  const [early, late] = [meanOf(times.slice(0, third)), meanOf(times.slice(-third))];
  return late >= SLOWING * early && early > 0 ? { early, late } : null;
}

/**
 * Describes the progress. `probe`: whether it lacked time; another cause must be fixed first. `who`: the start, where
 * there are others.
 */
export function progressEvidence(progress: Progress | null, probe: boolean, who = 'It'): Part[][] {
  if (progress === null) return [];
  const { loaded, total, left, secondsPerSegment, firstSeconds, remainingSeconds } = progress;
  const { budgetSeconds, isRough, shown } = progress;
  if (isRough) {
    if (shown !== null) return [];
    const rough = parts`${who} read 1 of ${count(total, 'segment')}; if each takes as long (${
      seconds(significant(secondsPerSegment))}), the other ${quantity(left, 'count')} need about ${
      seconds(rounded(remainingSeconds))}, and less if the first took longest, as it often does.`;
    return probe ? [rough, parts`By that, a startup probe must allow about ${seconds(budgetSeconds)}.`] : [rough];
  }
  const pace = parts`${firstSeconds === null ? parts`${seconds(significant(secondsPerSegment))} each`
    : parts`${seconds(significant(firstSeconds))} each at first and ${
      seconds(significant(secondsPerSegment))} at last`}; the other ${
    quantity(left, 'count')} need about ${seconds(rounded(remainingSeconds))}.`;
  // Neither a share of all segments nor the time of a whole start is in the lines.
  if (shown !== null) return [parts`The lines begin within its replay, and show the segments ${
    quantity(shown.from, 'count')} to ${quantity(shown.to, 'count')} of ${quantity(shown.max, 'count')}, ${pace}`];
  const read = parts`${who} read ${quantity(loaded, 'count')} of ${count(total, 'segment')} (${
    ratio(loaded / total)}), ${pace}`;
  return probe ? [read, parts`A startup probe must allow ${seconds(budgetSeconds)} or more.`] : [read];
}

const significant = (value: number): number => Number(value.toPrecision(3));

function rounded(value: number): number {
  if (value < 1) return Number(value.toPrecision(2));
  return value < 120 ? Math.round(value) : value < 600 ? Math.round(value / 10) * 10 : Math.round(value / 60) * 60;
}

/** Rounds up to a value that suits a configuration. */
function roundedUp(value: number): number {
  const step = value < 300 ? 30 : value < 1200 ? 60 : 300;
  return Math.ceil(value / step) * step;
}

/** A line of another part of the server may come as late. */
const LATE_MS = 2000;

/** Returns the time of the log's last line if that is later than the replay or the opening of the storage. */
export function openedAndOnMs(
  { at: { walDone, tsdbDone }, lastMs }: LoggedStart, { phases }: LoggedTimeline
): number | null {
  const last = phases.at(-1);
  if ((walDone === undefined && tsdbDone === undefined) || last === undefined || last.end !== null) return null;
  const logEndMs = Math.round((last.start + last.durationSeconds) * 1000);
  return logEndMs - lastMs > LATE_MS ? logEndMs : null;
}
