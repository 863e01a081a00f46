import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Capture, ProfileInfo } from '../../../core/contract/contract.ts';
import { fail, ok } from '../../../core/result.ts';
import { log } from '../../logging/log.ts';
import type { TargetScraper } from '../../scrape/targetScraper.ts';
import type { ProfileCatalog } from '../../store/files/profileCatalog.ts';
import { Captures, type Booking } from './captures.ts';
import { LiveHub } from '../liveHub.ts';

const START = 1_000_000_000_000;

/** A target that another profiler holds from and to a moment after `START`, ms. */
function capturesOf(
  held: readonly [from: number, to: number][]
): { order: (booking: Booking) => Capture; at: number[] } {
  const at: number[] = [];
  const scraper = {
    view: () => ({ version: '', goVersion: '', facts: {}, processStartSeconds: null, samplesAppended: null }),
    capture: () => {
      const now = Date.now() - START;
      at.push(now);
      const isHeld = held.some(([from, to]) => now >= from && now < to);
      return Promise.resolve(isHeld ? fail('busy', 'it is being CPU-profiled by someone else') : ok({
        kind: 'cpu', bytes: new Uint8Array(1), startMs: Date.now(), endMs: Date.now(), delta: null, earlier: null,
      }));
    },
    cancelCapture: () => undefined,
  } as unknown as TargetScraper;
  const profiles = {
    add: () => Promise.resolve(ok({ id: 'p', samples: 5, durationSeconds: 5 } as unknown as ProfileInfo)),
  } as unknown as ProfileCatalog;
  const captures = new Captures(profiles, new LiveHub(), Date.now);
  return {
    at,
    order: (booking) => {
      const ordered = captures.order(
        scraper, {
          target: 't', kind: 'cpu', seconds: 5, gc: false, startMs: START + 10_000, booking,
          reason: { how: 'booked', sentence: null },
        }
      );
      if (!ordered.ok) throw new Error(ordered.error.message);
      return ordered.value;
    },
  };
}

const noNext: Booking['next'] = () => Promise.resolve(null);

describe('a capture booked for a compaction that meets another profiler', () => {
  beforeEach(() => { vi.useFakeTimers({ now: START }); });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('waits and tries again inside the compaction', async () => {
    const { order, at } = capturesOf([[0, 14_000]]);
    const capture = order({ lastsMs: 30_000, next: noNext });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(capture).toMatchObject({ state: 'waiting', note: expect.stringContaining('tries again') as string });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(capture).toMatchObject({ state: 'done', profileId: 'p', error: null });
    expect(at.at(-1)).toBeGreaterThanOrEqual(14_000);
    expect(at.at(-1)).toBeLessThan(15_000);
  });

  it('books the next compaction when it was held throughout, and takes that', async () => {
    const { order, at } = capturesOf([[0, 60_000]]);
    const capture = order({
      lastsMs: 20_000, next: () => Promise.resolve({ startMs: START + 200_000, lastsMs: 20_000 }),
    });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(capture).toMatchObject({
      state: 'waiting', startTime: (START + 200_000) / 1000,
      note: expect.stringContaining('the next one is booked') as string,
    });
    expect(at.filter((each) => each > 30_000)).toEqual([]);
    await vi.advanceTimersByTimeAsync(110_000);
    expect(capture).toMatchObject({ state: 'done', profileId: 'p' });
  });

  it('fails, and is logged, when finding the next one fails', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const { order } = capturesOf([[0, 1e9]]);
    const capture = order({ lastsMs: 5000, next: () => Promise.reject(new Error('a bug')) });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(capture).toMatchObject({ state: 'failed', error: expect.stringContaining('its log says why') as string });
    expect(logged).toHaveBeenCalledOnce();
  });

  it('says so when the next is not known', async () => {
    const { order } = capturesOf([[0, 1e9]]);
    const capture = order({ lastsMs: 5000, next: noNext });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(capture).toMatchObject({
      state: 'failed', error: expect.stringContaining('throughout the compaction') as string,
    });
  });
});
