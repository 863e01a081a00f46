/** How long something still takes, as it is said everywhere. Pure. */
import type { Part } from '../contract/terms/finding.ts';
import { parts, range, seconds } from './parts.ts';

/** `about 25 s left (14 s to 52 s)`: whole seconds, the bounds rounded away from each other. */
export function timeLeft({ low, median, high }: { low: number; median: number; high: number }): Part[] {
  const [from, to] = [Math.floor(low), Math.ceil(high)];
  const about = parts`about ${seconds(Math.round(median))} left`;
  return from === to ? about : parts`${about} (${range(from, to, 'seconds')})`;
}
