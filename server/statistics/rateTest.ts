/**
 * Could the two sample counts of a function come from one rate? CPU profiles take a sample each fixed amount of CPU
 * time, so a count is near Poisson, and given the sum of two Poisson counts one of them is binomial
 * (Przyborowski and Wilenski 1940, the "C-test").
 */

/**
 * Two-sided p-value that counts `before` and `after` have rates in the ratio 1 : `1 / scale`, where `scale` is what after
 * values are multiplied by to be compared. Twice the smaller tail, at most 1. Counts need not be whole: the tails are
 * incomplete beta functions, which go on smoothly between them (effective counts of over-dispersed or weighted samples).
 * null when there is nothing to test: both counts 0, a negative count, or a scale that is not positive.
 */
export function rateTestPValue(before: number, after: number, scale: number): number | null {
  const total = before + after;
  if (!Number.isFinite(total) || before < 0 || after < 0 || total === 0) return null;
  if (!(scale > 0) || !Number.isFinite(scale)) return null;
  const shareAfter = 1 / (1 + scale);
  const atMost = binomialAtMost(after, total, shareAfter);
  // Both tails have P(X = after), so together they are at least 1: below half it is the smaller one.
  if (atMost < 0.5) return 2 * atMost;
  // Not 1 - P(X < after): that difference would lose every p-value below 1e-16.
  const atLeast = after === 0 ? 1 : incompleteBeta(shareAfter, after, before + 1);
  return Math.min(1, 2 * Math.min(atMost, atLeast));
}

/** P(X <= k) for X binomial(n, p), by the incomplete beta function. */
function binomialAtMost(k: number, n: number, p: number): number {
  if (k >= n) return 1;
  return incompleteBeta(1 - p, n - k, k + 1);
}

/** Regularised I_x(a, b) by its continued fraction (Numerical Recipes 6.4), relative error below 1e-10. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

const TINY = 1e-300;
const CLOSE = 1e-12;
/** The fraction needs about the square root of its larger argument in steps. */
const MAX_STEPS = 100_000;

function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = guarded(1 - ((a + b) * x) / (a + 1));
  d = 1 / d;
  let fraction = d;
  for (let m = 1; m <= MAX_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guarded(1 + even * d);
    c = guarded(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guarded(1 + odd * d);
    c = guarded(1 + odd / c);
    const factor = d * c;
    fraction *= factor;
    if (Math.abs(factor - 1) < CLOSE) break;
  }
  return fraction;
}

function guarded(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** log of the gamma function for x > 0 (Lanczos, g = 7; below 0.5 by Gamma(x) = Gamma(x + 1) / x). */
function logGamma(x: number): number {
  if (x < 0.5) return logGamma(x + 1) - Math.log(x);
  const shifted = x - 1;
  const sum = LANCZOS.reduce((each, coefficient, i) => each + coefficient / (shifted + i + 1), 0.99999999999980993);
  const t = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}
