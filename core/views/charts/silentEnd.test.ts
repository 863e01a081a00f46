import { expect, test } from 'vitest';
import { restingIndex } from './chartModel.ts';
import { gapSpans, timeChart } from './panelParts.ts';

const range = { start: 1000, end: 1100, step: 1, scrapes: 100 };
const gaps = [{ start: 1010, end: 1020 }, { start: 1060, end: 1095 }];
const panel = { range, restarts: [], gapSpans: gaps };
const line = { key: 'cpu', label: 'CPU', colour: 'cpu', style: 'line', values: [0.2, null] } as const;

test('a chart of a target that does not answer is grey from the last reading to its end', () => {
  const spans = gapSpans({ ...panel, silentSince: 1060 });
  expect(spans.map(({ start, end, fill }) => [start, end, fill])).toEqual([
    [1010, 1020, 'hatch'], [1060, 1100, 'hatch'],
  ]);
  expect(spans.at(-1)?.detail).toBe('not scraped for 40 s');
  expect(gapSpans(panel).map(({ end }) => end)).toEqual([1020, 1095]);
});

test('and its legend shows no value as the current one', () => {
  const parts = { label: 'CPU', unit: 'cores' as const, lines: [{ ...line, values: [...line.values] }] };
  const chart = timeChart({ ...panel, silentSince: 1060 }, [1000, 1070], { ...parts, hasEnded: false });
  expect(chart.lines.map((one) => restingIndex(chart, one))).toEqual([-1]);
  const live = timeChart(panel, [1000, 1070], parts);
  expect(live.lines.map((one) => restingIndex(live, one))).toEqual([0]);
});
