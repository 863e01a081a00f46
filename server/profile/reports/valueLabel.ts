/**
 * Formats numbers like `go tool pprof` in its text reports:
 * https://github.com/google/pprof/blob/main/internal/measurement/measurement.go, ScaledLabel and Percentage.
 */
import { scaledLabel, scaleUnit } from '../query/units.ts';

/** `minimum` selects the unit for each value. */
export function labelIn(value: number, from: string, to: string): string {
  if (to === 'minimum' || to === 'auto') return scaledLabel(value, from);
  const scaled = scaleUnit(Math.abs(value), from, to);
  const digits = twoDecimals(scaled.value).replace(/\.00$/, '');
  return digits === '0' ? '0' : `${value < 0 ? '-' : ''}${digits}${scaled.unit}`;
}

/** Rounds halfway cases to the even digit; only eighths (1.125) are halfway in binary. */
function twoDecimals(value: number): string {
  const eighths = (value * 8) % 8;
  return eighths === 1 || eighths === 5 ? (value - 0.005).toFixed(2) : value.toFixed(2);
}

const WIDTH = 5;
/** Range that rounds to 100.0. */
const FULL_FROM = 99.95;
const FULL_TO = 100.05;

/** Formats `31.08%`, right-aligned to six characters, of the magnitude. Below 1 %, two significant digits: `0.014%`. */
export function percentage(value: number, total: number): string {
  const ratio = total === 0 ? 0 : Math.abs(value / total) * 100;
  if (ratio >= FULL_FROM && ratio <= FULL_TO) return '  100%';
  return `${(ratio >= 1 ? twoDecimals(ratio) : twoDigits(ratio)).padStart(WIDTH)}%`;
}

/** Formats like C's `%.2g`: an exponent below 1e-4, no trailing zeros. */
function twoDigits(value: number): string {
  if (value === 0) return '0';
  const [mantissa = '', exponent = '0'] = value.toExponential(1).split('e');
  const power = Number(exponent);
  if (power >= -4) return String(Number(value.toPrecision(2)));
  return `${mantissa.replace(/\.0$/, '')}e-${String(-power).padStart(2, '0')}`;
}
