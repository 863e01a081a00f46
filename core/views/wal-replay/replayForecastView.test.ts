import { expect, test } from 'vitest';
import { noon, walReplayPanel } from '../../../web/testdata/panels.ts';
import { forecastChart, peakText, rateCharts, riskText, scoreText } from './replayForecastView.ts';

const x = { kind: 'time' as const, values: [], min: noon, max: noon + 200 };

test('forecasts are drawn as the length of the whole start, beside the '
  + 'elapsed time and, once known, what it took', () => {
  const panel = walReplayPanel();
  const live = forecastChart(panel, x);
  expect(live?.lines.map(({ key }) => key)).toEqual(['told', 'elapsed']);
  // The process was there at 103 s; at 124 s it said 74 s more.
  expect(live?.lines[0]?.values[0]).toBeCloseTo(21 + 74);
  expect(live?.lines[1]?.values[0]).toBeCloseTo(21);
  const done = forecastChart({ ...panel, state: 'done', totalDurationSeconds: 90 }, x);
  expect(done?.lines.at(-1)).toMatchObject({ key: 'took', style: 'dash' });
  expect(forecastChart({ ...panel, forecasts: panel.forecasts.slice(0, 1) }, x)).toBeNull();
});

test('a bound far out is cut, so that the line can be seen', () => {
  const panel = walReplayPanel();
  const chart = forecastChart(
    { ...panel, forecasts: panel.forecasts.map((forecast) => ({ ...forecast, high: 1e6 })) }, x
  );
  expect(Math.max(...chart?.lines[0]?.high?.map((value) => value ?? 0) ?? [NaN])).toBeLessThan(400);
});

test('only rates that the target gave are drawn', () => {
  const panel = walReplayPanel();
  expect(rateCharts(panel, x).map(({ key }) => key)).toEqual(['segments', 'samples', 'bytes', 'gc']);
  expect(
    rateCharts({ ...panel, rates: { ...panel.rates, samplesPerSecond: panel.rates.time.map(() => null) } }, x)
      .map(({ key }) => key)
  ).toEqual(['segments', 'bytes', 'gc']);
});

test('the score says what it is of; while it goes on the chart is explained', () => {
  expect(scoreText({ state: 'done', forecastScore: { count: 40, medianErrorRatio: 0.152, heldRatio: 0.9 } })).toBe(
    'From a fifth of the segments on, half of the 40 forecasts were within 15.2 % of the '
      + 'actual time left; 90 % of the intervals contained it.'
  );
  expect(scoreText({ state: 'replaying', forecastScore: null })).toMatch(/stays level/);
});

test('the warning names the limit it is about, and only while it replays', () => {
  const panel = walReplayPanel();
  expect(riskText(panel)).toBe('Memory is projected to reach 1.02 GiB of 2 GiB (GOMEMLIMIT): close to the limit.');
  expect(riskText({ ...panel, memory: { ...panel.memory, risk: 'high', limitSource: 'host' } }))
    .toMatch(/host’s memory\): it may be OOM-killed/);
  expect(riskText({ ...panel, state: 'done' })).toBeNull();
  expect(peakText(panel)).toBe('906 MiB to 2.05 GiB');
});
