const firstBackoffMs = 1_000;
const longestBackoffMs = 15_000;

/**
 * Returns the wait in ms before attempt `tries` (1 = first): doubling, at most 15 s, spread by `random` (0 to 1) so
 * that many pages do not retry at once.
 */
export function backoffMs(tries: number, random: number): number {
  return Math.min(longestBackoffMs, firstBackoffMs * 2 ** (tries - 1)) * (0.75 + random / 2);
}
