import { describe, expect, it } from 'vitest';
import { DiffsUnderWay, sidesKey } from './diffProgress.ts';

const key = sidesKey({ before: [{ id: 'a' }], after: [{ id: 'b' }] });

describe('DiffsUnderWay', () => {
  it('says the step of a question until the last one about these sides is answered', async () => {
    const diffs = new DiffsUnderWay();
    const ends: (() => void)[] = [];
    const work = (): Promise<void> => new Promise((resolve) => { ends.push(resolve); });
    const [first, second] = [diffs.during(key, work), diffs.during(key, work)];
    expect(diffs.progress(key)).toEqual({ step: 'waiting', doneRatio: 0 });
    diffs.receive({ key, step: 'decoding', partDone: 0.5 });
    expect(diffs.progress(key)).toEqual({ step: 'decoding', doneRatio: 0.15 });
    diffs.receive({ key, step: 'significance', partDone: 0 });
    ends[0]?.();
    await first;
    expect(diffs.progress(key)).toEqual({ step: 'significance', doneRatio: 0.85 });
    ends[1]?.();
    await second;
    expect(diffs.progress(key)).toEqual({ step: null, doneRatio: 0 });
  });

  it('keeps nothing of a question that failed, and no news that come after', async () => {
    const diffs = new DiffsUnderWay();
    await expect(diffs.during(key, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    diffs.receive({ key, step: 'layout', partDone: 0 });
    expect(diffs.progress(key)).toEqual({ step: null, doneRatio: 0 });
  });

  it('tells sides apart', () => {
    expect(sidesKey({ before: [{ id: 'b' }], after: [{ id: 'a' }] })).not.toBe(key);
  });
});
