import { describe, expect, it } from 'vitest';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { findHeadWaits, HeadWaits, type HeadReading, type HeadWait } from './headWaits.ts';

const RANGE_MS = 60_000;
const START_MS = 1_800_000_000_000;

/** Plays one scrape per second; `at` returns the differences from a head of 1.6 ranges. */
function play(seconds: number, at: (second: number) => Partial<HeadReading>): (HeadWait | null)[] {
  const heads = new HeadWaits();
  return Array.from({ length: seconds }, (_none, second) => heads.see({
    timeMs: START_MS + 1000 * second, compactions: 5, compactionsFailed: 0, headTruncations: 4,
    headMinTimeMs: START_MS - 96_000, headMaxTimeMs: START_MS, ...at(second),
  }, RANGE_MS));
}

const lengths = (waits: readonly (HeadWait | null)[]): (number | null)[] =>
  waits.map((wait) => wait && (wait.untilMs - wait.sinceMs) / 1000);

describe('a head compaction that waits', () => {
  it('is one from the scrape that counts its block to the truncation', () => {
    const waits = play(6, (second) => ({
      compactions: second < 2 ? 5 : 6, headTruncations: second < 5 ? 4 : 5,
      ...(second < 5 ? {} : { headMinTimeMs: START_MS - 36_000 }),
    }));
    expect(lengths(waits)).toEqual([null, null, 0, 1, 2, null]);
  });

  it.each<[string, (second: number) => Partial<HeadReading>]>([
    ['nothing was compacted', () => ({})],
    ['the block and the truncation are counted in one scrape', (second) => (
      second < 2 ? {} : { compactions: 6, headTruncations: 5, headMinTimeMs: START_MS - 36_000 })],
    ['a merge is counted, which comes after the truncation', (second) => ({
      headMinTimeMs: START_MS - 60_000, compactions: second < 2 ? 5 : 7,
    })],
    ['the compaction failed', (second) => (second < 2 ? {} : { compactions: 6, compactionsFailed: 1 })],
    ['another process counts from zero', (second) => (second < 2 ? {} : { compactions: 0, headTruncations: 0 })],
  ])('is none where %s', (_what, at) => {
    expect(lengths(play(5, at))).toEqual([null, null, null, null, null]);
  });

  it('is found where the head had several blocks to write, and counts from the last one', () => {
    const caughtUp = play(4, (second) => (
      second < 2 ? {} : { compactions: 7, headTruncations: 5, headMinTimeMs: START_MS - 95_000 }));
    expect(lengths(caughtUp)).toEqual([null, null, 0, 1]);
    expect(lengths(play(5, (second) => ({ compactions: 5 + Math.min(2, second) })))).toEqual([null, 0, 0, 1, 2]);
  });

  it('ends with its process', () => {
    expect(lengths(play(5, (second) => ({ compactions: second < 1 ? 5 : second < 4 ? 6 : 0 }))))
      .toEqual([null, 0, 1, 2, null]);
  });
});

describe('a window', () => {
  const rows = 8;
  const window = handMadeWindow({
    kind: 'prometheus', startMs: START_MS,
    roles: {
      compactions: [5, 5, 6, 6, null, 6, 6, 7], compactionsFailed: Array.from({ length: rows }, () => 0),
      headTruncations: [4, 4, 4, 4, null, 4, 5, 5],
      headMinTimeMs: [-96, -96, -96, -96, null, -96, -95, -95].map((at) => (at === null ? null : START_MS + 1000 * at)),
      headMaxTimeMs: Array.from({ length: rows }, () => START_MS),
    },
  });

  it('has its waits, over scrapes that failed, and whether the last one is over', () => {
    expect(findHeadWaits(window, RANGE_MS)).toEqual([
      { sinceMs: START_MS + 2000, untilMs: START_MS + 5000, overByMs: START_MS + 6000, isOpen: false },
      { sinceMs: START_MS + 7000, untilMs: START_MS + 7000, overByMs: START_MS + 7000, isOpen: true },
    ]);
  });

  it('has none where the block range is not known', () => {
    expect(findHeadWaits(window, null)).toEqual([]);
  });
});
