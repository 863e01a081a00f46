import { describe, expect, it } from 'vitest';
import { handMadeWindow } from '../../../../../testdata/handMadeWindow.ts';
import { gcClock, type GcClock } from './replayGc.ts';

const GIB = 2 ** 30;

/**
 * Returns the clock this many scrapes after the end of the first cycle. Each scrape allocates a hundredth of a cycle of
 * 103, so that one ends every 103 scrapes; the heap may grow by 1 GiB, as GOGC is 100.
 */
function clockAt(scrapes: number, more: Parameters<typeof handMadeWindow>[0]['roles'] = {}): GcClock | null {
  const each = (of: (i: number) => number): number[] => Array.from({ length: scrapes + 2 }, (_, i) => of(i));
  const window = handMadeWindow({
    roles: {
      allocBytes: each((i) => i * GIB / 100), heapGoalBytes: each(() => 2 * GIB), gogcPercent: each(() => 100),
      gcCycles: each((i) => (i === 0 ? 0 : 1 + Math.floor((i - 1) / 103))), ...more,
    },
  });
  return gcClock(window, 0, scrapes + 1);
}

describe('the cost of a segment by the cycle of garbage collection', () => {
  it('after a cycle has ended, what is read next costs less than the mean, and more where the next cycle marks', () => {
    const [early, late] = [clockAt(5), clockAt(75)];
    expect(early?.costAhead(0.3 * GIB)).toBeLessThan(0.85);
    expect(late?.costAhead(0.2 * GIB)).toBeGreaterThan(1.15);
  });

  it('many cycles cost the mean, wherever they begin', () => {
    for (const scrapes of [3, 40, 90, 150]) expect(clockAt(scrapes)?.costAhead(200 * GIB)).toBeCloseTo(1, 2);
  });

  it('what was read costs what its place in the cycle says, the whole of a cycle the mean', () => {
    const clock = clockAt(230);
    expect(clock?.costBetween(2, 50)).toBeLessThan(0.85);
    expect(clock?.costBetween(80, 102)).toBeGreaterThan(1.15);
    expect(clock?.costBetween(5, 108)).toBeCloseTo(1, 1);
  });

  it('less is allocated for a segment while it marks', () => {
    const clock = clockAt(110);
    expect(clock?.readBetween(80, 90)).toBeGreaterThan(1.5 * (clock?.readBetween(20, 30) ?? Infinity));
  });

  it('takes GOGC from the version where it is not exported: 75 since 2.53', () => {
    const costOf = (version: string, gogc: number | null): number | undefined => {
      const each = <T>(of: (i: number) => T): T[] => Array.from({ length: 60 }, (_, i) => of(i));
      const window = handMadeWindow({ roles: {
        allocBytes: each((i) => i * GIB / 100), heapGoalBytes: each(() => 2 * GIB), gogcPercent: each(() => gogc),
        gcCycles: each((i) => (i === 0 ? 0 : 1)),
      } });
      return gcClock({ ...window, version }, 0, 59)?.costAhead(0.2 * GIB);
    };
    expect(costOf('2.53.0', null)).toBe(costOf('2.53.0', 75));
    expect(costOf('2.52.0', null)).toBe(costOf('2.52.0', 100));
    expect(costOf('2.52.0', 75)).not.toBe(costOf('2.52.0', 100));
  });

  it('nothing is known before the first end of a cycle, without allocations, or without a goal', () => {
    expect(clockAt(20, { gcCycles: new Array<number>(22).fill(4) })).toBeNull();
    expect(clockAt(20, { allocBytes: [] })).toBeNull();
    expect(clockAt(20, { gogcPercent: new Array<number>(22).fill(-1) })).toBeNull();
  });
});
