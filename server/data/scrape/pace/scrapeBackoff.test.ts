import { describe, expect, it } from 'vitest';
import { HeavyTargets, ScrapeBackoff } from './scrapeBackoff.ts';

const MIB = 2 ** 20;
const second = (): number => 1000;

describe('a target whose answers take long to be read and stored', () => {
  it('is left alone for thrice that time, and says why', () => {
    const rest = new ScrapeBackoff(60_000, second);
    rest.add(2 - 1 / 32, MIB, 10_000);
    expect(rest.reason(10_001)).toBe(
      'Skipped: parsing and storing the previous scrape (1 MiB) took 2.0 s of work; the other targets share the thread.'
    );
    expect(rest.reason(15_999)).toMatch(/^Skipped/);
    expect(rest.reason(16_000)).toBeNull();
  });

  it.each(
    [
      ['a usual one is not', 0.19, 10_001], ['not for longer than the longest rest', 100, 70_000],
      ['not once the clock was set back', 2, -60_000],
    ]
  )(
    '%s', (_name, workSeconds, atMs) => {
      const rest = new ScrapeBackoff(60_000, second);
      rest.add(workSeconds - 1 / 32, MIB, 10_000);
      expect(rest.reason(atMs)).toBeNull();
    });

  it('rests for bytes that were read for nothing', () => {
    const rest = new ScrapeBackoff(60_000, second);
    rest.add(0, 64 * MIB, 10_000);
    expect(rest.reason(10_001)).toContain('(64 MiB) took 2.0 s of work');
  });

  it('rests for longer while scrapes begin late, and as usual once they are on time', () => {
    const heavy = new HeavyTargets();
    const restMs = (atMs: number): number => {
      const rest = new ScrapeBackoff(1e9, second, heavy);
      rest.add(1 - 1 / 32, MIB, atMs);
      let untilMs = atMs;
      while (rest.reason(untilMs) !== null) untilMs += 10;
      heavy.forget(rest);
      return untilMs - atMs;
    };
    const usualMs = restMs(0);
    for (let atMs = 0; atMs < 60_000; atMs += 200) heavy.noteLate(150, atMs);
    expect(restMs(60_000) / usualMs).toBeCloseTo(4, 1);
    for (let atMs = 60_000; atMs < 120_000; atMs += 200) heavy.noteLate(1, atMs);
    expect(restMs(120_000) / usualMs).toBeCloseTo(1, 1);
    // A clock set back forgets what was.
    for (let atMs = 120_000; atMs < 150_000; atMs += 200) heavy.noteLate(150, atMs);
    heavy.noteLate(0, 1000);
    expect(restMs(1000) / usualMs).toBeCloseTo(1, 1);
  });

  it('with a small answer rests for one interval at most, also on a busy machine beside heavy ones', () => {
    const heavy = new HeavyTargets();
    for (let atMs = 0; atMs < 60_000; atMs += 200) heavy.noteLate(2000, atMs);
    const restMs = (bytes: number): number => {
      const all = Array.from({ length: 9 }, () => new ScrapeBackoff(120_000, second, heavy));
      all.slice(1).forEach((one) => { one.add(3, 64 * MIB, 60_000); });
      all[0]?.add(0.25, bytes, 60_000);
      let untilMs = 60_000;
      while (all[0]?.reason(untilMs) !== null) untilMs += 10;
      return untilMs - 60_000;
    };
    expect(restMs(50_000)).toBe(1000);
    expect(restMs(8 * MIB)).toBe(120_000);
  });

  it('has half of a thread together with all others like it, however many they are', () => {
    const heavy = new HeavyTargets();
    const all = Array.from({ length: 28 }, () => new ScrapeBackoff(1e9, second, heavy));
    const next = all.map(() => 0);
    let workMs = 0;
    const endMs = 600_000;
    for (let nowMs = 0; nowMs < endMs; nowMs += 100) {
      for (const [i, rest] of all.entries()) {
        if (nowMs < (next[i] ?? 0) || rest.reason(nowMs) !== null) continue;
        rest.add(1 - 1 / 32, MIB, nowMs);
        workMs += 1000;
        next[i] = nowMs + 1000;
      }
    }
    expect(workMs / endMs).toBeLessThan(0.65);
    expect(workMs / endMs).toBeGreaterThan(0.4);
  });
});
