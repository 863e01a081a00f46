import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../core/statistics/random.ts';
import type { PulseTrain } from './pulseTrain.ts';
import { addReading, trainsFromReadings, type PulseReading, type TrainSubject } from './trainsFromReadings.ts';

const SUBJECT: TrainSubject = { kind: 'rule-group', name: 'node', file: '/etc/rules.yml', instance: null };
const T0 = 1_800_000_000_000;
const PHASE_MS = 4321;

interface Made {
  count?: number;
  periodMs?: number;
  phaseMs?: number;
  fromMs?: number;
  /** One of this many pulses is read. */
  every?: number;
  lateMs?: (k: number) => number;
}

/** Returns readings of pulses, each seen a second after its start. */
function made({
  count = 20, periodMs = 15_000, phaseMs = PHASE_MS, fromMs = T0, every = 1, lateMs = () => 0,
}: Made = {}): PulseReading[] {
  return Array.from({ length: count }, (_, k) => {
    const startMs = fromMs + phaseMs + k * every * periodMs + lateMs(k);
    return { startMs, widthMs: 200 + (k % 3), periodMs, seenMs: startMs + 1000 };
  });
}

function trainsOf(
  readings: readonly PulseReading[], rest: { goneMs?: number[]; restartsMs?: number[] } = {}
): PulseTrain[] {
  return trainsFromReadings({ subject: SUBJECT, readings, goneMs: [], restartsMs: [], ...rest });
}

const phaseErrorsMs = (trains: readonly PulseTrain[], periodMs: number): number[] =>
  trains.map(({ phaseMs }) => Math.abs(((phaseMs - T0 - PHASE_MS + periodMs / 2) % periodMs) - periodMs / 2));

