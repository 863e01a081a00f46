/** Charts and texts from the compaction answer; pure. */
import type { Compaction, CompactionPanel } from '../../contract/contract.ts';
import { hostEnd, NO_END } from '../charts/hostView.ts';
import { spikeFills } from '../charts/spikeFills.ts';
import type { ChartLine, ChartMark, ChartModel } from '../charts/chartModel.ts';
import {
  bandEdge, compactionSpans, contextLine, ifAny, gapSpans, restartMark, timeChart,
} from '../charts/panelParts.ts';
import { formatNumber, formatSeconds } from '../../text/format.ts';
import { formatDuration } from '../../text/timeText.ts';
import type { Zone } from '../../text/zone.ts';
import { backlogChart } from './storageView.ts';

/** Number of latest periods drawn individually in the fold; the mean covers all. */
const mostFoldLines = 24;

export interface CompactionView {
  context: string;
  timeline: ChartModel;
  memory: ChartModel;
  disk: ChartModel | null;
  /** Number of blocks (or parts) and their bytes over time; null if the target reports neither. */
  blocks: ChartModel | null;
  bytes: ChartModel | null;
  merges: ChartModel | null;
  /** Backlog of a Thanos compactor. */
  backlog: ChartModel | null;
}

/** Codes of findings that only Prometheus 1.x has. */
const OF_FIRST: readonly string[] = ['series-maintenance', 'rushed-mode', 'ingestion-throttled'];

/** Returns one sentence on whether compactions follow the clock. */
export function alignmentText(
  {
    alignment, phaseSeconds, expectedPhaseSeconds, blockRangeSeconds, finding,
  }: Pick<CompactionPanel, 'alignment' | 'phaseSeconds' | 'expectedPhaseSeconds' | 'blockRangeSeconds' | 'finding'>
): string {
  if (OF_FIRST.includes(finding.code)) return 'Prometheus 1.x has no blocks, and no schedule for them.';
  if (blockRangeSeconds === null) return 'The block range is unknown, so the schedule cannot be judged.';
  const range = formatDuration(blockRangeSeconds);
  if (alignment.count < 2 || alignment.resultantLength === null) {
    return `${alignment.count === 1 ? 'One head compaction' : 'No head compactions'} in this window: `
      + `at least two are needed to test the ${range} clock.`;
  }
  const p = alignment.pValue === null ? '' : alignment.pValue < 0.001 ? ', p < 0.001'
    : `, p = ${formatNumber(alignment.pValue)}`;
  const expected = expectedPhaseSeconds === null ? '' : ` (expected ${formatSeconds(expectedPhaseSeconds)})`;
  const at = phaseSeconds === null ? '' : ` They start ${formatSeconds(phaseSeconds)} into the block range${expected}.`;
  const test = `mean resultant length ${formatNumber(alignment.resultantLength)} over ${alignment.count}${p}`;
  return alignment.aligned
    ? `Aligned to the ${range} clock: ${test}.${at}` : `Not shown to be aligned to the ${range} clock: ${test}.${at}`;
}

/** Returns the label of the server's band: the full range with few periods, else 95 % of them. */
function bandLabel(periods: number): string {
  return periods < 20 ? 'lowest to highest' : '95 % of periods';
}

/**
 * Returns the fold at `factor` block ranges; null if the block range is not known, nothing was folded, or the window is
 * too short.
 */
export function foldChart(panel: CompactionPanel, factor: number): ChartModel | null {
  const fold = factor === 1 ? panel.fold : panel.widerFolds.find((wider) => wider.factor === factor);
  if (fold === undefined || fold.periodSeconds === null || fold.offsetSeconds.length === 0) return null;
  // Less than one reading, or part of one period without a compaction, would be an almost empty chart.
  if (fold.cycles.length === 0 || (fold.cycles.length === 1 && panel.compactions.length === 0)) return null;
  const cycles = fold.cycles.slice(-mostFoldLines);
  const thin = cycles.map((cycle, i): ChartLine => ({
    key: `period-${i}`, label: fold.cycles.length === 1 ? 'the one period'
      : `each of ${fold.cycles.length} periods`, colour: 'other', style: 'thin', values: cycle.cpuCores, silent: i > 0,
  }));
  const range = panel.blockRangeSeconds ?? 0;
  const phaseMark = (key: string, label: string, at: number | null, colour: ChartMark['colour']): ChartMark => ({
    key, label, colour, shape: 'rule',
    times: at === null ? [] : Array.from({ length: factor }, (_, k) => k * range + at),
  });
  return {
    label: `CPU over ${factor === 1 ? 'one block range' : `${factor} block ranges`}, `
      + `${formatDuration(fold.periodSeconds)}: `
      + `${fold.cycles.length} periods overlaid, with their mean.`,
    x: { kind: 'offset', values: fold.offsetSeconds, min: 0, max: fold.periodSeconds },
    unit: 'cores', stepSeconds: (fold.offsetSeconds[1] ?? 0) - (fold.offsetSeconds[0] ?? 0) || null, spans: [],
    lines: [
      ...thin,
      {
        key: 'mean', label: 'mean', colour: 'cpu', style: 'line', values: fold.cpuCores.mean,
        low: ifAny(fold.cpuCores.low), high: ifAny(fold.cpuCores.high),
        bandLabel: ifAny(fold.cpuCores.low) === undefined ? undefined : bandLabel(fold.cycles.length),
      },
    ],
    marks: [
      phaseMark('expected', 'expected start', panel.expectedPhaseSeconds, 'replay'),
      phaseMark('phase', 'measured start', panel.phaseSeconds, 'compaction'),
    ],
  };
}

