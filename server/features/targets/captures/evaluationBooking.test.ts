import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Capture } from '../../../../core/contract/contract.ts';
import { ok } from '../../../../core/result.ts';
import { log } from '../../../kernel/logging/log.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import type { Bookings, BookingTime } from './bookings.ts';
import type { Captures } from './captures.ts';
import { cpuOf, ProfiledTarget, START } from '../../../../testdata/captures/testCaptures.ts';

const EVERY_MS = 200_000;
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

/** Every 200 s, the first 60 s after the start, for 20 s. */
function evaluates(): void {
  target.next = () => Promise.resolve(ok({
    startMs: START + 60_000 + EVERY_MS * Math.max(0, Math.ceil((target.clock.nowMs() - START - 60_000) / EVERY_MS)),
    errorMs: 50, lastsMs: 20_000, everyMs: EVERY_MS,
  }));
}

async function booked(when: BookingTime): Promise<Capture> {
  return unwrap(await bookings.book(target.scraper, cpuOf('booked', 5), when));
}

describe('a capture booked for the next evaluation of a rule group', () => {
  it('runs over it, and over a restart of tsdbscope', async () => {
    evaluates();
    const capture = await booked({ at: 'next-evaluation', group: '/r.yml;node' });
    expect(capture).toMatchObject({
      state: 'waiting', at: 'next-evaluation', group: '/r.yml;node', startTime: (START + 60_000) / 1000,
      reason: { how: 'booked', sentence: 'Booked for the next evaluation of rule group node.' },
    });
    bookings.stop();
    await wait(5000);
    ({ captures, bookings } = target.start());
    bookings.resume(target.scraper);
    await wait(115_000);
    expect(captures.get(capture.id)).toMatchObject({ state: 'done', profileId: 'p1', group: '/r.yml;node' });
    expect(target.at[0]).toBeLessThan(60_000);
    expect(new Set(target.groups)).toEqual(new Set(['/r.yml;node']));
  });

  it('says that none came, and is booked again', async () => {
    evaluates();
    target.came = (startMs) => startMs > START + 200_000;
    const capture = await booked({ at: 'next-evaluation', group: 'node' });
    await wait(110_000);
    expect(capture).toMatchObject({
      state: 'waiting', note: expect.stringMatching(/^No evaluation came until/) as string,
    });
    await wait(200_000);
    expect(capture.state).toBe('done');
  });
});
