import { expect, test } from 'vitest';
import type { SpikeAttribution, SpikeTrain } from '../../contract/contract.ts';
import { trainsView, type TrainsView } from './trainsView.ts';

const train = (name: string, more: Partial<SpikeTrain> = {}): SpikeTrain => ({
  kind: 'rule-group', names: [name], files: ['/etc/rules.yml'], periodSeconds: 15, lastStart: 0, widthSeconds: 0.7,
  targets: 1, verdict: 'named', pulses: 16, coreSeconds: 0.75, lowCoreSeconds: 0.7, highCoreSeconds: 0.8,
  risingRatio: 1, spikes: 14, shareRatio: 0.6,
  fold: {
    offsetSeconds: [-1.5, -0.5, 0.5, 1.5], medianCores: [0, 0, 0.7, 0.1], lowCores: [0, 0, 0.6, 0],
    highCores: [0, 0, 0.8, 0.2], pulses: 16,
  }, ...more,
});
function viewOf(trains: SpikeTrain[] | undefined): TrainsView | null {
  const spikes = { spikes: [], ...(trains === undefined ? {} : { trains }) } as unknown as SpikeAttribution;
  return trainsView({ spikes, profiles: [] });
}
const unnamed = { coreSeconds: null, lowCoreSeconds: null, highCoreSeconds: null, risingRatio: null, fold: null };

test('named trains have their cost and a fold, others say why they have none, light ones are counted', () => {
  const view = viewOf([
    train('node'), train('flat', { ...unnamed, verdict: 'flat' }),
    ...['a', 'b'].map((name) => train(name, { ...unnamed, verdict: 'too-short' as const })),
  ]);
  expect(view?.holds).toBe('1 of 4 make CPU rise');
  expect(view?.rows.map(({ name, cost, cores, verdict }) => [name, cost, cores, verdict])).toEqual([
    ['rule group node', '0.75 core-s', '0.05 cores', 'CPU rises at it'],
    ['rule group flat', null, null, 'readings are too far apart'],
  ]);
  expect(view?.omitted)
    .toBe('2 more are too short to see: one evaluation or scrape cannot use enough CPU.');
  expect(view?.folds.map(({ name }) => name)).toEqual(['rule group node']);
  expect(view?.folds[0]?.note)
    .toBe('One evaluation adds 0.75 core-s (95 % interval 0.7 core-s to 0.8 core-s) over 16 measured; 100 % of them '
      + 'add at least half of that.');
  expect(view?.folds[0]?.chart.marks[0]?.times).toEqual([0]);
});

test('a train without a rise of CPU can be folded too, after the named ones', () => {
  const { fold } = train('any');
  const view = viewOf([train('node'), train('calm', { ...unnamed, fold, verdict: 'none', spikes: 0 })]);
  expect(view?.folds.map(({ name, note, code }) => [name, note.slice(0, 40), code])).toEqual([
    ['rule group node', 'One evaluation adds 0.75 core-s (95 % in', null],
    ['rule group calm', 'Not named: no rise of CPU at it.', null],
  ]);
});

test('a profile of a group is booked for its next evaluation, one of a job runs over a period', () => {
  const view = viewOf([train('node'), train('cadvisor', { kind: 'scrape-job', files: [null], periodSeconds: 12.5 })]);
  expect(view?.folds.map(({ code, capture }) => [code, capture.request])).toEqual([
    [null, { kind: 'cpu', at: 'next-evaluation', group: '/etc/rules.yml;node' }],
    [null, { kind: 'cpu', at: 'now', seconds: 13 }],
  ]);
});

test('what an evaluation allocates stands beside its CPU', () => {
  const bytes = { allocBytes: 46 * 2 ** 20, lowAllocBytes: 44 * 2 ** 20, highAllocBytes: 48 * 2 ** 20 };
  expect(viewOf([train('node', bytes)])?.folds[0]?.note).toMatch(/; each allocates 46 MiB \(44 MiB to 48 MiB\)\.$/);
});

test('a target without rule groups, and an answer of before, have none', () => {
  expect(viewOf([])).toBeNull();
  expect(viewOf(undefined)).toBeNull();
});