/** Keeps values and units on one line, because a narrow column has many line ends. */
export function unbrokenText(sentence: string): string {
  return sentence.replaceAll(/(\d) (?=(?:[mµ]?s|%)(?:[ ).,]|$))/g, '$1\u00a0');
}

/** Returns the median cost of the episodes, each figure over those that have it; null if none has. */
export function medianCost(
  compactions: readonly Compaction[]
): { cpu: number | null; rss: number | null; written: number | null; read: number | null; cache: number | null } {
  const of = (value: (one: Compaction) => number | null): number | null => {
    const known = compactions.map(value).filter((one) => one !== null).sort((a, b) => a - b);
    const [low, high] = [known[(known.length - 1) >> 1], known[known.length >> 1]];
    return low === undefined || high === undefined ? null : (low + high) / 2;
  };
  return {
    cpu: of((one) => one.cpuCoreSecondsAboveQuiet), rss: of((one) => one.rssRiseBytes),
    written: of((one) => one.bytesWrittenAboveQuiet),
    read: of((one) => one.bytesReadAboveQuiet), cache: of((one) => one.pageCacheLostBytes),
  };
}

export function compactionView(panel: CompactionPanel, zone: Zone, now: number): CompactionView {
  const { series } = panel;
  const spans = [...gapSpans(panel), ...compactionSpans(panel.compactions)];
  const next: ChartMark = {
    key: 'next', label: 'next expected', colour: 'compaction', shape: 'rule',
    times: panel.next === null || panel.next.time > panel.range.end ? [] : [panel.next.time],
  };
  const base = { spans, marks: [restartMark(panel), next] };
  return {
    context: contextLine(panel, zone, now, [
      panel.compactions.length === 1 ? '1 compaction' : `${panel.compactions.length} compactions`,
      panel.blockRangeSeconds === null ? null
        : `block range ${formatDuration(panel.blockRangeSeconds)}`
          + (panel.blockRangeSource === null ? '' : ` (from ${panel.blockRangeSource})`),
    ]),
    timeline: timeChart(panel, series.time, {
      ...base, label: `CPU cores used, with ${panel.compactions.length} compactions marked.`, unit: 'cores',
      lines: [
        {
          key: 'cpu', label: 'CPU', colour: 'cpu', style: 'line', values: series.cpuCores,
          high: bandEdge(series.cpuCoresMax, series.cpuCores),
        },
      ],
    }),
    memory: timeChart(panel, series.time, {
      ...base, label: 'Resident memory, with compactions marked.', unit: 'bytes',
      lines: [{ key: 'rss', label: 'resident', colour: 'memory', style: 'line', values: series.rssBytes }],
    }),
    disk: diskChart(panel, base),
    blocks: ifAny(series.blocksLoaded) === undefined ? null : timeChart(panel, series.time, {
      ...base, label: `Number of ${panel.merges === null ? 'blocks' : 'parts'} on disk, with compactions marked.`,
      unit: 'count',
      lines: [
        {
          key: 'blocks', label: panel.merges === null ? 'blocks' : 'parts', colour: 'compaction', style: 'step',
          values: series.blocksLoaded,
        },
      ],
    }),
    bytes: ifAny(series.blocksBytes) === undefined ? null : timeChart(panel, series.time, {
      ...base, label: 'Bytes of all blocks on disk, with compactions marked.', unit: 'bytes',
      lines: [{ key: 'bytes', label: 'in blocks', colour: 'memory', style: 'step', values: series.blocksBytes }],
    }),
    backlog: backlogChart(panel),
    merges: panel.merges === null ? null : timeChart(panel, series.time, {
      ...base, label: 'Merges per second.', unit: 'perSecond',
      lines: [{ key: 'merges', label: 'merges', colour: 'compaction', style: 'line', values: panel.merges.mergeRate }],
    }),
  };
}

/** Returns disk I/O with its spikes; only disk writes if nothing else is known; null without either. */
function diskChart(panel: CompactionPanel, base: Pick<ChartModel, 'spans' | 'marks'>): ChartModel | null {
  const { series: { time, diskWriteBytesPerSecond }, diskIo = null, diskSpikes } = panel;
  const written = ifAny(diskWriteBytesPerSecond);
  const both = ifAny(diskIo?.mean);
  if (both === undefined && written === undefined) return null;
  const whose = diskIo?.of === 'host' ? ' by the host' : '';
  const high = both === undefined ? undefined : bandEdge(diskIo?.max, both);
  const lines: ChartLine[] = both === undefined
    ? [{ key: 'disk', label: 'written', colour: 'other', style: 'line', values: written ?? [] }]
    : [{ key: 'io', label: `read and written${whose}`, colour: 'other', style: 'line', values: both, high }];
  const { spans, hasEnded } = whose === '' ? NO_END : hostEnd(panel.range, time, lines);
  return timeChart(panel, time, {
    ...base, unit: 'bytesPerSecond', lines, hasEnded, spans: [...base.spans, ...spans],
    label: `Bytes ${both === undefined ? '' : 'read and '}written${whose} per second, with compactions marked.`,
    ...(both === undefined ? {} : { fills: spikeFills(diskSpikes ?? undefined, time, high ?? both) }),
  });
}

/**
 * Returns the time to the next compaction: `in 12m 4s`, `due now`, `overdue by 30 s`; never more precise than its
 * error.
 */
export function countdownText(next: NonNullable<CompactionPanel['next']>, now: number): string {
  const left = next.time - now;
  if (Math.abs(left) <= next.errorSeconds) return 'due now';
  return left > 0 ? `in ${formatSeconds(Math.round(left))}` : `overdue by ${formatSeconds(Math.round(-left))}`;
}