describe('trains from readings', () => {
  it('have phase, period and median width of equal pulses', () => {
    const readings = made();
    expect(trainsOf(readings)).toEqual([{
      ...SUBJECT, periodMs: 15_000, phaseMs: T0 + PHASE_MS, phaseErrorMs: 0, widthMs: 201, sinceMs: T0 + PHASE_MS,
      untilMs: null, seen: readings.map(({ startMs, widthMs }) => ({ startMs, widthMs })),
    }]);
  });

  it('are known from three readings, minutes apart, within 50 ms', () => {
    const trains = trainsOf(made({ count: 3, every: 4, lateMs: (k) => [3, 60, 12][k] ?? 0 }));
    expect(trains).toHaveLength(1);
    expect(Math.max(...phaseErrorsMs(trains, 15_000))).toBeLessThan(50);
    expect(trains[0]).toMatchObject({ phaseMs: T0 + PHASE_MS + 3, phaseErrorMs: 57 });
  });

  it.each([
    ['two of them late', [1900, 4, 700], 4], ['the first and the last late', [330, 0, 210], 0],
    // Half a period is 2.5 s: a later start looks early.
    ['one later than half a period', [10, 3400, 6], 6],
  ])('are known from three readings, %s, by the earliest', (_, late, expected) => {
    const [train, ...others] = trainsOf(made({ count: 3, periodMs: 5000, lateMs: (k) => late[k] ?? 0 }));
    expect(others).toEqual([]);
    expect(train?.phaseMs).toBe(T0 + PHASE_MS + expected);
  });

  it('go on over a busy minute in which all evaluations began late', () => {
    const trains = trainsOf(made({ count: 40, lateMs: (k) => (k >= 15 && k < 20 ? 320 + k : k % 3) }));
    expect(trains).toMatchObject([{ phaseMs: T0 + PHASE_MS, sinceMs: T0 + PHASE_MS, untilMs: null }]);
  });

  it('are known from one reading', () => {
    expect(trainsOf(made({ count: 1 }))).toMatchObject([{ phaseMs: T0 + PHASE_MS, phaseErrorMs: 0, untilMs: null }]);
    expect(trainsOf([])).toEqual([]);
  });

  it.each([5, 30, 150, 600])('hold one phase while starts are late by %i ms on average, never early', (jitterMs) => {
    const random = seededRandom(jitterMs);
    const trains = trainsOf(made({ count: 400, lateMs: () => -Math.log(1 - random()) * jitterMs }));
    expect(Math.max(...phaseErrorsMs(trains, 15_000))).toBeLessThan(50 + 2 * jitterMs);
    expect(trains.length).toBeLessThanOrEqual(8);
    if (jitterMs <= 30) expect(trains).toHaveLength(1);
  });

  it('take one very late start for jitter, also the first and the last', () => {
    for (const late of [0, 7, 19]) {
      const trains = trainsOf(made({ lateMs: (k) => (k === late ? 3000 : 0) }));
      expect(trains).toHaveLength(1);
      expect(trains[0]).toMatchObject({ phaseErrorMs: 3000, periodMs: 15_000 });
      expect(phaseErrorsMs(trains, 15_000)).toEqual([0]);
    }
  });

  it('go on over evaluations that were missed or not seen', () => {
    const readings = made().filter((_, k) => k < 5 || k > 12);
    expect(trainsOf(readings)).toMatchObject([{ sinceMs: T0 + PHASE_MS, untilMs: null, phaseErrorMs: 0 }]);
  });

  it('end at a restart that kept the target away, and begin again with its first pulse', () => {
    const [before, after] = [made(), made({ fromMs: T0 + 600_000, count: 5 })];
    const trains = trainsOf([...before, ...after], { restartsMs: [T0 + 590_000] });
    expect(trains).toMatchObject([
      { sinceMs: T0 + PHASE_MS, untilMs: before.at(-1)?.seenMs }, { sinceMs: T0 + 600_000 + PHASE_MS, untilMs: null },
    ]);
  });

  it('go on over a restart within two periods, whose phase is the same', () => {
    expect(trainsOf(made(), { restartsMs: [T0 + 100_000] })).toHaveLength(1);
  });

  it('begin anew where the phase changes, as with another version of the server', () => {
    const after = made({ fromMs: T0 + 300_000, phaseMs: 9876 });
    const trains = trainsOf([...made(), ...after]);
    expect(trains).toMatchObject([
      { phaseMs: T0 + PHASE_MS, untilMs: T0 + 309_876, phaseErrorMs: 0 },
      { phaseMs: T0 + 309_876, sinceMs: T0 + 309_876, untilMs: null, phaseErrorMs: 0 },
    ]);
  });

  it('begin anew where the interval changes, even to a multiple of it', () => {
    const after = made({ fromMs: T0 + 300_000, periodMs: 30_000 });
    expect(trainsOf([...made(), ...after])).toMatchObject([
      { periodMs: 15_000, untilMs: T0 + 304_321 }, { periodMs: 30_000, sinceMs: T0 + 304_321, untilMs: null },
    ]);
  });

  it('end where a reload took the group away, and begin anew where it came back', () => {
    const [before, after] = [made(), made({ fromMs: T0 + 900_000 })];
    expect(trainsOf(before, { goneMs: [T0 + 400_000] })).toMatchObject([{ untilMs: before.at(-1)?.seenMs }]);
    expect(trainsOf([...before, ...after], { goneMs: [T0 + 400_000] })).toMatchObject([
      { untilMs: before.at(-1)?.seenMs }, { sinceMs: T0 + 900_000 + PHASE_MS, untilMs: null },
    ]);
  });

  it('of a group that is longer than its interval have the error that its starts show', () => {
    const random = seededRandom(3);
    const trains = trainsOf(made({ count: 200, lateMs: () => random() * 12_000 }));
    expect(trains.length).toBeLessThanOrEqual(8);
    expect(Math.max(...trains.map(({ phaseErrorMs }) => phaseErrorMs))).toBeGreaterThan(3000);
  });

  it('follow a clock that drifts, in few trains', () => {
    const trains = trainsOf(made({ count: 2000, lateMs: (k) => k }));
    expect(trains.length).toBeLessThanOrEqual(8);
    expect(Math.max(...trains.map(({ phaseErrorMs }) => phaseErrorMs))).toBeLessThan(850);
  });
});

describe('a reading', () => {
  const reading = { startMs: T0, widthMs: 10, periodMs: 15_000, seenMs: T0 + 5000 };

  it('of a pulse that is known says that it still was the newest', () => {
    const readings: PulseReading[] = [];
    expect(addReading(readings, reading)).toBe(true);
    expect(addReading(readings, { ...reading, startMs: T0 + 0.4, seenMs: T0 + 9000 })).toBe(true);
    expect(readings).toEqual([{ ...reading, seenMs: T0 + 9000 }]);
  });

  it.each([
    ['before the first evaluation, as 0', { startMs: 0 }], ['in the year 1', { startMs: -62_135_596_800_000 }],
    ['without an interval', { periodMs: 0 }], ['that is no number', { startMs: NaN }],
    ['of an interval without end', { periodMs: Infinity }],
  ])('%s states no pulse', (_, part) => {
    const readings: PulseReading[] = [];
    expect(addReading(readings, { ...reading, ...part })).toBe(false);
    expect(readings).toEqual([]);
  });

  it('of an older pulse is none, and a width that cannot be is unknown', () => {
    const readings: PulseReading[] = [];
    addReading(readings, { ...reading, widthMs: -1 });
    expect(addReading(readings, { ...reading, startMs: T0 - 1000 })).toBe(false);
    expect(readings).toHaveLength(1);
    expect(readings[0]?.widthMs).toBeNaN();
  });
});
