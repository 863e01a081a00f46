/** Rises and rates of a counter over the scrapes of a window, with resets and gaps. */
import type { ScrapeTable } from './series.ts';

/** A counter over a window: a RoleSeries or a WindowSeries. */
export interface CounterValues { values: Float64Array; present: Uint8Array }

/** What a counter did between two neighbouring scrapes that held it. */
export interface CounterStep {
  /** Rows of the scrape table; more than one apart where scrapes between them failed or were repeats. */
  fromRow: number;
  toRow: number;
  /** Never negative. Over a reset: what was counted since, which is the least it can have risen. */
  increase: number;
  seconds: number;
  reset: boolean;
}

/**
 * The steps of a counter, ascending; fewer than two scrapes with it give none. A fall is a reset and counts from zero,
 * as in Prometheus (https://prometheus.io/docs/prometheus/latest/querying/functions/#increase), but nothing is
 * extrapolated to the window's edges. Over a gap the rise is known and so is its length; when in the gap it rose is
 * not. A repeated body says nothing new and is passed over: it would give a rate of 0 and then a double one.
 * Values that are not finite are passed over too.
 */
export function counterSteps({ values, present }: CounterValues, scrapes: ScrapeTable): CounterStep[] {
  const steps: CounterStep[] = [];
  let fromRow = -1;
  for (let row = 0; row < scrapes.length; row += 1) {
    if (present[row] !== 1 || scrapes.repeated[row] === 1 || !Number.isFinite(values[row])) continue;
    if (fromRow >= 0) {
      const reset = values[row] < values[fromRow];
      steps.push({
        fromRow,
        toRow: row,
        increase: reset ? values[row] : values[row] - values[fromRow],
        seconds: (scrapes.startMs[row] - scrapes.startMs[fromRow]) / 1000,
        reset,
      });
    }
    fromRow = row;
  }
  return steps;
}

/** The rise from the first to the last scrape that held the counter; null when fewer than two did. */
export function counterIncrease(series: CounterValues, scrapes: ScrapeTable): number | null {
  const steps = counterSteps(series, scrapes);
  return steps.length === 0 ? null : steps.reduce((sum, { increase }) => sum + increase, 0);
}

/**
 * Rate per second by row of the scrape table: that of the step which ends there. null where no step ends, and where
 * the step is longer than `maxGapSeconds`: a mean over a long gap is no reading of its moment.
 */
export function counterRates(series: CounterValues, scrapes: ScrapeTable, maxGapSeconds: number): (number | null)[] {
  const rates = new Array<number | null>(scrapes.length).fill(null);
  for (const { toRow, increase, seconds } of counterSteps(series, scrapes)) {
    if (seconds > 0 && seconds <= maxGapSeconds) rates[toRow] = increase / seconds;
  }
  return rates;
}
