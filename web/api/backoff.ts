const firstBackoffMs = 1_000;
const longestBackoffMs = 15_000;

/**
 * Wait before try number `tries` (1 = first), ms: doubling, at most 15 s, spread by `random` (0 to 1) so that many
 * pages do not come at once.
 */
export function backoffMs(tries: number, random: number): number {
  return Math.min(longestBackoffMs, firstBackoffMs * 2 ** (tries - 1)) * (0.75 + random / 2);
}
