import { describe, expect, test } from 'vitest';
import { memoryPanel } from '../../../web/testdata/panels.ts';
import { planFor, plannedLoad } from './planner.ts';

const asked = { samplesPerSecond: null, series: null, retentionSeconds: null };

describe('planner', () => {
  test('asked nothing it gives the target’s own load back', () => {
    const plan = planFor(memoryPanel(), asked);
    expect(plan.load).toEqual({ samplesPerSecond: 100_000, series: 200_000, retentionSeconds: 1_296_000 });
    expect(plan.memoryBytes).toEqual({ low: 780e6, high: 1e9 });
    expect(plan.cpuCores?.low).toBeCloseTo(100 / 420, 6);
    expect(plan.cpuCores?.high).toBeCloseTo(100 / 380, 6);
    expect(plan.cpuPeakCores).toBeCloseTo(1, 6);
    expect(plan.diskBytes).toEqual({ low: 100_000 * 1_296_000 * 2.5, high: 100_000 * 1_296_000 * 3.5 });
    expect(plan.notes).toEqual([]);
  });

  test('series and samples keep their proportion unless both are given; '
    + 'the range then spans both ways to reckon', () => {
    expect(plannedLoad(memoryPanel(), { ...asked, samplesPerSecond: 200_000 }))
      .toMatchObject({ samplesPerSecond: 200_000, series: 400_000 });
    expect(plannedLoad(memoryPanel(), { ...asked, series: 100_000 }))
      .toMatchObject({ samplesPerSecond: 50_000, series: 100_000 });
    expect(planFor(memoryPanel(), { ...asked, samplesPerSecond: 100_000, series: 500_000 }).memoryBytes)
      .toEqual({ low: 780e6, high: 2.5e9 });
  });

  test('says when the load lies far outside what was measured', () => {
    expect(planFor(memoryPanel(), { ...asked, samplesPerSecond: 1e6 }).notes).toEqual([
      '10 times the samples and 10 times the series of the measured load: outside '
        + 'the range that the ratios were measured in.',
    ]);
  });

  test('a ratio that is missing takes only its own figure away, and says why', () => {
    const panel = memoryPanel();
    panel.ratios.diskBytesPerSample = {
      ...panel.ratios.diskBytesPerSample, value: null, low: null, high: null,
      note: 'too little data: 0 head blocks written',
    };
    const plan = planFor(panel, asked);
    expect(plan.diskBytes).toBeNull();
    expect(plan.memoryBytes).not.toBeNull();
    expect(plan.notes).toEqual(['No disk estimate: too little data: 0 head blocks written.']);
  });
});
