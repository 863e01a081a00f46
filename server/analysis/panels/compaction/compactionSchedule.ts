/**
 * The clock of head compactions and the next one on it; see docs/reference/compaction.md.
 *
 * The rule is in Prometheus's source (`Head.compactable`, tsdb/head.go): a head is cut when
 * `maxTime - minTime > 1.5 x block range`. A head that begins on a block boundary is thus cut half a range past a
 * later boundary: on the clock. Only the first head after an empty start begins anywhere.
 */
import {
  circularMean, circularMedian, phaseDifference, phaseOf, rayleighPValue,
} from '../../../../core/statistics/circular.ts';
import type { HeadLevel } from '../../signals/compaction/blockRange.ts';
import { likelyStartMs, type CompactionInterval } from '../../signals/compaction/compactionIntervals.ts';
import { median } from '../../../../core/statistics/quantiles.ts';

const RULE_FACTOR = 1.5;
/** Distance past a boundary from which a head is the short first one, whose cut is not compared with the clock. */
const BOUNDARY_RATIO = 0.1;
/** Delay of the cut by `delayed-compaction`, at most a tenth of the range. */
const DELAY_RATIO = 0.1;
/** Starts known worse than this share of the range say little about the phase. */
const PHASE_ERROR_RATIO = 0.25;
export const ALIGNED_P = 0.05;
/** Interval at which the server checks for a due compaction after a start. */
const FIRST_LOOK_MS = 60_000;
/** Significant is not yet punctual: 0.9 is a circular standard deviation of 7 % of the range. */
const ALIGNED_RESULTANT = 0.9;
/** Share that must keep to the clock for it to be kept: one delayed by a stall is an exception, named as that. */
const ALIGNED_SHARE = 0.75;
const MIN_NEAR = 3;

export interface Clock {
  /** Circular mean of the starts' offsets in the block range, without outliers; null when none counts. */
  phaseMs: number | null;
  /** Half the mean width of the starts' uncertainty. */
  phaseErrorMs: number | null;
  resultantLength: number | null;
  pValue: number | null;
  aligned: boolean;
  /** Head compactions the phase was taken from. */
  count: number;
  /** Number of these within a tenth of the range of the common phase. */
  nearPhaseCount: number;
  /** The other ones, if the clock is kept nonetheless: start, and how far off the phase. */
  outliers: { startMs: number; offMs: number }[];
  /** Head compactions that the rule itself puts off the clock (short first head). */
  offClockCount: number;
  /** Number due while the process was down or starting: they run once it is back. */
  caughtUpCount: number;
  /** Number whose start is known too imprecisely for the range. */
  vagueCount: number;
}

export interface Prediction {
  timeMs: number;
  errorMs: number;
  basis: string;
  /** Time at which the rule was due without a compaction; null unless overdue. */
  overdueSinceMs: number | null;
}

/**
 * Returns when the rule cuts the head that existed at the compaction's start; null if the head's minimum is unknown.
 */
function ruleTimeOf(compaction: CompactionInterval, levels: HeadLevel[], rangeMs: number): number | null {
  let level: HeadLevel | null = null;
  for (const candidate of levels) {
    if (candidate.seenMs > compaction.startMs) break;
    level = candidate;
  }
  return level === null ? null : level.minTimeMs + RULE_FACTOR * rangeMs;
}

/** Returns whether the rule's moment was before the process that compacted was up and checking. */
function isCaughtUp(compaction: CompactionInterval, ruleMs: number | null, startsMs: readonly number[]): boolean {
  const bornMs = startsMs.findLast((startMs) => startMs <= compaction.startMs);
  return ruleMs !== null && bornMs !== undefined && ruleMs < bornMs + FIRST_LOOK_MS
    && likelyStartMs(compaction) > ruleMs;
}

/**
 * Finds where in the block range head compactions start, and whether they keep to it (Rayleigh test). Compactions of a
 * head that began off a block boundary are skipped and counted: the rule itself puts them elsewhere. Also skips those
 * whose start is somewhere in a scrape gap, and those that a start of the process (`startsMs`, ascending) delayed.
 */
