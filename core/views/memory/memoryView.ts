/** Charts from the memory answer; pure. */
import type { MemoryPanel, MemoryPart } from '../../contract/contract.ts';
import type { ChartLine, ChartModel, ChartSpan } from '../charts/chartModel.ts';
import { largestOf, limitLine } from '../charts/limitLine.ts';
import { spikeFills } from '../charts/spikeFills.ts';
import { bandEdge, contextLine, gapSpans, ifAny, restartMark, timeChart } from '../charts/panelParts.ts';
import { formatSeconds } from '../../text/format.ts';
import type { Zone } from '../../text/zone.ts';

export interface MemoryView {
  context: string;
  memory: ChartModel;
  /** Charts; null without their metrics. */
  perSeries: ChartModel | null;
  perSample: ChartModel | null;
  /** Shares of the resident memory, in drawing order; null if the parts are not known. */
  bar: BarPart[] | null;
}

export interface BarPart {
  part: MemoryPart;
  /** Share of all parts together, 0 to 1. */
  share: number;
}

/** Look of each part of the resident memory: needed, releasable by Go, or reclaimable by the kernel. */
export const partLooks: Partial<Record<MemoryPart['key'], 'heap' | 'kept' | 'runtime' | 'mapped'>> = {
  heapInuse: 'heap', heapRetained: 'kept', stacks: 'runtime', runtime: 'runtime', outsideGo: 'mapped',
};

function warmUpSpans(panel: MemoryPanel): ChartSpan[] {
  return panel.warmUps.flatMap((warm, i) => (warm.seconds === null || warm.seconds === 0 ? [] : [{
    key: `warm-up-${i}`, colour: 'replay' as const, fill: 'band' as const, label: 'warm-up', start: warm.ingestStart,
    end: warm.ingestStart + warm.seconds,
    detail: `warm-up, ${formatSeconds(warm.seconds)}`, facts: warm.sentence,
  }]));
}

function memoryLines({ series, limitBytes }: MemoryPanel): ChartLine[] {
  const lines: ChartLine[] = [];
  const put = (values: (number | null)[] | undefined, line: Omit<ChartLine, 'values'>): void => {
    if (values !== undefined) lines.push({ ...line, values });
  };
  put(ifAny(series.heapInuseBytes), { key: 'inuse', label: 'heap in use', colour: 'gc', style: 'line' });
  put(ifAny(series.heapGoalBytes), { key: 'goal', label: 'heap goal', colour: 'gc', style: 'dash' });
  put(ifAny(series.goHeldBytes), { key: 'go', label: 'held by Go', colour: 'other', style: 'line' });
  const high = bandEdge(series.rssBytesMax, series.rssBytes);
  put(
    ifAny(series.rssBytes),
    {
      key: 'rss', label: 'resident (RSS)', colour: 'memory', style: 'line',
      ...(high === undefined ? {} : { high, bandLabel: 'max per step' }),
    }
  );
  if (limitBytes !== null) {
    const top = largestOf(series.rssBytes, series.rssBytesMax, series.heapGoalBytes);
    lines.push(limitLine({ key: 'limit', words: 'limit', value: limitBytes, unit: 'bytes' }, series.time, top));
  }
  return lines;
}

/** Returns the parts of the bar; negative parts (pages never touched) are not drawn. */
export function barParts(parts: readonly MemoryPart[]): BarPart[] | null {
  const resident = parts.filter(({ isResident }) => isResident);
  if (resident.some(({ bytes }) => bytes === null)) return null;
  const total = resident.reduce((sum, { bytes }) => sum + Math.max(0, bytes ?? 0), 0);
  return total === 0 ? null : resident.map((part) => ({ part, share: Math.max(0, part.bytes ?? 0) / total }));
}

export function memoryView(panel: MemoryPanel, zone: Zone, now: number): MemoryView {
  const { series } = panel;
  const spans = [...gapSpans(panel), ...warmUpSpans(panel)];
  const marks = [restartMark(panel)];
  const small = (
    label: string, unit: ChartModel['unit'], values: (number | null)[], line: Omit<ChartLine, 'values' | 'style'>
  ): ChartModel | null => (ifAny(values) === undefined ? null
    : timeChart(panel, series.time, { label, unit, marks, spans, lines: [{ ...line, style: 'line', values }] }));
  const steady = panel.warmUps.length === 0 ? null
    : `${panel.warmUps.length === 1 ? 'one start' : `${panel.warmUps.length} starts`}, `
      + 'warm-up excluded from the ratios';
  return {
    context: contextLine(panel, zone, now, [steady]),
    memory: timeChart(
      panel, series.time,
      {
        label: 'Resident memory of the process, the part that Go holds, and the heap in use.', unit: 'bytes',
        lines: memoryLines(panel), marks, spans,
        fills: spikeFills(panel.spikes, series.time, bandEdge(series.rssBytesMax, series.rssBytes) ?? series.rssBytes),
      }
    ),
    perSeries: small(
      'Resident memory per series in the head.', 'bytes', series.residentBytesPerSeries,
      { key: 'perSeries', label: 'resident memory per series', colour: 'memory' }
    ),
    perSample: small(
      'CPU time per ingested sample.', 'seconds', series.cpuSecondsPerSample,
      { key: 'perSample', label: 'CPU time per sample', colour: 'cpu' }
    ),
    bar: barParts(panel.parts),
  };
}
