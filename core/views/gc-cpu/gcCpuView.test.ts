import { expect, test } from 'vitest';
import { answerOf } from '../../../server/testdata/answers.ts';
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
    .toEqual([['heap', series.heapInuseBytes], ['goal', series.nextGcBytes], ['rss', series.rssBytes]]);
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
