import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../core/statistics/random.ts';
import type { SpanMs } from '../windowFrame.ts';
import { attributeTrains, type TrainResult } from './attributeTrains.ts';
import type { CurveSample } from './trainColumns.ts';
import { pulseStarts, type PulseTrain } from './pulseTrain.ts';

const START_MS = 1_800_000_000_000;
const SECONDS = 300;

function train(name: string, more: Partial<PulseTrain> = {}): PulseTrain {
  return {
    kind: 'rule-group', name, file: '/etc/rules.yml', instance: null, periodMs: 15_000, phaseMs: START_MS + 4000,
    phaseErrorMs: 10, widthMs: 800, sinceMs: 0, untilMs: null, ...more,
  };
}

/** Returns cores above quiet, by samples of `stepMs`: little noise, and each pulse's area spread over its time. */
function samplesOf(planted: readonly (readonly [PulseTrain, number])[], stepMs = 1000): CurveSample[] {
  const random = seededRandom(3);
  const samples = Array.from({ length: SECONDS * 1000 / stepMs }, (_, k): CurveSample => ({
    startMs: START_MS + k * stepMs, endMs: START_MS + (k + 1) * stepMs, value: 0.04 * random(), weight: stepMs / 1000,
  }));
  for (const [{ widthMs, ...rest }, area] of planted) {
    for (const fromMs of pulseStarts({ ...rest, widthMs }, START_MS, START_MS + 1000 * SECONDS)) {
      for (const sample of samples) {
        const within = Math.min(sample.endMs, fromMs + widthMs) - Math.max(sample.startMs, fromMs);
        if (within > 0) sample.value += area * within / widthMs / sample.weight;
      }
    }
  }
  return samples;
}

interface Told { verdict: string; names: string[]; area: number | null }

function told(
  trains: readonly PulseTrain[], samples: readonly CurveSample[], besides: readonly SpanMs[] = []
): Told[] {
  const stepSeconds = samples[0]?.weight ?? 1;
  return attributeTrains({
    samples: samples.map((sample) => ({ ...sample, isBusy: false })), level: new Float64Array(samples.length), trains,
    besides, cores: 4, leastArea: 0.1 * stepSeconds,
  }).map(({ verdict, sources, measure }: TrainResult) => ({
    verdict, names: sources.map(({ name }) => name),
    area: measure === null ? null : Math.round(100 * measure.area) / 100,
  }));
}

