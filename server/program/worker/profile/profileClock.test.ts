import { describe, expect, it } from 'vitest';
import { clockAheadSeconds, timeOnOurClock } from './profileClock.ts';

/** A profile requested at 1000 s and complete at 1010.2 s. */
const TAKEN = { startMs: 1_000_000, endMs: 1_010_200, statesEnd: false };

describe('how far the clock of a target is ahead', () => {
  it.each([
    ['a profile within its request', 1000.1, 10, 0],
    ['a snapshot within its request', 1003, null, 0],
    ['a profile 3 s ahead', 1003.1, 10, 3],
    ['a profile 3 s behind', 997.1, 10, -3],
    ['one that does not state its time', null, 10, 0],
  ])('%s', (_name, time, durationSeconds, ahead) => {
    expect(clockAheadSeconds({ time, durationSeconds }, TAKEN)).toBeCloseTo(ahead, 9);
  });

  it('is taken from the end of a change between two snapshots', () => {
    const change = { time: 1013.1, durationSeconds: 10 };
    expect(clockAheadSeconds({ ...change, time: 1010.1 }, { ...TAKEN, statesEnd: true })).toBe(0);
    expect(clockAheadSeconds(change, { ...TAKEN, statesEnd: true })).toBeCloseTo(3, 9);
  });
});

describe('when a profile that was captured begins', () => {
  const taken = { startMs: 1_000_000, endMs: 1_010_200 };

  it.each([
    ['a CPU profile', 'cpu', 1000.1, 10, false, 1000.1],
    ['a change that the target took, which states its end', 'allocs', 1010.1, 10, false, 1000.1],
    ['the same of a target 3 s ahead', 'allocs', 1013.1, 10, false, 1000.1],
    ['a change that we took, which states its start', 'allocs', 1000.1, 10, true, 1000.1],
    ['a snapshot', 'heap', 1003, null, false, 1003],
  ] as const)('%s', (_name, kind, time, durationSeconds, isDifference, begins) => {
    expect(timeOnOurClock({ kind, time, durationSeconds }, taken, isDifference)).toBeCloseTo(begins, 9);
  });

  it('is what an upload states, whose taking nobody saw', () => {
    expect(timeOnOurClock({ kind: 'allocs', time: 1010.1, durationSeconds: 10 }, undefined, false)).toBe(1010.1);
  });
});
