import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../../../core/elementAt.ts';
import { seededRandom } from '../../../../../core/statistics/random.ts';
import { paceAt, type Pace } from './replayPace.ts';

/** Returns the pace of a process that gets these cores in each second, scraped once a second. */
function paced(cores: readonly number[]): Pace | null {
  const work = [0];
  for (const one of cores) work.push(elementAt(work, work.length - 1) + one);
  const startMs = Float64Array.from(work, (_, i) => 1000 * i);
  return paceAt(startMs, (row) => elementAt(work, row), { firstRow: 0, row: cores.length });
}

const steady = (seconds: number, cores: number): number[] => new Array<number>(seconds).fill(cores);

describe('the pace of the work', () => {
  it('that is steady is known well', () => {
    expect(paced(steady(40, 0.4))?.pace).toBeCloseTo(0.4, 6);
    expect(paced(steady(40, 0.4))?.paceError).toBeLessThan(0.02);
  });

  it.each([['halved', 0.2], ['doubled', 0.8]])('whose share of the CPU was %s counts from there on', (_how, later) => {
    for (const seconds of [6, 10, 30]) {
      const pace = paced([...steady(60, 0.4), ...steady(seconds, later)]);
      expect(pace?.pace).toBeGreaterThan(0.9 * later);
      expect(pace?.pace).toBeLessThan(1.1 * later);
      // Another change may follow, so for some time the pace is not trusted.
      expect(pace?.paceError).toBeGreaterThan(0.15);
    }
  });

  it('is less sure as soon as it changes, before the change is certain', () => {
    const [before, after] = [paced(steady(60, 0.4)), paced([...steady(60, 0.4), ...steady(3, 0.2)])];
    expect(after?.paceError).toBeGreaterThan(5 * (before?.paceError ?? NaN));
  });

  it('that varies is averaged, not followed', () => {
    const random = seededRandom(7);
    const cores = Array.from({ length: 120 }, () => 0.2 + 0.6 * random());
    const pace = paced(cores);
    expect(Math.abs((pace?.pace ?? 0) - 0.5)).toBeLessThan(0.06);
    expect(pace?.paceError).toBeGreaterThan(0.1);
  });
});
