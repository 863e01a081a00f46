/** Round marks for the axes of a picture. Times are in UTC. */
import { axisTop, offsetText } from '../../../core/views/charts/timeSeriesOptions.ts';
import { topOf, type ChartModel } from '../../../core/views/charts/chartModel.ts';
import { axisScale, formatDateTime, formatNumber } from '../../../core/text/format.ts';
import type { Unit } from '../../../core/contract/terms/unit.ts';

export interface Tick { at: number; text: string }

export interface ValueAxis { min: number; max: number; ticks: Tick[]; unitWords: string }

/** Abbreviated units, spelled out. */
const UNIT_WORDS: Record<string, string> = {
  's': 'seconds', 'ms': 'milliseconds', 'µs': 'microseconds', 'min': 'minutes', '%': 'percent', 'B': 'bytes',
  'B/s': 'bytes per second', 'kB/s': 'kB per second', 'MB/s': 'MB per second', 'GB/s': 'GB per second',
  'TB/s': 'TB per second', 'segments/s': 'segments per second', 'B/sample': 'bytes per sample',
  'KiB/sample': 'KiB per sample', 'MiB/sample': 'MiB per sample',
};

function unitWords(unit: Unit, max: number): string {
  const { head } = axisScale(unit, max);
  return UNIT_WORDS[head] ?? head;
}

const STEPS = [1, 2, 5, 10];
const MINUTE_STEPS = [0.25, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 240];
const MIN_APART_PX = 30;

/** Returns the smallest step, times a power of ten, of which at most `most` fit. */
function niceStep(span: number, most: number): number {
  const rough = span / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * (STEPS.find((step) => step * power >= rough * 0.999) ?? 10);
}

/** Returns the value axis. `countWord` names what a count counts, such as `segments`. */
export function valueAxis(model: ChartModel, heightPx: number, countWord = ''): ValueAxis {
  const top = topOf(model);
  const min = model.yMin ?? 0;
  const max = model.yMin === undefined ? axisTop(top, model.unit) : (model.yMax ?? 1);
  // An axis without values ends at its default maximum.
  const largest = top > 0 ? top : max;
  const { divisor } = axisScale(model.unit, largest);
  const most = Math.floor(heightPx / MIN_APART_PX);
  const span = (max - min) / divisor;
  const isMinutes = model.unit === 'seconds' && divisor === 60;
  const wanted = isMinutes ? MINUTE_STEPS.find((step) => span / step <= most) ?? niceStep(span, most)
    : niceStep(span, most);
  const step = model.unit === 'count' ? Math.max(1, wanted) : wanted;
  const ticks: Tick[] = [];
  for (let k = Math.ceil(min / divisor / step - 1e-9); k * step <= max / divisor + step * 1e-6; k++) {
    ticks.push({ at: k * step * divisor, text: formatNumber(Math.round(k * step * 1e6) / 1e6) });
  }
  return { min, max, ticks, unitWords: unitWords(model.unit, largest) || countWord };
}

const DAY = 86_400;
const CLOCK_STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, DAY, 2 * DAY, 7 * DAY,
  14 * DAY, 28 * DAY,
];
const OFFSET_STEPS = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, DAY];

/** Returns marks at round times, at most `most`: clock times, and the date at the start of a day. */
export function timeTicks({ kind, min, max }: ChartModel['x'], most: number): Tick[] {
  const steps = kind === 'time' ? CLOCK_STEPS : OFFSET_STEPS;
  const span = max - min;
  const step = steps.find((one) => span / one <= most) ?? niceStep(span, most);
  const ticks: Tick[] = [];
  for (let k = Math.ceil(min / step); k * step <= max; k++)
    ticks.push({ at: k * step, text: kind === 'time' ? clockText(k * step, step) : offsetText(k * step) });
  return ticks;
}

function clockText(at: number, step: number): string {
  const [date = '', time = ''] = formatDateTime(at, 'utc').split(' ');
  if (time === '00:00:00' && step >= 60) return date.slice(5);
  return step >= 60 ? time.slice(0, 5) : time;
}
