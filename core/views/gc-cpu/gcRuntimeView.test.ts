import { describe, expect, it, test } from 'vitest';
import type { HistogramQuantiles } from '../../contract/contract.ts';
import { answerOf } from '../../../testdata/answers.ts';
import { gcRuntimeView, linksLagChart } from './gcRuntimeView.ts';

const panel = answerOf('gc-cpu');
const quantiles = (count: number[]): HistogramQuantiles => ({
  stepSeconds: 10, time: count.map((_, i) => panel.range.start + 10 * i), count,
  p50: {
    seconds: count.map((one) => (one > 0 ? 5e-5 : null)), lowSeconds: count.map((one) => (one > 0 ? 1e-5 : null)),
    highSeconds: count.map((one) => (one > 0 ? 1e-4 : null)),
  },
  p99: {
    seconds: count.map((one) => (one > 0 ? 1e-3 : null)), lowSeconds: count.map((one) => (one > 0 ? 1e-3 : null)),
    highSeconds: count.map(() => null),
  },
});

test('a Prometheus 2.42 has its allocation rate and its last pauses, and no histogram', () => {
  const view = gcRuntimeView(panel);
  expect(view.alloc?.lines.map(({ key, values }) => [key, values]))
    .toEqual([['alloc', panel.series.allocBytesPerSecond]]);
  expect([view.pauses, view.schedLatency]).toEqual([null, null]);
});

test('an answer that was stored before has none of them', () => {
  const { series: { time }, range, restarts, gapSpans, cycles, compactions } = panel;
  expect(gcRuntimeView({ series: { time }, range, restarts, gapSpans, cycles, compactions }))
    .toEqual({ duringCycle: null, alloc: null, pauses: null, recentPauses: null, schedLatency: null });
});

describe('quantiles of a histogram', () => {
  it('are drawn in the middle of their step, with the bucket as a band; the last bucket has no upper edge', () => {
    const chart = gcRuntimeView({ ...panel, schedLatency: quantiles([9, 9, 0, 9, 9, 9]) }).schedLatency;
    expect(chart?.x.values.slice(0, 2)).toEqual([panel.range.start + 5, panel.range.start + 15]);
    const [p99, p50] = chart?.lines ?? [];
    expect([p99?.low?.[0], p99?.high?.[0], p99?.values[2]]).toEqual([1e-3, 1e-3, null]);
    expect([p50?.low?.[0], p50?.high?.[0], p50?.style, p50?.bandLabel]).toEqual([1e-5, 1e-4, 'line', 'its bucket']);
  });

  it('are dots where most steps have none', () => {
    const chart = gcRuntimeView({ ...panel, pauseQuantiles: quantiles([1, 0, 0, 2, 0]) }).pauses;
    expect(chart?.lines.map(({ style }) => style)).toEqual(['points', 'points']);
  });
});

test('scrape duration and ingestion by lag are on one chart; without lags there is none', () => {
  const chart = linksLagChart(panel.links);
  expect(chart?.lines.map(({ key, values }) => [key, values.length]))
    .toEqual([['scrape-time', 21], ['ingest', 21]]);
  expect(linksLagChart(panel.links.map((link) => ({ ...link, correlation: { ...link.correlation, lags: [] } }))))
    .toBeNull();
});

test('GC while a cycle runs: a dot per cycle, the mean with its interval, and the budget', () => {
  const gcWhileCycleCores = panel.series.time.map((_, i) => (i === 3 ? 0.4 : null));
  const during = { ...panel.duringCycle, cores: 0.3, lowCores: 0.2, highCores: 0.4 };
  const chart = (gcBudgetCores: (number | null)[]) => gcRuntimeView(
    { ...panel, duringCycle: during, series: { ...panel.series, gcWhileCycleCores, gcBudgetCores } }
  ).duringCycle;
  const budget = panel.series.time.map(() => 0.5);
  expect(chart(budget)?.lines.map(({ key, style, values }) => [key, style, values[3]]))
    .toEqual([['cycle', 'points', 0.4], ['mean', 'line', 0.3], ['budget', 'dash', 0.5]]);
  expect(chart(budget)?.lines[1]).toMatchObject({ bandLabel: '95 % interval' });
  expect(chart(budget.map(() => null))?.lines.map(({ key }) => key)).toEqual(['cycle', 'mean']);
});
