import { describe, expect, it } from 'vitest';
import type { ChartModel } from '../../core/views/charts/chartModel.ts';
import { endLabels, LABEL_PX, spread } from './endLabels.ts';

const model = (labels: string[], kind: ChartModel['x']['kind'] = 'time'): ChartModel => ({
  label: 'test', unit: 'cores', x: { kind, values: [0, 1], min: 0, max: 1 }, marks: [], spans: [], stepSeconds: 1,
  lines: labels.map((label) => ({ key: label, label, colour: 'cpu', style: 'line', values: [1, 0.5] })),
});

describe('labels at the ends of lines', () => {
  it('have name and value where the room allows it, the value alone in a narrow frame', () => {
    expect(endLabels(model(['CPU, max per step']), 768, 260)).toMatchObject({ areNamed: true });
    expect(endLabels(model(['goal of the next cycle']), 296, 140)).toMatchObject({ areNamed: false });
  });
  it.each([
    ['more lines than the height has room for', model(['a', 'b', 'c', 'd', 'e']), 768, 100],
    ['an axis without a last moment', model(['a'], 'lag'), 768, 260],
    ['no line', model([]), 768, 260],
  ])('stay in the legend: %s', (_, one, width, height) => expect(endLabels(one, width, height).roomPx).toBe(0));
});

it.each([
  ['apart', [10, 100, 200]], ['on one place', [50, 50, 50, 50]], ['at the bottom', [239, 240, 238]],
  ['at the top', [0, 1, -4]],
])('labels %s do not overlap and stay in the plot, in the order of their lines', (_, centres) => {
  const tops = spread(centres, 240);
  const order = centres.map((_centre, i) => i).toSorted((one, other) => (centres[one] ?? 0) - (centres[other] ?? 0));
  const sorted = order.map((i) => tops[i] ?? NaN);
  expect(Math.min(...sorted)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...sorted)).toBeLessThanOrEqual(240 - LABEL_PX);
  sorted.slice(1).forEach((top, i) => expect(top - (sorted[i] ?? 0)).toBeGreaterThanOrEqual(LABEL_PX));
});
