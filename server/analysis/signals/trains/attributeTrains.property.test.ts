import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median } from '../../../../core/statistics/quantiles.ts';
import { seededRandom, type Random } from '../../../../core/statistics/random.ts';
import type { CurveSample } from './trainColumns.ts';
import { attributeTrains, type TrainResult } from './attributeTrains.ts';
import { pulseStarts, type PulseTrain } from './pulseTrain.ts';

const START_MS = 1_800_000_000_000;

type Sample = CurveSample & { isBusy: boolean };

interface Planted { train: PulseTrain; cost: number }

function group(name: string, more: Partial<PulseTrain> = {}): PulseTrain {
  return {
    kind: 'rule-group', name, file: '/etc/rules.yml', instance: null, periodMs: 15_000, phaseMs: START_MS,
    phaseErrorMs: 10, widthMs: 500, sinceMs: 0, untilMs: null, ...more,
  };
}

interface Made { seconds: number; random: Random; planted: readonly Planted[]; extra?: (second: number) => number }

/** Returns cores by second: a noisy level of 0.2 with the planted pulses, each with its own cost and delay. */
function curve({ seconds, random, planted, extra = () => 0 }: Made): Sample[] {
  const cores = Array.from({ length: seconds }, (_, k) => 0.2 * (0.8 + 0.4 * random()) + extra(k));
  for (const { train, cost } of planted) {
    for (const startMs of pulseStarts(train, START_MS, START_MS + 1000 * seconds)) {
      const from = startMs + 60 * (random() - 0.5) - START_MS;
      const to = from + train.widthMs * (0.9 + 0.2 * random());
      const area = cost * (0.85 + 0.3 * random());
      for (let k = Math.max(0, Math.floor(from / 1000)); k < Math.min(seconds, to / 1000); k++) {
        const within = Math.min(to, 1000 * (k + 1)) - Math.max(from, 1000 * k);
        cores[k] = (cores[k] ?? 0) + area * within / (to - from);
      }
    }
  }
  // The counter ticks at 10 ms.
  return cores.map((value, k) => ({
    startMs: START_MS + 1000 * k, endMs: START_MS + 1000 * (k + 1), value: Math.round(100 * value) / 100, weight: 1,
    isBusy: false,
  }));
}

function resultsOf(samples: readonly Sample[], trains: readonly PulseTrain[]): TrainResult[] {
  const quiet = median(samples.map(({ value }) => value)) ?? NaN;
  return attributeTrains({
    samples, level: new Float64Array(samples.length).fill(quiet), trains, besides: [], cores: 4, leastArea: 0.1,
  });
}

const named = (results: readonly TrainResult[]): string[][] =>
  results.filter(({ verdict }) => verdict === 'named').map(({ sources }) => sources.map(({ name }) => name).toSorted());

/** Returns thirty groups: the first `heavy` ones are long, the others last a few milliseconds. */
function thirty(random: Random, heavy: number): PulseTrain[] {
  return Array.from({ length: 30 }, (_, k) => group(`group ${k}`, {
    phaseMs: START_MS + Math.floor(15_000 * random()), widthMs: k < heavy ? 400 + 500 * random() : 3 + 15 * random(),
  }));
}

const seed = fc.integer({ min: 1, max: 1e6 });

