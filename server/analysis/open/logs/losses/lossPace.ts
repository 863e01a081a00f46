/** Says from when to when something was lost, and how much in a time. Pure. */
import { formatNumber } from '../../../../../core/text/format.ts';

const MINUTE = 60;
const HOUR = 3600;
/** A shorter time shows no rate. */
const MIN_SECONDS = 10;

/**
 * Returns ` (33.1 per second)`, of slow losses per minute or hour; `''` for less than 10 s. `what`: its noun.
 */
export function rateText(sum: number, seconds: readonly number[], what = ''): string {
  const known = seconds.filter(Number.isFinite);
  const span = Math.max(...known) - Math.min(...known);
  if (!(span >= MIN_SECONDS)) return '';
  const rate = sum / span;
  const [count, unit] = rate >= 1 ? [rate, 'second'] : rate * MINUTE >= 1 ? [rate * MINUTE, 'minute']
    : [rate * HOUR, 'hour'];
  return ` (${formatNumber(count)}${what === '' ? '' : ` ${what}`} per ${unit})`;
}

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

/** Returns ` from … to … (33.1 per second)`; `''` without two different times. */
export function spanText(sum: number, seconds: readonly number[], what = ''): string {
  const known = seconds.filter(Number.isFinite);
  const [from, to] = [Math.min(...known), Math.max(...known)];
  return !(to - from >= 1) ? '' : ` from ${isoOf(from)}Z to ${isoOf(to)}Z${rateText(sum, seconds, what)}`;
}
