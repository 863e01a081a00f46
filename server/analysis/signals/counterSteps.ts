/** Series of a panel: scraped values, thinned to the width of one point without losing a spike or filling a gap. */
import { numberAt } from '../../../core/elementAt.ts';
import { memoised } from './memoised.ts';
import type { Role, RoleSeries } from '../../data/metrics/roleNames.ts';
import type { ScrapeTable } from '../../data/metrics/series.ts';
import { medianStepMs, pacesMs } from './windowFrame.ts';

/** Approximate number of points if no step is requested. */
const POINTS = 1200;
/** Maximum length of a rate, in surrounding scrape steps; a longer one shows no time, and the chart has a gap. */
const LONGEST_RATE_STEPS = 2.5;

/** Points of a panel, ascending. Row `k` of the rows that belong to point `p`: `first[p] <= k < first[p + 1]`. */
export interface PointGrid {
  /** Unix seconds: the scrape's own time when nothing was thinned, else the start of the step. */
  time: number[];
  stepMs: number;
  thinned: boolean;
  /** Rows of the scrape table that count, ascending: without repeated bodies, with failed scrapes. */
  rows: Int32Array;
  first: Int32Array;
  scrapeStepMs: number;
}

/**
 * Returns the points for a window's scrapes. `stepMs` null picks a round width for about 1,200 points; a step below the
 * scrape interval becomes the scrape interval. A hole without scrapes gets at least one empty point, which breaks the
 * line; coarse history before a finer recording is not a hole.
 */
export function pointGrid(scrapes: ScrapeTable, stepMs: number | null): PointGrid {
  const known = knownGrids(scrapes);
  const grid = known.get(stepMs) ?? makeGrid(scrapes, stepMs);
  known.set(stepMs, grid);
  return grid;
}

/** Returns the grid of all rows, for data where a repeated body counts because only its time or host matters. */
export function everyRowGrid(scrapes: ScrapeTable, stepMs: number | null): PointGrid {
  const isRepeated = scrapes.repeated.includes(1);
  return pointGrid(isRepeated ? { ...scrapes, repeated: new Uint8Array(scrapes.length) } : scrapes, stepMs);
}

/** Grids by step: a panel requests the same one several times. */
const knownGrids = memoised<ScrapeTable, Map<number | null, PointGrid>>(() => new Map());

function makeGrid(scrapes: ScrapeTable, stepMs: number | null): PointGrid {
  const rows = new Int32Array(scrapes.length);
  let used = 0;
  for (let i = 0; i < scrapes.length; i++) {
    if (scrapes.repeated[i] === 0) rows[used++] = i;
  }
  const kept = rows.subarray(0, used);
  const scrapeStepMs = roundedStep(medianStepMs(scrapes, used === scrapes.length ? undefined : kept) ?? 1000);
  if (used === 0) return {
    time: [], stepMs: stepMs ?? scrapeStepMs, thinned: false, rows: kept, first: new Int32Array(1), scrapeStepMs,
  };
  const lengthMs = numberAt(scrapes.startMs, numberAt(kept, used - 1)) - numberAt(scrapes.startMs, numberAt(kept, 0));
  const wanted = stepMs ?? niceStep(lengthMs / POINTS);
  const thinned = wanted >= 1.5 * scrapeStepMs;
  const width = thinned ? wanted : scrapeStepMs;
  const time: number[] = [];
  const first: number[] = [];
  let bin = -Infinity;
  const paces = pacesMs(scrapes);
  for (let k = 0; k < used; k++) {
    const at = numberAt(scrapes.startMs, numberAt(kept, k));
    const before = k > 0 ? numberAt(scrapes.startMs, numberAt(kept, k - 1)) : at;
    const paceMs = roundedStep(numberAt(paces, numberAt(kept, k)));
    const isHole = at - before > LONGEST_RATE_STEPS * paceMs;
    if (thinned) {
      const ownBin = Math.floor(at / width);
      if (ownBin === bin) continue;
      // A long hole gets two empty points, one after its start and one before its end.
      if (isHole && ownBin > bin + 1) { time.push((bin + 1) * width / 1000); first.push(k); }
      if (isHole && ownBin > bin + 2) { time.push((ownBin - 1) * width / 1000); first.push(k); }
      bin = ownBin;
      time.push(bin * width / 1000);
      first.push(k);
    } else {
      if (isHole) { time.push((before + paceMs) / 1000); first.push(k); }
      time.push(at / 1000);
      first.push(k);
    }
  }
  first.push(used);
  return { time, stepMs: width, thinned, rows: kept, first: Int32Array.from(first), scrapeStepMs };
}

/** Rounds a step, so that timer jitter does not make 1 s into 1.0003 s, a drift of one point per hour. */
function roundedStep(stepMs: number): number {
  const unit = stepMs >= 500 ? 50 : stepMs >= 50 ? 10 : 1;
  return Math.max(1, Math.round(stepMs / unit) * unit);
}

const NICE_SECONDS = [
  1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 180, 300, 600, 900, 1200, 1800, 3600, 7200, 14400, 21600, 43200, 86400,
];

/** Returns the smallest round width that is not below `leastMs`. */
export function niceStep(leastMs: number): number {
  for (const seconds of NICE_SECONDS) {
    if (seconds * 1000 >= leastMs) return seconds * 1000;
  }
  return Math.ceil(leastMs / 86_400_000) * 86_400_000;
}

export type Reduce = 'mean' | 'min' | 'max' | 'sum';

