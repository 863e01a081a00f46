import { describe, expect, it } from 'vitest';
import { IntervalPacer } from './intervalPacer.ts';

function paced(askedMs: number, durations: [count: number, ms: number][]): number {
  const pacer = new IntervalPacer(askedMs, 15_000);
  for (const [count, ms] of durations) for (let i = 0; i < count; i++) pacer.add(ms);
  return pacer.intervalMs;
}

describe('IntervalPacer', () => {
  it.each<[name: string, askedMs: number, durations: [count: number, ms: number][], intervalMs: number]>([
    ['keeps what was asked for while answers are quick', 1000, [[100, 20]], 1000],
    ['does not judge by fewer than ten answers', 1000, [[9, 900]], 1000],
    ['doubles when the 90th percentile exceeds half the interval', 1000, [[10, 600]], 2000],
    ['is not moved by one slow answer in ten', 1000, [[18, 20], [1, 5000], [30, 20]], 1000],
    ['goes on doubling up to 15 s', 1000, [[200, 10_000]], 15_000],
    ['shortens again step by step when answers become quick', 1000, [[200, 10_000], [20, 20]], 1000],
    ['does not shorten on four quick answers', 1000, [[10, 600], [4, 20], [1, 900], [4, 20]], 2000],
    ['does not swing: half busy at 2 s is too slow for 1 s', 1000, [[10, 600], [200, 600]], 2000],
    ['never asks more often than configured, nor shortens a long interval', 60_000, [[50, 20]], 60_000],
    ['leaves an interval beyond the longest as it is', 60_000, [[50, 50_000]], 60_000],
  ])('%s', (_, askedMs, durations, intervalMs) => {
    expect(paced(askedMs, durations)).toBe(intervalMs);
  });

  it('begins anew after a reset', () => {
    const pacer = new IntervalPacer(1000, 15_000);
    for (let i = 0; i < 15; i++) pacer.add(900);
    expect(pacer.intervalMs).toBe(2000);
    pacer.reset();
    expect(pacer.intervalMs).toBe(1000);
  });
});
