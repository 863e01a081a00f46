import { describe, expect, test } from 'vitest';
import type { CapacityRatio } from '../../contract/contract.ts';
import { answerOf } from '../../../testdata/answers.ts';
import { planFor, plannedLoad } from './planner.ts';

const asked = { samplesPerSecond: null, series: null, retentionSeconds: null };
const panel = answerOf('memory');
const own = { samplesPerSecond: panel.load.samplesPerSecond ?? NaN, series: panel.load.series ?? NaN };

/** Returns the ratio's bounds for an amount. */
function times({ low, high }: CapacityRatio, amount: number): { low: number; high: number } {
  return { low: (low ?? NaN) * amount, high: (high ?? NaN) * amount };
}

describe('planner', () => {
  const { ratios } = panel;
  const byRate = times(ratios.residentBytesPer100kSamplesPerSecond, own.samplesPerSecond / 1e5);

  test('asked nothing it gives the target’s own load back', () => {
    const plan = planFor(panel, asked);
    expect(plan.load).toEqual({ ...own, retentionSeconds: 1_296_000 });
    const bySeries = times(ratios.residentBytesPerSeries, own.series);
    expect(plan.memoryBytes)
      .toEqual({ low: Math.min(bySeries.low, byRate.low), high: Math.max(bySeries.high, byRate.high) });
    const { low, value, high } = ratios.samplesPerCoreSecond;
    expect(plan.cpuCores?.low).toBeCloseTo(own.samplesPerSecond / (high ?? NaN), 6);
    expect(plan.cpuCores?.high).toBeCloseTo(own.samplesPerSecond / (low ?? NaN), 6);
    expect(plan.cpuPeakCores)
      .toBeCloseTo((panel.load.cpuPeakRatio ?? NaN) * own.samplesPerSecond / (value ?? NaN), 6);
    const kept = own.samplesPerSecond * 1_296_000;
    const perSample = ratios.diskBytesPerSample;
    expect(plan.diskBytes).toEqual({ low: kept * (perSample.value ?? NaN), high: kept * (perSample.value ?? NaN) });
    expect(plan.notes).toEqual([]);
    const bounded = { ...panel, ratios: { ...ratios, diskBytesPerSample: { ...perSample, low: 2.5, high: 3.5 } } };
    expect(planFor(bounded, asked).diskBytes).toEqual({ low: kept * 2.5, high: kept * 3.5 });
  });

  test('the server’s own limits of size are noted where they shorten the retention', () => {
    const notesWith = (limits: Partial<typeof panel.load>): string[] =>
      planFor({ ...panel, load: { ...panel.load, ...limits } }, asked).notes;
    const { diskBytes } = planFor(panel, asked);
    expect(notesWith({ retentionDiskPercent: 80 })).toEqual([
      'The server deletes its oldest blocks once they take 80 % of its disk (storage.tsdb.retention.percentage): '
        + 'a disk that is too small shortens the retention.',
    ]);
    expect(notesWith({ retentionBytes: (diskBytes?.high ?? NaN) / 3 }))
      .toEqual([expect.stringMatching(/storage\.tsdb\.retention\.size\), which this load may fill in 5d\.$/)]);
    expect(notesWith({ retentionBytes: 2 * (diskBytes?.high ?? NaN) })).toEqual([]);
  });

  test('series and samples keep their proportion unless both are given; '
    + 'the range then spans both ways to reckon', () => {
    expect(plannedLoad(panel, { ...asked, samplesPerSecond: 2 * own.samplesPerSecond }))
      .toMatchObject({ samplesPerSecond: 2 * own.samplesPerSecond, series: 2 * own.series });
    expect(plannedLoad(panel, { ...asked, series: own.series / 2 }))
      .toMatchObject({ samplesPerSecond: own.samplesPerSecond / 2, series: own.series / 2 });
    const series = 2.5 * own.series;
    expect(planFor(panel, { ...asked, samplesPerSecond: own.samplesPerSecond, series }).memoryBytes)
      .toEqual({ low: byRate.low, high: times(ratios.residentBytesPerSeries, series).high });
  });

  test('says when the load lies far outside what was measured', () => {
    expect(planFor(panel, { ...asked, samplesPerSecond: 10 * own.samplesPerSecond }).notes).toEqual([
      '10 times the samples and 10 times the series of the measured load: outside '
        + 'the range that the ratios were measured in.',
    ]);
  });

  test('a ratio that is missing takes only its own figure away, and says why', () => {
    const short = answerOf('memory');
    short.ratios.diskBytesPerSample = {
      ...short.ratios.diskBytesPerSample, value: null, low: null, high: null,
      note: 'too little data: 0 head blocks written',
    };
    const plan = planFor(short, asked);
    expect(plan.diskBytes).toBeNull();
    expect(plan.memoryBytes).not.toBeNull();
    expect(plan.notes).toEqual(['No disk estimate: too little data: 0 head blocks written.']);
  });
});
