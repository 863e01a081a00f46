import { elementAt } from '../../../../core/elementAt.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScrapeTable } from '../../../data/metrics/series.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { circularMean, phaseDifference, phaseOf, rayleighPValue } from '../../../../core/statistics/circular.ts';
import { foldRate } from './fold.ts';
import { counterSteps, ratesOfStep, type CounterSteps } from '../../signals/counterSteps.ts';
import { freshScrapes } from '../../signals/windowFrame.ts';

const STEP_MS = 1000;
const START_MS = 1_800_000_000_000;

/** Rises of a counter per second: whole numbers, so that sums are exact for any initial value. */
const rises = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 30, maxLength: 200 });

function counterOf(steps: readonly number[], from: number): number[] {
  let total = from;
  return [total, ...steps.map((rise) => (total += rise))];
}

interface Case { scrapes: ScrapeTable; steps: CounterSteps }

function stepsOf(values: (number | null)[], startMs = START_MS): Case {
  const window = handMadeWindow(
    { startMs, stepMs: STEP_MS, durationSeconds: values.map(() => 0), roles: { cpuSeconds: values } }
  );
  const { scrapes } = window;
  return { scrapes, steps: counterSteps(scrapes, window.role('cpuSeconds'), freshScrapes(scrapes), new Set()) };
}

const total = (steps: CounterSteps): number =>
  steps.increase.reduce((sum, rise) => sum + (Number.isFinite(rise) ? rise : 0), 0);

describe('increase of a counter', () => {
  it('is the same whatever the counter began at, and whenever it was read', () => {
    const startsAt = fc.integer({ min: 0, max: 1e9 });
    fc.assert(fc.property(rises, startsAt, fc.integer({ min: 0, max: 1e10 }), (steps, from, laterMs) => {
      const plain = stepsOf(counterOf(steps, 0));
      expect([...stepsOf(counterOf(steps, from), START_MS + laterMs).steps.increase])
        .toEqual([...plain.steps.increase]);
    }));
  });

  it('loses nothing over scrapes that are missing: their rise comes with the next one, over the whole gap', () => {
    fc.assert(fc.property(rises, fc.func(fc.boolean()), (steps, isMissing) => {
      const values = counterOf(steps, 7);
      const holed = values.map((value, i) => (i > 0 && i < values.length - 1 && isMissing(i) ? null : value));
      const { steps: read } = stepsOf(holed);
      expect(total(read)).toBe(steps.reduce((sum, rise) => sum + rise, 0));
      expect(read.seconds.reduce((sum, seconds) => sum + (Number.isFinite(seconds) ? seconds : 0), 0))
        .toBeCloseTo(steps.length, 6);
    }));
  });

  it('is never negative, and a reset costs the one step it falls in', () => {
    fc.assert(fc.property(rises, fc.integer({ min: 1, max: 29 }), (steps, at) => {
      // At least 1 before the reset, so that the fall shows.
      const values = counterOf(steps, 1000);
      const again = counterOf(steps.slice(at), 0);
      const { steps: read } = stepsOf([...values.slice(0, at), ...again]);
      expect(read.increase.every((rise) => Number.isNaN(rise) || rise >= 0)).toBe(true);
      expect(total(read)).toBe(
        steps.slice(0, at - 1).reduce((sum, rise) => sum + rise, 0) + steps.slice(at)
          .reduce((sum, rise) => sum + rise, 0)
      );
      expect(read.increase[at]).toBeNaN();
    }));
  });

  it('in order gives rates that are the rises themselves at one a second, and none over a gap', () => {
    fc.assert(fc.property(rises, fc.integer({ min: 3, max: 25 }), (steps, gapAt) => {
      const values: (number | null)[] = counterOf(steps, 0);
      for (let i = gapAt; i < gapAt + 3; i++) values[i] = null;
      const { steps: read } = stepsOf(values);
      const rates = ratesOfStep(read, STEP_MS);
      rates.forEach((rate, row) => {
        if (row === 0 || (row >= gapAt && row <= gapAt + 3)) expect(rate).toBeNaN();
        else expect(rate).toBeCloseTo(elementAt(steps, row - 1), 9);
      });
    }));
  });
});

