import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Watchdog } from './watchdog.ts';

describe('a thread that is looked after', () => {
  beforeEach(() => { vi.useFakeTimers(); });
  afterEach(() => { vi.useRealTimers(); });

  it('is told to hang after so many ticks without an answer, once', async () => {
    const hangs = vi.fn();
    const dog = new Watchdog({ ask: () => new Promise(() => undefined), everyMs: 1000, maxTicks: 3, hangs });
    dog.start();
    await vi.advanceTimersByTimeAsync(2999);
    expect(hangs).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(hangs).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['late but in time', () => new Promise((done) => { setTimeout(done, 2500); })],
    ['with a failure', () => Promise.reject(new Error('no'))],
  ])('is left alone when it answers %s', async (_name, ask) => {
    const hangs = vi.fn();
    const dog = new Watchdog({ ask, everyMs: 1000, maxTicks: 3, hangs });
    dog.start();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(hangs).not.toHaveBeenCalled();
    dog.stop();
  });
});
