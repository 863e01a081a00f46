import { binomialAtLeast, binomialAtMost } from './binomial.ts';

/**
 * Tests whether two sample counts of a function have the same rate. CPU profiles take a sample per fixed amount of CPU
 * time, so a count is near Poisson, and given the sum of two Poisson counts one of them is binomial (Przyborowski and
 * Wilenski 1940, the "C-test").
 */

/**
 * Returns the two-sided p-value that counts `before` and `after` have rates in the ratio 1 : `1 / scale`, where after
 * values are multiplied by `scale` for comparison. Twice the smaller tail, at most 1. Counts can be fractional
 * (effective counts of over-dispersed or weighted samples): the tails are incomplete beta functions, which are smooth
 * in between. Null if there is nothing to test: both counts 0, a negative count, or a scale that is not positive.
 */
export function rateDifferencePValue(before: number, after: number, scale: number): number | null {
  const total = before + after;
  if (!Number.isFinite(total) || before < 0 || after < 0 || total === 0) return null;
  if (!(scale > 0) || !Number.isFinite(scale)) return null;
  const shareAfter = 1 / (1 + scale);
  const atMost = binomialAtMost(after, total, shareAfter);
  // Both tails include P(X = after), so they sum to at least 1: a tail below half is the smaller one.
  if (atMost < 0.5) return 2 * atMost;
  // Avoids 1 - P(X < after), which would lose every p-value below 1e-16.
  const atLeast = binomialAtLeast(after, total, shareAfter);
  return Math.min(1, 2 * Math.min(atMost, atLeast));
}
