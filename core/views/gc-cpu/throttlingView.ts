/** Charts of CPU throttling from the GC & CPU answer; pure. */
import type { GcCpuPanel } from '../../contract/contract.ts';
import type { ChartLine, ChartModel, ColourName } from '../charts/chartModel.ts';
import { hostEnd, NO_END } from '../charts/hostView.ts';
import { compactionSpans, cycleMark, gapSpans, ifAny, restartMark, timeChart } from '../charts/panelParts.ts';
import { formatRatio, formatValue } from '../../text/format.ts';

const OF_HOST = ['waiting', 'stolen'];

export interface ThrottlingView {
  /** Throttled shares of periods and of time; null if the counters of neither the container nor the host are known. */
  shares: ChartModel | null;
  /** Throttled CPU seconds per second. */
  held: ChartModel | null;
  /** Whether anything was throttled in the window. */
  isThrottled: boolean;
  /** Summary for the heading of the collapsible section. */
  holds: string;
  /** Which container, or why there is none; and its limit. */
  sentence: string;
}

/** Answers stored before throttling was added lack it. */
type Stored = Pick<GcCpuPanel, 'range' | 'restarts' | 'gapSpans' | 'cycles' | 'compactions'>
  & { series: Partial<GcCpuPanel['series']> & Pick<GcCpuPanel['series'], 'time'> }
  & Partial<Pick<GcCpuPanel, 'throttling'>>;

export function throttlingView(panel: Stored): ThrottlingView {
  const { series, throttling } = panel;
  const [waiting, stolen] = [ifAny(series.hostCpuWaitingRatio), ifAny(series.hostStolenCores)];
  const whose = throttling?.source === 'cgroup' ? 'control group' : 'container';
  const isKnown = ifAny(series.throttledSecondsPerSecond) !== undefined;
  return {
    shares: chartOf(panel, {
      label: `Share of the quota periods in which the ${whose} of the target was throttled, and of the time in which `
        + 'tasks of the host waited for a core.',
      unit: 'ratio',
      lines: [
        ...line('throttled', `periods throttled (${whose})`, 'failure', series.throttledPeriodsRatio),
        ...(waiting === undefined ? []
          : line('waiting', 'time in which tasks waited for a core (host)', 'other', waiting)),
      ],
    }),
    held: chartOf(panel, {
      label: 'CPU-seconds per second in which threads of the target were throttled, and that the hypervisor stole.',
      unit: 'cores',
      lines: [
        ...line('held', 'throttled, CPU-seconds per second', 'failure', series.throttledSecondsPerSecond),
        ...(stolen === undefined ? [] : line('stolen', 'stolen by the hypervisor (host)', 'other', stolen)),
      ],
    }),
    isThrottled: (throttling?.throttledPeriods ?? 0) > 0,
    holds: throttling === undefined || throttling.labels === null
      ? waiting === undefined ? 'not available without cAdvisor counters or a node_exporter' : 'of the host only'
      : isKnown ? shareWords(throttling) : 'no CPU limit',
    sentence: throttling === undefined ? '' : [throttling.sentence, limitWords(throttling)].filter(Boolean).join(' '),
  };
}

function shareWords({ throttledRatio, limitCores }: GcCpuPanel['throttling']): string {
  const limit = limitCores === null ? [] : [`limit ${formatValue(limitCores, 'cores')}`];
  return [`${formatRatio(Math.round(100 * (throttledRatio ?? 0)) / 100)} of periods throttled`, ...limit].join(', ');
}

function limitWords({ labels, limitCores, memoryLimitBytes, stepSeconds }: GcCpuPanel['throttling']): string {
  if (labels === null) return '';
  const limits = [
    limitCores === null ? null : `CPU limit ${formatValue(limitCores, 'cores')}`,
    memoryLimitBytes === null ? null : `memory limit ${formatValue(memoryLimitBytes, 'bytes')}`,
  ].filter((text) => text !== null);
  const step = stepSeconds === null ? '' : ` Its counters are read every ${formatValue(stepSeconds, 'seconds')}.`;
  return `${limits.length === 0 ? 'No limit of it is known' : limits.join(', ')}.${step}`;
}

function line(
  key: string, label: string, colour: ColourName, values: (number | null)[] | undefined
): ChartLine[] {
  const known = ifAny(values);
  return known === undefined ? [] : [{ key, label, colour, style: 'line', values: known }];
}

function chartOf(
  panel: Stored, { label, unit, lines }: Pick<ChartModel, 'label' | 'unit' | 'lines'>
): ChartModel | null {
  if (lines.length === 0) return null;
  const isOfHost = lines.every(({ key }) => OF_HOST.includes(key));
  const { spans: after, hasEnded } = isOfHost ? hostEnd(panel.range, panel.series.time, lines) : NO_END;
  return timeChart(panel, panel.series.time, {
    label, unit, lines, hasEnded, marks: [cycleMark(panel.cycles), restartMark(panel)],
    spans: [...gapSpans(panel), ...after, ...compactionSpans(panel.compactions)],
  });
}
