import { describe, expect, it } from 'vitest';
import { TrainBook, type BookReading } from './trainBook.ts';

const T0 = 1_800_000_000_000;
const MINUTE_MS = 60_000;
const ALL = { groups: 500, targets: 2000 };

/** Returns the answer of a minute: groups by name and interval, each begun 2 s before. */
function answer(minute: number, groups: Record<string, number>, lateMs = 0): BookReading {
  const atMs = T0 + minute * MINUTE_MS;
  return {
    kind: 'rule-group', atMs, pulses: Object.entries(groups).map(([name, periodMs]) => (
      { name, file: '/r.yml', instance: null, startMs: atMs - 2000 + lateMs, widthMs: 100, periodMs }
    )),
  };
}

describe('a book of trains', () => {
  it('continues trains over many readings, within a bound', () => {
    const book = new TrainBook();
    for (let minute = 0; minute < 200; minute++) book.add(answer(minute, { a: 15_000 }, minute % 4));
    const trains = book.trains(ALL);
    expect(trains).toMatchObject([{ name: 'a', sinceMs: T0 - 2000, untilMs: null, periodMs: 15_000 }]);
    expect(trains[0]?.phaseErrorMs).toBeLessThan(5);
  });

  it('says when a group came or left, which ends its train', () => {
    const book = new TrainBook();
    expect(book.add(answer(0, { a: 15_000, b: 15_000 }))).toBe(true);
    expect(book.add(answer(1, { a: 15_000, b: 15_000 }))).toBe(false);
    expect(book.add(answer(2, { a: 15_000, renamed: 15_000 }))).toBe(true);
    expect(book.trains(ALL).find(({ name }) => name === 'b')).toMatchObject({ untilMs: T0 + MINUTE_MS });
    expect(book.add(answer(3, { a: 15_000, b: 15_000, renamed: 15_000 }))).toBe(true);
    expect(book.trains(ALL).filter(({ name }) => name === 'b')).toMatchObject([
      { untilMs: T0 + MINUTE_MS }, { sinceMs: T0 + 3 * MINUTE_MS - 2000, untilMs: null },
    ]);
  });

  it('begins anew where the interval changes', () => {
    const book = new TrainBook();
    book.add(answer(0, { a: 15_000 }));
    book.add(answer(1, { a: 30_000 }));
    expect(book.trains(ALL).map(({ periodMs, untilMs }) => [periodMs, untilMs === null])).toEqual([
      [15_000, false], [30_000, true],
    ]);
  });

  it('goes on after it was stored: with the same phase, or beside what was before', () => {
    const book = new TrainBook();
    book.add(answer(0, { a: 15_000, b: 15_000 }));
    const stored = JSON.parse(JSON.stringify(book.trains(ALL))) as ReturnType<TrainBook['trains']>;
    const later = new TrainBook(stored, T0);
    later.add(answer(60, { a: 15_000 }, 40));
    expect(later.trains(ALL)).toMatchObject([
      { name: 'a', sinceMs: T0 - 2000, untilMs: null, phaseErrorMs: 40 }, { name: 'b', untilMs: T0 },
    ]);
    const moved = new TrainBook(stored, T0);
    moved.add(answer(60, { a: 15_000 }, 5000));
    expect(moved.trains(ALL).filter(({ name }) => name === 'a')).toHaveLength(2);
  });

  it('does not take the late readings after it was stored for another phase', () => {
    const book = new TrainBook();
    for (let minute = 0; minute < 4; minute++) book.add(answer(minute, { a: 15_000 }));
    const later = new TrainBook(book.trains(ALL), T0);
    for (const [minute, lateMs] of [[60, 190], [61, 140], [62, 230]] as const)
      later.add(answer(minute, { a: 15_000 }, lateMs));
    expect(later.trains(ALL)).toMatchObject([{ phaseMs: T0 - 2000, untilMs: null }]);
    expect(later.trains(ALL)[0]?.phaseErrorMs).toBeGreaterThanOrEqual(230);
  });

  it('forgets what is gone for long, and is bounded by subjects', () => {
    const book = new TrainBook();
    book.add(answer(0, { a: 15_000, b: 15_000 }));
    book.add(answer(1, { b: 15_000 }));
    book.forget(T0 + 1);
    expect(book.trains(ALL).map(({ name }) => name)).toEqual(['b']);
    book.add(answer(2, { b: 15_000, c: 15_000 }));
    expect(book.trains({ groups: 1, targets: 0 })).toHaveLength(1);
  });
});
