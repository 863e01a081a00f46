import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Capture, CaptureKind } from '../../../../core/contract/contract.ts';
import { fail, ok } from '../../../../core/result.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import type { Bookings, BookingTime } from './bookings.ts';
import type { Captures } from './captures.ts';
import { secondsOver } from './eventBooking.ts';
import { cpuOf, ProfiledTarget, START } from '../../../../testdata/captures/testCaptures.ts';

let target: ProfiledTarget;
let captures: Captures;
let bookings: Bookings;
beforeEach(() => {
  vi.spyOn(log, 'info').mockImplementation(() => undefined);
  target = new ProfiledTarget();
  ({ captures, bookings } = target.start());
});
afterEach(() => { vi.restoreAllMocks(); });

const wait = (ms: number): Promise<void> => target.clock.advance(ms);
const everyMs = 200_000;

/** Compactions every 200 s, the first 60 s after the start, lasting 20 s. */
function compacts(errorMs = 1000): void {
  target.next = () => Promise.resolve(ok({
    startMs: START + 60_000 + everyMs * Math.max(0, Math.ceil((target.clock.nowMs() - START - 60_000) / everyMs)),
    errorMs, lastsMs: 20_000, everyMs,
  }));
}

async function booked(when: BookingTime, seconds = 5, kind: CaptureKind = 'cpu'): Promise<Capture> {
  return unwrap(await bookings.book(target.scraper, { ...cpuOf('booked', seconds), kind }, when));
}

it('everything at once is booked for a time or every so often, and taken as a bundle', async () => {
  const at = await booked({ at: 'time', timeMs: START + 5000 }, 5, 'everything');
  const every = await booked({ at: 'every', everySeconds: 60, timeMs: START + 10_000 }, 5, 'everything');
  await wait(75_000);
  expect(target.bundles).toEqual(['attempt time', 'take everything every', 'take everything every']);
  expect([target.at, at.state, every.state]).toEqual([[], 'done', 'waiting']);
  captures.cancel(every.id);
  await wait(120_000);
  expect(target.bundles).toHaveLength(3);
});

