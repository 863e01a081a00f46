/**
 * Tests whether the means of two groups of few values differ. Each row's variance, uncertain with four values, is
 * shrunk towards that of the other rows (Smyth 2004, "Linear models and empirical Bayes methods", the moderated t of
 * limma).
 */
import { digamma, incompleteBeta, trigamma } from './gammaFunctions.ts';
import { upperMedian } from './quantiles.ts';

/** Share of the median variance below which a row's own is chance or rounding; its logarithm would dominate. */
const MIN_SHARE = 1e-3;
/** Degrees of freedom treated as infinite. */
const MAX_FREEDOM = 1e6;

export interface Prior { variance: number; freedom: number }

/**
 * Returns two-sided p-values, in the order of `rows`, for equal means of both groups. All rows have the same numbers of
 * values before and after, of about the same variance whatever their mean (square roots of counts). Null for all if a
 * side has fewer than two; 1 if no row has differing values.
 */
export function moderatedPValues(
  rows: readonly { before: readonly number[]; after: readonly number[] }[]
): (number | null)[] {
  const [first] = rows;
  if (first === undefined) return [];
  const [n, m] = [first.before.length, first.after.length];
  if (n < 2 || m < 2) return rows.map(() => null);
  const freedom = n + m - 2;
  const variances = rows.map(({ before, after }) => (squaresAround(before) + squaresAround(after)) / freedom);
  const prior = priorOf(variances, freedom);
  return rows.map(({ before, after }, row) => {
    const off = mean(after) - mean(before);
    if (off === 0 || prior === null) return off === 0 ? 1 : null;
    const variance = (prior.freedom * prior.variance + freedom * (variances[row] ?? 0)) / (prior.freedom + freedom);
    const t = off / Math.sqrt(variance * (1 / n + 1 / m));
    return studentPValue(t, Math.min(MAX_FREEDOM, prior.freedom + freedom));
  });
}

/** Returns the centre and the spread of the variances of such rows; null if all are 0. */
export function priorOf(variances: readonly number[], freedom: number): Prior | null {
  const middle = upperMedian(variances.filter((each) => each > 0));
  if (middle === null) return null;
  const logs = variances.map(
    (each) => Math.log(Math.max(each, MIN_SHARE * middle)) - digamma(freedom / 2) + Math.log(freedom / 2)
  );
  const centre = mean(logs);
  const spread = logs.length < 2 ? 0 : squaresAround(logs) / (logs.length - 1) - trigamma(freedom / 2);
  if (spread <= 0) return { variance: Math.exp(centre), freedom: MAX_FREEDOM };
  const half = trigammaInverse(spread);
  return { variance: Math.exp(centre + digamma(half) - Math.log(half)), freedom: Math.min(MAX_FREEDOM, 2 * half) };
}

/** Returns P(|T| >= |t|) for Student's T. */
export function studentPValue(t: number, freedom: number): number {
  return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

function squaresAround(values: readonly number[]): number {
  const centre = mean(values);
  return values.reduce((sum, each) => sum + (each - centre) ** 2, 0);
}

/** Inverts trigamma by bisection of the logarithm: it falls from infinity to 0. */
function trigammaInverse(value: number): number {
  let [low, high] = [Math.log(1e-6), Math.log(MAX_FREEDOM)];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (trigamma(Math.exp(middle)) > value) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}
