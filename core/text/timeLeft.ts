/** How long something still takes, as it is said everywhere. Pure. */
import type { Part } from '../contract/terms/finding.ts';
import { parts, range, seconds } from './parts.ts';

interface Forecast { low: number; median: number; high: number }

/** `about 25 s left (14 s to 52 s)`: whole seconds, the bounds rounded away from each other. */
export function timeLeft(forecast: Forecast): Part[] {
  return about(forecast, ' left');
}

/** What a start takes apart from its log is not in the forecast: below this, the figures would say too much. */
const FEW_SECONDS = 5;

/** `about 25 s (14 s to 52 s)`, or `a few seconds`. */
export const aboutSeconds = (forecast: Forecast): Part[] =>
  (forecast.high <= FEW_SECONDS ? parts`a few seconds` : about(forecast, ''));

function about({ low, median, high }: Forecast, after: string): Part[] {
  const [from, to] = [Math.floor(low), Math.ceil(high)];
  const middle = parts`about ${seconds(Math.round(median))}${after}`;
  return from === to ? middle : parts`${middle} (${range(from, to, 'seconds')})`;
}
