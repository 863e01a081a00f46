import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadRecording, recordings } from '../testdata/loadRecording.ts';
import { seriesFrom } from '../testdata/seriesNotation.ts';
import { counterIncrease, counterRates, counterSteps } from './counter.ts';
import { roleWindow } from './roles.ts';
import { thin } from './thin.ts';

describe('how much a counter rose', () => {
  const cases: [string, string, number | null][] = [
    ['steadily', '0+10x5', 50],
    ['not at all', '7+0x3', 0],
    ['over a gap: all of it', '0 10 _x3 50', 50],
    ['over a reset: from zero', '100+10x2 5 15', 35],
    ['over two resets', '5 2 1', 3],
    ['a reset to exactly zero', '5 0 3', 3],
    ['a reset inside a gap', '100 _ 20', 20],
    ['with a body repeated', '0 10 = 30', 30],
    ['unknown from one value', '_ 5 _', null],
    ['unknown from none', '_x3', null],
  ];
  it.each(cases)('%s', (_sentence, notation, increase) => {
    const series = seriesFrom(notation);
    expect(counterIncrease(series, series.scrapes)).toBe(increase);
  });

  it('is never negative, and the sum of its steps', () => {
    fc.assert(fc.property(fc.array(fc.oneof(fc.integer({ min: 0, max: 1000 }).map(String), fc.constant('_')), { minLength: 1 }), (tokens) => {
      const series = seriesFrom(tokens.join(' '));
      const steps = counterSteps(series, series.scrapes);
      expect(steps.every(({ increase, seconds }) => increase >= 0 && seconds > 0)).toBe(true);
      expect(steps).toHaveLength(Math.max(0, tokens.filter((token) => token !== '_').length - 1));
    }));
  });
});

describe('rates by scrape', () => {
  const cases: [string, string, (number | null)[]][] = [
    ['null for the first scrape', '0+10x2', [null, 10, 10]],
    ['a gap within the limit is a mean over it', '0 _ 30', [null, null, 15]],
    ['a gap beyond the limit is a gap', '0 10 _x3 50 60', [null, 10, null, null, null, null, 10]],
    ['no dip and no double after a repeated body', '0 10 = 30', [null, 10, null, 10]],
    ['a reset gives no negative rate', '100 110 5', [null, 10, 5]],
  ];
  it.each(cases)('%s', (_sentence, notation, rates) => {
    const series = seriesFrom(notation);
    expect(counterRates(series, series.scrapes, 3)).toEqual(rates);
  });

  it('agree with the recording\'s own total, restart and time-outs included', () => {
    const window = loadRecording(recordings.walReplay);
    const cpu = roleWindow(window, 'prometheus', '2.42.0').role('cpuSeconds');
    if (cpu === undefined) throw new Error('the recording holds no CPU counter');
    const resets = counterSteps(cpu, window.scrapes).filter(({ reset }) => reset);
    expect(resets).toHaveLength(1);
    const at = resets[0]?.fromRow ?? 0;
    const seen = [...cpu.values].filter((_value, row) => cpu.present[row] === 1);
    expect(counterIncrease(cpu, window.scrapes)).toBeCloseTo(cpu.values[at] - (seen[0] ?? 0) + (seen.at(-1) ?? 0), 6);
  });
});

describe('thinning', () => {
  it('keeps the extremes of each step, and a step without values as a gap', () => {
    const { values, scrapes } = seriesFrom('1 9 2 _x4 5 5', 999_000);
    expect(thin(scrapes.startMs, values, 2000)).toEqual({
      startMs: [998_000, 1_000_000, 1_002_000, 1_004_000, 1_006_000],
      mean: [1, 5.5, null, null, 5], min: [1, 2, null, null, 5], max: [1, 9, null, null, 5],
    });
  });

  it('of nothing is nothing', () => {
    expect(thin(new Float64Array(0), [], 1000).startMs).toEqual([]);
  });

  it('never loses a spike', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1 }), fc.integer({ min: 1000, max: 9000 }), (numbers, stepMs) => {
      const { values, scrapes } = seriesFrom(numbers.join(' '));
      const { min, max } = thin(scrapes.startMs, values, stepMs);
      expect(Math.max(...max.filter((value) => value !== null))).toBe(Math.max(...numbers));
      expect(Math.min(...min.filter((value) => value !== null))).toBe(Math.min(...numbers));
    }));
  });
});
