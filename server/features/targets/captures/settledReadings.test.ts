import { describe, expect, it } from 'vitest';
import { ingestedOfProcess, type ScrapeReading } from './settledReadings.ts';

const scrape = (timeMs: number, value: number, processStartSeconds = 1): ScrapeReading =>
  ({ samplesAppended: { value, timeMs }, processStartSeconds });
const NONE: ScrapeReading = { samplesAppended: null, processStartSeconds: null };

/** Reads come from the list, the last again and again; `waits` counts the pauses. */
function scrapes(...reads: ScrapeReading[]): { wait: Parameters<typeof ingestedOfProcess>[3]; waits: () => number } {
  let [next, waits] = [0, 0];
  return {
    waits: () => waits,
    wait: {
      maxMs: 5000, read: () => reads[Math.min(next++, reads.length - 1)] ?? NONE,
      pause: () => { waits++; return Promise.resolve(); },
    },
  };
}

describe('samples ingested during a capture around a restart', () => {
  it.each<[string, ScrapeReading, ScrapeReading[], { start: number; end: number } | null, number]>([
    [
      'one process all along: nothing is waited for', scrape(0, 1000), [scrape(10_000, 2000)],
      { start: 1000, end: 2000 }, 0,
    ],
    [
      'restarted, the first scrape of the new process in the midst: the second tells the rate', scrape(-5000, 90_000),
      [scrape(6000, 700, 50), scrape(6000, 700, 50), scrape(11_000, 1200, 50)], { start: 100, end: 1100 }, 2,
    ],
    [
      'a new process that has ingested more than the old one had', scrape(-5000, 10),
      [scrape(6000, 700, 50), scrape(11_000, 1200, 50)], { start: 100, end: 1100 }, 1,
    ],
    ['no scrape before it at all', NONE, [scrape(6000, 700), scrape(11_000, 1200)], { start: 100, end: 1100 }, 1],
    [
      'began before the process ingested anything: not below zero', scrape(-5000, 90_000),
      [scrape(6000, 300, 50), scrape(11_000, 800, 50)], { start: 0, end: 700 }, 1,
    ],
    ['restarted again meanwhile', scrape(-5000, 90_000), [scrape(6000, 700, 50), scrape(11_000, 20, 60)], null, 1],
    ['no further scrape comes in time', scrape(-5000, 90_000), [scrape(6000, 700, 50)], null, 20],
    ['a target without the counter', NONE, [NONE], null, 0],
  ])('%s', async (_what, before, reads, expected, waits) => {
    const given = scrapes(...reads);
    expect(await ingestedOfProcess(before, 0, 10_000, given.wait)).toEqual(expected);
    expect(given.waits()).toBe(waits);
  });
});
