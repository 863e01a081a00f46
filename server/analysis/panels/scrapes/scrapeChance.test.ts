import { elementAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import { chanceOfMeeting, chanceText, overlapTests, slowScrapes } from './scrapeChance.ts';
import type { Suspect } from './scrapeSuspects.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';

const suspect = (
  mask: Uint8Array
): Suspect => ({ cause: 'gc', noun: 'a GC cycle', spans: [], describe: () => [], mask });
const marksAt = (length: number, ...rows: number[]): Uint8Array =>
  Uint8Array.from({ length }, (_, row) => (rows.includes(row) ? 1 : 0));

describe('chance of meeting', () => {
  it.each<[string, Uint8Array, number, number | null]>([
    ['one mark in ten rows, one row long', marksAt(10, 3), 1, 0.1],
    ['three rows long meets it from three places, around the end too', marksAt(10, 1), 3, 0.3],
    ['two marks side by side', marksAt(10, 4, 5), 2, 0.3],
    ['nothing marked', marksAt(10), 2, null],
    ['everything marked', marksAt(4, 0, 1, 2, 3), 1, 1],
  ])('%s', (_, mask, length, chance) => {
    expect(chanceOfMeeting(mask, length)).toEqual(chance);
  });

  it.each([
    [0.001, 'less than 1 time in 400'], [0.1175, '1 time in 9'], [0.5, 'about half of the time'],
    [0.9, 'almost always'],
  ])('%d is said as "%s"', (ratio, text) => {
    expect(chanceText(ratio)).toBe(text);
  });
});

describe('a cause that held at each scrape', () => {
  it('is not said to be too little to judge', () => {
    const rows = Array.from({ length: 12 }, (_, i) => 40 * i);
    const slow = { thresholdSeconds: 0.1, count: 12, lost: 0 };
    const [test] = overlapTests([suspect(new Uint8Array(1000).fill(1))], { slow, rows });
    expect(test).toMatchObject({
      pValue: null, sentence: '12 of 12 slow or lost scrapes overlap a GC cycle, which held all of the window.',
    });
  });
});

describe('overlap of slow scrapes', () => {
  const never = (): boolean => false;
  const durations = (slowRows: number[]): Float64Array =>
    Float64Array.from({ length: 1000 }, (_, row) => (slowRows.includes(row) ? 0.5 : 0.004 + (row % 7) / 10_000));

  it('calls nothing slow where all take about as long', () => {
    expect(slowScrapes(durations([]), never).slow).toMatchObject({ count: 0, lost: 0 });
  });

  it('is never without any chance: the window as it is counts among the shifts', () => {
    const rows = [100, 211, 323, 437, 551, 668];
    expect(overlapTests([suspect(marksAt(1000, ...rows))], slowScrapes(durations(rows), never))[0])
      .toMatchObject({ overlapping: 6, pValue: 0.001 });
  });

  it('finds a planted link in at least 95 of 100 seeded windows and none in at least 95 of 100 without one', () => {
    let linked = 0;
    let quiet = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const random = seededRandom(seed);
      const cycles = Array.from({ length: 25 }, () => Math.floor(random() * 1000));
      const mask = marksAt(1000, ...cycles);
      const apart = Array.from({ length: 25 }, () => Math.floor(random() * 1000));
      const test = (rows: number[]): number =>
        elementAt(overlapTests([suspect(mask)], slowScrapes(durations(rows), never)), 0).pValue ?? 1;
      if (test(cycles.map((row, i) => (i % 2 === 0 ? row : elementAt(apart, i)))) < 0.01) linked++;
      if (test(apart) >= 0.01) quiet++;
    }
    expect(linked).toBeGreaterThanOrEqual(95);
    expect(quiet).toBeGreaterThanOrEqual(95);
  });

  it('says too little with four slow scrapes, and nothing of a cause that never held', () => {
    const slow = slowScrapes(durations([1, 2, 3, 4]), never);
    const [test, ...others] = overlapTests([suspect(marksAt(1000, 3)), suspect(marksAt(1000))], slow);
    expect(others).toEqual([]);
    expect(test).toMatchObject({ overlapping: 1, pValue: null });
  });
});

describe('cycles that crowd into compactions', () => {
  const random = seededRandom(3);
  const length = 3600;
  const starts = Array.from({ length: 30 }, () => Math.floor(random() * length));
  const compacting = Uint8Array.from(
    { length }, (_, row) => (starts.some((start) => row >= start && row < start + 8) ? 1 : 0)
  );
  const masks = {
    gc: Uint8Array.from(
      { length }, (_, row) => (compacting[row] === 1 ? (random() < 0.4 ? 1 : 0) : random() < 0.02 ? 1 : 0)
    ),
    compaction: compacting,
  };
  const suspects: Suspect[] = (['compaction', 'gc'] as const).map((cause) => ({ ...suspect(masks[cause]), cause }));
  const gcTest = (isSlow: (row: number) => boolean) => {
    const durations = Float64Array.from({ length }, (_, row) => (isSlow(row) ? 0.5 : 0.004 + (row % 7) / 10_000));
    return overlapTests(suspects, slowScrapes(durations, () => false)).find(({ cause }) => cause === 'gc');
  };

  it('seem to slow scrapes; outside of compactions they do not', () => {
    const test = gcTest((row) => (compacting[row] === 1 ? random() < 0.5 : random() < 0.01));
    expect(test?.pValue).toBeLessThan(0.01);
    expect(test?.outsideCompactions?.pValue).toBeGreaterThan(0.01);
    expect(test?.outsideCompactions?.slow).toBeGreaterThan(10);
  });

  it('and that do slow them, do so outside too', () => {
    const test = gcTest((row) => masks.gc[row] === 1 && random() < 0.7);
    expect(test?.outsideCompactions?.pValue).toBeLessThan(0.01);
  });

  it('without a compaction there is nothing to take out', () => {
    const [only] = overlapTests([suspect(masks.gc)], slowScrapes(new Float64Array(length).fill(0.1), () => false));
    expect(only).toBeDefined();
    expect(only?.outsideCompactions).toBeUndefined();
  });
});
