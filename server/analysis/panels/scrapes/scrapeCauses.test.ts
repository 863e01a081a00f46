import { describe, expect, it } from 'vitest';
import type { ScrapeCause } from '../../../../core/contract/contract.ts';
import { render } from '../../../../core/text/parts.ts';
import { rankCauses } from './scrapeCauses.ts';
import { overlapTests } from './scrapeChance.ts';
import type { Suspect, SuspectCause } from './scrapeSuspects.ts';

const LENGTH = 120;
/** Rows of six slow scrapes, two in each of three stretches. */
const SLOW = [20, 24, 60, 65, 90, 96];
const isIn = (row: number): boolean => [18, 58, 88].some((from) => row >= from && row < from + 10);

/** Returns a suspect whose spans end where marked rows do; a row is a second. */
const suspect = (cause: SuspectCause, marked: (row: number) => boolean, endRows?: readonly number[]): Suspect => {
  const rows = Array.from({ length: LENGTH }, (_, row) => row);
  const ends = endRows ?? rows.filter((row) => marked(row) && !(row < LENGTH - 1 && marked(row + 1)));
  const startOf = (end: number): number => (rows.findLast((row) => row < end && !marked(row)) ?? -1) + 1;
  return {
    cause, noun: cause, describe: () => [], mask: Uint8Array.from(rows, (row) => (marked(row) ? 1 : 0)),
    spans: ends.map((end) => ({ startMs: 1000 * startOf(end), endMs: 1000 * (end + 1) })),
  };
};

function rank(...suspects: Suspect[]): ScrapeCause[] {
  const tests = overlapTests(suspects, { rows: SLOW, slow: { count: SLOW.length, lost: 0, thresholdSeconds: 0.1 } });
  return rankCauses(suspects, tests, SLOW);
}

const ranked = (...suspects: Suspect[]): string[] => rank(...suspects).map(({ cause }) => cause);

describe('the order of causes', () => {
  it('has queries before the GC cycles that they bring on, of which some are elsewhere too', () => {
    expect(ranked(suspect('gc', (row) => isIn(row) || row % 40 === 0), suspect('queries', isIn)))
      .toEqual(['queries', 'gc']);
  });

  it('has GC before a host that is full only in its cycles', () => {
    expect(ranked(suspect('host-cpu', isIn), suspect('gc', (row) => isIn(row) || row % 40 === 0)))
      .toEqual(['gc', 'host-cpu']);
  });

  it('has a compaction before the host CPU that is saturated only in it', () => {
    expect(ranked(suspect('host-cpu', isIn), suspect('compaction', (row) => isIn(row) || row > 106)))
      .toEqual(['compaction', 'host-cpu']);
  });

  describe('of the CPU limit and GC', () => {
    /** Ends of three cycles in each of three stretches at the limit. */
    const cycleEnds = [20, 60, 90].flatMap((from) => [from, from + 3, from + 6]);
    const inCycle = (row: number): boolean => cycleEnds.some((end) => row > end - 4 && row <= end);

    it('has the limit first where several cycles run in each stretch at it, and says so', () => {
      const causes = rank(suspect('cpu', isIn), suspect('gc', inCycle, cycleEnds));
      expect(causes.map(({ cause }) => cause)).toEqual(['cpu', 'gc']);
      expect(render(causes[0]?.detail ?? []))
        .toBe('GC cycles help to fill it: 6 of the 6 slow or lost scrapes at it overlap one.');
    });

    it('has the limit first also where it is seen a little late and covers fewer slow scrapes', () => {
      const late = (row: number): boolean => isIn(row) && (row < 58 || row > 61);
      expect(ranked(suspect('cpu', late), suspect('gc', inCycle, cycleEnds))).toEqual(['cpu', 'gc']);
    });

    it('has GC first where each time at the limit is one cycle', () => {
      const ends = [24, 65, 96];
      const lasts = (rows: number) => (row: number): boolean => ends.some((end) => row > end - rows && row <= end);
      const causes = rank(suspect('cpu', lasts(6)), suspect('gc', lasts(8), ends));
      expect(causes.map(({ cause }) => cause)).toEqual(['gc', 'cpu']);
      expect(causes[1]?.detail).toEqual([]);
    });

    it('has GC first where it slows scrapes beyond the limit', () => {
      const seldom = (row: number): boolean => row >= 18 && row < 28;
      expect(ranked(suspect('cpu', seldom), suspect('gc', inCycle, cycleEnds))[0]).toBe('gc');
    });
  });
});
