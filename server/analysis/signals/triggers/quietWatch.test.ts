import { describe, expect, it } from 'vitest';
import type { ScrapeFigures } from '../../../data/metrics/scrapeFigures.ts';
import { QuietWatch } from './quietWatch.ts';

function play(
  seconds: number, at: (second: number) => { cores?: number } & ScrapeFigures, skip: (second: number) => boolean =
    () => false
): QuietWatch {
  const watch = new QuietWatch();
  for (let second = 0; second < seconds; second++) {
    if (skip(second)) continue;
    const { cores = 0.1, ...figures } = at(second);
    watch.see(1000 * second, { compactions: 4, compactionRunning: 0, ...figures }, { cores, median: 0.1 });
  }
  return watch;
}

describe('quiet', () => {
  it('is half a minute of CPU near its median', () => {
    expect(play(30, () => ({})).isQuiet(29_000)).toBe(false);
    expect(play(40, () => ({})).isQuiet(39_000)).toBe(true);
    expect(play(40, (second) => ({ cores: second % 10 === 0 ? 0.3 : 0.08 })).isQuiet(39_000)).toBe(true);
  });

  it.each([
    ['a spike', (second: number) => ({ cores: second === 30 ? 0.5 : 0.1 })],
    ['a higher level', () => ({ cores: 0.25 })],
    ['a compaction that runs', (second: number) => ({ compactionRunning: second === 30 ? 1 : 0 })],
    ['one between two scrapes', (second: number) => ({ compactions: second < 30 ? 4 : 5 })],
  ])('is not with %s', (_what, at) => { expect(play(40, at).isQuiet(39_000)).toBe(false); });

  it('of a stretch follows from the scrapes in it', () => {
    const watch = play(100, (second) => ({ cores: second > 60 && second < 70 ? 1 : 0.1 }));
    expect([watch.wasQuiet(40_000, 55_000), watch.wasQuiet(55_000, 65_000), watch.wasQuiet(80_000, 90_000)])
      .toEqual([true, false, true]);
    expect(play(100, () => ({}), (second) => second > 40 && second < 60).wasQuiet(41_000, 55_000)).toBe(false);
  });

  it('is left by a compaction that runs, or ends between two scrapes', () => {
    const runs = play(60, (second) => ({ compactionRunning: second === 30 ? 1 : 0 }));
    expect([runs.metCompaction(25_000, 35_000), runs.metCompaction(35_000, 45_000)]).toEqual([true, false]);
    const between = play(60, (second) => ({ compactions: second < 30 ? 4 : 5 }));
    expect([between.metCompaction(25_000, 35_000), between.metCompaction(10_000, 20_000)]).toEqual([true, false]);
    expect(play(60, () => ({})).metCompaction(70_000, 80_000)).toBe(false);
  });

  it('begins anew with another process', () => {
    const watch = play(100, () => ({}));
    watch.see(100_000, {}, null);
    expect(watch.isQuiet(100_000)).toBe(false);
  });
});
