/** Texts for remaining time, used everywhere. Pure. */
import type { Part } from '../contract/terms/finding.ts';
import { parts, range, seconds } from './parts.ts';

interface Forecast { low: number; median: number; high: number }

/** Returns `about 25 s left (14 s to 52 s)`: whole seconds, with the bounds rounded outwards. */
export function timeLeft(forecast: Forecast): Part[] {
  return about(forecast, ' left');
}

/**
 * High end up to which figures would be too precise, because the forecast covers only the log, not the rest of a start.
 */
const FEW_SECONDS = 5;

/** Returns `about 25 s (14 s to 52 s)`, or `a few seconds`. */
export const aboutSeconds = (forecast: Forecast): Part[] =>
  (forecast.high <= FEW_SECONDS ? parts`a few seconds` : about(forecast, ''));

function about({ low, median, high }: Forecast, after: string): Part[] {
  const [from, to] = [Math.floor(low), Math.ceil(high)];
  const middle = parts`about ${seconds(Math.round(median))}${after}`;
  return from === to ? middle : parts`${middle} (${range(from, to, 'seconds')})`;
}
