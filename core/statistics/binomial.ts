/** Tails of the binomial distribution, by the incomplete beta function. */
import { incompleteBeta } from './gammaFunctions.ts';

/** Returns P(X <= k) for X binomial(n, p). */
export function binomialAtMost(k: number, n: number, p: number): number {
  if (k >= n) return 1;
  return incompleteBeta(1 - p, n - k, k + 1);
}

/** Returns P(X >= k) for X binomial(n, p). */
export function binomialAtLeast(k: number, n: number, p: number): number {
  return k <= 0 ? 1 : incompleteBeta(p, k, n - k + 1);
}
