/** Quantiles over time of observations between scrapes, from the buckets of a histogram; pure. */
import { elementAt, numberAt } from '../../../core/elementAt.ts';
import type { HistogramQuantiles } from '../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../data/metrics/roleNames.ts';
import { counterSteps, niceStep, pointGrid, type PointGrid } from './counterSteps.ts';

/** Approximate number of points; a narrower step holds too few observations for a quantile. */
const POINTS = 120;
const MIN_SCRAPES = 5;

/** A quantile, and the edges of its bucket, which bound it. `high` null: no upper edge. */
export interface BucketQuantile { value: number; low: number; high: number | null }

/**
 * Returns the quantile as PromQL's `histogram_quantile`: linear within the bucket; in the last one, which has no upper
 * edge, its lower edge; the first begins at 0. `edges` ascending, the last infinite; `cumulative` observations up to
 * each. Null without any.
 */
export function bucketQuantile(edges: readonly number[], cumulative: readonly number[], q: number): BucketQuantile
  | null {
  const total = cumulative.at(-1) ?? 0;
  if (!(total > 0) || edges.length < 2 || edges.at(-1) !== Infinity) return null;
  const rank = q * total;
  const found = cumulative.findIndex((count) => count >= rank);
  const at = found < 0 ? edges.length - 1 : found;
  const high = elementAt(edges, at);
  const low = at === 0 ? Math.min(0, high) : elementAt(edges, at - 1);
  if (high === Infinity) return { value: low, low, high: null };
  if (at === 0 && high <= 0) return { value: high, low: high, high };
  const before = at === 0 ? 0 : elementAt(cumulative, at - 1);
  const inside = elementAt(cumulative, at) - before;
  return { value: low + (high - low) * (inside > 0 ? (rank - before) / inside : 1), low, high };
}

export interface QuantilesInput {
  window: RoleWindow;
  role: Role;
  fresh: Int32Array;
  newProcessRows: ReadonlySet<number>;
  /** Width of a step; null picks one for about 120 points. */
  stepMs: number | null;
}

/**
 * Returns median and 99 % quantile of the histogram's observations in each step. A rise counts for the step of the
 * scrape that ends it; rises over a reset, a restart or a lost scrape are unknown and count for none. `count` is null
 * if no rise is known; a step without observations has the count 0 and no quantile. Empty lists if no series has the
 * role, or if its buckets have no last one.
 */
export function histogramQuantiles(input: QuantilesInput): HistogramQuantiles {
  const { window, role, fresh, newProcessRows, stepMs } = input;
  const { scrapes } = window;
  const buckets = bucketsOf(window, role);
  const grid = pointGrid(scrapes, stepMs ?? quantileStep(window));
  const answer = emptyQuantiles(grid.stepMs / 1000);
  if (buckets === null) return answer;
  const rises = buckets.series.map(
    (one) => counterSteps(scrapes, { role, names: [], ...one }, fresh, newProcessRows).increase
  );
  answer.time.push(...grid.time);
  for (let p = 0; p < grid.time.length; p++) {
    const cumulative = risesOf(grid, p, rises);
    const [median, high] = [0.5, 0.99].map(
      (q) => (cumulative === null ? null : bucketQuantile(buckets.edges, cumulative, q))
    );
    answer.count.push(cumulative?.at(-1) ?? null);
    put(answer.p50, median);
    put(answer.p99, high);
  }
  return answer;
}

function emptyQuantiles(stepSeconds: number): HistogramQuantiles {
  const quantile = (): HistogramQuantiles['p50'] => ({ seconds: [], lowSeconds: [], highSeconds: [] });
  return { stepSeconds, time: [], count: [], p50: quantile(), p99: quantile() };
}

/** Returns the count of all observations and their quantile over the whole window. */
export function wholeQuantile(input: QuantilesInput, q: number): (BucketQuantile & { count: number }) | null {
  const { window, role, fresh, newProcessRows } = input;
  const buckets = bucketsOf(window, role);
  if (buckets === null) return null;
  const rises = buckets.series.map(
    (one) => counterSteps(window.scrapes, { role, names: [], ...one }, fresh, newProcessRows).increase
  );
  const rows = Int32Array.from({ length: window.scrapes.length }, (_, row) => row);
  const all = { rows, first: Int32Array.of(0, rows.length) };
  const cumulative = risesOf(all, 0, rises);
  const found = cumulative === null ? null : bucketQuantile(buckets.edges, cumulative, q);
  return found === null ? null : { ...found, count: cumulative?.at(-1) ?? 0 };
}

function put({ seconds, lowSeconds, highSeconds }: HistogramQuantiles['p50'], found: BucketQuantile | null | undefined)
  : void {
  seconds.push(found?.value ?? null);
  lowSeconds.push(found?.low ?? null);
  highSeconds.push(found?.high ?? null);
}

function quantileStep({ scrapes, startMs, endMs }: RoleWindow): number {
  return niceStep(Math.max((endMs - startMs) / POINTS, MIN_SCRAPES * pointGrid(scrapes, 1).scrapeStepMs));
}

interface Buckets { edges: number[]; series: { values: Float64Array; present: Uint8Array }[] }

/** Returns buckets by upper edge, ascending; null if one edge has several series (several label sets). */
function bucketsOf(window: RoleWindow, role: Role): Buckets | null {
  const all = window.labelled(role)
    .map(({ labels, values, present }) => ({ edge: Number(edgeText(labels['le'])), values, present }))
    .filter(({ edge }) => !Number.isNaN(edge)).sort((a, b) => a.edge - b.edge);
  const edges = all.map(({ edge }) => edge);
  if (edges.length < 2 || edges.at(-1) !== Infinity || new Set(edges).size < edges.length) return null;
  return { edges, series: all };
}

function edgeText(le: string | undefined): string {
  return le === undefined || le === '' ? 'none' : le.replace(/^([+-]?)inf$/i, '$1Infinity');
}

/** Sums the rises up to each edge in the rows of a point; null if no row has all rises known. */
function risesOf(grid: Pick<PointGrid, 'rows' | 'first'>, p: number, rises: readonly Float64Array[]): number[] | null {
  const sums = rises.map(() => 0);
  let known = false;
  for (let k = numberAt(grid.first, p); k < numberAt(grid.first, p + 1); k++) {
    const row = numberAt(grid.rows, k);
    if (rises.some((rise) => Number.isNaN(rise[row]))) continue;
    known = true;
    rises.forEach((rise, i) => { sums[i] = elementAt(sums, i) + numberAt(rise, row); });
  }
  if (!known) return null;
  // A scrape may read one bucket before an observation and a later bucket after it.
  sums.forEach((sum, i) => { if (i > 0) sums[i] = Math.max(sum, elementAt(sums, i - 1)); });
  return sums;
}
