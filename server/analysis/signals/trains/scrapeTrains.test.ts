/** Scrape jobs that a target reported, from the inputs of GC & CPU to names, costs and steps. */
import { describe, expect, it } from 'vitest';
import type { HeadReading, TargetTrain } from '../../../../core/contract/contract.ts';
import { NO_INPUTS, type PanelInputs } from '../../../../core/panels.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analysePanels } from '../../panels/analyses.ts';
import { cpuSpikes } from '../../panels/overview/spikeRule.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';

const START = 1_800_000_000;
const SECONDS = 600;

/** Returns a job with one target. */
const job = (name: string, more: Partial<TargetTrain> = {}): TargetTrain => ({
  kind: 'scrape-job', name, file: null, instance: `http://${name}/metrics`, periodSeconds: 30, phase: START + 7.1,
  phaseErrorSeconds: 0.01, widthSeconds: 0.8, since: START - 100, until: null, ...more,
});
const big = job('big');
const small = job('small', { phase: START + 21.3, widthSeconds: 0.6 });

/** Returns CPU by second: 0.1 cores, and 0.9 core-seconds at each scrape of `big`. */
function planted(area = 0.9): RoleWindow {
  const random = seededRandom(5);
  let total = 0;
  const cpuSeconds = [0, ...Array.from({ length: SECONDS }, (_, second) => {
    total += 0.1 * (0.9 + 0.2 * random()) + (second % 30 === 7 ? area : 0);
    return Math.floor(total * 100) / 100;
  })];
  return handMadeWindow({ roles: { cpuSeconds } });
}

const answersOf = (window: RoleWindow, inputs: Partial<PanelInputs>) => analysePanels(window, {
  stepMs: null, facts: { maxProcs: 4 }, nowMs: window.endMs, intervalSeconds: 1, timeoutSeconds: 1,
  inputs: { ...NO_INPUTS, ...inputs },
});

const reading = (rows: { name: string; count: number }[]): HeadReading => ({
  time: START + 60, tookSeconds: 0.1, sizeBytes: 1000, processStart: START - 500, isDaily: false, series: 50_000,
  labelPairs: null, chunks: null,
  lists: { metrics: null, labelValues: null, labelBytes: null, labelPairs: { rows, isWhole: true } },
});

describe('scrape jobs that a target stated', () => {
  it('are named where their scrapes make the spikes, and no other job is', () => {
    const { 'gc-cpu': { spikes } } = answersOf(planted(), { scrapeTrains: [small, big] });
    expect(spikes.causes.map(({ cause }) => cause)).toEqual(['scrape-job']);
    expect(spikes.trains?.map(({ names, verdict }) => [names.join(' '), verdict]))
      .toEqual([['big', 'named'], ['small', 'none']]);
    expect(spikes.trains?.[0]?.coreSeconds).toBeCloseTo(0.9, 1);
    expect(spikes.trains?.[0]).toMatchObject({ spikes: spikes.spikes.length, targets: 1 });
    expect(spikes.trains?.[0]).not.toHaveProperty('headSeries');
  });

  it('have the longer interval and what it saves as a step, with the samples where they are known', () => {
    const known = { scrapeTrains: [big], headReadings: [reading([{ name: 'job=big', count: 40_000 }])] };
    const [step] = cpuSpikes(answersOf(planted(), known))?.actions ?? [];
    expect(step?.step).toContain('Raise scrape_interval of job big from 30 s to 60 s');
    expect(step?.why).toMatch(
      /twice the interval saves [\d.]+ cores \([\d.]+ cores to [\d.]+ cores\) of the [\d.]+ cores that it takes/
    );
    expect(step?.why).toContain('at most about 40,000 samples a scrape');
  });

  it('are none where nothing rises, and rule groups are left to the metrics', () => {
    const scrapeTrains = [big, job('g', { kind: 'rule-group' })];
    const { trains } = answersOf(planted(0), { scrapeTrains })['gc-cpu'].spikes;
    expect(trains?.some(({ verdict }) => verdict === 'named')).toBe(false);
    expect(trains?.map(({ names }) => names.join(' '))).not.toContain('g');
  });
});