/**
 * Returns one value per point from one value per scrape row (NaN = none), in the order of `grid.time`. A point without
 * a finite value is null, never 0. `weights`, by scrape row, weigh a mean (a rate by the time it covers).
 */
export function reduceToPoints(
  grid: PointGrid, values: Float64Array, reduce: Reduce, weights?: Float64Array,
): (number | null)[] {
  const points: (number | null)[] = new Array<number | null>(grid.time.length).fill(null);
  for (let p = 0; p < points.length; p++) {
    let total = 0;
    let weight = 0;
    let extreme = NaN;
    for (let k = numberAt(grid.first, p); k < numberAt(grid.first, p + 1); k++) {
      const row = numberAt(grid.rows, k);
      const value = numberAt(values, row);
      if (!Number.isFinite(value)) continue;
      const share = weights === undefined ? 1 : numberAt(weights, row);
      total += value * share;
      weight += share;
      if (Number.isNaN(extreme) || (reduce === 'min' ? value < extreme : value > extreme)) extreme = value;
    }
    if (!(weight > 0)) continue;
    points[p] = reduce === 'mean' ? total / weight : reduce === 'sum' ? total : extreme;
  }
  return points;
}

/** Returns a gauge's points; all null if no series has the role. */
export function gaugePoints(
  grid: PointGrid, series: Pick<RoleSeries, 'values'> | undefined, reduce: Reduce = 'mean'
): (number | null)[] {
  if (series === undefined) return new Array<number | null>(grid.time.length).fill(null);
  return reduceToPoints(grid, series.values, reduce);
}

/** Limit above any real machine; the largest have some 2,000 cores. */
const MAX_CORES = 4096;
/** Counters of core time: a rise that no machine could produce comes from another program's counter. */
const CORE_SECONDS: ReadonlySet<Role> = new Set(['cpuSeconds', 'gcCpuSeconds']);

/** Rises of a counter between good scrapes, by the row that ends each; NaN where there is none. */
export interface CounterSteps {
  /** Rise since the previous scrape with the counter; over a gap it covers the gap. NaN over a reset. */
  increase: Float64Array;
  /** Time that the rise covers, seconds. */
  seconds: Float64Array;
}

/**
 * Returns a counter's rises from one fresh scrape to the next. A fall is a reset, as is a rise of CPU time that no
 * machine could produce: the amount before it is lost, so the step is unknown rather than negative. A restart in
 * `newProcessRows` is a reset even if the new value is higher.
 */
export function counterSteps(
  scrapes: ScrapeTable, series: RoleSeries | undefined, fresh: Int32Array, newProcessRows: ReadonlySet<number>,
): CounterSteps {
  const increase = new Float64Array(scrapes.length).fill(NaN);
  const seconds = new Float64Array(scrapes.length).fill(NaN);
  if (series === undefined) return { increase, seconds };
  // A counter is read between request and answer: using the middle halves the error of a slow scrape.
  const middleMs = (row: number): number =>
    numberAt(scrapes.startMs, row) + 500 * numberAt(scrapes.durationSeconds, row);
  const isCoreSeconds = CORE_SECONDS.has(series.role);
  const hasStarts = newProcessRows.size > 0;
  let isAfterOne = false;
  let [valueBefore, msBefore] = [NaN, NaN];
  for (const row of fresh) {
    // A restart while the counter is absent still counts.
    if (hasStarts && newProcessRows.has(row)) isAfterOne = false;
    const value = numberAt(series.values, row);
    if (series.present[row] === 0 || !Number.isFinite(value)) continue;
    const ms = middleMs(row);
    if (isAfterOne) {
      const rise = value - valueBefore;
      const covered = (ms - msBefore) / 1000;
      // Answers are read at most a second after they were sent.
      const isPossible = !isCoreSeconds || rise <= MAX_CORES * (Math.max(0, covered) + 1);
      if (rise >= 0 && isPossible) {
        increase[row] = rise;
        seconds[row] = covered;
      }
    }
    isAfterOne = true;
    valueBefore = value;
    msBefore = ms;
  }
  return { increase, seconds };
}

/**
 * Returns a counter's rates by row; NaN also where a rise covers more than 2.5 surrounding scrape steps, because it
 * does not date its moment.
 */
export function momentaryRates(steps: CounterSteps, scrapes: ScrapeTable): Float64Array {
  const paces = pacesMs(scrapes);
  return ratesUpTo(steps, (row) => LONGEST_RATE_STEPS * numberAt(paces, row) / 1000);
}

/** Returns only the rates over at most 2.5 steps of this length, so that two resolutions do not mix. */
export function ratesOfStep(steps: CounterSteps, stepMs: number): Float64Array {
  return ratesUpTo(steps, () => LONGEST_RATE_STEPS * stepMs / 1000);
}

function ratesUpTo({ increase, seconds }: CounterSteps, longest: (row: number) => number): Float64Array {
  const rates = new Float64Array(increase.length).fill(NaN);
  for (let row = 0; row < rates.length; row++) {
    const covered = numberAt(seconds, row);
    if (covered > 0 && covered <= longest(row)) rates[row] = numberAt(increase, row) / covered;
  }
  return rates;
}

/** Returns all rises divided by the time that they cover, so that long steps weigh more; null without one. */
export function meanRate(steps: CounterSteps): number | null {
  let rises = 0;
  let seconds = 0;
  for (let row = 0; row < steps.increase.length; row++) {
    const rise = numberAt(steps.increase, row);
    if (!Number.isNaN(rise)) { rises += rise; seconds += numberAt(steps.seconds, row); }
  }
  return seconds > 0 ? rises / seconds : null;
}
