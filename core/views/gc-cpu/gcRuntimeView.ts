/** Charts of the Go runtime's metrics over time, and their texts, from the GC & CPU answer; pure. */
import type { GcCpuPanel, GcLink, HistogramQuantiles, StepQuantile } from '../../contract/contract.ts';
import type { ChartLine, ChartModel, ColourName } from '../charts/chartModel.ts';
import { bandEdge, compactionSpans, cycleMark, gapSpans, ifAny, restartMark, timeChart } from '../charts/panelParts.ts';

/** Share of steps with an observation below which a line would be dots with gaps between them. */
const DENSE_SHARE = 0.8;

export interface GcRuntimeView {
  /** Charts, each null if the target exports nothing for it. */
  duringCycle: ChartModel | null;
  alloc: ChartModel | null;
  pauses: ChartModel | null;
  recentPauses: ChartModel | null;
  schedLatency: ChartModel | null;
}

/** Answers stored before these lines were added lack them. */
type Stored = Pick<GcCpuPanel, 'range' | 'restarts' | 'gapSpans' | 'cycles' | 'compactions'>
  & { series: Partial<GcCpuPanel['series']> & Pick<GcCpuPanel['series'], 'time'> }
  & Partial<Pick<GcCpuPanel, 'pauseQuantiles' | 'schedLatency' | 'duringCycle'>>;

export function gcRuntimeView(panel: Stored): GcRuntimeView {
  return {
    duringCycle: duringChart(panel), alloc: allocChart(panel), pauses: pausesChart(panel),
    recentPauses: recentPausesChart(panel), schedLatency: latencyChart(panel),
  };
}

function around(panel: Stored): Pick<ChartModel, 'marks' | 'spans'> {
  return {
    marks: [cycleMark(panel.cycles), restartMark(panel)],
    spans: [...gapSpans(panel), ...compactionSpans(panel.compactions)],
  };
}

/** Returns a dot per point with a cycle, the window's mean with its interval, and the budget. */
function duringChart(panel: Stored): ChartModel | null {
  const { time, gcWhileCycleCores, gcBudgetCores } = panel.series;
  const [values, budget] = [ifAny(gcWhileCycleCores), ifAny(gcBudgetCores)];
  if (values === undefined) return null;
  const { cores = null, lowCores = null, highCores = null } = panel.duringCycle ?? {};
  const constant = (value: number | null): (number | null)[] => time.map(() => value);
  return timeChart(panel, time, {
    label: 'Cores of GC while a cycle runs, against its budget of 25 % of GOMAXPROCS.', unit: 'cores', ...around(panel),
    lines: [
      { key: 'cycle', label: 'GC while a cycle runs', colour: 'gc', style: 'points', values },
      ...(cores === null ? [] : [{
        key: 'mean', label: 'mean of the window', colour: 'gc' as const, style: 'line' as const,
        values: constant(cores),
        ...(lowCores === null || highCores === null ? {}
          : { low: constant(lowCores), high: constant(highCores), bandLabel: '95 % interval' }),
      }]),
      ...(budget === undefined ? [] : [{
        key: 'budget', label: 'budget, 25 % of GOMAXPROCS', colour: 'failure' as const, style: 'dash' as const,
        values: budget,
      }]),
    ],
  });
}

function allocChart(panel: Stored): ChartModel | null {
  const { time, allocBytesPerSecond, allocBytesPerSecondMax } = panel.series;
  const values = ifAny(allocBytesPerSecond);
  if (values === undefined) return null;
  const high = bandEdge(allocBytesPerSecondMax, values);
  return timeChart(panel, time, {
    label: 'Bytes that the program allocates on the heap per second.', unit: 'bytesPerSecond', ...around(panel),
    lines: [
      {
        key: 'alloc', label: 'allocated', colour: 'memory', style: 'line', values, high,
        ...(high === undefined ? {} : { bandLabel: 'max per step' }),
      },
    ],
  });
}

/** Returns a quantile with its bucket as a band, because a histogram's quantile is only known to be in its bucket. */
function quantileLine(
  { seconds, lowSeconds, highSeconds }: StepQuantile, line: Pick<ChartLine, 'key' | 'label' | 'colour'>
): ChartLine[] {
  const values = ifAny(seconds);
  return values === undefined ? [] : [{
    ...line, style: 'line', values, low: lowSeconds, high: highSeconds.map((edge, i) => edge ?? values[i] ?? null),
    bandLabel: 'its bucket',
  }];
}

