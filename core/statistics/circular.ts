/**
 * Circular statistics: times folded at a period. Sources: N. I. Fisher, Statistical Analysis of Circular Data, 2.3 and
 * 4.3; J. H. Zar, Biostatistical Analysis, 27.1 for the p-value.
 */

export interface CircularMean {
  /** Mean in the unit of the values, in [0, period). */
  mean: number;
  /** 0: spread evenly over the period; 1: all at the same offset. */
  resultantLength: number;
  count: number;
}

/** Returns the offset in [0, period), also for negative values. */
export function phaseOf(value: number, period: number): number {
  return ((value % period) + period) % period;
}

/** Returns `a - b` in the shorter direction, in [-period/2, period/2). */
export function phaseDifference(a: number, b: number, period: number): number {
  return phaseOf(a - b + period / 2, period) - period / 2;
}

/**
 * Returns the mean direction of the values folded at `period`, weighted (default 1); null without values. Values can be
 * absolute times: they are folded first, which keeps milliseconds since the epoch exact.
 */
export function circularMean(
  values: readonly number[], period: number, weights?: readonly number[]
): CircularMean | null {
  if (values.length === 0) return null;
  let sumCos = 0;
  let sumSin = 0;
  let sumWeights = 0;
  values.forEach((value, i) => {
    const angle = (2 * Math.PI * phaseOf(value, period)) / period;
    const weight = weights?.[i] ?? 1;
    sumCos += weight * Math.cos(angle);
    sumSin += weight * Math.sin(angle);
    sumWeights += weight;
  });
  if (sumWeights <= 0) return null;
  return {
    mean: phaseOf((Math.atan2(sumSin, sumCos) / (2 * Math.PI)) * period, period),
    resultantLength: Math.min(1, Math.hypot(sumCos, sumSin) / sumWeights),
    count: values.length,
  };
}

/**
 * Returns the value with the smallest summed distance to all others, folded at `period`; robust to a few outliers. Null
 * without values.
 */
export function circularMedian(values: readonly number[], period: number): number | null {
  let best: number | null = null;
  let least = Infinity;
  for (const value of values) {
    const sum = values.reduce((total, other) => total + Math.abs(phaseDifference(other, value, period)), 0);
    if (sum < least) { least = sum; best = value; }
  }
  return best;
}

/**
 * Returns the p-value of the Rayleigh test: how often evenly spread times would be this concentrated by chance. Zar's
 * approximation, accurate to 0.001 from five values on; null below three, where no grouping can be significant.
 */
export function rayleighPValue(resultantLength: number, count: number): number | null {
  if (count < 3) return null;
  const resultant = resultantLength * count;
  const exponent = Math.sqrt(1 + 4 * count + 4 * (count * count - resultant * resultant)) - (1 + 2 * count);
  return Math.min(1, Math.exp(exponent));
}
