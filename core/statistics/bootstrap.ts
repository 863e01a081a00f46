/** Sampling error of a statistic by resampling with the given random numbers. */
import { elementAt, numberAt } from '../elementAt.ts';
import { quantile, sortedFinite } from './quantiles.ts';
import type { Random } from './random.ts';

/** Number of draws: enough for two digits of a 95 % interval. */
export const BOOTSTRAP_DRAWS = 300;

export interface Interval { low: number; high: number }

/** Number of items from which the widening of a bootstrap is negligible. */
const MANY = 60;

/**
 * Returns the factor by which to widen the percentiles of a bootstrap over few items: n resampled items vary by (n-1)/n
 * of the population, and their spread is itself estimated from n alone (Student's t over the normal, Cornish-Fisher).
 * 2.6 at three, 1.15 at 14.
 */
function fewThingsFactor(count: number): number {
  if (count >= MANY) return 1;
  const freedom = count - 1;
  return Math.sqrt(count / freedom) * (1 + (1.21 + (1.44 + 1.3 / freedom) / freedom) / freedom);
}

/**
 * Returns the percentile bootstrap interval (95 %) of `statistic` over `count` items drawn with replacement, `draws`
 * times: the error from observing only these items. For few items it is widened by what a bootstrap misses. Skips NaN
 * results of the statistic. Null with fewer than 3 items, too few for a bootstrap.
 */
export function bootstrapInterval(
  count: number, draws: number, random: Random, statistic: (drawn: Int32Array) => number,
): Interval | null {
  if (count < 3) return null;
  const results = new Float64Array(draws);
  const drawn = new Int32Array(count);
  for (let draw = 0; draw < draws; draw++) {
    for (let k = 0; k < count; k++) drawn[k] = Math.floor(random() * count);
    results[draw] = statistic(drawn);
  }
  const sorted = sortedFinite(results);
  const low = quantile(sorted, 0.025);
  const high = quantile(sorted, 0.975);
  if (low === null || high === null) return null;
  const whole = statistic(drawn.map((_, k) => k));
  const factor = Number.isNaN(whole) ? 1 : fewThingsFactor(count);
  // A skewed statistic can be outside its own percentiles; that side of the band is then not widened.
  return { low: low - (factor - 1) * Math.max(0, whole - low), high: high + (factor - 1) * Math.max(0, high - whole) };
}

export interface Bands { mean: (number | null)[]; low: (number | null)[]; high: (number | null)[] }

/**
 * Returns the means of several columns over items, each with its 95 % band from one bootstrap over the items.
 * `sums[item][column]` over `counts[item][column]`; a column without counts is null. Fewer than 3 items have a mean and
 * no band.
 */
export function bootstrapBands(
  sums: readonly Float64Array[], counts: readonly Float64Array[], draws: number, random: Random
): Bands {
  const columns = sums[0]?.length ?? 0;
  const cells = sideBySide(sums, counts, columns);
  const total = new Float64Array(2 * columns);
  const meanOf = (drawn: Int32Array, into: Float64Array): void => {
    total.fill(0);
    for (const thing of drawn) {
      const first = thing * total.length;
      for (let cell = 0; cell < total.length; cell++)
        total[cell] = (total[cell] ?? NaN) + (cells[first + cell] ?? NaN);
    }
    for (let column = 0; column < columns; column++) {
      const count = numberAt(total, columns + column);
      into[column] = count > 0 ? numberAt(total, column) / count : NaN;
    }
  };
  const drawn = Int32Array.from(sums.keys());
  const whole = new Float64Array(columns);
  meanOf(drawn, whole);
  const drawnMeans: Float64Array[] = [];
  if (sums.length >= 3) {
    for (let draw = 0; draw < draws; draw++) {
      for (let k = 0; k < drawn.length; k++) drawn[k] = Math.floor(random() * drawn.length);
      const into = new Float64Array(columns);
      meanOf(drawn, into);
      drawnMeans.push(into);
    }
  }
  const orNull = (value: number | null): number | null => (value === null || Number.isNaN(value) ? null : value);
  const low: (number | null)[] = [], high: (number | null)[] = [];
  for (let column = 0; column < columns; column++) {
    const sorted = sortedFinite(drawnMeans.map((means) => numberAt(means, column)));
    const [least, most, widened] = [quantile(sorted, 0.025), quantile(sorted, 0.975), fewThingsFactor(sums.length) - 1];
    low.push(least === null ? null : least - widened * Math.max(0, numberAt(whole, column) - least));
    high.push(most === null ? null : most + widened * Math.max(0, most - numberAt(whole, column)));
  }
  return { mean: Array.from(whole, orNull), low, high };
}

/** Returns each item's sums followed by its counts, so that a draw adds whole rows. */
function sideBySide(
  sums: readonly Float64Array[], counts: readonly Float64Array[], columns: number
): Float64Array {
  const cells = new Float64Array(2 * columns * sums.length);
  sums.forEach((sum, thing) => {
    cells.set(sum, 2 * columns * thing);
    cells.set(elementAt(counts, thing), 2 * columns * thing + columns);
  });
  return cells;
}
