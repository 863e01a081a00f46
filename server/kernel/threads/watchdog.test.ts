import { describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../../testdata/time/manualClock.ts';
import { Watchdog } from './watchdog.ts';

describe('a thread that is looked after', () => {
  it('is told to hang after so many ticks without an answer, once', async () => {
    const hangs = vi.fn();
    const clock = new ManualClock();
    const dog = new Watchdog({ ask: () => new Promise(() => undefined), everyMs: 1000, maxTicks: 3, hangs, clock });
    dog.start();
    await clock.advance(2999);
    expect(hangs).not.toHaveBeenCalled();
    await clock.advance(20_000);
    expect(hangs.mock.calls).toEqual([['it answered nothing for 3 s']]);
  });

  it.each<[string, (clock: ManualClock) => Promise<void>]>([
    ['late but in time', (clock) => clock.sleep(2500)],
    ['with a failure', () => Promise.reject(new Error('no'))],
  ])('is left alone when it answers %s', async (_name, ask) => {
    const hangs = vi.fn();
    const clock = new ManualClock();
    const dog = new Watchdog({ ask: () => ask(clock), everyMs: 1000, maxTicks: 3, hangs, clock });
    dog.start();
    await clock.advance(30_000);
    expect(hangs).not.toHaveBeenCalled();
    dog.stop();
  });
});
