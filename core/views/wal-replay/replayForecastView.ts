/** Charts and texts on past forecasts, rates and memory risk; pure. */
import type { WalReplayPanel } from '../../contract/contract.ts';
import type { ChartModel, ChartX } from '../charts/chartModel.ts';
import { gapSpans, ifAny, restartMark, timeChart } from '../charts/panelParts.ts';
import { formatBytes, formatRatio } from '../../text/format.ts';
import { goneSince } from './walReplayView.ts';

/** Multiple of the forecast beyond which bounds would flatten everything else. */
const HIGHEST = 3;

/** Returns when the process was back; null before. */
function startedAt({ phases }: Pick<WalReplayPanel, 'phases'>): number | null {
  return phases.find(({ name }) => name !== 'unreachable')?.start ?? null;
}

/**
 * Returns each forecast as the length of the whole start: a good forecast is a level line that the elapsed time
 * reaches. Null with fewer than two forecasts.
 */
export function forecastChart(panel: WalReplayPanel, x: ChartX): ChartModel | null {
  const start = startedAt(panel);
  if (start === null || panel.forecasts.length < 2) return null;
  const times = panel.forecasts.map(({ time }) => time);
  const whole = (pick: (forecast: WalReplayPanel['forecasts'][number]) => number): number[] =>
    panel.forecasts.map((forecast) => forecast.time - start + pick(forecast));
  const median = whole(({ median: left }) => left);
  const top = HIGHEST * Math.max(...median);
  const took = panel.totalDurationSeconds;
  return timeChart(panel, times, {
    label: 'Length of the whole start as forecast while it ran.', unit: 'seconds', x: { ...x, values: times },
    lines: [
      {
        key: 'told', label: 'forecast', colour: 'replay', style: 'step', values: median, low: whole(({ low }) => low),
        high: whole(({ high }) => high).map((value) => Math.min(value, top)), bandLabel: '90 % interval',
      },
      { key: 'elapsed', label: 'elapsed', colour: 'other', style: 'thin', values: times.map((time) => time - start) },
      ...(took === null ? [] : [
        {
          key: 'took', label: 'actual', colour: 'cpu' as const, style: 'dash' as const, values: times.map(() => took),
        },
      ]),
    ],
    marks: [restartMark(panel)], spans: gapSpans(panel),
  });
}

/** Returns how accurate the forecasts were, or how to read them while it runs. */
export function scoreText({ forecastScore: score, state }: Pick<WalReplayPanel, 'forecastScore' | 'state'>): string {
  if (score !== null) {
    return `From a fifth of the segments on, half of the ${score.count} forecasts were within `
      + `${formatRatio(score.medianErrorRatio)} of the actual time left; `
      + `${formatRatio(score.heldRatio)} of the intervals contained it.`;
  }
  return state === 'replaying'
    ? 'Each point is the forecast for the whole start at that moment. While the line stays level, it is '
      + 'reliable; the start is ready where the elapsed time meets it.'
    : 'Too few forecasts to judge them.';
}

export interface RateChart { key: string; title: string; model: ChartModel }

/** Returns charts of known rates, most informative first. */
export function rateCharts(panel: WalReplayPanel, x: ChartX): RateChart[] {
  const { rates } = panel;
  const chart = (
    key: string, title: string, label: string,
    { unit, colour, values }: { unit: ChartModel['unit']; colour: 'replay' | 'gc'; values: (number | null)[] }
  ): RateChart[] => (ifAny(values) === undefined ? [] : [{
    key, title, model: timeChart(
      panel, rates.time,
      {
        label: `${label}.`, unit, x: { ...x, values: rates.time },
        lines: [{ key, label, colour, style: 'line', values }], marks: [restartMark(panel)], spans: gapSpans(panel),
      }
    ),
  }]);
  return [
    ...chart(
      'segments', 'Segments read', 'rate over 8 s',
      { unit: 'segmentsPerSecond', colour: 'replay', values: rates.segmentsPerSecond }
    ),
    ...chart(
      'samples', 'Samples read', 'thousand samples per second, while the head advances',
      {
        unit: 'count', colour: 'replay',
        values: rates.samplesPerSecond.map((rate) => (rate === null ? null : rate / 1000)),
      }
    ),
    ...chart(
      'bytes', 'WAL read', 'bytes of the WAL per second',
      { unit: 'bytesPerSecond', colour: 'replay', values: rates.bytesPerSecond }
    ),
    ...chart('gc', 'Garbage collection', 'share of the CPU', { unit: 'ratio', colour: 'gc', values: rates.gcRatio }),
  ];
}

/** Returns `1.1 GiB, 940 MiB to 1.3 GiB`, with bounds only while it is a projection. */
export function peakText({ memory, state }: Pick<WalReplayPanel, 'memory' | 'state'>): string | null {
  if (state !== 'replaying' || memory.projectedLowBytes === null || memory.projectedHighBytes === null) return null;
  return `${formatBytes(memory.projectedLowBytes)} to ${formatBytes(memory.projectedHighBytes)}`;
}

/** Returns the sentence of the warning; null without a risk, and when the start is over. */
export function riskText({ memory, state, phases }: Pick<WalReplayPanel, 'memory' | 'state' | 'phases'>): string
  | null {
  if (goneSince({ state, phases }) !== null) return null;
  const { risk, projectedPeakBytes: peak, limitBytes: limit, limitSource } = memory;
  if (state !== 'replaying' || peak === null || limit === null || (risk !== 'high' && risk !== 'low')) return null;
  const source = limitSource === 'host' ? 'the host’s memory'
    : limitSource === 'configured' ? 'its container’s limit' : 'GOMEMLIMIT';
  const against = `${formatBytes(peak)} of ${formatBytes(limit)} (${source})`;
  if (risk === 'low') return `Memory is projected to reach ${against}: close to the limit.`;
  return limitSource !== 'gomemlimit'
    ? `Memory is projected to reach ${against}: it may be OOM-killed before it is ready.`
    : `Memory is projected to reach ${against}: GC runs more and more often, `
      + 'and a container limit just above kills it.';
}
