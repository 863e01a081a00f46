import { describe, expect, it } from 'vitest';
import { rankCauses } from './scrapeCauses.ts';
import { overlapTests } from './scrapeChance.ts';
import type { Suspect, SuspectCause } from './scrapeSuspects.ts';

const LENGTH = 120;
/** Slow scrapes: six, two in each of three stretches. */
const SLOW = [20, 24, 60, 65, 90, 96];
const isIn = (row: number): boolean => [18, 58, 88].some((from) => row >= from && row < from + 10);

const suspect = (cause: SuspectCause, marked: (row: number) => boolean): Suspect => ({
  cause, noun: cause, spans: [], describe: () => [],
  mask: Uint8Array.from({ length: LENGTH }, (_, row) => (marked(row) ? 1 : 0)),
});

function ranked(...suspects: Suspect[]): string[] {
  const tests = overlapTests(suspects, { rows: SLOW, slow: { count: SLOW.length, lost: 0, thresholdSeconds: 0.1 } });
  return rankCauses(suspects, tests, SLOW.length).map(({ cause }) => cause);
}

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
});