describe('fold', () => {
  const PERIOD_MS = 20_000;
  const fold = ({ scrapes, steps }: Case) =>
    foldRate(scrapes, steps, PERIOD_MS, { scrapeStepMs: STEP_MS, longestSeconds: 2.5 });

  it('is the same after a shift by whole periods', () => {
    fc.assert(fc.property(rises, fc.integer({ min: 1, max: 1000 }), (steps, periods) => {
      const values = counterOf(steps, 0);
      const [here, there] = [fold(stepsOf(values)), fold(stepsOf(values, START_MS + periods * PERIOD_MS))];
      expect(there.fold.cpuCores).toEqual(here.fold.cpuCores);
      expect(there.cycles).toBe(here.cycles);
    }));
  });

  it('turns with a shift by whole bins', () => {
    const cycles = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 20, maxLength: 20 });
    fc.assert(fc.property(cycles, fc.integer({ min: 1, max: 19 }), (cycle, bins) => {
      // With four equal cycles the mean of each bin is that bin's rise, wherever the cycle begins.
      const values = counterOf([...cycle, ...cycle, ...cycle, ...cycle], 0);
      const here = fold(stepsOf(values)).fold.cpuCores.mean;
      const there = fold(stepsOf(values, START_MS + bins * 1000)).fold.cpuCores.mean;
      expect(there.map((value) => Math.round((value ?? NaN) * 1e6)))
        .toEqual(here.map((_value, i) => Math.round((here[(i - bins + 20) % 20] ?? NaN) * 1e6)));
    }));
  });

  it('keeps what it sums: over whole cycles the mean of the bins is the mean rate', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 60, maxLength: 60 }), (steps) => {
      const mean = fold(stepsOf(counterOf(steps, 0))).fold.cpuCores.mean;
      const ofBins = mean.reduce<number>((sum, value) => sum + (value ?? NaN), 0) / mean.length;
      expect(ofBins).toBeCloseTo(steps.reduce((sum, rise) => sum + rise, 0) / steps.length, 9);
    }));
  });

  it('leaves a gap a gap: no bin of a cycle without scrapes gets a value, and the others keep theirs', () => {
    const increases = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 60, maxLength: 60 });
    fc.assert(fc.property(increases, fc.integer({ min: 1, max: 50 }), (steps, at) => {
      const values: (number | null)[] = counterOf(steps, 0);
      const whole = fold(stepsOf(values)).fold.cycles.flatMap(({ cpuCores }) => cpuCores);
      for (let i = at; i < at + 6; i++) values[i] = null;
      const holed = fold(stepsOf(values)).fold.cycles.flatMap(({ cpuCores }) => cpuCores);
      holed.forEach((value, bin) => {
        if (bin >= at - 1 && bin < at + 6) expect(value).toBeNull();
        else expect(value).toBeCloseTo(whole[bin] ?? NaN, 9);
      });
    }));
  });
});

describe('alignment', () => {
  const PERIOD = 7200;
  const moments = fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 3, maxLength: 40 });

  it('turns with the moments, and its length does not change', () => {
    fc.assert(fc.property(moments, fc.integer({ min: -1e9, max: 1e9 }), (values, shift) => {
      const here = circularMean(values, PERIOD);
      const there = circularMean(values.map((value) => value + shift), PERIOD);
      expect(there?.resultantLength).toBeCloseTo(here?.resultantLength ?? NaN, 6);
      // Times that cancel out have no direction to compare.
      if ((here?.resultantLength ?? 0) > 0.01)
        expect(Math.abs(phaseDifference((here?.mean ?? NaN) + shift, there?.mean ?? NaN, PERIOD))).toBeLessThan(1);
    }));
  });

  it('does not see whole periods: any moment may lie any number of them away', () => {
    fc.assert(fc.property(moments, fc.func(fc.integer({ min: -1000, max: 1000 })), (values, periods) => {
      expect(circularMean(values.map((value, i) => value + PERIOD * periods(i)), PERIOD)?.resultantLength)
        .toBeCloseTo(circularMean(values, PERIOD)?.resultantLength ?? NaN, 6);
    }));
  });

  it('is full for equal moments, whatever is missing between them, and no p-value leaves 0 to 1', () => {
    const someCycles = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 3, maxLength: 30 });
    fc.assert(fc.property(fc.integer({ min: 0, max: PERIOD - 1 }), someCycles, (phase, cycles) => {
      const aligned = circularMean(cycles.map((cycle) => cycle * PERIOD + phase), PERIOD);
      expect(aligned?.resultantLength).toBeCloseTo(1, 9);
      expect(phaseOf(aligned?.mean ?? NaN, PERIOD)).toBeCloseTo(phase, 4);
      const pValue = rayleighPValue(aligned?.resultantLength ?? NaN, cycles.length) ?? NaN;
      expect(pValue).toBeGreaterThanOrEqual(0);
      expect(pValue).toBeLessThan(0.07);
    }));
  });

  it('is claimed of moments by chance about as often as p says', () => {
    const random = seeded(11);
    let claimed = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const found = circularMean(Array.from({ length: 9 }, () => random() * PERIOD), PERIOD);
      if ((rayleighPValue(found?.resultantLength ?? NaN, 9) ?? 1) < 0.05) claimed += 1;
    }
    expect(claimed / 2000).toBeGreaterThan(0.03);
    expect(claimed / 2000).toBeLessThan(0.07);
  });
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
