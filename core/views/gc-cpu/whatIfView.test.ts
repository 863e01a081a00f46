import { describe, expect, it } from 'vitest';
import type { GcWhatIf, GcWhatIfRow } from '../../contract/contract.ts';
import { atGogc, atLimit, gogcSlider, limitSlider, limitText, whatIfFacts, whatIfNow } from './whatIfView.ts';

const MIB = 2 ** 20;
const LIVE = 100 * MIB;
const PER_CYCLE = 0.5;

/**
 * Returns a row by the server's model: a cycle whenever the heap has grown from live to its goal, at 1 MiB per second.
 */
function row(gogcPercent: number, memoryLimitBytes: number | null, current = false): GcWhatIfRow {
  const goal = Math.min(LIVE * (1 + gogcPercent / 100), memoryLimitBytes ?? Infinity);
  const periodSeconds = (goal - LIVE) / MIB;
  const cores = PER_CYCLE / periodSeconds;
  return {
    gogcPercent, memoryLimitBytes, current, heapGoalBytes: goal, residentBytes: goal + 50 * MIB, periodSeconds, cores,
    lowCores: cores / 2, highCores: cores * 2, thrashing: false,
  };
}

const whatIf: GcWhatIf = {
  liveHeapBytes: LIVE, allocBytesPerSecond: MIB, coreSecondsPerCycle: PER_CYCLE, gogcPercent: 100, gogcSource: 'api',
  memoryLimitBytes: null, assumptions: [],
  byGogc: [25, 50, 75, 100, 200, 400].map((gogc) => row(gogc, null, gogc === 100)),
  byMemoryLimit: [110, 150, 200].map((mib) => row(100, mib * MIB)),
};

describe('the sliders of GOGC and GOMEMLIMIT', () => {
  it('go from 50 to 400 and hold what is set now, also where that is outside', () => {
    expect(gogcSlider(whatIf)).toEqual({ min: 50, max: 400, step: 5, current: 100 });
    expect(gogcSlider({ ...whatIf, gogcPercent: 25 })).toMatchObject({ min: 25, current: 25 });
    expect(gogcSlider({ ...whatIf, gogcPercent: 63 })).toMatchObject({ step: 1, current: 63 });
  });

  it('give the model between the rows, not only at them', () => {
    for (const gogc of [50, 110, 145, 250, 395]) {
      const model = row(gogc, null);
      const got = atGogc(whatIf, gogc);
      expect(got?.cores).toBeCloseTo(model.cores, 9);
      expect(got?.residentBytes).toBeCloseTo(model.residentBytes ?? NaN, 3);
      expect(got?.lowCores).toBeCloseTo(model.lowCores, 9);
    }
    expect(atGogc(whatIf, 500)).toBeNull();
  });

  it('of GOMEMLIMIT: its end means no limit where none is set', () => {
    const range = limitSlider(whatIf);
    if (range === null) throw new Error('no slider');
    expect(range).toMatchObject({ min: 110, current: range.max });
    expect(limitText(whatIf, range.max, range)).toBe('none');
    expect(atLimit(whatIf, range.max, range)?.cores).toBeCloseTo(0.005, 9);
    expect(atLimit(whatIf, 130, range)?.cores).toBeCloseTo(row(100, 130 * MIB).cores, 9);
    const limited = { ...whatIf, memoryLimitBytes: 150 * MIB };
    expect(limitSlider(limited)?.current).toBe(150);
    expect(limitText(limited, range.max, range)).not.toBe('none');
  });

  it('say each change from what is set now', () => {
    const now = whatIfNow(whatIf);
    const [at200, same] = [atGogc(whatIf, 200), atGogc(whatIf, 100)];
    if (now === null || at200 === null || same === null) throw new Error('no rows');
    expect(whatIfFacts(at200, now).map(({ change }) => change)).toEqual(['−50 %', '+100 MiB', '']);
    expect(whatIfFacts(at200, now).at(-1)?.value).toBe('0.5x as often');
    expect(whatIfFacts(same, now).map(({ change }) => change)).toEqual(['as now', 'as now', '']);
    expect(whatIfFacts(same, now).at(-1)?.value).toBe('as often as now');
  });
});
