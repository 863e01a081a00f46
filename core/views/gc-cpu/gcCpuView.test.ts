import { describe, expect, test } from 'vitest';
import { answerOf } from '../../../testdata/answers.ts';
import { topOf } from '../charts/chartModel.ts';
import { axisTop, chartData, drawnValues } from '../charts/timeSeriesOptions.ts';
import { correlationText, gcCpuView } from './gcCpuView.ts';

const panel = answerOf('gc-cpu');
const view = gcCpuView(panel, 'utc', panel.range.end);

test('context and correlation in words', () => {
  expect(view.context).toBe('16:27:38 to 16:32:38 UTC · 300 scrapes · 15 GC cycles (4 without an exact time)');
  expect(view.correlation).toBe('r = 0.733 at lag 0 s, p = 0.004 over all lags, compactions excluded');
});

test('the lines are the series, on their times', () => {
  const { series } = panel;
  expect(view.cpu.x).toMatchObject({ values: series.time, min: panel.range.start, max: panel.range.end });
  expect(view.cpu.lines.map(({ key, values }) => [key, values])).toEqual([['cpu', series.cpuCores]]);
  expect(view.heap.lines.map(({ key, values }) => [key, values]))
    .toEqual([
      ['heap', series.heapInuseBytes], ['goal', series.nextGcBytes], ['rss', series.rssBytes],
      ['live', series.liveHeapBytes],
    ]);
});

test('a gap stays null in the lines and is a hatched span, a compaction is a band', () => {
  expect(view.cpu.lines[0]?.values.slice(0, 4).map((value) => value === null)).toEqual([true, true, false, false]);
  const holed = answerOf('gc-cpu');
  holed.series.cpuCores[50] = null;
  expect(gcCpuView(holed, 'utc', 0).cpu.lines[0]?.values.slice(49, 52).map((value) => value === null))
    .toEqual([false, true, false]);
  expect(view.cpu.spans.map(({ label, fill, start, end }) => [label, fill, start, end])).toEqual([
    ...panel.gapSpans.map(({ start, end }) => ['not scraped', 'hatch', start, end]),
    ...panel.compactions.map(({ start, end }) => ['compaction', 'band', start, end]),
  ]);
  expect([panel.gapSpans.length, panel.compactions.length]).toEqual([1, 2]);
});

test('cycles stand at their exact times and a restart is a rule', () => {
  const restarts = [{ time: panel.range.start + 100 }];
  expect(gcCpuView({ ...panel, restarts }, 'utc', 0).cpu.marks.map(({ key, shape, times }) => [key, shape, times]))
    .toEqual([['cycles', 'tick', panel.cycles.map(({ time }) => time)], ['restarts', 'rule', [restarts[0]?.time]]]);
  expect(panel.cycles).toHaveLength(11);
});

test('bands are drawn only where points were thinned', () => {
  expect(view.cpu.lines[0]).toMatchObject({ bandLabel: 'max per step', high: panel.series.cpuCoresMax });
  const whole = answerOf('gc-cpu');
  whole.series.cpuCoresMax = [...whole.series.cpuCores];
  expect(gcCpuView(whole, 'utc', 0).cpu.lines[0]?.high).toBeUndefined();
  whole.series.cpuCoresMax = whole.series.time.map(() => null);
  expect(gcCpuView(whole, 'utc', 0).cpu.lines[0]?.high).toBeUndefined();
});

test('without a correlation nothing is claimed and no lag chart is drawn', () => {
  const few = answerOf('gc-cpu');
  few.correlation = {
    pearson: null, spearman: null, bestLagSeconds: null, pValue: null, bestLagPValue: null, sampleSize: 3,
    lags: [{ lagSeconds: 0, r: null }],
  };
  expect(correlationText(few)).toBeNull();
  expect(gcCpuView(few, 'utc', 0).lag).toBeNull();
});

test('the lag chart marks the strongest lag on an axis from -1 to 1', () => {
  const { lags } = panel.correlation;
  expect(view.lag).toMatchObject({ yMin: -1, yMax: 1, x: { kind: 'lag', min: -10, max: 10 } });
  expect(view.lag?.lines[0]?.values).toEqual(lags.map(({ r }) => r));
  const strongest = lags.toSorted((a, b) => Math.abs(b.r ?? 0) - Math.abs(a.r ?? 0))[0];
  expect(view.lag?.marks[0]?.times).toEqual([strongest?.lagSeconds]);
});

describe('the memory limit is drawn wherever it is', () => {
  const limitOf = (bytes: number | null) => gcCpuView({
    ...panel, memoryLimits: bytes === null ? [] : [{ source: 'configured', bytes }],
  }, 'utc', 0).heap;

  test('near the heap it is a line to scale', () => {
    const [limit] = limitOf(1e9).lines.slice(-1);
    expect(limit).toMatchObject({ key: 'limit', label: 'memory limit of its container' });
    expect(limit?.isOffAxis).toBeUndefined();
    expect(topOf(limitOf(1e9))).toBe(1e9);
  });

  test('far above it, it keeps its value, does not stretch the axis and is drawn along the top', () => {
    const heap = limitOf(64 * 2 ** 30);
    const [limit] = heap.lines.slice(-1);
    expect(limit).toMatchObject({ label: 'memory limit of its container 64 GiB, off scale', isOffAxis: true });
    expect(limit?.values[0]).toBe(64 * 2 ** 30);
    expect(topOf(heap)).toBe(topOf(limitOf(null)));
    const drawn = limit === undefined ? [] : drawnValues(heap, limit);
    expect(drawn[0]).toBeGreaterThan(topOf(heap));
    expect(drawn[0]).toBeLessThan(axisTop(topOf(heap), 'bytes'));
    expect(chartData(heap).at(-1)).toEqual(drawn);
  });

  test('an answer that was stored before there were several has that of Go', () => {
    const stored: Partial<typeof panel> = { ...panel, memoryLimitBytes: 1e9 };
    delete stored.memoryLimits;
    const { heap } = gcCpuView(stored as typeof panel, 'utc', 0);
    expect(heap.lines.at(-1)?.label).toBe('memory limit of Go');
  });
});
