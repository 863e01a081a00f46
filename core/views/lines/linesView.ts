/** Chart of a window's raw lines, shown until the analysis is available; pure. */
import type { TargetLines } from '../../contract/contract.ts';
import type { ChartModel } from '../charts/chartModel.ts';
import { bandEdge, compactionSpans, cycleMark, gapSpans, restartMark, timeChart } from '../charts/panelParts.ts';

export type LineName = 'cpu' | 'memory' | 'scrapes';

/** Returns the chart with the line, colour and unit of the panel's own chart, which replaces it. */
export function linesChart(lines: TargetLines, name: LineName): ChartModel {
  const { series } = lines;
  const parts = {
    marks: [cycleMark(lines.cycles), restartMark(lines)],
    spans: [...gapSpans(lines), ...compactionSpans(lines.compactions)],
  };
  if (name === 'memory') return timeChart(lines, series.time, {
    ...parts, label: 'Resident memory.', unit: 'bytes',
    lines: [{ key: 'rss', label: 'resident (RSS)', colour: 'memory', style: 'line', values: series.rssBytes }],
  });
  if (name === 'scrapes') return timeChart(lines, series.time, {
    ...parts, label: 'Scrape duration.', unit: 'seconds',
    lines: [{ key: 'max', label: 'longest per step', colour: 'cpu', style: 'line', values: series.scrapeSeconds }],
  });
  const high = bandEdge(series.cpuCoresMax, series.cpuCores);
  return timeChart(lines, series.time, {
    ...parts, label: 'CPU cores in use, with GC cycles and compactions marked.', unit: 'cores',
    lines: [{
      key: 'cpu', label: 'CPU', colour: 'cpu', style: 'line', values: series.cpuCores,
      ...(high === undefined ? {} : { high, bandLabel: 'max per step' }),
    }],
  });
}
