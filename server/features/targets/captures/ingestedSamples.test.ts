import { describe, expect, it } from 'vitest';
import { ingestedDuring } from './ingestedSamples.ts';

describe('samples ingested during a capture', () => {
  it.each([
    [
      'scrapes at its very start and end', { value: 1000, timeMs: 0 }, { value: 2000, timeMs: 10_000 }, 0, 10_000,
      { start: 1000, end: 2000 },
    ],
    [
      'scrapes somewhat before each, moved on at the rate between them', { value: 1000, timeMs: 0 },
      { value: 1900, timeMs: 9000 }, 500, 10_500, { start: 1050, end: 2050 },
    ],
    ['a counter that stood still', { value: 7, timeMs: 0 }, { value: 7, timeMs: 5000 }, 0, 5000, { start: 7, end: 7 }],
    [
      'a capture shorter than the scrape interval', { value: 1000, timeMs: 0 }, { value: 1000, timeMs: 0 }, 100, 2100,
      { start: 1000, end: 1000 },
    ],
    ['a counter that fell: a restart', { value: 1000, timeMs: 0 }, { value: 3, timeMs: 5000 }, 0, 5000, null],
    ['a target without the counter', null, null, 0, 5000, null],
  ])('from %s', (_what, before, after, startMs, endMs, expected) => {
    expect(ingestedDuring(before, after, startMs, endMs)).toEqual(expected);
  });
});