/** Returns the middle of each step, where its quantiles are drawn. */
function middles({ time, stepSeconds }: HistogramQuantiles): number[] {
  return time.map((at) => at + stepSeconds / 2);
}

function quantilesChart(
  panel: Stored, quantiles: HistogramQuantiles, { label, colours }: { label: string; colours: [ColourName, ColourName] }
): ChartModel | null {
  const lines = [
    ...quantileLine(quantiles.p99, { key: 'p99', label: 'p99', colour: colours[0] }),
    ...quantileLine(quantiles.p50, { key: 'p50', label: 'p50', colour: colours[1] }),
  ];
  return lines.length === 0 ? null : timeChart(panel, middles(quantiles), {
    label, unit: 'seconds', ...around(panel), lines, stepSeconds: quantiles.stepSeconds,
  });
}

/** Returns the quantiles of each step with their buckets; dots if most steps have no pause. */
function pausesChart(panel: Stored): ChartModel | null {
  if (panel.pauseQuantiles === undefined) return null;
  const { count } = panel.pauseQuantiles;
  const isSparse = count.filter((one) => one !== null && one > 0).length < DENSE_SHARE * count.length;
  const chart = quantilesChart(panel, panel.pauseQuantiles, {
    label: 'Stop-the-world pauses of each step by quantile, with the bucket of each.', colours: ['failure', 'gc'],
  });
  return chart === null || !isSparse ? chart
    : { ...chart, lines: chart.lines.map((line) => ({ ...line, style: 'points' as const })) };
}

/** Returns the target's own quantiles of its last pauses. */
function recentPausesChart(panel: Stored): ChartModel | null {
  const { time, recentPauseMedianSeconds, recentPauseMaxSeconds } = panel.series;
  const line = (
    values: (number | null)[] | undefined, key: string, label: string, colour: ColourName
  ): ChartLine[] => (values === undefined ? [] : [{ key, label, colour, style: 'step', values }]);
  const lines = [
    ...line(ifAny(recentPauseMaxSeconds), 'longest', 'longest of the last 256', 'failure'),
    ...line(ifAny(recentPauseMedianSeconds), 'median', 'median of the last 256', 'gc'),
  ];
  return lines.length === 0 ? null : timeChart(panel, time, {
    label: 'Median and longest of the last stop-the-world pauses, at most 256.', unit: 'seconds', ...around(panel),
    lines,
  });
}

function latencyChart(panel: Stored): ChartModel | null {
  return panel.schedLatency === undefined ? null : quantilesChart(
    panel, panel.schedLatency, {
      label: 'Time that runnable goroutines waited for a core, by quantile, with its bucket.',
      colours: ['cpu', 'other'],
    }
  );
}

/** Note shown without a histogram of scheduling latencies. */
export const runtimeNote = 'No scheduling latency: the target does not export go_sched_latencies_seconds (Prometheus '
  + '2.53 and later do; other Go programs with all runtime metrics of the Go collector).';

/**
 * Returns the correlation of scrape duration and of ingestion with the ends of GC cycles, by lag; null if neither is
 * known.
 */
export function linksLagChart(links: readonly GcLink[]): ChartModel | null {
  const colours = { 'scrape-time': 'replay', ingest: 'memory', cpu: 'cpu' } as const;
  const known = links.filter(
    ({ side, correlation: { lags } }) => side !== 'cpu' && lags.some(({ r }) => r !== null)
  );
  const values = known[0]?.correlation.lags.map(({ lagSeconds }) => lagSeconds);
  if (values === undefined) return null;
  return {
    label: 'Correlation of GC cycles with scrape duration and ingestion, by their lag.',
    x: { kind: 'lag', values, min: Math.min(...values), max: Math.max(...values) },
    unit: 'none', yMin: -1, yMax: 1, stepSeconds: null, spans: [],
    lines: known.map(({ side, name, correlation: { lags } }) => ({
      key: side, label: name, colour: colours[side], style: 'line', values: lags.map(({ r }) => r),
    })),
    marks: [{
      key: 'best', label: 'strongest, significant', colour: 'gc', shape: 'rule',
      times: known.flatMap(({ linked, correlation: { bestLagSeconds } }) => (
        linked === true && bestLagSeconds !== null ? [bestLagSeconds] : []
      )),
    }],
  };
}
