/** Chart parts common to all panels: axis, gaps, restarts, compactions, cycles. Pure. */
import type { Compaction, PanelBase, ScrapeGap, Span } from '../../contract/contract.ts';
import { formatNumber, formatSeconds, formatValue, formatZonedWindow } from '../../text/format.ts';
import type { Zone } from '../../text/zone.ts';
import type { ChartMark, ChartModel, ChartSpan, ChartX } from './chartModel.ts';

/** Properties of the window that a time chart needs. */
type Window = Pick<PanelBase, 'range' | 'restarts' | 'gapSpans'> & Partial<Pick<PanelBase, 'silentSince'>>;
type Gaps = Pick<PanelBase, 'gapSpans'> & Partial<Pick<PanelBase, 'range' | 'silentSince'>>;

function timeAxis(panel: Window, values: number[]): ChartX {
  return { kind: 'time', values, min: panel.range.start, max: panel.range.end };
}

function hasAny(values: readonly (number | null)[] | undefined): boolean {
  return values?.some((value) => value !== null) ?? false;
}

/** Returns the values, or undefined if all are null. */
export function ifAny(values: (number | null)[] | undefined): (number | null)[] | undefined {
  return hasAny(values) ? values : undefined;
}

/** Returns an edge of a band, or undefined if it equals the line everywhere: nothing was thinned, nothing is hidden. */
export function bandEdge(edge: (number | null)[] | undefined, values: readonly (number | null)[]): (number | null)[]
  | undefined {
  return edge?.some((at, i) => at !== null && at !== values[i]) === true ? edge : undefined;
}

/**
 * Returns spans of gaps; that of a target that does not answer reaches to the end of the window. `gaps`: their causes,
 * if the panel has them; else the card gives each length.
 */
export function gapSpans(panel: Gaps, gaps: readonly ScrapeGap[] = []): ChartSpan[] {
  return spansToEnd(panel).map((gap, i) => ({
    key: `gap-${i}`, colour: 'gap', fill: 'hatch', label: 'not scraped', start: gap.start, end: gap.end,
    detail: `not scraped for ${formatSeconds(gap.end - gap.start)}`,
    facts: gaps.find((one) => one.start < gap.end && one.end > gap.start)?.sentence
      ?? `for ${formatSeconds(gap.end - gap.start)}; the Scrapes page shows why`,
  }));
}

function spansToEnd({ gapSpans: spans, silentSince, range }: Gaps): Span[] {
  const last = spans.at(-1);
  if (last === undefined || silentSince === undefined || range === undefined) return spans;
  return [...spans.slice(0, -1), { start: last.start, end: Math.max(last.end, range.end) }];
}

function compactionFacts(span: Span & Partial<Compaction>): string {
  return [
    span.kind === undefined || span.kind === 'unknown' ? null : span.kind,
    `${formatSeconds(span.durationSeconds ?? span.end - span.start)}${span.running === true ? ' so far' : ''}`,
    span.count === undefined || span.count < 2 ? null : `${span.count} compactions`,
    span.cpuCoreSecondsAboveQuiet === undefined || span.cpuCoreSecondsAboveQuiet === null ? null
      : `${formatNumber(span.cpuCoreSecondsAboveQuiet)} core-s above baseline`,
  ].filter((part) => part !== null).join(', ');
}

export function compactionSpans(compactions: readonly (Span & Partial<Compaction>)[]): ChartSpan[] {
  return compactions.map((span, i) => ({
    key: `compaction-${i}`, colour: 'compaction', fill: 'band', label: 'compaction', start: span.start, end: span.end,
    detail: `compaction, ${formatSeconds(span.end - span.start)}`, facts: compactionFacts(span),
  }));
}

export function restartMark(panel: Pick<PanelBase, 'restarts'>): ChartMark {
  return {
    key: 'restarts', label: 'restart', colour: 'failure', shape: 'rule',
    times: panel.restarts.map((restart) => restart.time),
  };
}

type KnownCycle = { time: number; heapBeforeBytes?: number | null; heapAfterBytes?: number | null };

/** Returns `heap 662 MiB → 416 MiB`, before and after; empty if neither is known. */
function cycleFacts({ heapBeforeBytes, heapAfterBytes }: KnownCycle): string {
  const [before, after] = [heapBeforeBytes ?? null, heapAfterBytes ?? null];
  return before === null && after === null ? ''
    : `heap ${formatValue(before, 'bytes')} → ${formatValue(after, 'bytes')}`;
}

export function cycleMark(cycles: readonly KnownCycle[]): ChartMark {
  return {
    key: 'cycles', label: 'GC cycle', colour: 'gc', shape: 'tick', times: cycles.map((cycle) => cycle.time),
    details: cycles.map(cycleFacts),
  };
}

/** Returns the frame of a time chart; the panel adds lines, marks and spans. */
export function timeChart(
  panel: Window, time: number[], parts: Pick<ChartModel, 'label' | 'unit' | 'lines'> & Partial<ChartModel>
): ChartModel {
  return {
    x: timeAxis(panel, time), stepSeconds: panel.range.step, marks: [restartMark(panel)], spans: gapSpans(panel),
    ...parts, ...(panel.silentSince === undefined ? {} : { hasEnded: true }),
  };
}

/** Returns `14:00 to 15:00 UTC · 3,600 scrapes`, and the panel's additions. */
export function contextLine(panel: Pick<PanelBase, 'range'>, zone: Zone, now: number, more: (string | null)[]): string {
  const { start, end, scrapes } = panel.range;
  return [
    formatZonedWindow(start, end, zone, now), `${scrapes.toLocaleString('en-US')} scrapes`,
    ...more.filter((part) => part !== null)
  ].join(' · ');
}
