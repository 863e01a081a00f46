import { describe, expect, it } from 'vitest';
import { handMadeWindow } from '../../../testdata/handMadeWindow.ts';
import { flatnessFigures, ingestFlatness } from './ingestFlatness.ts';

/** Returns a counter from its rises per second; null = no scrape. */
function counter(rises: (number | null)[], from = 1e6): (number | null)[] {
  let sum = from;
  return rises.map((rise) => (rise === null ? null : (sum += rise)));
}

const steady = (length: number, rise: (i: number) => number | null): (number | null)[] =>
  Array.from({ length }, (_, i) => rise(i));

describe('how flat ingest is', () => {
  it('is nothing for a constant rate', () => {
    const { variationRatio, peakRatio, steps, stepSeconds } =
      ingestFlatness(handMadeWindow({ roles: { samplesAppended: counter(steady(120, () => 1000)) } }));
    expect([variationRatio, peakRatio, steps, stepSeconds]).toEqual([0, 1, 119, 1]);
  });

  it.each([
    ['Even', 1050, 950, 0.05], ['Uneven', 1200, 800, 0.2], ['Spiky', 2000, 0, 1],
  ])('is %s where the rate goes between %d and %d', (word, high, low, variation) => {
    const flatness = ingestFlatness(
      handMadeWindow({ roles: { samplesAppended: counter(steady(1001, (i) => (i % 2 === 0 ? high : low))) } })
    );
    expect(flatness.variationRatio).toBeCloseTo(variation, 2);
    expect(flatness.sentence.startsWith(word)).toBe(true);
  });

  it('leaves gaps, resets and the first minute of a process out', () => {
    const length = 400;
    // A gap of 20 s with samples ingested meanwhile; a restart at 300 with ten times the rate for 30 s.
    const samples = counter(steady(length, (i) => (i >= 300 && i < 330 ? 10_000 : 1000)));
    const values = samples.map((value, i) => (i >= 100 && i < 120 ? null : i >= 300 ? (value ?? 0) - 1.2e6 : value));
    const ticks = values.map((value) => (value === null ? 'timeout' as const : 'ok' as const));
    const processStartSeconds = steady(length, (i) => (i < 300 ? 1_799_000_000 : 1_800_000_300))
      .map((value, i) => (values[i] === null ? null : value));
    const { variationRatio, peakRatio } =
      ingestFlatness(handMadeWindow({ ticks, roles: { samplesAppended: values, processStartSeconds } }));
    expect(variationRatio).toBeCloseTo(0, 9);
    expect(peakRatio).toBeCloseTo(1, 9);
  });

  it('says what is lacking with too few steps, and nothing of a target that takes in nothing', () => {
    expect(ingestFlatness(handMadeWindow({ roles: { samplesAppended: counter(steady(30, () => 1000)) } })))
      .toMatchObject({ variationRatio: null, steps: 29 });
    expect(ingestFlatness(handMadeWindow({ roles: { samplesAppended: counter(steady(100, () => 0)) } })).variationRatio)
      .toBeNull();
    expect(flatnessFigures(handMadeWindow({ roles: { cpuSeconds: [1, 2, 3] } }))).toEqual([]);
  });
});
