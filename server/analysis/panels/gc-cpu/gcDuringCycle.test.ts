import { describe, expect, it, test } from 'vitest';
import { answerOf } from '../../../../testdata/answers.ts';
import { gcDuringCycle, markWorkers } from './gcDuringCycle.ts';

// Computed by hand from startCycle in Go's runtime/mgcpacer.go: rounds to whole workers, unless over 30 % off.
test.each([
  [1, 0, 0.25], [2, 0, 0.5], [3, 0, 0.75], [4, 1, 0], [5, 1, 0], [6, 1, 0.5], [7, 2, 0], [8, 2, 0], [10, 3, 0],
  [64, 16, 0],
])('GOMAXPROCS %i: %i dedicated workers and %f cores in time slices', (maxProcs, dedicated, fractionalCores) => {
  expect(markWorkers(maxProcs)).toEqual({ dedicated, fractionalCores });
});

describe('cores while a cycle runs', () => {
  const { around, estimates } = answerOf('gc-cpu');
  const best = estimates.find((one) => one.best) ?? null;
  const input = { best, around, profiles: [], maxProcs: 2, maxProcsFromApi: true };

  it('are the CPU of a cycle over its length, and scale with the interval of the estimate', () => {
    const during = gcDuringCycle(input);
    expect(during.cores).toBeCloseTo((best?.coreSecondsPerCycle ?? NaN) / (around?.lengthSeconds ?? NaN), 9);
    expect((during.highCores ?? 0) / (during.cores ?? 1)).toBeCloseTo((best?.highCores ?? 0) / (best?.cores ?? 1), 9);
    expect(during).toMatchObject({ budgetCores: 0.5, dedicatedWorkers: 0, fractionalCores: 0.5, idleRatio: null });
    expect(during.sentence).toContain('25 % of GOMAXPROCS 2, by /api/v1/status/runtimeinfo: '
      + 'fractional workers that use 0.5 cores in time slices.');
    expect(gcDuringCycle({ ...input, maxProcs: 1 }).sentence)
      .toContain('More than the budget is of idle-priority workers');
  });

  it('name what is missing', () => {
    expect(gcDuringCycle({ ...input, around: null }).sentence).toContain('needs three isolated cycles');
    expect(gcDuringCycle({ ...input, best: null }).sentence).toContain('the CPU of a cycle is not');
    expect(gcDuringCycle({ ...input, maxProcs: null }).sentence).toContain('neither the metrics nor');
  });

  it('say how much idle-priority workers take where profiles distinguish them', () => {
    const profile = {
      id: 'a', name: 'a', start: 0, durationSeconds: 30, cpuSeconds: 9, gcCpuSeconds: 4, idleGcCpuSeconds: 3,
      samples: 900, gcSamples: 400,
    };
    const during = gcDuringCycle({ ...input, profiles: [profile, { ...profile, idleGcCpuSeconds: null }] });
    expect(during.idleRatio).toBe(0.75);
    expect(during.sentence).toContain('75 % of the profiled GC CPU is of idle-priority workers');
  });
});