export function findClock(
  compactions: CompactionInterval[], levels: HeadLevel[], rangeMs: number, startsMs: readonly number[] = []
): Clock {
  const heads = compactions.filter((c) => c.headCount > 0 || (c.running && c.count === 0));
  let offClockCount = 0, caughtUpCount = 0, vagueCount = 0;
  const starts: number[] = [];
  const weights: number[] = [];
  let errorSum = 0;
  for (const head of heads) {
    if (head.startErrorMs > rangeMs * PHASE_ERROR_RATIO) {
      if (head.headCount > 0) vagueCount += 1;
      continue;
    }
    const ruleMs = ruleTimeOf(head, levels, rangeMs);
    if (ruleMs !== null && phaseOf(ruleMs - RULE_FACTOR * rangeMs, rangeMs) > rangeMs * BOUNDARY_RATIO) {
      if (head.headCount > 0) offClockCount += 1;
      continue;
    }
    if (head.headCount > 0 && isCaughtUp(head, ruleMs, startsMs)) {
      caughtUpCount += 1;
      continue;
    }
    // A running compaction may turn out to be a merge: it counts only when a head compaction is due.
    if (head.count === 0 && (ruleMs === null || Math.abs(likelyStartMs(head) - ruleMs) > rangeMs * DELAY_RATIO))
      continue;
    starts.push(likelyStartMs(head));
    weights.push(1 / (head.startErrorMs * head.startErrorMs + 250_000));
    errorSum += head.startErrorMs / 2;
  }
  const plain = circularMean(starts, rangeMs);
  const middle = circularMedian(starts, rangeMs);
  const isNear = starts.map(
    (start) => middle !== null && Math.abs(phaseDifference(start, middle, rangeMs)) <= rangeMs * DELAY_RATIO
  );
  const near = starts.filter((_, i) => isNear[i]);
  const keeps = near.length >= MIN_NEAR && near.length >= ALIGNED_SHARE * starts.length;
  const counted = keeps ? near : starts;
  const weighted = circularMean(counted, rangeMs, keeps ? weights.filter((_, i) => isNear[i]) : weights);
  const resultantLength = circularMean(counted, rangeMs)?.resultantLength ?? null;
  const phaseMs = weighted?.mean ?? null;
  // Uses all starts: omitting those that do not fit would make any series fit.
  const pValue = plain === null ? null : rayleighPValue(plain.resultantLength, plain.count);
  return {
    phaseMs,
    phaseErrorMs: starts.length === 0 ? null : errorSum / starts.length,
    resultantLength,
    pValue,
    aligned: pValue !== null && pValue < ALIGNED_P && (resultantLength ?? 0) >= ALIGNED_RESULTANT,
    count: starts.length,
    nearPhaseCount: weighted === null ? 0
      : starts.filter((s) => Math.abs(phaseDifference(s, weighted.mean, rangeMs)) <= rangeMs * DELAY_RATIO).length,
    outliers: !keeps || phaseMs === null ? [] : starts.filter((_, i) => !isNear[i])
      .map((startMs) => ({ startMs, offMs: phaseDifference(startMs, phaseMs, rangeMs) })),
    offClockCount, caughtUpCount, vagueCount,
  };
}

/**
 * Predicts the next head compaction after `referenceMs` (the last scrape): from the head's own minimum time if it is
 * known, which also holds for the first head after an empty start; else from the phase seen; else from the rule alone.
 * Adds the lateness of earlier compactions against the rule (delayed compaction, clock difference to the target, a
 * first sample some seconds past the boundary).
 */
