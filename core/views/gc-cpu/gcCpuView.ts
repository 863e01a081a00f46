/** Charts and texts from the GC & CPU answer; pure. */
import type { Correlation, GcCpuPanel, LoggedQuery, MemoryLimit } from '../../contract/contract.ts';
import type { ChartLine, ChartMark, ChartModel } from '../charts/chartModel.ts';
import { cpuQuantity } from '../../spikesClaim.ts';
import { largestOf, limitLine } from '../charts/limitLine.ts';
import { spikeFills } from '../charts/spikeFills.ts';
import {
  bandEdge, compactionSpans, contextLine, cycleMark, gapSpans, ifAny, restartMark, timeChart,
} from '../charts/panelParts.ts';
import { formatNumber, formatPValue } from '../../text/format.ts';
import { render } from '../../text/parts.ts';
import { queryParts } from '../../text/queryWords.ts';
import type { Zone } from '../../text/zone.ts';

export interface GcCpuView {
  context: string;
  cpu: ChartModel;
  heap: ChartModel;
  /** Lag chart; null with too little data for a correlation. */
  lag: ChartModel | null;
  /** Text of the lag chart; null without a correlation. */
  correlation: string | null;
}

/** Returns `r = 0.78 at lag 0 s, p < 0.001 over all lags, compactions excluded`; null without a correlation. */
export function correlationText(
  { correlation, compactionExcluded }: Pick<GcCpuPanel, 'correlation' | 'compactionExcluded'>
): string | null {
  const { lags, bestLagSeconds, pearson, bestLagPValue } = correlation;
  const best = lags.find((lag) => lag.lagSeconds === bestLagSeconds)?.r ?? pearson;
  if (best === null) return null;
  return [
    `r = ${formatNumber(best)}${bestLagSeconds === null ? '' : ` at lag ${formatNumber(bestLagSeconds)} s`}`,
    bestLagPValue === null ? null : `${formatPValue(bestLagPValue)} over all lags`,
    compactionExcluded ? 'compactions excluded' : null,
  ].filter((part) => part !== null).join(', ');
}

function lagLine({ lags }: Correlation, length: number, line: Omit<ChartLine, 'values'>): ChartLine[] {
  return lags.length === length && lags.some((lag) => lag.r !== null) ? [{ ...line, values: lags.map((lag) => lag.r) }]
    : [];
}

function lagChart(panel: GcCpuPanel): ChartModel | null {
  const { lags, bestLagSeconds } = panel.correlation;
  if (!lags.some((lag) => lag.r !== null)) return null;
  const values = lags.map((lag) => lag.lagSeconds);
  return {
    label: 'Correlation of GC cycles with CPU, by lag of the CPU.',
    x: { kind: 'lag', values, min: Math.min(...values), max: Math.max(...values) },
    unit: 'none', yMin: -1, yMax: 1, stepSeconds: null, spans: [],
    lines: [
      { key: 'r', label: 'a cycle ended', colour: 'gc', style: 'line', values: lags.map((lag) => lag.r) },
      ...lagLine(
        panel.shareCorrelation, lags.length,
        { key: 'share', label: 'share of time in a cycle', colour: 'cpu', style: 'dash' }
      ),
      ...(panel.compactionExcluded ? lagLine(
        panel.correlationAll, lags.length,
        { key: 'all', label: 'a cycle ended, compactions included', colour: 'compaction', style: 'dash' }
      ) : []),
    ],
    marks: [
      {
        key: 'best', label: 'strongest', colour: 'cpu', shape: 'rule',
        times: bestLagSeconds === null ? [] : [bestLagSeconds],
      },
    ],
  };
}

const limitWords: Record<MemoryLimit['source'], string> = {
  gomemlimit: 'memory limit of Go', configured: 'memory limit of its container', container: 'memory limit',
  cgroup: 'memory limit of its control group',
};

/** Returns the lowest known limit; answers stored before they included all limits have only Go's. */
function memoryLimitLine({ memoryLimitBytes, memoryLimits, series }: Stored): ChartLine[] {
  const lowest = memoryLimits === undefined
    ? memoryLimitBytes === null ? undefined : { source: 'gomemlimit' as const, bytes: memoryLimitBytes }
    : memoryLimits[0];
  if (lowest === undefined) return [];
  const top = largestOf(series.rssBytes, series.nextGcBytes, series.heapInuseBytes);
  const limit = { key: 'limit', words: limitWords[lowest.source], value: lowest.bytes, unit: 'bytes' as const };
  return [limitLine(limit, series.time, top)];
}

