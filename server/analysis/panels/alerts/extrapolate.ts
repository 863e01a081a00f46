/** Functions of PromQL over the samples of a range, as Prometheus computes them. Pure. */

/** Samples of one series within a range, ascending, without gaps. */
export interface RangeSamples { timesMs: number[]; values: number[] }

/** Distance from its edge, in mean intervals, beyond which a range counts as covered only half an interval further. */
const EDGE_INTERVALS = 1.1;

/**
 * Returns `increase()` over `(endMs - rangeMs, endMs]`, extrapolated to its edges as in PromQL; a falling counter is a
 * restart. null with fewer than two samples.
 */
export function increaseOver({ timesMs, values }: RangeSamples, endMs: number, rangeMs: number): number | null {
  const last = timesMs.length - 1;
  const [firstMs, lastMs, first] = [timesMs[0], timesMs[last], values[0]];
  if (last < 1 || firstMs === undefined || lastMs === undefined || first === undefined) return null;
  let rise = 0;
  for (let i = 1; i <= last; i++) {
    const [before, now] = [values[i - 1] ?? NaN, values[i] ?? NaN];
    rise += now < before ? now : now - before;
  }
  const sampledMs = lastMs - firstMs;
  const meanMs = sampledMs / last;
  const near = meanMs * EDGE_INTERVALS;
  const within = (gapMs: number): number => (gapMs < near ? gapMs : meanMs / 2);
  let beforeMs = within(firstMs - (endMs - rangeMs));
  // A counter cannot have been below zero.
  if (rise > 0 && first >= 0) beforeMs = Math.min(beforeMs, sampledMs * first / rise);
  return rise * (sampledMs + beforeMs + within(endMs - lastMs)) / sampledMs;
}

/** Returns `predict_linear()`: the least-squares line `aheadSeconds` after `endMs`. null with less than two. */
export function predictLinear(
  { timesMs, values }: RangeSamples, endMs: number, aheadSeconds: number
): number | null {
  const n = timesMs.length;
  if (n < 2) return null;
  const first = values[0] ?? NaN;
  if (values.every((value) => value === first)) return first;
  let [sumX, sumY, sumXY, sumXX] = [0, 0, 0, 0];
  timesMs.forEach((timeMs, i) => {
    const x = (timeMs - endMs) / 1000;
    const y = values[i] ?? NaN;
    sumX += x;
    sumY += y;
    sumXY += x * y;
    sumXX += x * x;
  });
  const spread = sumXX - sumX * sumX / n;
  if (spread === 0) return null;
  const slope = (sumXY - sumX * sumY / n) / spread;
  return sumY / n - slope * sumX / n + slope * aheadSeconds;
}

/** Returns `changes()`: how often the value differs from the previous one. */
export function changesOf({ values }: RangeSamples): number {
  return values.filter((value, i) => i > 0 && value !== values[i - 1]).length;
}
