/** Extends trains by occasional readings: each known train is continued, ended or followed by another. Pure. */
import { phaseDifference } from '../../../../core/statistics/circular.ts';
import type { PulseTrain } from './pulseTrain.ts';
import { addReading, trainsFromReadings, type PulseReading, type TrainSubject } from './trainsFromReadings.ts';

/** Maximum number of trains per subject; the oldest are dropped. */
const MAX_TRAINS = 8;
/** Number of readings after which the newest train is stored and only continued by later readings. */
const MAX_READINGS = 24;
/** The phase may be late with fewer readings than this. */
const SURE_READINGS = 8;
/** A phase this close to the previous one counts as the same, given the precision of single readings. */
const SAME_PHASE_MS = 250;

interface Entry {
  subject: TrainSubject;
  /** Trains known before the readings, ascending. */
  before: PulseTrain[];
  readings: PulseReading[];
  /** Time when the target last listed it. */
  seenMs: number;
  isGone: boolean;
}

/** Answer of a target: all subjects of the kind that it lists. */
export interface BookReading {
  kind: PulseTrain['kind'];
  atMs: number;
  pulses: readonly (Omit<TrainSubject, 'kind'> & { startMs: number; widthMs: number; periodMs: number })[];
}

export class TrainBook {
  readonly #entries = new Map<string, Entry>();

  /** `trains` are an earlier result of `trains()`; `atMs` is when they were last read. */
  constructor(trains: readonly PulseTrain[] = [], atMs = -Infinity) {
    for (const train of trains) {
      const { kind, name, file, instance } = train;
      const entry = this.#entry({ kind, name, file, instance });
      entry.before.push(train);
      entry.seenMs = train.untilMs ?? atMs;
      entry.isGone = train.untilMs !== null;
    }
  }

  /** Adds an answer; returns whether it contains a new subject or lacks a known one. */
  add({ kind, atMs, pulses }: BookReading): boolean {
    const listed = new Set<Entry>();
    let isChanged = false;
    for (const { name, file, instance, ...pulse } of pulses) {
      const entry = this.#entry({ kind, name, file, instance });
      if (entry.isGone) this.#fold(entry);
      if (!addReading(entry.readings, { ...pulse, seenMs: atMs })) continue;
      isChanged ||= entry.isGone || (entry.before.length === 0 && entry.readings.length === 1);
      entry.isGone = false;
      entry.seenMs = atMs;
      listed.add(entry);
      if (entry.readings.length > MAX_READINGS) this.#fold(entry);
    }
    for (const entry of this.#entries.values()) {
      if (entry.subject.kind !== kind || entry.isGone || listed.has(entry)) continue;
      entry.isGone = true;
      isChanged = true;
    }
    return isChanged;
  }

  /** Returns the trains of at most `most` subjects, those with the newest pulses. */
  trains(most: { groups: number; targets: number }): PulseTrain[] {
    const left = { 'rule-group': most.groups, 'scrape-job': most.targets };
    return [...this.#entries.values()].sort((a, b) => b.seenMs - a.seenMs)
      .flatMap((entry) => (left[entry.subject.kind]-- > 0 ? trainsOf(entry) : []));
  }

  /** Drops subjects that disappeared before the time. */
  forget(beforeMs: number): void {
    for (const [key, { isGone, seenMs }] of this.#entries) if (isGone && seenMs < beforeMs) this.#entries.delete(key);
  }

  #entry(subject: TrainSubject): Entry {
    const key = JSON.stringify([subject.kind, subject.name, subject.file, subject.instance]);
    const entry = this.#entries.get(key)
      ?? { subject, before: [], readings: [], seenMs: -Infinity, isGone: false };
    this.#entries.set(key, entry);
    return entry;
  }

  #fold(entry: Entry): void {
    entry.before = trainsOf(entry);
    entry.readings = [];
  }
}

function trainsOf({ subject, before, readings, seenMs, isGone }: Entry): PulseTrain[] {
  const after = trainsFromReadings({ subject, readings, goneMs: [], restartsMs: [] });
  const [last, first] = [before.at(-1), after[0]];
  const trains = last === undefined || first === undefined ? [...before, ...after]
    : [...before.slice(0, -1), ...(continues(last, first) ? [joined(last, first)] : [ended(last, first), first]),
      ...after.slice(1)];
  const newest = trains.at(-1);
  if (isGone && newest?.untilMs === null) trains[trains.length - 1] = { ...newest, untilMs: seenMs };
  return trains.slice(-MAX_TRAINS);
}

function continues(before: PulseTrain, after: PulseTrain): boolean {
  return before.untilMs === null && before.periodMs === after.periodMs
    && Math.abs(phaseDifference(after.phaseMs, before.phaseMs, before.periodMs)) <= SAME_PHASE_MS;
}

/**
 * Joins two trains with the newer phase, but if it is later and has few readings with the earlier one: pulses start
 * late, never early. The difference adds to the error.
 */
function joined(before: PulseTrain, after: PulseTrain): PulseTrain {
  const off = phaseDifference(after.phaseMs, before.phaseMs, after.periodMs);
  const isLate = off > 0 && (after.seen?.length ?? 0) < SURE_READINGS;
  return {
    ...after, sinceMs: before.sinceMs, phaseMs: isLate ? before.phaseMs : after.phaseMs,
    phaseErrorMs: Math.max(before.phaseErrorMs, after.phaseErrorMs + (isLate ? off : 0), Math.abs(off)),
    widthMs: after.widthMs > 0 ? after.widthMs : before.widthMs,
  };
}

function ended(before: PulseTrain, after: PulseTrain): PulseTrain {
  return { ...before, untilMs: Math.min(before.untilMs ?? Infinity, after.sinceMs) };
}
