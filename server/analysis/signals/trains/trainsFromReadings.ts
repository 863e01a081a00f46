/**
 * Builds trains of pulses from a target's reports of single pulses: the newest pulse's start and duration, and the
 * period. Pure; docs/reference/rules.md.
 */
import { elementAt } from '../../../../core/elementAt.ts';
import { phaseDifference } from '../../../../core/statistics/circular.ts';
import { median } from '../../../../core/statistics/quantiles.ts';
import type { PulseTrain } from './pulseTrain.ts';

/** Identity of a train, shared by all of its readings. */
export type TrainSubject = Pick<PulseTrain, 'kind' | 'name' | 'file' | 'instance'>;

/** Pulse as reported by the target. */
export interface PulseReading {
  startMs: number;
  widthMs: number;
  periodMs: number;
  /** Time when the target last reported this as its newest pulse, on the clock of `startMs`. */
  seenMs: number;
}

export interface SubjectReadings {
  subject: TrainSubject;
  /** Readings, ascending by start, each pulse once. */
  readings: readonly PulseReading[];
  /** Times when the target answered without the subject, ascending. */
  goneMs: readonly number[];
  /** Starts of the target's process, ascending. */
  restartsMs: readonly number[];
}

/** Tolerances for late pulses on a busy host; `AGREEING` later ones in a row have another phase. */
const TOLERANCES_MS = [50, 200, 800, Infinity] as const;
const AGREEING = 3;
/** A subject with more phase changes than this has jitter instead. */
const MAX_CHANGES = 8;
/** Number of readings after which a phase is known well enough. */
const REFERENCE_READINGS = 31;
/** A process that was down for longer made no pulses meanwhile. */
const AWAY_PERIODS = 2.5;
/** Tolerance for the same pulse, which another page of the target reports with other digits. */
const SAME_PULSE_MS = 1;

/** Adds a reading, or extends `seenMs` of a known pulse. Returns false for no pulse or an older one. */
export function addReading(readings: PulseReading[], { startMs, widthMs, periodMs, seenMs }: PulseReading): boolean {
  // Prometheus reports the year 1 or 0 seconds before the first evaluation.
  if (!(startMs > 0) || !(periodMs > 0) || !Number.isFinite(startMs + periodMs + seenMs)) return false;
  const last = readings.at(-1);
  if (last !== undefined && last.periodMs === periodMs && Math.abs(startMs - last.startMs) < SAME_PULSE_MS) {
    last.seenMs = Math.max(last.seenMs, seenMs);
    return true;
  }
  if (last !== undefined && startMs <= last.startMs) return false;
  readings.push({ startMs, widthMs: widthMs >= 0 ? widthMs : NaN, periodMs, seenMs });
  return true;
}

/** Returns the trains of a subject, ascending. The last is open unless the target has answered without it since. */
export function trainsFromReadings(given: SubjectReadings): PulseTrain[] {
  const { subject, readings, goneMs } = given;
  const trains: PulseTrain[] = [];
  for (const run of runsOf(given)) {
    const parts = onePhaseEach(run.readings);
    parts.forEach((part, k) => {
      const next = parts[k + 1]?.[0];
      trains.push(trainOf(subject, part, next === undefined ? run.untilMs : next.startMs));
    });
  }
  const [last, end] = [trains.at(-1), readings.at(-1)];
  if (last !== undefined && end !== undefined && goneMs.some((ms) => ms > end.seenMs)) last.untilMs = end.seenMs;
  return trains;
}

interface Run { readings: PulseReading[]; untilMs: number | null }

/** Returns runs of readings with one period, during which the subject was never missing. */
function runsOf({ readings, goneMs, restartsMs }: SubjectReadings): Run[] {
  const runs: Run[] = [];
  for (const reading of readings) {
    const run = runs.at(-1);
    const before = run?.readings.at(-1);
    if (run === undefined || before === undefined) {
      runs.push({ readings: [reading], untilMs: null });
      continue;
    }
    const within = (ms: number): boolean => ms > before.startMs && ms <= reading.seenMs;
    const wasAway = reading.startMs - before.startMs > AWAY_PERIODS * before.periodMs && restartsMs.some(within);
    const wasGone = goneMs.some((ms) => ms > before.seenMs && ms < reading.seenMs);
    if (reading.periodMs === before.periodMs && !wasGone && !wasAway) run.readings.push(reading);
    else {
      run.untilMs = wasGone || wasAway ? before.seenMs : reading.startMs;
      runs.push({ readings: [reading], untilMs: null });
    }
  }
  return runs;
}

/** Splits where the phase changes, at the smallest tolerance that does not mistake jitter for changes. */
function onePhaseEach(readings: readonly PulseReading[]): PulseReading[][] {
  for (const toleranceMs of TOLERANCES_MS) {
    const parts = phaseParts(readings, toleranceMs);
    if (parts.length <= MAX_CHANGES) return parts;
  }
  return [[...readings]];
}