/** Older stored answers lack fields that were added later. */
type Series = GcCpuPanel['series'];
type Stored = Omit<GcCpuPanel, 'series' | 'memoryLimits'> & Partial<Pick<GcCpuPanel, 'memoryLimits'>>
  & { series: Partial<Series> & Pick<Series, 'time' | 'rssBytes' | 'nextGcBytes' | 'heapInuseBytes'> };

function liveLine({ series }: Stored): ChartLine[] {
  const values = ifAny(series.liveHeapBytes);
  return values === undefined ? []
    : [{ key: 'live', label: 'live heap', colour: 'other', style: 'step', values }];
}

/** Returns the CPU limit of its container, if known; along the top edge if far above. */
function cpuLimitLine({ throttling, series }: Partial<Pick<GcCpuPanel, 'throttling'>>
  & { series: Pick<Series, 'time' | 'cpuCores'> & Partial<Pick<Series, 'cpuCoresMax'>> }): ChartLine[] {
  const limit = throttling?.limitCores ?? null;
  if (limit === null) return [];
  const whose = throttling?.source === 'cgroup' ? 'control group' : 'container';
  const line = { key: 'cpu-limit', words: `CPU limit of its ${whose}`, value: limit, unit: 'cores' as const };
  return [limitLine(line, series.time, largestOf(series.cpuCores, series.cpuCoresMax))];
}

/** Returns evaluations of a query log, in the colour of queries. */
function queryLane(queries: readonly LoggedQuery[]): ChartMark[] {
  return queries.length === 0 ? [] : [{
    key: 'queries', label: 'longest queries', colour: 'query', shape: 'lane',
    times: queries.map(({ start }) => start), ends: queries.map(({ end }) => end),
    details: queries.map((query) => render(queryParts(query, 80))),
  }];
}

export function gcCpuView(panel: GcCpuPanel, zone: Zone, now: number): GcCpuView {
  const { series } = panel;
  // Answers stored before spikes were added lack them.
  const { spikes }: Partial<GcCpuPanel> = panel;
  const cpuPeaks = bandEdge(series.cpuCoresMax, series.cpuCores);
  const marks = [cycleMark(panel.cycles), restartMark(panel)];
  const spans = [...gapSpans(panel), ...compactionSpans(panel.compactions)];
  const found = panel.cycles.length + panel.cyclesWithoutTime;
  const inexact = panel.cyclesWithoutTime === 0 ? ''
    : ` (${panel.cyclesWithoutTime.toLocaleString('en-US')} without an exact time)`;
  return {
    context: contextLine(panel, zone, now, [
      `${found.toLocaleString('en-US')} GC cycle${found === 1 ? '' : 's'}${inexact}`,
    ]),
    cpu: timeChart(panel, series.time, {
      label: `CPU cores in use, with ${found} GC cycles and ${panel.compactions.length} compactions marked.`,
      unit: 'cores', marks: [...marks, ...queryLane(spikes?.loggedQueries ?? [])], spans,
      fills: spikeFills(spikes && cpuQuantity(spikes), series.time, cpuPeaks ?? series.cpuCores),
      lines: [
        {
          key: 'cpu', label: 'CPU', colour: 'cpu', style: 'line', values: series.cpuCores, high: cpuPeaks,
          ...(cpuPeaks === undefined ? {} : { bandLabel: 'max per step' }),
        },
        ...cpuLimitLine(panel),
      ],
    }),
    heap: timeChart(panel, series.time, {
      label: 'Heap in use against the goal of the next GC cycle, and resident memory.',
      unit: 'bytes', marks, spans,
      lines: [
        {
          key: 'heap', label: 'heap in use', colour: 'gc', style: 'line', values: series.heapInuseBytes,
          low: bandEdge(series.heapInuseBytesMin, series.heapInuseBytes),
          high: bandEdge(series.heapInuseBytesMax, series.heapInuseBytes),
        },
        { key: 'goal', label: 'goal of the next cycle', colour: 'gc', style: 'dash', values: series.nextGcBytes },
        { key: 'rss', label: 'resident', colour: 'memory', style: 'line', values: series.rssBytes },
        ...liveLine(panel),
        ...memoryLimitLine(panel),
      ],
    }),
    lag: lagChart(panel),
    correlation: correlationText(panel),
  };
}
