/**
 * Values with units, one formatter per unit. Memory in KiB, MiB, GiB (powers of 1024); disk rates in kB, MB (powers of
 * 1000); always with the unit. Three significant digits; an unknown value is an en dash.
 */
import type { Unit } from '../contract/terms/unit.ts';
import type { Zone } from './zone.ts';

export const unknownText = '–';

/** Created once: `toLocaleString` creates one per number, which took a third of a zoom of a flame graph. */
const WHOLE = new Intl.NumberFormat('en-US');

/** Returns three significant digits without exponent and trailing zeros: 0.4236 -> `0.424`, 1234.5 -> `1,235`. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? unknownText : value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  const text = size >= 100
    ? WHOLE.format(Math.round(size))
    : size !== 0 && size < 0.0005 ? size.toExponential(1) : String(Number(size.toPrecision(3)));
  return value < 0 && text !== '0' ? `−${text}` : text;
}

const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
const decimalUnits = ['B', 'kB', 'MB', 'GB', 'TB'];

function scaled(value: number, base: number, units: string[], suffix = ''): string {
  let rest = value;
  let step = 0;
  // 999.5 would round to 1,000 of the smaller unit.
  while (Math.abs(rest) >= (base === 1_000 ? 999.5 : 1_023.5) && step < units.length - 1) {
    rest /= base;
    step += 1;
  }
  return `${formatNumber(step === 0 ? Math.round(rest * 100) / 100 : rest)} ${units[step] ?? ''}${suffix}`;
}

export function formatBytes(bytes: number): string {
  return scaled(bytes, 1_024, binaryUnits);
}

/**
 * Returns `820 µs`, `43 ms`, `1.35 s`, `64.2 s`, `2m 4s`, `1h 47m`, `2h`, `3d 4h`: at most two units, from two minutes
 * on.
 */
export function formatSeconds(seconds: number): string {
  const size = Math.abs(seconds);
  const sign = seconds < 0 ? '−' : '';
  if (size === 0) return '0 s';
  if (size < 1e-6) return `${sign}${formatNumber(size * 1e9)} ns`;
  if (size < 0.000_999_5) return `${sign}${formatNumber(size * 1e6)} µs`;
  if (size < 0.999_5) return `${sign}${formatNumber(size * 1e3)} ms`;
  if (size < 119.5) return `${sign}${formatNumber(size)} s`;
  const step = size < 3_600 ? 1 : size < 172_800 ? 60 : 3_600;
  const whole = Math.round(size / step) * step;
  const units: [string, number][] = [
    ['d', Math.floor(whole / 86_400)], ['h', Math.floor(whole / 3_600) % 24], ['m', Math.floor(whole / 60) % 60],
    ['s', whole % 60],
  ];
  // Up to two days are in hours.
  if (whole < 172_800) units.splice(0, 2, ['h', Math.floor(whole / 3_600)]);
  return sign + units.filter(([, value]) => value > 0).map(([unit, value]) => `${value}${unit}`).join(' ');
}

export function formatRatio(ratio: number): string {
  return `${formatNumber(ratio * 100)} %`;
}