describe('trains of a curve', () => {
  it('give the planted cost back within their band, and no light one is named', () => {
    fc.assert(fc.property(seed, fc.double({ min: 0.25, max: 1.5, noNaN: true }), (from, cost) => {
      const random = seededRandom(from);
      const trains = thirty(random, 1);
      const [train] = trains;
      if (train === undefined) return;
      const results = resultsOf(curve({ seconds: 600, random, planted: [{ train, cost }] }), trains);
      expect(named(results)).toEqual([['group 0']]);
      const { measure } = results[0] ?? {};
      expect(Math.abs((measure?.area ?? NaN) - cost)).toBeLessThan(0.15 * cost);
      // 95 % of the intervals contain it; intervals half as wide again contain nearly all.
      const half = 0.75 * ((measure?.high ?? NaN) - (measure?.low ?? NaN));
      expect(Math.abs((measure?.area ?? NaN) - cost)).toBeLessThan(half + 0.01);
    }), { numRuns: 60, seed: 1 });
  });

  it('are named each with its own cost where three are heavy, and together where two begin as one', () => {
    let [right, pairs] = [0, 0];
    fc.assert(fc.property(seed, (from) => {
      const random = seededRandom(from);
      const trains = thirty(random, 3);
      const costs = [0.5 + random(), 0.5 + random(), 0.5 + random()];
      const planted = costs.map((cost, k) => ({ cost, train: trains[k] ?? group('') }));
      const results = resultsOf(curve({ seconds: 300, random, planted }), trains);
      const found = named(results).flat();
      expect(found.filter((name) => !/^group [012]$/.test(name))).toEqual([]);
      if (new Set(found).size === 3) right++;
      for (const { sources, measure, verdict } of results) {
        if (verdict !== 'named' || measure === null) continue;
        if (sources.length > 1) pairs++;
        const cost = sources.reduce((sum, { name }) => sum + (costs[Number(name.slice(6))] ?? NaN), 0);
        const slack = Math.max(0.2 * cost, measure.high - measure.low);
        expect(Math.abs(measure.area - cost), `${from}: ${measure.area} of ${cost}`).toBeLessThan(slack);
      }
    }), { numRuns: 60, seed: 2 });
    expect(right).toBeGreaterThanOrEqual(54);
    expect(pairs).toBeGreaterThan(0);
  });

  it('are none where nothing is planted, nor where queries come at random', () => {
    fc.assert(fc.property(seed, fc.boolean(), (from, hasQueries) => {
      const random = seededRandom(from);
      const trains = thirty(random, 6);
      const bursts = new Set(Array.from({ length: 25 }, () => Math.floor(600 * random())));
      const extra = hasQueries ? (k: number): number => (bursts.has(k) || bursts.has(k - 1) ? 1.2 : 0) : () => 0;
      expect(named(resultsOf(curve({ seconds: 600, random, planted: [], extra }), trains))).toEqual([]);
    }), { numRuns: 100, seed: 3 });
  });

  it('keep their cost under a long burst of queries, which no train gets', () => {
    fc.assert(fc.property(seed, (from) => {
      const random = seededRandom(from);
      const trains = thirty(random, 4);
      const [train] = trains;
      if (train === undefined) return;
      const extra = (k: number): number => (k > 200 && k < 260 ? 2 * random() : 0);
      const results = resultsOf(curve({ seconds: 600, random, planted: [{ train, cost: 0.9 }], extra }), trains);
      const found = results.find(({ verdict }) => verdict === 'named');
      expect(named(results).flat()).toContain('group 0');
      expect(named(results)).toHaveLength(1);
      if (found?.sources.length === 1) expect(Math.abs((found.measure?.area ?? NaN) - 0.9)).toBeLessThan(0.15 * 0.9);
    }), { numRuns: 60, seed: 4 });
  });

  it('keep their cost beside queries of a user that use more than they do', () => {
    const off: number[] = [];
    let covered = 0;
    fc.assert(fc.property(seed, (from) => {
      const random = seededRandom(from);
      const train = group('group 0', { periodMs: 45_000, widthMs: 3750, phaseMs: START_MS + 45_000 * random() });
      const others = thirty(random, 0).slice(1).map((one) => ({ ...one, periodMs: 45_000 }));
      const starts = Array.from({ length: 60 }, () => Math.floor(900 * random()));
      const extra = (k: number): number => starts.filter((start) => k === start || k === start + 1).length;
      const samples = curve({ seconds: 900, random, planted: [{ train, cost: 3 }], extra });
      const found = resultsOf(samples, [train, ...others]).find(({ sources }) => sources[0]?.name === 'group 0');
      const measure = found?.measure ?? null;
      if (measure === null) throw new Error(`not measured, seed ${from}`);
      off.push(measure.area / 3 - 1);
      if (measure.low <= 3 && measure.high >= 3) covered++;
    }), { numRuns: 60, seed: 5 });
    // With the plain mean 38 were within 15 %, median 12 % too high, and 40 intervals held the planted cost.
    expect(covered).toBeGreaterThanOrEqual(57);
    expect(off.filter((one) => Math.abs(one) <= 0.15).length).toBeGreaterThanOrEqual(50);
    expect(Math.abs(median(off) ?? NaN)).toBeLessThan(0.08);
  });
});
