/**
 * Series of a panel: what the scrapes said, thinned to the width of one point without losing a spike or filling a gap.
 */
import { numberAt } from '../../../core/elementAt.ts';
import { memoised } from './memoised.ts';
import type { Role, RoleSeries } from '../../data/metrics/roleNames.ts';
import type { ScrapeTable } from '../../data/metrics/series.ts';
import { medianStepMs, pacesMs } from './windowFrame.ts';

/** About this many points are drawn when no step is requested. */
const POINTS = 1200;
/**
 * A rate over a longer stretch than this many scrape steps of its surroundings is not a reading of its moment: the
 * chart shows a gap.
 */
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
 * Points for a window's scrapes. `stepMs` null picks a width for about 1,200 points, from a ladder of round widths; a
 * step below the scrape interval is the scrape interval. A hole in which nobody scraped holds one empty point at least,
 * so that a line drawn over the points breaks there; points of coarse history before a finer recording are no holes.
 */
export function pointGrid(scrapes: ScrapeTable, stepMs: number | null): PointGrid {
  const known = knownGrids(scrapes);
  const grid = known.get(stepMs) ?? makeGrid(scrapes, stepMs);
  known.set(stepMs, grid);
  return grid;
}

/** The grid of all rows: a repeated body is a scrape as good as any where only its time or its host counts. */
export function everyRowGrid(scrapes: ScrapeTable, stepMs: number | null): PointGrid {
  const isRepeated = scrapes.repeated.includes(1);
  return pointGrid(isRepeated ? { ...scrapes, repeated: new Uint8Array(scrapes.length) } : scrapes, stepMs);
}

/** By step: a panel asks for the same one several times. */
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
      // Of a long hole the two ends are enough: one empty point after what was, one before what comes.
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

/** Timer jitter of some ms must not make a 1 s interval 1.0003 s, which drifts by a point an hour. */
function roundedStep(stepMs: number): number {
  const unit = stepMs >= 500 ? 50 : stepMs >= 50 ? 10 : 1;
  return Math.max(1, Math.round(stepMs / unit) * unit);
}

const NICE_SECONDS = [
  1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 180, 300, 600, 900, 1200, 1800, 3600, 7200, 14400, 21600, 43200, 86400,
];

/** The least width of a ladder of round ones that is not below `leastMs`. */
export function niceStep(leastMs: number): number {
  for (const seconds of NICE_SECONDS) {
    if (seconds * 1000 >= leastMs) return seconds * 1000;
  }
  return Math.ceil(leastMs / 86_400_000) * 86_400_000;
}

export type Reduce = 'mean' | 'min' | 'max' | 'sum';

/**
 * One value a point from one value a scrape row (NaN = none), in the order of `grid.time`. A point without a finite
 * value is null, never 0. `weights`, by scrape row, weigh a mean (a rate by the time it covers).
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

/** A gauge's points; all null when no series plays the role. */
export function gaugePoints(
  grid: PointGrid, series: RoleSeries | undefined, reduce: Reduce = 'mean'
): (number | null)[] {
  if (series === undefined) return new Array<number | null>(grid.time.length).fill(null);
  return reduceToPoints(grid, presentValues(series), reduce);
}

/** Values with NaN wherever the scrape did not hold the series. */
export function presentValues(series: RoleSeries): Float64Array {
  const found = new Float64Array(series.values.length).fill(NaN);
  for (let row = 0; row < found.length; row++)
    if (series.present[row] === 1) found[row] = numberAt(series.values, row);
  return found;
}

/** The largest machines there are have some 2,000 cores. */
const MAX_CORES = 4096;
/** Counters of time that cores spent: a rise beyond what any machine could have is of another program's counter. */
const CORE_SECONDS: ReadonlySet<Role> = new Set(['cpuSeconds', 'gcCpuSeconds']);

/** A counter's rises between good scrapes, by the row that ends each. NaN where there is none. */
export interface CounterSteps {
  /** Rise since the scrape before that held the counter; over a gap it covers the gap. NaN over a reset. */
  increase: Float64Array;
  /** What the rise covers, seconds. */
  seconds: Float64Array;
}

/**
 * Rises of a counter from one fresh scrape to the next. A fall is a reset, and so is a rise of CPU time that no machine
 * could have: how much was counted before it is lost, so the step is unknown rather than negative. A restart given in
 * `newProcessRows` is a reset even where the new value is higher.
 */
export function counterSteps(
  scrapes: ScrapeTable, series: RoleSeries | undefined, fresh: Int32Array, newProcessRows: ReadonlySet<number>,
): CounterSteps {
  const increase = new Float64Array(scrapes.length).fill(NaN);
  const seconds = new Float64Array(scrapes.length).fill(NaN);
  if (series === undefined) return { increase, seconds };
  // A counter is read somewhere between request and answer: the middle halves the error of a slow scrape.
  const middleMs = (row: number): number =>
    numberAt(scrapes.startMs, row) + 500 * numberAt(scrapes.durationSeconds, row);
  const isCoreSeconds = CORE_SECONDS.has(series.role);
  const hasStarts = newProcessRows.size > 0;
  let isAfterOne = false;
  let [valueBefore, msBefore] = [NaN, NaN];
  for (const row of fresh) {
    // A start inside a stretch where the counter is absent is still a start.
    if (hasStarts && newProcessRows.has(row)) isAfterOne = false;
    const value = numberAt(series.values, row);
    if (series.present[row] === 0 || !Number.isFinite(value)) continue;
    const ms = middleMs(row);
    if (isAfterOne) {
      const rise = value - valueBefore;
      const covered = (ms - msBefore) / 1000;
      // Answers are read at most a second apart from when they were sent.
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
 * Rates of a counter by row; NaN also where a rise covers more than 2.5 scrape steps of its surroundings, since it is
 * not a reading of its moment.
 */
export function momentaryRates(steps: CounterSteps, scrapes: ScrapeTable): Float64Array {
  const paces = pacesMs(scrapes);
  return ratesUpTo(steps, (row) => LONGEST_RATE_STEPS * numberAt(paces, row) / 1000);
}

/** Only those over at most 2.5 steps of this length: where rates of two resolutions must not be mixed. */
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

/** All rises over the time that they cover, so that a long step counts for its length; null without one. */
export function meanRate(steps: CounterSteps): number | null {
  let rises = 0;
  let seconds = 0;
  for (let row = 0; row < steps.increase.length; row++) {
    const rise = numberAt(steps.increase, row);
    if (!Number.isNaN(rise)) { rises += rise; seconds += numberAt(steps.seconds, row); }
  }
  return seconds > 0 ? rises / seconds : null;
}
