import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../testdata/time/manualClock.ts';
import { collectFully, collectFullyEachHour } from './fullCollections.ts';

const registry = new FinalizationRegistry<() => void>((tell) => { tell(); });

/** Resolves when an object that nothing holds was collected. */
function droppedIsGone(): Promise<string> {
  return new Promise((resolve) => {
    registry.register(new Array<number>(100_000).fill(1), () => { resolve('collected'); });
  });
}

describe('a full collection', () => {
  it('frees what nothing holds', async () => {
    const gone = droppedIsGone();
    await collectFully();
    expect(await gone).toBe('collected');
  });

  it('comes at once and each hour until it is ended', async () => {
    const clock = new ManualClock();
    const left = droppedIsGone();
    const end = collectFullyEachHour(clock, (error) => { expect.fail(String(error)); });
    expect(await left).toBe('collected');
    const gone = droppedIsGone();
    await clock.advance(3_600_000);
    expect(await gone).toBe('collected');
    end();
    expect(clock.pendingMs).toEqual([]);
  });
});
