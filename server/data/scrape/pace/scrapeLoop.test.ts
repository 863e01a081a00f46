import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../testdata/time/manualClock.ts';
import { ScrapeLoop } from './scrapeLoop.ts';


interface Run { time: ManualClock; loop: ScrapeLoop; starts: number[]; skips: number[]; atOnce: () => number }

function running(
  options: { durationMs?: () => number; intervalMs?: () => number; phase?: number; earlyMs?: number } = {}
): Run {
  const time = new ManualClock(10_300);
  const starts: number[] = [];
  const skips: number[] = [];
  let open = 0;
  let most = 0;
  const loop = new ScrapeLoop({
    clock: {
      nowMs: time.nowMs,
      after: (delayMs, run) => time.after(delayMs - (delayMs > 10 ? options.earlyMs ?? 0 : 0), run),
    },
    phase: options.phase ?? 0,
    intervalMs: options.intervalMs ?? (() => 1000),
    scrape: async () => {
      starts.push(time.nowMs());
      most = Math.max(most, ++open);
      await time.sleep(options.durationMs?.() ?? 50);
      open--;
    },
    skip: (dueMs) => { skips.push(dueMs); },
  });
  loop.start();
  return { time, loop, starts, skips, atOnce: () => most };
}

describe('ScrapeLoop', () => {
  it('ticks at whole seconds, wherever it was started', async () => {
    const { time, starts } = running();
    await time.advance(3_000);
    expect(starts).toEqual([11_000, 12_000, 13_000]);
  });

  it('ticks at its phase of the interval, in steps of 100 ms, also of a changed one', async () => {
    let intervalMs = 1000;
    const { time, starts } = running({ phase: 0.25, intervalMs: () => intervalMs });
    await time.advance(2_000);
    intervalMs = 4000;
    await time.advance(12_000);
    expect(starts).toEqual([11_200, 12_200, 13_200, 17_000, 21_000]);
  });

  it('does not drift when timers are late and answers take their time', async () => {
    const run = running({ durationMs: () => 400 });
    run.time.lateMs = 30;
    await run.time.advance(600_000);
    expect(run.starts.length).toBe(600);
    expect(run.starts.every((startMs) => startMs % 1000 === 30)).toBe(true);
    expect(run.skips).toEqual([]);
  });

  it('reports a tick that finds the last try under way, and never runs two', async () => {
    const durations = [2500];
    const run = running({ durationMs: () => durations.shift() ?? 50 });
    await run.time.advance(5_000);
    expect(run.starts).toEqual([11_000, 14_000, 15_000]);
    expect(run.skips).toEqual([12_000, 13_000]);
    expect(run.atOnce()).toBe(1);
  });

  it('does not tick twice when a timer fires a little early', async () => {
    const run = running({ earlyMs: 3 });
    await run.time.advance(4_700);
    expect(run.starts).toEqual([11_000, 12_000, 13_000, 14_000, 15_000]);
  });

  it('takes up a changed interval at the next tick, on its grid', async () => {
    let intervalMs = 1000;
    const run = running({ intervalMs: () => intervalMs });
    await run.time.advance(1_000);
    intervalMs = 4000;
    await run.time.advance(12_000);
    expect(run.starts).toEqual([11_000, 12_000, 16_000, 20_000]);
  });

  it('does not make up for ticks while the machine slept', async () => {
    const run = running();
    await run.time.advance(1_000);
    run.time.suspend(3_600_000);
    await run.time.advance(1_000);
    expect(run.starts.length).toBeLessThanOrEqual(3);
    expect(run.skips).toEqual([]);
  });

  it('goes on when the clock is set back', async () => {
    const { time, loop, starts } = running();
    await time.advance(1_000);
    await loop.stop();
    // A timer that fires long before its due time, seen from a clock set back by an hour.
    const again = new ScrapeLoop({
      clock: time, intervalMs: () => 1000, skip: () => undefined,
      scrape: () => { starts.push(time.nowMs()); return Promise.resolve(); },
    });
    again.start();
    time.setNowMs(time.nowMs() - 3_600_000);
    const before = starts.length;
    await time.advance(3_000);
    expect(starts.length).toBe(before + 3);
    await again.stop();
  });

  it('stops at once and waits for the try under way', async () => {
    const run = running({ durationMs: () => 500 });
    await run.time.advance(800);
    let stopped = false;
    const stopping = run.loop.stop().then(() => { stopped = true; });
    await run.time.advance(100);
    expect(stopped).toBe(false);
    await run.time.advance(5_000);
    await stopping;
    expect(run.starts).toEqual([11_000]);
  });
});
