/**
 * The median with its confidence interval from order statistics, as golang.org/x/perf/benchmath gives it at level 0.95.
 */
import { standardNormalCdf } from './normalCdf.ts';

/**
 * Bounds of the 95 % interval by rank (1-based; 0 and n+1 mean unbounded) for n = 1 to 30, as in benchstat: the
 * smallest binomial interval around the middle. It takes the lower of two equally good ones, but from n = 21 its
 * rounding decides.
 */
const RANKS: readonly (readonly [number, number])[] = [
  [0, 2], [0, 3], [0, 4], [0, 5], [0, 5], [1, 6], [1, 7], [1, 7], [2, 8], [2, 9],
  [2, 9], [3, 10], [3, 11], [3, 11], [4, 12], [4, 12], [5, 13], [5, 14], [5, 14], [6, 15],
  [6, 16], [6, 16], [7, 17], [8, 18], [8, 18], [8, 19], [8, 19], [9, 20], [9, 20], [10, 21],
];

function ranks(n: number): readonly [number, number] {
  const known = RANKS[n - 1];
  if (known !== undefined) return known;
  const mean = n / 2;
  const sigma = Math.sqrt(n / 4);
  const low = Math.floor(mean - 1.959963984540054 * sigma - 0.5) + 1;
  const high = Math.ceil(2 * mean - (mean - 1.959963984540054 * sigma) - 0.5) + 1;
  const cover = (l: number, r: number): number =>
    standardNormalCdf((r - 0.5 - mean) / sigma) - standardNormalCdf((l - 0.5 - mean) / sigma);
  const narrower = cover(low, high - 1);
  return [Math.max(0, low), Math.min(n + 1, narrower >= 0.95 && narrower < cover(low, high) ? high - 1 : high)];
}

export interface Summary { center: number; low: number; high: number; note: string | null }

/** Returns median and interval of ascending values, at least one. `low` and `high` are infinite below six samples. */
export function medianSummary(sorted: readonly number[]): Summary {
  const n = sorted.length;
  const [lowRank, highRank] = ranks(n);
  const low = lowRank < 1 ? -Infinity : sorted[lowRank - 1] ?? -Infinity;
  const high = highRank > n ? Infinity : sorted[highRank - 1] ?? Infinity;
  const isOpen = low === -Infinity || high === Infinity;
  const note = isOpen ? 'need >= 6 samples for confidence interval at level 0.95' : null;
  return { center: median(sorted), low, high, note };
}

/** Returns the R8 quantile at one half, with the original's order of operations. */
function median(sorted: readonly number[]): number {
  const at = 1 / 3 + 0.5 * (sorted.length + 1 / 3);
  const k = Math.trunc(at);
  const first = sorted[0] ?? 0;
  if (k <= 0) return first;
  if (k >= sorted.length) return sorted.at(-1) ?? 0;
  const below = sorted[k - 1] ?? 0;
  return below + (at - k) * ((sorted[k] ?? 0) - below);
}

/**
 * Returns, for units declared exact (`Unit ... assume=exact`), the most frequent value, and a note if values differ.
 */
export function exactSummary(sorted: readonly number[]): Summary {
  let center = sorted[0] ?? 0;
  let most = 1;
  for (let i = 1, run = 1; i < sorted.length; i++) {
    run = sorted[i] === sorted[i - 1] ? run + 1 : 1;
    if (run > most) [center, most] = [sorted[i] ?? 0, run];
  }
  const low = sorted[0] ?? 0;
  const high = sorted.at(-1) ?? 0;
  return {
    center, low, high,
    note: most === sorted.length ? null : `exact distribution expected, but values range from ${low} to ${high}`,
  };
}
