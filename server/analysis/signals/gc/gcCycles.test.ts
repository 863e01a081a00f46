import { elementAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import { matchGcCycles, readGcTruth } from '../../../../testdata/gcTruth.ts';
import { handMadeWindow, type HandMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { findGcCycles } from './gcCycles.ts';

const START = 1_800_000_000;

/** Returns the detected cycle ends, in seconds after the first scrape. */
const ends = (window: Parameters<typeof findGcCycles>[0]): number[] =>
  findGcCycles(window).cycles.map(({ endMs }) => Math.round(endMs - START * 1000) / 1000);

describe('GC cycles by hand', () => {
  it.each<[string, HandMadeWindow['roles'], number[], number]>([
    [
      'a change of the gauge is a cycle, at its time',
      { lastGcSeconds: [START - 9, START - 9, START + 1.4, START + 1.4], gcCycles: [7, 7, 8, 8] }, [1.4], 0,
    ],
    [
      'what ended before the first scrape is not of the window',
      { lastGcSeconds: [START - 0.1, START - 0.1], gcCycles: [3, 3] }, [], 0,
    ],
    [
      'of three cycles between two scrapes the last has a time',
      { lastGcSeconds: [START - 9, START + 0.9], gcCycles: [7, 10] }, [0.9], 2,
    ],
    [
      'the last of a failed stretch is found by the scrape after it',
      { lastGcSeconds: [START - 9, null, null, START + 1.7], gcCycles: [7, null, null, 8] }, [1.7], 0,
    ],
    [
      'a gauge of 0 is a process that has not collected yet',
      { lastGcSeconds: [0, 0, START + 1.5], gcCycles: [0, 0, 1] }, [1.5], 0,
    ],
    [
      'a restart makes up no cycle',
      {
        lastGcSeconds: [START - 9, START - 9, 0, 0], gcCycles: [70, 70, 0, 0],
        processStartSeconds: [START - 500, START - 500, START + 1.2, START + 1.2],
      },
      [], 0,
    ],
    [
      "a new process's own cycles count from 0",
      {
        lastGcSeconds: [START - 9, null, START + 1.8], gcCycles: [70, null, 3],
        processStartSeconds: [START - 500, null, START + 0.5],
      },
      [1.8], 2,
    ],
    ['without a counter each change is one', { lastGcSeconds: [START - 9, START + 0.5, START + 1.5] }, [0.5, 1.5], 0],
    ['without a gauge none has a time', { gcCycles: [7, 8, 8, 10] }, [], 3],
    [
      'a gauge that appears late tells the past', { lastGcSeconds: [null, START - 3, START - 3], gcCycles: [7, 7, 7] },
      [], 0,
    ],
  ])('%s', (_, roles, expected, withoutTime) => {
    const ticks = (roles.lastGcSeconds ?? roles.gcCycles ?? []).map((value: number | null, i: number) =>
      (value === null && i > 0 ? 'timeout' as const : 'ok' as const));
    const window = handMadeWindow({ roles, ticks });
    expect(ends(window)).toEqual(expected);
    expect(findGcCycles(window).withoutTime).toBe(withoutTime);
  });

  it("takes times from the target's clock to ours when the scrapes show that it is 30 s ahead", () => {
    const truth = [1.4, 5.8, 9.1, 14.6, 20.3];
    const gauge = Array.from(
      { length: 25 }, (_, tick) => START + 30 + (truth.filter((end) => end <= tick).at(-1) ?? -5)
    );
    const { cycles, clock } = findGcCycles(handMadeWindow({ roles: { lastGcSeconds: gauge } }));
    expect(clock?.offsetMs).toBeGreaterThan(29_500);
    expect(clock?.errorMs).toBeLessThan(500);
    cycles.forEach(({ endMs }, i) => {
      expect(Math.abs(endMs / 1000 - START - elementAt(truth, i))).toBeLessThanOrEqual((clock?.errorMs ?? 0) / 1000);
    });
  });

  it('takes the clocks for one when cached answers contradict each other by less than a second', () => {
    // The cycle at 5.8 s is visible two scrapes late, the one at 14.9 s at once.
    const gauge = Array.from(
      { length: 20 }, (_, tick) => START + (tick >= 15 ? 14.9 : tick >= 7 ? 5.8 : tick >= 2 ? 1.4 : -5)
    );
    expect(findGcCycles(handMadeWindow({ roles: { lastGcSeconds: gauge } })).clock)
      .toEqual({ offsetMs: 0, errorMs: 1000 });
  });

  it("keeps each cycle near its own two scrapes when the target's clock was set by half a minute", () => {
    const truth = [1.4, 5.8, 9.1, 14.6, 20.3];
    const gauge = Array.from(
      { length: 25 }, (_, tick) => START + (tick > 7 ? 30 : 0) + (truth.filter((end) => end <= tick).at(-1) ?? -5)
    );
    // Go keeps the time of a cycle as its clock showed it then.
    gauge.fill(START + 5.8, 8, 10);
    const { cycles, clock } = findGcCycles(handMadeWindow({ roles: { lastGcSeconds: gauge } }));
    expect(clock?.offsetMs).toBeGreaterThan(29_000);
    expect(cycles).toHaveLength(truth.length);
    // Each is at most a second before the first of the two, and not after the answer of the second.
    cycles.forEach(({ endMs }, i) => { expect(Math.abs(endMs / 1000 - START - elementAt(truth, i))).toBeLessThan(2); });
  });

  it('drops a repeated body, so that a late answer is no second cycle', () => {
    const gauge = [START - 9, START + 0.6, START + 0.6, START + 2.5];
    expect(ends(handMadeWindow({ roles: { lastGcSeconds: gauge, gcCycles: [1, 2, 2, 3] }, repeatedTicks: [2] })))
      .toEqual([0.6, 2.5]);
  });

  it('gives the heap around a cycle, and null where no reading is near', () => {
    const roles = {
      lastGcSeconds: [START - 9, START - 9, START + 1.5, START + 1.5, null, null, null, null, null, START + 5.5],
      heapAllocBytes: [100, 200, 120, 130, null, null, null, null, null, 90],
    };
    const ticks = roles.lastGcSeconds.map((value) => (value === null ? 'timeout' as const : 'ok' as const));
    expect(
      findGcCycles(
        handMadeWindow({ roles, ticks })
      ).cycles.map(({ heapBeforeBytes, heapAfterBytes }) => [heapBeforeBytes, heapAfterBytes])
    )
      .toEqual([[200, 120], [130, null]]);
  });

  it('takes the heap after a cycle once it is swept, and before the next cycle ends', () => {
    const after = (heapAllocBytes: number[], next: number): (number | null)[] => findGcCycles(handMadeWindow({ roles: {
      lastGcSeconds: [START - 9, START + 0.5, START + 0.5, next, next], heapAllocBytes,
    } })).cycles.map(({ heapAfterBytes }) => heapAfterBytes);
    expect(after([200, 210, 120, 130, 140], START + 0.5)).toEqual([120]);
    expect(after([200, 210, 190, 120, 140], START + 2.5)).toEqual([190, 120]);
  });
});

describe('GC cycles of the demo recording against its GC trace', () => {
  const truth = readGcTruth();
  const window = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
  const goodMs = [...window.scrapes.startMs].filter((_, row) => window.scrapes.error[row] === null);
  const found = findGcCycles(window);
  const foundMs = found.cycles.map(({ endMs }) => endMs);

  it('finds every cycle of the steady part within 0.1 s and makes up none', () => {
    const match = matchGcCycles(foundMs, truth, goodMs, truth.processStartMs + 120_000);
    expect(match).toMatchObject({ missed: 0, invented: 0 });
    expect(match.found).toBeGreaterThanOrEqual(29);
    expect(match.worstErrorMs).toBeLessThan(100);
  });

  it('finds every last cycle between two scrapes of the whole recording, and counts the rest', () => {
    expect(matchGcCycles(foundMs, truth, goodMs, 0)).toMatchObject({ missed: 0, invented: 0 });
    expect(found.cycles.length + found.withoutTime).toBe(truth.cycles.length);
  });

  it('finds less heap after a cycle than before it', () => {
    const steady = found.cycles.filter(({ endMs }) => endMs > truth.processStartMs + 120_000);
    for (const { heapBeforeBytes, heapAfterBytes } of steady) expect(heapAfterBytes).toBeLessThan(heapBeforeBytes ?? 0);
  });
});