describe('a capture booked for the next compaction', () => {
  it('begins before it is due and ends after it, by the compactions seen', async () => {
    compacts();
    const capture = await booked({ at: 'next-compaction' });
    expect(capture).toMatchObject({
      state: 'waiting', at: 'next-compaction', startTime: (START + 60_000) / 1000,
      reason: { how: 'booked', sentence: 'Booked for the next compaction.' },
    });
    await wait(120_000);
    expect(capture).toMatchObject({ state: 'done', profileId: 'p1' });
    expect(target.at).toHaveLength(1);
    expect(target.at[0]).toBeLessThanOrEqual(58_000);
    expect((target.at[0] ?? 0) + 1000 * capture.seconds).toBeGreaterThan(60_000 + 1000 + 20_000);
  });

  it('follows a forecast that moves', async () => {
    let startMs = START + 3_000_000;
    target.next = () => Promise.resolve(ok({ startMs, errorMs: 1000, lastsMs: 20_000, everyMs }));
    await booked({ at: 'next-compaction' });
    await wait(10_000);
    // The target restarted, and its head is cut sooner.
    startMs = START + 400_000;
    await wait(500_000);
    expect(target.at).toHaveLength(1);
    expect(target.at[0]).toBeGreaterThan(395_000);
    expect(target.at[0]).toBeLessThan(400_000);
  });

  it('waits and tries again while another profiler has the target', async () => {
    compacts();
    target.held = [[0, 64_000]];
    const capture = await booked({ at: 'next-compaction' });
    await wait(62_000);
    expect(capture).toMatchObject({ state: 'waiting', note: expect.stringContaining('tries again') as string });
    await wait(60_000);
    expect(capture).toMatchObject({ state: 'done', profileId: 'p1', error: null });
    expect(target.at.at(-1)).toBeGreaterThanOrEqual(64_000);
    expect(target.at.at(-1)).toBeLessThan(65_000);
  });

  it('is booked for the next one when it was held throughout, and taken there', async () => {
    compacts();
    target.held = [[0, 100_000]];
    const capture = await booked({ at: 'next-compaction' });
    await wait(100_000);
    expect(capture).toMatchObject({
      state: 'waiting', startTime: (START + 260_000) / 1000,
      note: expect.stringContaining('the next one is booked') as string,
    });
    expect(target.at.filter((each) => each > 90_000)).toEqual([]);
    await wait(200_000);
    expect(capture).toMatchObject({ state: 'done', profileId: 'p1' });
  });

  it('is booked again when the compaction did not come, and what was taken is kept', async () => {
    compacts();
    target.came = () => false;
    const capture = await booked({ at: 'next-compaction' });
    await wait(110_000);
    expect(capture).toMatchObject({
      state: 'waiting', profileId: 'p1', note: expect.stringContaining('No compaction came') as string,
    });
    target.came = () => true;
    await wait(200_000);
    expect(capture).toMatchObject({ state: 'done', profileId: 'p2' });
  });

  it('is booked again when the compaction came after the profile, while that was being stored', async () => {
    compacts();
    const asked: number[] = [];
    target.came = (startMs, endMs) => { asked.push(endMs - startMs); return false; };
    const capture = await booked({ at: 'next-compaction' });
    const { seconds } = capture;
    await wait(110_000);
    expect(capture.state).toBe('waiting');
    expect(new Set(asked)).toEqual(new Set([1000 * seconds]));
  });

  it('asks again while it is not known whether the compaction came', async () => {
    compacts();
    let asked = 0;
    target.came = () => ++asked < 3 ? null : false;
    const capture = await booked({ at: 'next-compaction' });
    await wait(110_000);
    expect(capture).toMatchObject({ state: 'waiting', profileId: 'p1' });
    target.came = () => null;
    await wait(200_000);
    expect(capture).toMatchObject({ state: 'done', profileId: 'p2' });
  });

  it('goes on after a restart, also when it was running', async () => {
    compacts();
    const capture = await booked({ at: 'next-compaction' });
    await wait(61_000);
    expect(capture.state).toBe('running');
    captures.stop();
    bookings.stop();
    ({ captures, bookings } = target.start());
    expect(captures.get(capture.id)).toMatchObject({ state: 'waiting' });
    // The process that asked is gone, and its connection with it.
    target.scraper.cancelCapture('cpu');
    bookings.resume(target.scraper);
    await wait(300_000);
    expect(captures.get(capture.id)).toMatchObject({ state: 'done' });
    expect(target.at.at(-1)).toBeGreaterThan(250_000);
  });

  it('says that the next is not known, and waits until it is', async () => {
    compacts();
    const capture = await booked({ at: 'next-compaction' });
    target.next = () => Promise.resolve(fail('bad_data', 'The next compaction is not known.'));
    await wait(90_000);
    expect(capture).toMatchObject({ state: 'waiting', note: expect.stringContaining('looked for again') as string });
    compacts();
    await wait(260_000);
    expect(capture.state).toBe('done');
  });

  it('is refused while no compaction is known, and can be cancelled', async () => {
    expect(await bookings.book(target.scraper, cpuOf('booked'), { at: 'next-compaction' }))
      .toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
    compacts();
    const capture = await booked({ at: 'next-compaction' });
    captures.cancel(capture.id);
    await wait(300_000);
    expect(capture).toMatchObject({ state: 'failed', cancelled: true });
    expect(target.at).toEqual([]);
  });

  it('fails, and is logged, when finding the next one fails', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    compacts();
    const capture = await booked({ at: 'next-compaction' });
    target.next = () => Promise.reject(new Error('a bug'));
    await wait(60_000);
    expect(capture).toMatchObject({ state: 'failed', error: expect.stringContaining('its log says why') as string });
    expect(logged).toHaveBeenCalledOnce();
  });

  it('is as long as was asked for at least, two minutes at most, and a snapshot stays one', () => {
    const next = { startMs: 0, errorMs: 1000, lastsMs: 8000, everyMs };
    expect(secondsOver({ kind: 'cpu', seconds: 1 }, next)).toBe(14);
    expect(secondsOver({ kind: 'cpu', seconds: 30 }, next)).toBe(30);
    expect(secondsOver({ kind: 'cpu', seconds: 1 }, { ...next, lastsMs: 1e6 })).toBe(120);
    expect(secondsOver({ kind: 'heap', seconds: 0 }, next)).toBe(0);
  });
});

