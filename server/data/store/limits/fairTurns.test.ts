import { describe, expect, it } from 'vitest';
import type { Steps } from '../../../../core/steps.ts';
import { FairTurns } from './fairTurns.ts';

/** A clock that only work moves. */
function workshop(): { turns: FairTurns; work: (steps: number, stepMs: number, seen?: () => void) => Steps<number> } {
  let nowMs = 0;
  return {
    turns: new FairTurns(() => nowMs),
    * work(steps, stepMs, seen) {
      for (let i = 0; i < steps; i++) {
        seen?.();
        nowMs += stepMs;
        yield;
      }
      return steps;
    },
  };
}

describe('turns of several owners in one thread', () => {
  it('lets a small work of one who had little go before all that others have waiting', async () => {
    const { turns, work } = workshop();
    let othersSteps = 0;
    const hostile = (): Promise<number>[] => Array.from(
      { length: 28 }, (_, i) => turns.run(`hostile ${i}`, work(100, 20, () => othersSteps++))
    );
    const all = hostile();
    await turns.run('good', work(2, 10));
    for (let tick = 0; tick < 10; tick++) {
      // Those of each target come one after the other: between them are ticks that were left out.
      all.push(...hostile(), ...Array.from({ length: 28 }, (_, i) => turns.run(`hostile ${i}`, work(1, 0))));
      const before = othersSteps;
      expect(await turns.run('good', work(2, 10))).toBe(2);
      expect(othersSteps - before).toBeLessThanOrEqual(2);
    }
    expect(othersSteps).toBeLessThan(2800);
    await Promise.all(all);
  });

  it('does the works of one owner in their order, and goes on after one that throws', async () => {
    const { turns, work } = workshop();
    const order: string[] = [];
    const note = (text: string) => () => { order.push(text); };
    function* fails(): Steps<number> {
      yield;
      throw new Error('a bug');
    }
    const first = turns.run('one', work(3, 10, note('a')));
    const second = turns.run('one', fails());
    const third = turns.run('one', work(2, 10, note('b')));
    await expect(second).rejects.toThrow('a bug');
    expect([await first, await third]).toEqual([3, 2]);
    expect(order).toEqual(['a', 'a', 'a', 'b', 'b']);
  });

  it('begins a work at once', () => {
    const { turns, work } = workshop();
    let begun = false;
    void turns.run('one', work(1, 1, () => { begun = true; }));
    expect(begun).toBe(true);
  });
});
