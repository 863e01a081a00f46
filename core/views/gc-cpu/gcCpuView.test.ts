import { expect, test } from 'vitest';
import { gcCpuPanel, noon } from '../../../web/testdata/panels.ts';
import { correlationText, gcCpuView } from './gcCpuView.ts';

const view = gcCpuView(gcCpuPanel(), 'utc', noon + 600);

test('context and correlation in words', () => {
  expect(view.context).toBe('12:00:00 to 12:10:00 UTC · 595 scrapes · 18 GC cycles (2 without an exact time)');
  expect(view.correlation).toBe('r = 0.78 at lag 1 s, p < 0.001, compactions excluded');
});

test('a gap stays null in the lines and is a hatched span', () => {
  expect(view.cpu.lines[0]?.values.slice(199, 206).map((value) => value === null))
    .toEqual([false, true, true, true, true, true, false]);
  expect(view.cpu.spans.map(({ label, fill }) => [label, fill]))
    .toEqual([['not scraped', 'hatch'], ['compaction', 'band']]);
});

test('cycles stand at their exact times and a restart is a rule', () => {
  expect(view.cpu.marks.map(({ key, shape, times }) => [key, shape, times[0]]))
    .toEqual([['cycles', 'tick', noon + 20.25], ['restarts', 'rule', noon + 300]]);
});

test('bands are drawn only where points were thinned', () => {
  expect(view.cpu.lines[0]?.high).toBeUndefined();
  const equal = gcCpuPanel();
  equal.series.cpuCoresMax = [...equal.series.cpuCores];
  expect(gcCpuView(equal, 'utc', noon).cpu.lines[0]?.high).toBeUndefined();
  const thinned = gcCpuPanel();
  thinned.series.cpuCoresMax = thinned.series.cpuCores.map((cores) => (cores === null ? null : cores + 1));
  expect(gcCpuView(thinned, 'utc', noon).cpu.lines[0])
    .toMatchObject({ bandLabel: 'max per step', high: thinned.series.cpuCoresMax });
});

test('without a correlation nothing is claimed and no lag chart is drawn', () => {
  const panel = gcCpuPanel();
  panel.correlation = {
    pearson: null, spearman: null, bestLagSeconds: null, pValue: null, sampleSize: 3,
    lags: [{ lagSeconds: 0, r: null }],
  };
  expect(correlationText(panel)).toBeNull();
  expect(gcCpuView(panel, 'utc', noon).lag).toBeNull();
});

test('the lag chart marks the strongest lag on an axis from -1 to 1', () => {
  expect(view.lag).toMatchObject({ yMin: -1, yMax: 1, x: { kind: 'lag', min: -10, max: 10 } });
  expect(view.lag?.marks[0]?.times).toEqual([1]);
});
