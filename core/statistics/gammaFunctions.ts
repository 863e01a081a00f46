/** The gamma function and related functions, used by the tests. */

/** Returns the regularized I_x(a, b) by its continued fraction (Numerical Recipes 6.4), relative error below 1e-10. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

const TINY = 1e-300;
const CLOSE = 1e-12;
/** Limit of steps; the fraction needs about the square root of its larger argument. */
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

/** Returns the log of the gamma function for x > 0 (Lanczos, g = 7; below 0.5 by Gamma(x) = Gamma(x + 1) / x). */
function logGamma(x: number): number {
  if (x < 0.5) return logGamma(x + 1) - Math.log(x);
  const shifted = x - 1;
  const sum = LANCZOS.reduce((each, coefficient, i) => each + coefficient / (shifted + i + 1), 0.99999999999980993);
  const t = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Argument from which the asymptotic series (Abramowitz and Stegun 6.3.18, 6.4.12) are accurate to 1e-10. */
const LARGE = 8;

export function digamma(x: number): number {
  if (x < LARGE) return digamma(x + 1) - 1 / x;
  const square = 1 / (x * x);
  return Math.log(x) - 0.5 / x - square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square / 240)));
}

export function trigamma(x: number): number {
  if (x < LARGE) return trigamma(x + 1) + 1 / (x * x);
  const square = 1 / (x * x);
  return 1 / x + square / 2 + (square / x) * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square / 30)));
}
