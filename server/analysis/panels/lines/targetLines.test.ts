import { describe, expect, it, test } from 'vitest';
import { linesChart } from '../../../../core/views/lines/linesView.ts';
import { gcCpuView } from '../../../../core/views/gc-cpu/gcCpuView.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { findCompactions } from '../../signals/compaction/compactionIntervals.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { analyseGcCpu } from '../gc-cpu/gcCpu.ts';
import { isDrawn, targetLines } from './targetLines.ts';

describe.each(Object.entries(recordings))('the recording %s', (_, file) => {
  const window = roleWindow(loadRecording(file), 'prometheus', '2.42.0');
  const lines = targetLines(window, null);
  const panel = analyseGcCpu(window, findCompactions(window), { stepMs: null, facts: {}, seed: 1 });

  it('has the points, marks and gaps of the panel that replaces them', () => {
    const { time, cpuCores, cpuCoresMax, rssBytes } = panel.series;
    expect(lines.series).toMatchObject({ time, cpuCores, cpuCoresMax, rssBytes });
    expect(lines).toMatchObject({
      range: panel.range, restarts: panel.restarts, gapSpans: panel.gapSpans, compactions: panel.compactions,
      cycles: panel.cycles.map((cycle) => ({ time: cycle.time })),
    });
  });

  it('is drawn on the same axis, with the same line', () => {
    const [early, late] = [linesChart(lines, 'cpu'), gcCpuView(panel, 'utc', panel.range.end).cpu];
    expect([early.x, early.unit, early.lines]).toEqual([late.x, late.unit, late.lines]);
    expect(linesChart(lines, 'memory').lines[0]?.values).toEqual(panel.series.rssBytes);
  });
});

test('a failed scrape has no duration, a window without a scrape no points', () => {
  const window = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
  const failed = window.scrapes.error.findLastIndex((error) => error !== null);
  expect(failed).toBeGreaterThan(0);
  const { time, scrapeSeconds } = targetLines(window, 1).series;
  const at = time.findIndex((seconds) => seconds >= (window.scrapes.startMs[failed] ?? 0) / 1000);
  expect(scrapeSeconds[at]).toBeNull();
  const empty = targetLines(handMadeWindow({ roles: {} }), null);
  expect(empty).toMatchObject({ series: { time: [], cpuCores: [] }, cycles: [], compactions: [] });
  expect(isDrawn('hostCpuSeconds')).toBe(false);
});
