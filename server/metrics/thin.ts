/** Fewer points for a chart, without losing a spike or filling a gap. */

/** Points ascending in time; a point without a value is null in all three. */
export interface ThinnedSeries {
  /** Start of each step, ms since the epoch, multiples of `stepMs`: a live window does not shimmer as it moves. */
  startMs: number[];
  mean: (number | null)[];
  min: (number | null)[];
  max: (number | null)[];
}

/**
 * One point per step of `stepMs` from the first to the last time, empty steps included. `startMs` ascends;
 * null and NaN values are gaps and count nowhere. No times give no points.
 */
export function thin(startMs: Float64Array, values: ArrayLike<number | null>, stepMs: number): ThinnedSeries {
  const thinned: ThinnedSeries = { startMs: [], mean: [], min: [], max: [] };
  if (startMs.length === 0) return thinned;
  const firstStep = Math.floor(startMs[0] / stepMs);
  const steps = Math.floor(startMs[startMs.length - 1] / stepMs) - firstStep + 1;
  const counts = new Array<number>(steps).fill(0);
  for (let step = 0; step < steps; step += 1) thinned.startMs.push((firstStep + step) * stepMs);
  for (const column of [thinned.mean, thinned.min, thinned.max]) for (let step = 0; step < steps; step += 1) column.push(null);
  for (let row = 0; row < startMs.length; row += 1) {
    const value = values[row];
    if (value === null || Number.isNaN(value)) continue;
    const step = Math.floor(startMs[row] / stepMs) - firstStep;
    const { mean, min, max } = thinned;
    counts[step] += 1;
    mean[step] = (mean[step] ?? 0) + (value - (mean[step] ?? 0)) / counts[step];
    min[step] = Math.min(min[step] ?? Number.POSITIVE_INFINITY, value);
    max[step] = Math.max(max[step] ?? Number.NEGATIVE_INFINITY, value);
  }
  return thinned;
}