describe('a capture booked for a time', () => {
  it('is taken then, also weeks later', async () => {
    const capture = await booked({ at: 'time', timeMs: START + 26 * 86_400_000 });
    await wait(26 * 86_400_000 - 1000);
    expect(target.at).toEqual([]);
    await wait(10_000);
    expect(capture.state).toBe('done');
    expect(target.at).toEqual([26 * 86_400_000]);
  });

  it('waits half a minute for another profiler, and fails with a sentence after it', async () => {
    target.held = [[0, 1e9]];
    const capture = await booked({ at: 'time', timeMs: START + 60_000 });
    await wait(85_000);
    expect(capture.state).toBe('waiting');
    await wait(10_000);
    expect(capture).toMatchObject({ state: 'failed', errorType: 'busy' });
  });

  it('says that tsdbscope was not running then', async () => {
    const capture = await booked({ at: 'time', timeMs: START + 60_000 });
    bookings.stop();
    await wait(600_000);
    ({ captures, bookings } = target.start());
    bookings.resume(target.scraper);
    await wait(100);
    expect(captures.get(capture.id)).toMatchObject({
      state: 'failed', error: expect.stringContaining('was not running') as string,
    });
    expect(await bookings.book(target.scraper, cpuOf('booked'), { at: 'time', timeMs: START }))
      .toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
  });
});

describe('a capture that repeats', () => {
  it('is a capture of its own each time, also after a restart, until it is cancelled', async () => {
    const booking = await booked({ at: 'every', everySeconds: 60, timeMs: START });
    await wait(130_000);
    expect(target.at).toEqual([0, 60_000, 120_000]);
    captures.stop();
    bookings.stop();
    await wait(400_000);
    ({ captures, bookings } = target.start());
    bookings.resume(target.scraper);
    // The intervals missed meanwhile are skipped.
    await wait(80_000);
    expect(target.at).toEqual([0, 60_000, 120_000, 540_000, 600_000]);
    expect(captures.list('t').filter(({ state }) => state === 'done').map(({ at, everySeconds }) => [at, everySeconds]))
      .toEqual(Array(5).fill(['every', 60]));
    captures.cancel(booking.id);
    await wait(300_000);
    expect(target.at).toHaveLength(5);
  });

  it('leaves out one that comes while another profile is taken, and says so', async () => {
    captures.order(target.scraper, cpuOf('person', 30));
    const booking = await booked({ at: 'every', everySeconds: 60, timeMs: START + 10_000 });
    await wait(20_000);
    expect(booking).toMatchObject({
      state: 'waiting', note: expect.stringContaining('was left out') as string, startTime: START / 1000 + 70,
    });
    await wait(60_000);
    expect(target.at).toEqual([0, 70_000]);
    expect(booking.note).toBeNull();
  });
});

describe('bookings of a target', () => {
  it('are ten at most', async () => {
    for (let i = 0; i < 10; i++) await booked({ at: 'time', timeMs: START + 60_000 });
    expect(await bookings.book(target.scraper, cpuOf('booked'), { at: 'time', timeMs: START + 60_000 }))
      .toMatchObject({ ok: false, error: { errorType: 'busy' } });
  });

  it('are refused when they cannot be stored, and never taken', async () => {
    target.keeps = fail('internal', 'The disk is full.');
    expect(await bookings.book(target.scraper, cpuOf('booked'), { at: 'time', timeMs: START + 60_000 }))
      .toMatchObject({ ok: false, error: { errorType: 'internal' } });
    await wait(100_000);
    expect(target.at).toEqual([]);
  });

  it('rest while it is gone, also what was being taken then, and go on with it when it is back', async () => {
    const every = await booked({ at: 'every', everySeconds: 60, timeMs: START + 10_000 });
    await wait(12_000);
    bookings.suspend('t');
    await wait(180_000);
    expect([target.at, every.state]).toEqual([[10_000], 'waiting']);
    bookings.resume({ ...target.scraper } as TargetScraper);
    await wait(60_000);
    expect(target.at).toEqual([10_000, 192_000, 250_000]);
  });

  it('end when it is not watched any more', async () => {
    const capture = await booked({ at: 'time', timeMs: START + 60_000 });
    bookings.dropOthers(captures.list('t'), () => false);
    await wait(100_000);
    expect(capture).toMatchObject({ state: 'failed', error: expect.stringContaining('not watched') as string });
    expect(target.at).toEqual([]);
  });
});