export function predictNext(input: {
  compactions: CompactionInterval[];
  levels: HeadLevel[];
  rangeMs: number;
  clock: Clock;
  referenceMs: number;
  scrapeIntervalMs: number;
  startsMs?: readonly number[];
}): Prediction {
  const { compactions, levels, rangeMs, clock, referenceMs, scrapeIntervalMs, startsMs = [] } = input;
  const running = compactions.at(-1)?.running === true;
  const delays = delaysAgainstRule(compactions, levels, rangeMs, startsMs);
  const delayMs = median(delays) ?? 0;
  const spreadMs = delays.length < 2 ? 0 : (Math.max(...delays) - Math.min(...delays)) / 2;
  const errorMs = Math.max(scrapeIntervalMs, spreadMs) + (delays.length === 0 ? scrapeIntervalMs : 0);
  const agreement = Math.abs(delayMs) < 50 ? 'agree' : `came ${(delayMs / 1000).toFixed(1)} s after it`;
  const seen = delays.length < 2 ? 'by rule, not yet seen twice' : `${delays.length} earlier ones ${agreement}`;
  const head = levels.at(-1);
  if (head !== undefined) {
    const dueMs = head.minTimeMs + RULE_FACTOR * rangeMs + delayMs;
    const graceMs = rangeMs * DELAY_RATIO + scrapeIntervalMs;
    const basis = `head minimum time + 1.5 block ranges (${seen})`;
    if (dueMs > referenceMs) return { timeMs: dueMs, errorMs, basis, overdueSinceMs: null };
    if (!running && referenceMs - dueMs <= graceMs) {
      return {
        timeMs: referenceMs, errorMs: Math.max(errorMs, graceMs - (referenceMs - dueMs)), basis: `${basis}; due now`,
        overdueSinceMs: null,
      };
    }
    // Running or overdue: the head after this one begins on a boundary.
    const phaseMs = rangeMs / 2 + delayMs;
    return {
      timeMs: nextOnClock(running ? dueMs : referenceMs, phaseMs, rangeMs, referenceMs),
      errorMs,
      basis: running ? `${basis}; one is under way` : `${basis}; overdue, so the next instant of the clock`,
      overdueSinceMs: running ? null : dueMs,
    };
  }
  const phaseMs = clock.phaseMs ?? rangeMs / 2;
  const last = compactions.at(-1);
  const basis = clock.phaseMs === null ? 'half a block range past the boundary (by rule, not yet seen)'
    : `phase of the ${clock.count} seen`;
  return {
    timeMs: nextOnClock(last === undefined ? referenceMs : last.startMs, phaseMs, rangeMs, referenceMs), errorMs,
    basis, overdueSinceMs: null,
  };
}

/**
 * Returns how late head compactions were against the rule, ms, at the least that the scrapes allow: 0 when the rule's
 * moment is within the start's error span. Skips those that are off by more than twice what delayed compaction does, as
 * they measure nothing, and those that a start of the process delayed.
 */
export function delaysAgainstRule(
  compactions: CompactionInterval[], levels: HeadLevel[], rangeMs: number, startsMs: readonly number[] = []
): number[] {
  const delays: number[] = [];
  for (const compaction of compactions) {
    if (compaction.headCount === 0 || compaction.startErrorMs > rangeMs * PHASE_ERROR_RATIO) continue;
    const ruleMs = ruleTimeOf(compaction, levels, rangeMs);
    if (ruleMs === null || isCaughtUp(compaction, ruleMs, startsMs)) continue;
    const latestMs = compaction.startMs - ruleMs;
    const delayMs = Math.min(latestMs, Math.max(0, latestMs - compaction.startErrorMs));
    if (Math.abs(delayMs) <= rangeMs * 2 * DELAY_RATIO) delays.push(delayMs);
  }
  return delays;
}

/** Returns the first moment at the phase after `referenceMs` and well after `startedMs`, when the last one began. */
function nextOnClock(startedMs: number, phaseMs: number, rangeMs: number, referenceMs: number): number {
  const offsetMs = phaseDifference(phaseMs, phaseOf(startedMs, rangeMs), rangeMs);
  const firstMs = startedMs + offsetMs;
  const earliestMs = Math.max(referenceMs + 1, startedMs + rangeMs / 4);
  return firstMs + Math.max(0, Math.ceil((earliestMs - firstMs) / rangeMs)) * rangeMs;
}
