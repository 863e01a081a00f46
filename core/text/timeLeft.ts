/** How long something still takes, as it is said everywhere. Pure. */
import type { Part } from '../contract/terms/finding.ts';
import { parts, range, seconds } from './parts.ts';

interface Forecast { low: number; median: number; high: number }

/** `about 25 s left (14 s to 52 s)`: whole seconds, the bounds rounded away from each other. */
export function timeLeft(forecast: Forecast): Part[] {
  return about(forecast, ' left');
}

/** `about 25 s (14 s to 52 s)`; at least one second. */
export const aboutSeconds = (forecast: Forecast): Part[] =>
  about({ ...forecast, median: Math.max(1, forecast.median) }, '');

function about({ low, median, high }: Forecast, after: string): Part[] {
  const [from, to] = [Math.floor(low), Math.ceil(high)];
  const middle = parts`about ${seconds(Math.round(median))}${after}`;
  return from === to ? middle : parts`${middle} (${range(from, to, 'seconds')})`;
}
