/** Says from when to when something was lost, and how much in a time. Pure. */
import { formatNumber } from '../../../../../core/text/format.ts';

const MINUTE = 60;
const HOUR = 3600;

/**
 * Returns ` (33.1 per second)`, of slow losses per minute or hour; `''` without two different times. `what`: its noun.
 */
export function rateText(sum: number, seconds: readonly number[], what = ''): string {
  const known = seconds.filter(Number.isFinite);
  const span = Math.max(...known) - Math.min(...known);
  if (!(span >= 1)) return '';
  const rate = sum / span;
  const [count, unit] = rate >= 1 ? [rate, 'second'] : rate * MINUTE >= 1 ? [rate * MINUTE, 'minute']
    : [rate * HOUR, 'hour'];
  return ` (${formatNumber(count)}${what === '' ? '' : ` ${what}`} per ${unit})`;
}

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

/** Returns ` from … to … (33.1 per second)`; `''` without two different times. */
export function spanText(sum: number, seconds: readonly number[], what = ''): string {
  const rate = rateText(sum, seconds, what);
  const known = seconds.filter(Number.isFinite);
  return rate === '' ? '' : ` from ${isoOf(Math.min(...known))}Z to ${isoOf(Math.max(...known))}Z${rate}`;
}
