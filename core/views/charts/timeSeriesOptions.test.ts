import { elementAt } from '../../elementAt.ts';
import { describe, expect, test } from 'vitest';
import { detailsAt, hasValues, lastIndex, nearestIndex, topOf, type ChartModel } from './chartModel.ts';
import type { Palette } from './chartPalette.ts';
import { axisTop, chartData, offsetText, structureOf, tickSpace, timeSeriesOptions } from './timeSeriesOptions.ts';

const colour = { mark: '#111', fill: '#222' };
const palette: Palette = {
  colours: {
    cpu: colour, gc: colour, compaction: colour, query: colour, replay: colour, memory: colour, failure: colour,
    gap: colour, other: colour,
  },
  inkSoft: '#333', grid: '#444', thin: '#555', surface: '#fff', font: '12px sans',
};

const model: ChartModel = {
  label: 'test', unit: 'cores', stepSeconds: 1, x: { kind: 'time', values: [10, 11, 12], min: 10, max: 13 },
  lines: [
    { key: 'plain', label: 'plain', colour: 'cpu', style: 'line', values: [1, null, 3] },
    {
      key: 'banded', label: 'banded', colour: 'memory', style: 'line', values: [2, 2, 2], low: [1, 1, 1],
      high: [5, 4, null],
    },
  ],
  marks: [{ key: 'gc', label: 'GC cycle', colour: 'gc', shape: 'tick', times: [11.5] }],
  spans: [
    {
      key: 'gap', colour: 'gap', fill: 'hatch', label: 'not scraped', start: 11, end: 12, detail: 'not scraped for 1 s',
    },
  ],
};
const look = {
  palette, zone: 'utc' as const, width: 600, height: 200, stepPath: undefined, tzDate: (date: Date) => date,
};

describe('columns', () => {
  test('the edges of a band come before its line, gaps stay null', () => {
    expect(chartData(model)).toEqual([[10, 11, 12], [1, null, 3], [5, 4, null], [1, 1, 1], [2, 2, 2]]);
  });
  test('bands name the columns of their edges', () => {
    expect(timeSeriesOptions(() => model, look).bands?.map((band) => band.series)).toEqual([[2, 3]]);
    const upOnly = { ...model, lines: [{ ...elementAt(model.lines, 0), high: [2, 2, 4] }] };
    expect(timeSeriesOptions(() => upOnly, look).bands?.map((band) => band.series)).toEqual([[1, 2]]);
  });
  test('no line joins over a gap', () => {
    for (const series of timeSeriesOptions(() => model, look).series.slice(1))
      expect(series.spanGaps ?? false).toBe(false);
  });
  test('a column too short ends in gaps', () => {
    expect(chartData({ ...model, lines: [{ ...elementAt(model.lines, 0), values: [7] }] }))
      .toEqual([[10, 11, 12], [7, null, null]]);
  });
});

test('new values keep the structure, a new line changes it', () => {
  expect(
    structureOf(
      { ...model, x: { ...model.x, max: 99 }, lines: model.lines.map((line) => ({ ...line, values: [9, 9, 9] })) }
    )
  ).toBe(structureOf(model));
  expect(structureOf({ ...model, lines: model.lines.slice(1) })).not.toBe(structureOf(model));
});

describe('the y axis starts at zero and ends on a round value', () => {
  test.each(
    [
      [0, 'cores', 1], [0.42, 'cores', 0.5], [1, 'cores', 1.5], [3.9, 'cores', 5], [0.95, 'ratio', 1],
      [300 * 1_048_576, 'bytes', 400 * 1_048_576], [0.061, 'seconds', 0.08],
    ] as const
  )('%s %s ends at %s', (top, unit, end) => {
    expect(axisTop(top, unit)).toBeCloseTo(end, 10);
  });
  test('bands count; a mark far above does not press the lines flat', () => {
    expect(topOf(model)).toBe(5);
    expect(
      topOf(
        { ...model, marks: [{ key: 'x', label: 'x', colour: 'failure', shape: 'cross', times: [1], values: [10] }] }
      )
    ).toBe(5);
  });
});

test('offsets are written as durations', () => {
  expect([0, 30, -120, 5_400].map(offsetText)).toEqual(['0', '30s', '−2m', '1h30m']);
});

test('the cursor finds the nearest point, and the spans and marks there', () => {
  expect([9, 10.4, 10.6, 12, 99].map((x) => nearestIndex([10, 11, 12], x))).toEqual([0, 0, 1, 2, 2]);
  expect(nearestIndex([], 1)).toBe(-1);
  expect(detailsAt(model, 11.4, 0.2)).toEqual(['not scraped for 1 s', 'GC cycle']);
  expect(detailsAt(model, 10.2, 0.2)).toEqual([]);
  expect(lastIndex([1, null, 3, null])).toBe(2);
});

test.each([40, 60, 77, 120, 240, 400])('a plot %d px high has two ticks or more, and labels do not touch', (px) => {
  expect(tickSpace(px)).toBeGreaterThanOrEqual(14);
  // A step of 1, 2, 2.5 or 5 is at most 2.5 times the least step, and two of them fit.
  const tops = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
  for (const top of tops) {
    const step = [0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5].find((one) => (one / top) * px >= tickSpace(px)) ?? 10;
    expect(Math.floor(top / step + 1e-9), `top ${top}`).toBeGreaterThanOrEqual(px < 60 ? 1 : 2);
  }
});

describe('a chart without values', () => {
  const nothing: ChartModel = {
    ...model, lines: [{ key: 'plain', label: 'plain', colour: 'cpu', style: 'line', values: [null, null, null] }],
    marks: [],
  };

  test('has no scale, because nothing gives it one', () => {
    const options = timeSeriesOptions(
      () => nothing,
      { palette, zone: 'utc', width: 400, height: 200, stepPath: undefined, tzDate: (date) => date }
    );
    const values = options.axes?.[1]?.values as (plot: unknown, splits: number[]) => string[];
    expect(values(null, [0, 1])).toEqual(['', '']);
    expect(hasValues(nothing)).toBe(false);
    expect(hasValues(model)).toBe(true);
  });

  test('has one when a mark, such as a failed scrape, has a value', () => {
    const mark = { key: 'refused', label: 'refused', colour: 'failure' as const, shape: 'cross' as const, times: [11] };
    expect(hasValues({ ...nothing, marks: [mark] })).toBe(false);
    expect(hasValues({ ...nothing, marks: [{ ...mark, values: [0.2] }] })).toBe(true);
  });
});