describe('what each train makes', () => {
  it('is its own where several work in turn, one after the other', () => {
    const [a, b] = [train('a'), train('b', { phaseMs: START_MS + 6000 })];
    expect(told([a, b], samplesOf([[a, 0.6], [b, 1.4]]))).toEqual([
      { verdict: 'named', names: ['a'], area: 0.6 }, { verdict: 'named', names: ['b'], area: 1.4 },
    ]);
  });

  it('is that of both where they begin as one', () => {
    const [a, b] = [train('a'), train('b', { phaseMs: START_MS + 4050 })];
    expect(told([a, b], samplesOf([[a, 0.6], [b, 1.4]])))
      .toEqual([{ verdict: 'named', names: ['a', 'b'], area: 2 }]);
  });

  it('is measured at the pulses as they were, late and longer on a busy machine', () => {
    const random = seededRandom(5);
    const seen = Array.from({ length: 20 }, (_, k) => (
      { startMs: START_MS + 4000 + 15_000 * k + 3000 * random(), widthMs: 400 + 3000 * random() }
    ));
    const busy = train('busy', { widthMs: 1500, seen });
    const samples = samplesOf(seen.map((pulse) => [
      train('one', {
        phaseMs: pulse.startMs, widthMs: pulse.widthMs, sinceMs: pulse.startMs, untilMs: pulse.startMs + 1,
      }), 0.8,
    ]));
    const [only] = told([busy], samples);
    expect(only).toMatchObject({ verdict: 'named' });
    expect(only?.area).toBeCloseTo(0.8, 1);
  });

  it('is not that of GC cycles which collect what it allocates, and cycles of others are not its own', () => {
    const a = train('a');
    const own = pulseStarts(a, START_MS, START_MS + 1000 * SECONDS);
    const others = Array.from({ length: 25 }, (_, k) => START_MS + 11_500 * k);
    const cycles = (ends: readonly number[]): { startMs: number; endMs: number }[] => (
      ends.map((endMs) => ({ startMs: endMs - 500, endMs }))
    );
    const besides = [...cycles(own.map((startMs) => startMs + 700)), ...cycles(own.map((startMs) => startMs + 300))];
    expect(told([a], samplesOf([[a, 0.9]]), besides)[0]).toMatchObject({ verdict: 'named', area: 0.9 });
    const gc = others.map((endMs) => [
      train('gc', { phaseMs: endMs - 500, widthMs: 500, sinceMs: endMs - 500, untilMs: endMs }), 0.6,
    ] as const);
    const [only] = told([a], samplesOf([[a, 0.9], ...gc]), cycles(others));
    expect(only?.verdict).toBe('named');
    expect(only?.area).toBeCloseTo(0.9, 1);
  });

  it('is not that of a short one at the phase of a long one', () => {
    const [a, b] = [train('a'), train('b', { widthMs: 60 })];
    expect(told([a, b], samplesOf([[a, 0.9]]))).toEqual([
      { verdict: 'named', names: ['a'], area: 0.9 }, { verdict: 'none', names: ['b'], area: null },
    ]);
  });

  it('is too short to see where an evaluation cannot last for so much CPU', () => {
    const short = train('short', { widthMs: 12 });
    expect(told([short], samplesOf([[train('other'), 0.9]])))
      .toEqual([{ verdict: 'too-short', names: ['short'], area: null }]);
  });

  it('is not known from few pulses, nor where each sample has one', () => {
    const seldom = train('seldom', { periodMs: 60_000 });
    expect(told([seldom], samplesOf([[seldom, 2]]))[0]?.verdict).toBe('too-few');
    const heavy = train('heavy');
    expect(told([heavy], samplesOf([[heavy, 2]], 15_000))[0]?.verdict).toBe('flat');
  });

  it('follows a train over a restart, at another phase', () => {
    const at = START_MS + 150_000;
    const [before, after] = [train('a', { untilMs: at }), train('a', { sinceMs: at, phaseMs: START_MS + 9300 })];
    const [only, ...others] = told([before, after], samplesOf([[before, 0.7], [after, 0.7]]));
    expect(others).toEqual([]);
    expect(only).toMatchObject({ verdict: 'named', names: ['a'] });
    expect(only?.area).toBeCloseTo(0.7, 1);
  });

  it('is none of it where something else with the same period works seconds later', () => {
    const a = train('a');
    expect(told([a], samplesOf([[train('query', { phaseMs: START_MS + 5500 }), 0.9]]))[0]?.verdict).toBe('none');
    expect(told([a], samplesOf([[train('query', { phaseMs: START_MS + 9000 }), 0.9]]))[0]?.verdict).toBe('none');
  });

  it('of a job is that of a scrape where its targets are scraped at once, and not seen where they take turns', () => {
    const targets = (offsetMs: (k: number) => number): PulseTrain[] => Array.from({ length: 20 }, (_, k) => (
      train('node', {
        kind: 'scrape-job', file: null, instance: `http://10.0.0.${k}:9100/metrics`, widthMs: 100,
        phaseMs: START_MS + offsetMs(k),
      })
    ));
    const atOnce = targets((k) => 4000 + 10 * k);
    expect(told(atOnce, samplesOf(atOnce.map((one) => [one, 0.05])))).toEqual([
      { verdict: 'named', names: ['node'], area: 0.05 },
    ]);
    const inTurn = targets((k) => 750 * k);
    expect(told(inTurn, samplesOf(inTurn.map((one) => [one, 0.05])))[0]?.verdict).not.toBe('named');
  });
});