/** Returns `p < 0.001`, `p = 0.03`. */
export function formatPValue(pValue: number): string {
  return pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(pValue < 0.1 ? 3 : 2)}`;
}

/** P-value above which a result counts as chance and is not reported. */
export const LIKELY_CHANCE = 0.01;

/** Returns whether a p-value is due to chance; false for null, where nothing was tested. */
export function isByChance(pValue: number | null): pValue is number {
  return pValue !== null && pValue > LIKELY_CHANCE;
}

/** Returns whether a value needs an exponent in its own unit, but not in thousandths of it. */
const isTiny = (value: number): boolean => Math.abs(value) < 0.0005 && Math.abs(value) >= 5e-7;

/** Returns a value with its unit; null and NaN are an en dash, never 0. */
export function formatValue(value: number | null | undefined, unit: Unit, zone: Zone = 'local'): string {
  if (value === null || value === undefined || Number.isNaN(value)) return unknownText;
  switch (unit) {
    case 'seconds': return formatSeconds(value);
    case 'bytes': return formatBytes(value);
    case 'bytesPerSecond': return scaled(value, 1_000, decimalUnits, '/s');
    case 'bytesPerSample': return `${scaled(value, 1_024, binaryUnits)}/sample`;
    case 'byteSeconds': return scaled(value, 1_024, binaryUnits, '-s');
    case 'cores': return isTiny(value) ? `${formatNumber(value * 1e3)} millicores`
      : `${formatNumber(value)} ${formatNumber(value) === '1' ? 'core' : 'cores'}`;
    case 'coreSeconds': return isTiny(value) ? `${formatNumber(value * 1e3)} core-ms` : `${formatNumber(value)} core-s`;
    case 'ratio': return formatRatio(value);
    case 'count': return Number.isInteger(value) ? WHOLE.format(value).replace('-', '−')
      : formatNumber(value);
    case 'perSecond': return `${formatNumber(value)}/s`;
    case 'segmentsPerSecond': return `${formatNumber(value)} segments/s`;
    case 'timestamp': return formatDateTime(value, zone);
    case 'none': return formatNumber(value);
  }
}

/** Returns low to high in one unit: `7 min 00 s to 9 min 30 s`; once if both texts are equal. */
export function formatBand(
  low: number | null | undefined, high: number | null | undefined, unit: Unit, zone: Zone = 'local'
): string {
  const [from, to] = [formatValue(low, unit, zone), formatValue(high, unit, zone)];
  return from === to ? from : `${from} to ${to}`;
}

/** Returns a value of a profile in its own unit, as named by pprof. */
export function formatProfileValue(value: number, unit: string): string {
  switch (unit) {
    case 'nanoseconds': return formatSeconds(value / 1e9);
    case 'microseconds': return formatSeconds(value / 1e6);
    case 'milliseconds': return formatSeconds(value / 1e3);
    case 'seconds': return formatSeconds(value);
    case 'bytes': return formatBytes(value);
    case 'count': case 'objects': return formatValue(value, 'count');
    case 'cores': return formatValue(value, 'cores');
    // Keeps fractions, because values below one are common here.
    case 'nanoseconds/sample': return `${formatSeconds(value / 1e9)}/sample`;
    case 'bytes/sample': return `${Math.abs(value) < 1 ? `${formatNumber(value)} B` : formatBytes(value)}/sample`;
    case 'count/sample': return `${formatNumber(value)}/sample`;
    default: return `${formatNumber(value)} ${unit}`;
  }
}

export interface AxisScale {
  /** Divisor of values before formatting. */
  divisor: number;
  /** Unit at the head of the axis. */
  head: string;
}

/** Returns one unit for a whole axis with largest value `max`; for 0 (nothing drawn), the plain unit. */
export function axisScale(unit: Unit, max: number): AxisScale {
  const step = (base: number, units: string[], suffix: string): AxisScale => {
    let divisor = 1;
    let i = 0;
    while (max / divisor >= base && i < units.length - 1) {
      divisor *= base;
      i += 1;
    }
    return { divisor, head: `${units[i] ?? ''}${suffix}` };
  };
  switch (unit) {
    case 'bytes': return step(1_024, binaryUnits, '');
    case 'bytesPerSecond': return step(1_000, decimalUnits, '/s');
    case 'bytesPerSample': return step(1_024, binaryUnits, '/sample');
    case 'byteSeconds': return step(1_024, binaryUnits, '-s');
    case 'seconds': return max <= 0 ? { divisor: 1, head: 's' } : max < 1e-3 ? { divisor: 1e-6, head: 'µs' }
      : max < 1 ? { divisor: 1e-3, head: 'ms' } : max < 600 ? { divisor: 1, head: 's' } : { divisor: 60, head: 'min' };
    case 'ratio': return { divisor: 0.01, head: '%' };
    case 'cores': return max > 0 && max < 0.0005 ? { divisor: 1e-3, head: 'millicores' }
      : { divisor: 1, head: 'cores' };
    case 'coreSeconds': return { divisor: 1, head: 'core-s' };
    case 'perSecond': return { divisor: 1, head: 'per second' };
    case 'segmentsPerSecond': return { divisor: 1, head: 'segments/s' };
    case 'count': case 'none': case 'timestamp': return { divisor: 1, head: '' };
  }
}

interface DateParts { date: string; time: string; seconds: number }

function dateParts(unixSeconds: number, zone: Zone): DateParts {
  const shown = new Date(unixSeconds * 1_000);
  const shift = zone === 'utc' ? 0 : shown.getTimezoneOffset() * 60_000;
  const iso = new Date(shown.getTime() - shift).toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 19), seconds: unixSeconds };
}

/** Returns `14:02:11`. */
export function formatClock(unixSeconds: number, zone: Zone): string {
  return dateParts(unixSeconds, zone).time;
}

/** Returns `2026-11-20 14:02:11`. */
export function formatDateTime(unixSeconds: number, zone: Zone): string {
  const { date, time } = dateParts(unixSeconds, zone);
  return `${date} ${time}`;
}

/** Returns `14:00 to 15:00`, with the date if it is not `now`'s or the two differ; seconds only below two hours. */
export function formatWindow(start: number, end: number, zone: Zone, now: number): string {
  const [from, to, today] = [dateParts(start, zone), dateParts(end, zone), dateParts(now, zone).date];
  const cut = (time: string): string => (end - start >= 7_200 ? time.slice(0, 5) : time);
  if (from.date !== to.date) return `${from.date} ${cut(from.time)} to ${to.date} ${cut(to.time)}`;
  return `${from.date === today ? '' : `${from.date} `}${cut(from.time)} to ${cut(to.time)}`;
}

/** Returns the name of the time zone: `UTC`, or the reader's as `UTC+01:00`. */
export function zoneName(zone: Zone, unixSeconds: number): string {
  const minutes = zone === 'utc' ? 0 : -new Date(unixSeconds * 1_000).getTimezoneOffset();
  if (minutes === 0) return 'UTC';
  const pad = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `UTC${minutes < 0 ? '−' : '+'}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`;
}

/** Returns a window with its time zone: `14:00:00 to 15:00:00 UTC+01:00`. */
export function formatZonedWindow(start: number, end: number, zone: Zone, now: number): string {
  return `${formatWindow(start, end, zone, now)} ${zoneName(zone, end)}`;
}

/** Returns `just now`, `12 s ago`, `5m ago`, `3h ago`, `2d ago`. */
export function formatAge(seconds: number): string {
  if (seconds < 1.5) return 'just now';
  if (seconds < 90) return `${Math.round(seconds)} s ago`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)}m ago`;
  if (seconds < 129_600) return `${Math.round(seconds / 3_600)}h ago`;
  return `${Math.round(seconds / 86_400)}d ago`;
}

/** Truncates the middle, so that both the package and the method remain: `prometheus/tsdb.(…).processWALSamples`. */
export function cutMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const tail = Math.ceil((length - 1) * 0.6);
  return `${text.slice(0, length - 1 - tail)}…${text.slice(text.length - tail)}`;
}

/** Returns `1 cycle`, `1,204 cycles`; `plural` if adding an s is wrong. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;

/** Returns `once`, `12 times`. */
export const timesText = (count: number): string => (count === 1 ? 'once' : counted(count, 'time'));
