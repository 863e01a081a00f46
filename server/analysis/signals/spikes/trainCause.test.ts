/** Names spikes from a CPU counter and trains of known phase. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { attributionOf } from '../../../../testdata/spikeTruth.ts';
import type { PulseTrain } from '../trains/pulseTrain.ts';

const START_MS = 1_800_000_000_000;
const SECONDS = 600;

const train = (name: string, more: Partial<PulseTrain> = {}): PulseTrain => ({
  kind: 'rule-group', name, file: '/etc/rules.yml', instance: null, periodMs: 30_000, phaseMs: START_MS + 7100,
  phaseErrorMs: 10, widthMs: 700, sinceMs: 0, untilMs: null, ...more,
});

/** Returns CPU by second: 0.1 cores, `cost` core-seconds at each start of the planted trains, and bursts of queries. */
function windowOf(planted: readonly (readonly [PulseTrain, number])[], bursts: readonly number[] = []) {
  const random = seededRandom(11);
  const cores = Array.from({ length: SECONDS }, () => 0.1 * (0.9 + 0.2 * random()));
  const add = (second: number, area: number): void => { cores[second] = (cores[second] ?? 0) + area; };
  for (const [{ phaseMs, periodMs }, cost] of planted)
    for (let at = (phaseMs - START_MS) / 1000; at < SECONDS; at += periodMs / 1000) add(Math.floor(at), cost);
  const took = Array.from({ length: SECONDS }, () => 0);
  for (const second of bursts) for (let k = 0; k < 3; k++) {
    add(second + k, 1.5);
    took[second + k] = 1.5;
  }
  let [total, taken] = [0, 0];
  const cpuSeconds = [0, ...cores.map((used) => Math.floor((total += used) * 100) / 100)];
  return handMadeWindow({
    durationSeconds: cpuSeconds.map(() => 0),
    roles: { cpuSeconds, queryEvalSeconds: [0, ...took.map((seconds) => (taken += seconds))] },
  });
}

describe('spikes of rule groups', () => {
  const [heavy, light] = [train('heavy'), train('light', { phaseMs: START_MS + 21_300, widthMs: 4 })];

  it('have the name, the cost and the share of the group', () => {
    const known = { trains: [heavy, light] };
    const { causes, spikes, trains = [] } = attributionOf(windowOf([[heavy, 0.9]]), [], undefined, known);
    expect(causes.map(({ cause }) => cause)).toEqual(['rule-group']);
    expect(spikes.every(({ trains: makers }) => makers?.[0] === 0)).toBe(true);
    expect(spikes[0]?.evidence).toMatch(/^\d+ % of its CPU above quiet is what rule group heavy usually adds/);
    expect(trains.map(({ names, verdict }) => [names.join(' '), verdict]))
      .toEqual([['heavy', 'named'], ['light', 'too-short']]);
    expect(trains[0]?.coreSeconds).toBeCloseTo(0.9, 1);
    expect(trains[0]).toMatchObject({ spikes: spikes.length, shareRatio: 1, risingRatio: 1 });
  });

  it('show their rise in the fold, at the start of an evaluation', () => {
    const { trains = [] } = attributionOf(windowOf([[heavy, 0.9]]), [], undefined, { trains: [heavy] });
    const { offsetSeconds = [], medianCores = [] } = trains[0]?.fold ?? {};
    const highest = medianCores.indexOf(Math.max(...medianCores.map((cores) => cores ?? 0)));
    expect(Math.abs(offsetSeconds[highest] ?? NaN)).toBeLessThan(1.1);
    expect(medianCores[highest]).toBeGreaterThan(0.8);
  });

  it('say since when it has its phase: a reload moves it', () => {
    const [before, after] = [
      train('moved', { untilMs: START_MS + 200_000 }),
      train('moved', { sinceMs: START_MS + 200_000, phaseMs: START_MS + 12_100 }),
    ];
    const sinceOf = (trains: PulseTrain[]): number => {
      const [found] = attributionOf(windowOf([[heavy, 0.9]]), [], undefined, { trains }).trains ?? [];
      return (found?.since ?? NaN) - START_MS / 1000;
    };
    expect(sinceOf([before, after])).toBeCloseTo(222.1, 3);
    expect(sinceOf([train('steady')])).toBeLessThan(10);
  });

  it('are not those of queries, which keep their cause beside them', () => {
    const bursts = [80, 145, 223, 318, 402, 530];
    const { causes, trains = [] } = attributionOf(windowOf([[heavy, 0.9]], bursts), [], undefined, { trains: [heavy] });
    expect(causes.map(({ cause, count }) => [cause, count])).toEqual([['query', 6], ['rule-group', 20]]);
    expect(trains[0]?.spikes).toBe(20);
    const alone = attributionOf(windowOf([], bursts), [], undefined, { trains: [heavy] });
    expect(alone.causes.map(({ cause }) => cause)).toEqual(['query']);
    expect(alone.trains?.map(({ verdict }) => verdict)).toEqual(['none']);
    // It can be folded all the same.
    expect(alone.trains?.[0]?.fold?.pulses).toBe(20);
  });
});
