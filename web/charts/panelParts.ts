/** The parts that every panel's charts have in common: axis, gaps, restarts, compactions, cycles. Pure. */
import type { PanelBase, Span } from '../../server/api/contract.ts';
import { formatClock, formatWidth, formatWindow } from '../format.ts';
import type { Zone } from '../urlState.ts';
import type { ChartMark, ChartModel, ChartSpan, ChartX } from './chartModel.ts';

export function timeAxis(panel: PanelBase, values: number[]): ChartX {
  return { kind: 'time', values, min: panel.range.start, max: panel.range.end };
}

function hasAny(values: readonly (number | null)[] | undefined): boolean {
  return values?.some((value) => value !== null) ?? false;
}

/** The values, or undefined where there are none. */
export function ifAny(values: (number | null)[] | undefined): (number | null)[] | undefined {
  return hasAny(values) ? values : undefined;
}

/** An edge of a band, or undefined where it nowhere leaves the line: nothing was thinned, nothing is hidden. */
export function bandEdge(edge: (number | null)[] | undefined, values: readonly (number | null)[]): (number | null)[] | undefined {
  return edge?.some((at, i) => at !== null && at !== values[i]) === true ? edge : undefined;
}

export function gapSpans(panel: PanelBase): ChartSpan[] {
  return panel.gapSpans.map((gap, i) => ({
    key: `gap-${i}`, colour: 'gap', fill: 'hatch', label: 'not scraped', start: gap.start, end: gap.end,
    detail: `not scraped for ${formatWidth(gap.end - gap.start)}`,
  }));
}

export function compactionSpans(compactions: readonly Span[]): ChartSpan[] {
  return compactions.map((span, i) => ({
    key: `compaction-${i}`, colour: 'compaction', fill: 'band', label: 'compaction', start: span.start, end: span.end,
    detail: `compaction, ${formatWidth(span.end - span.start)}`,
  }));
}

export function restartMark(panel: PanelBase): ChartMark {
  return { key: 'restarts', label: 'restart', colour: 'failure', shape: 'rule', times: panel.restarts.map((restart) => restart.time) };
}

export function cycleMark(cycles: readonly { time: number }[]): ChartMark {
  return { key: 'cycles', label: 'GC cycle', colour: 'gc', shape: 'tick', times: cycles.map((cycle) => cycle.time) };
}

/** The frame of a time chart; what a panel draws goes into lines, marks and spans. */
export function timeChart(panel: PanelBase, time: number[], parts: Pick<ChartModel, 'label' | 'unit' | 'lines'> & Partial<ChartModel>): ChartModel {
  return { x: timeAxis(panel, time), stepSeconds: panel.range.step, marks: [restartMark(panel)], spans: gapSpans(panel), ...parts };
}

/** `14:00 to 15:00 · 3,600 scrapes`, and what the panel adds. */
export function contextLine(panel: PanelBase, zone: Zone, now: number, more: (string | null)[]): string {
  const { start, end, scrapes } = panel.range;
  return [formatWindow(start, end, zone, now), `${scrapes.toLocaleString('en-US')} scrapes`, ...more.filter((part) => part !== null)].join(' · ');
}

/** `at 14:02:11`, or nothing for a finding about the whole window. */
export function momentText(time: number | null, zone: Zone): string | null {
  return time === null ? null : `look at ${formatClock(time, zone)}`;
}
