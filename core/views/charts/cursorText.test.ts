import { expect, test } from 'vitest';
import type { ChartModel } from './chartModel.ts';
import { cursorText } from './cursorText.ts';

const line = (label: string, values: (number | null)[], more: object = {}): ChartModel['lines'][number] =>
  ({ key: label, label, colour: 'cpu', style: 'line', values, ...more });
const model: ChartModel = {
  label: 'CPU over time.', unit: 'cores', stepSeconds: 1, spans: [],
  x: { kind: 'time', values: [1000, 1001, 1002], min: 1000, max: 1002 },
  lines: [line('CPU', [0.5, 2.312, null]), line('limit', [4, 4, 4]), line('each', [1, 1, 1], { style: 'thin' })],
  marks: [{ key: 'gc', label: 'GC cycle', colour: 'cpu', shape: 'tick', times: [1001] }],
};

test('each line has its value with its unit, and what happens there comes last', () => {
  expect(cursorText(model, { index: 1, x: 1001 }, 'utc'))
    .toEqual(['00:16:41', 'CPU 2.31 cores', 'limit 4 cores', 'GC cycle']);
});

test('a gap has no value', () => {
  expect(cursorText(model, { index: 2, x: 1002 }, 'utc')).toEqual(['00:16:42', 'CPU no value', 'limit 4 cores']);
});

test('of many lines the first six are told', () => {
  const many = { ...model, marks: [], lines: Array.from({ length: 9 }, (_, i) => line(`t${i}`, [i, i, i])) };
  expect(cursorText(many, { index: 0, x: 1000 }, 'utc').slice(-2)).toEqual(['t5 5 cores', '3 more in the table']);
});

test('a fold has offsets in place of times', () => {
  const x = { kind: 'offset' as const, values: [0, 60, 120], min: 0, max: 120 };
  const fold: ChartModel = { ...model, marks: [], x };
  expect(cursorText(fold, { index: 1, x: 60 }, 'utc')[0]).toMatch(/1m/);
});