function phaseParts(readings: readonly PulseReading[], toleranceMs: number): PulseReading[][] {
  const parts: PulseReading[][] = [];
  let current: PulseReading[] = [];
  let referenceMs = NaN;
  // Off-phase readings are jitter, unless the next ones are off by the same amount.
  let pending: PulseReading[] = [];
  for (const reading of readings) {
    if (current.length <= REFERENCE_READINGS && current.length > 0) referenceMs = phaseOfPart(current);
    if (current.length > 0 && isOff(reading, referenceMs, toleranceMs)) {
      pending = pending.filter(({ startMs }) => !isOff(reading, startMs, toleranceMs)).length === pending.length
        ? pending : settle(current, pending);
      pending.push(reading);
      if (pending.length < AGREEING) continue;
      parts.push(current);
      current = pending;
      pending = [];
    } else {
      pending = settle(current, pending);
      current.push(reading);
    }
  }
  settle(current, pending);
  if (current.length > 0) parts.push(current);
  return withoutLateParts(withoutStrays(parts), toleranceMs);
}

/**
 * Joins parts of one phase. A late part between two parts of the same phase comes from a busy time, because nothing
 * starts early.
 */
function withoutLateParts(parts: readonly PulseReading[][], toleranceMs: number): PulseReading[][] {
  const kept: { part: PulseReading[]; phaseMs: number }[] = [];
  const laterBy = (a: number, b: number): number => (
    phaseDifference(elementAt(kept, b).phaseMs, elementAt(kept, a).phaseMs, elementAt(elementAt(parts, 0), 0).periodMs)
  );
  for (const part of parts) {
    kept.push({ part, phaseMs: earliestStart(part) });
    for (;;) {
      const last = kept.length - 1;
      // The median of few readings may be late; that of many follows clock drift.
      const isShort = (kept[last - 1]?.part.length ?? Infinity) < REFERENCE_READINGS;
      const from = isShort && Math.abs(laterBy(last - 1, last)) <= toleranceMs ? last - 1
        : last >= 2 && Math.abs(laterBy(last - 2, last)) <= toleranceMs && laterBy(last - 2, last - 1) > 0 ? last - 2
          : null;
      if (from === null) break;
      const joined = kept.splice(from).flatMap((one) => one.part);
      kept.push({ part: joined, phaseMs: earliestStart(joined) });
    }
  }
  return kept.map((one) => one.part);
}

/** Treats the off-phase readings as jitter. */
function settle(current: PulseReading[], pending: readonly PulseReading[]): PulseReading[] {
  current.push(...pending);
  return [];
}

function isOff({ startMs, periodMs }: PulseReading, phaseMs: number, toleranceMs: number): boolean {
  return Math.abs(phaseDifference(startMs, phaseMs, periodMs)) > toleranceMs;
}

/** Merges parts with too few readings for a phase into the next part, as jitter. */
function withoutStrays(parts: PulseReading[][]): PulseReading[][] {
  const kept: PulseReading[][] = [];
  let strays: PulseReading[] = [];
  parts.forEach((part, k) => {
    if (part.length < AGREEING && k < parts.length - 1) strays = [...strays, ...part];
    else {
      kept.push([...strays, ...part]);
      strays = [];
    }
  });
  return kept;
}

function deviations(part: readonly PulseReading[]): number[] {
  const { startMs: firstMs, periodMs } = elementAt(part, 0);
  return part.map(({ startMs }) => phaseDifference(startMs, firstMs, periodMs));
}

/** Returns the median phase, which single late starts do not move. */
function phaseOfPart(part: readonly PulseReading[]): number {
  return elementAt(part, 0).startMs + (median(deviations(part)) ?? 0);
}

/**
 * Returns the start, among the newest readings, after which all others are least late. A timer fires late, never early,
 * so the median of a few readings is late if a busy host delays every second one. A start more than half a period late
 * looks early; it counts as half a period, so that it cannot outweigh the others.
 */
function earliestStart(part: readonly PulseReading[]): number {
  const newest = part.slice(-REFERENCE_READINGS);
  const { startMs: firstMs, periodMs } = elementAt(part, 0);
  let [best, least] = [firstMs, Infinity];
  for (const { startMs } of newest) {
    const late = newest.reduce((sum, other) => {
      const off = phaseDifference(other.startMs, startMs, periodMs);
      return sum + (off < 0 ? periodMs / 2 : off);
    }, 0);
    if (late < least) [best, least] = [startMs, late];
  }
  return firstMs + phaseDifference(best, firstMs, periodMs);
}

function trainOf(subject: TrainSubject, part: readonly PulseReading[], untilMs: number | null): PulseTrain {
  const { startMs, periodMs } = elementAt(part, 0);
  const phaseMs = earliestStart(part);
  const { kind, name, file, instance } = subject;
  return {
    kind, name, file, instance, periodMs, phaseMs,
    phaseErrorMs: part.reduce((most, one) => (
      Math.max(most, Math.abs(phaseDifference(one.startMs, phaseMs, periodMs)))
    ), 0),
    widthMs: median(part.map(({ widthMs }) => widthMs)) ?? 0, sinceMs: startMs, untilMs,
    seen: part.map((one) => ({ startMs: one.startMs, widthMs: one.widthMs || 0 })),
  };
}
