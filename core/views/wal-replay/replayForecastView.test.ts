import { expect, test } from 'vitest';
import { elementAt } from '../../elementAt.ts';
import { answerOf } from '../../../testdata/answers.ts';
import { forecastChart, peakText, rateCharts, riskText, scoreText } from './replayForecastView.ts';

const panel = answerOf('replaying');
const done = answerOf('wal-replay');
const x = { kind: 'time' as const, values: [], min: panel.range.start, max: panel.range.end };

test('forecasts are drawn as the length of the whole start, beside the '
  + 'elapsed time and, once known, what it took', () => {
  const live = forecastChart(panel, x);
  const first = elementAt(panel.forecasts, 0);
  // The process was back when the port stopped refusing.
  const elapsed = first.time - elementAt(panel.phases, 1).start;
  expect(panel.phases.map(({ name }) => name)).toEqual(['unreachable', 'opening', 'mmapped-chunks', 'segments']);
  expect(live?.lines.map(({ key }) => key)).toEqual(['told', 'elapsed']);
  expect(live?.lines.map(({ values, low, high }) => [values[0], low?.[0], high?.[0]])).toEqual([
    [elapsed + first.median, elapsed + first.low, elapsed + first.high], [elapsed, undefined, undefined],
  ]);
  expect(live?.x.values).toEqual(panel.forecasts.map(({ time }) => time));
  const took = forecastChart(done, x)?.lines.at(-1);
  expect(took).toMatchObject({ key: 'took', style: 'dash' });
  expect(new Set(took?.values)).toEqual(new Set([done.totalDurationSeconds]));
  expect(forecastChart({ ...panel, forecasts: panel.forecasts.slice(0, 1) }, x)).toBeNull();
});

test('a bound far out is cut, so that the line can be seen', () => {
  const chart = forecastChart(
    { ...panel, forecasts: panel.forecasts.map((forecast) => ({ ...forecast, high: 1e6 })) }, x
  );
  const top = (values: readonly (number | null)[] = []): number => Math.max(...values.map((value) => value ?? 0));
  expect(top(chart?.lines[0]?.high)).toBeCloseTo(3 * top(chart?.lines[0]?.values), 6);
});

test('only rates that the target gave are drawn', () => {
  const { rates } = done;
  expect(rateCharts(panel, x).map(({ key }) => key)).toEqual(['segments']);
  const charts = rateCharts(done, x);
  expect(charts.map(({ key, model }) => [key, model.lines[0]?.values])).toEqual([
    ['segments', rates.segmentsPerSecond],
    ['samples', rates.samplesPerSecond.map((rate) => (rate === null ? null : rate / 1000))],
  ]);
  expect(charts[0]?.model.x.values).toEqual(rates.time);
  const told = { ...rates, bytesPerSecond: rates.time.map(() => 4e6), gcRatio: rates.time.map(() => 0.2) };
  expect(rateCharts({ ...done, rates: told }, x).map(({ key }) => key)).toEqual(['segments', 'samples', 'bytes', 'gc']);
  const silent = { ...told, samplesPerSecond: rates.time.map(() => null) };
  expect(rateCharts({ ...done, rates: silent }, x).map(({ key }) => key)).toEqual(['segments', 'bytes', 'gc']);
});

test('the score says what it is of; while it goes on the chart is explained', () => {
  expect(scoreText(done)).toBe(
    'From a fifth of the segments on, half of the 118 forecasts were within 8.35 % of the '
      + 'actual time left; 96.6 % of the intervals contained it.'
  );
  expect(scoreText(panel)).toMatch(/stays level/);
});

test('the warning names the limit it is about, and only while it replays', () => {
  expect(riskText(panel)).toBe('Memory is projected to reach 921 MiB of 1 GiB (GOMEMLIMIT): close to the limit.');
  expect(riskText({ ...panel, memory: { ...panel.memory, risk: 'high', limitSource: 'host' } }))
    .toMatch(/host’s memory\): it may be OOM-killed/);
  expect(riskText({ ...panel, state: 'done' })).toBeNull();
  expect(peakText(panel)).toBe('781 MiB to 1.04 GiB');
  expect(peakText(done)).toBeNull();
});
