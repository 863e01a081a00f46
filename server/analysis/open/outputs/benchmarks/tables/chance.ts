/** Weighs significant rows of a table by what chance and the number of runs allow. Pure. */
import { leastPValue } from '../../../../../../core/statistics/mannWhitney.ts';
import { fits } from '../../../../../../core/text/prefilter/fits.ts';
import type { Comparison } from './comparison.ts';
import { mostRuns } from '../comparedSides.ts';
import { percent, type Changed } from './tableWords.ts';

const ALPHA = 0.05;
/** Rows of one unit from which some may be significant by chance, and how many times as many as expected may be. */
const MIN_ROWS = 10;
const MANY = 3;
/** Largest change that is taken for chance. */
const MAX_SMALL = 0.05;
/** Runs per side below which the rank test of benchstat shows nothing. */
const MIN_RANK_RUNS = 4;
/** Runs per side from which benchstat prints the range of a value. */
const MIN_RANGE_RUNS = 6;

interface Hits { count: number; expected: number; rows: Changed[] }

/** Returns the significant rows of the first unit if chance alone may make about as many; null otherwise. */
function chanceHits(all: readonly Comparison[]): Hits | null {
  const rows = all.filter(({ unit, side, isTested, isEqual }) => unit === all[0]?.unit && side === all[0]?.side
    && isTested && !isEqual);
  const hits = rows.filter((row): row is Changed => row.change !== null && row.change !== 0);
  const expected = ALPHA * rows.length;
  return rows.length < MIN_ROWS || hits.length === 0 || hits.length > MANY * expected ? null
    : { count: rows.length, expected, rows: hits.toSorted((a, b) => (a.p ?? 1) - (b.p ?? 1)) };
}

/** Whether the only significant rows change little, and are about as many as chance makes. */
export function isLikelyChance(rows: readonly Comparison[]): boolean {
  const hits = chanceHits(rows);
  return hits !== null && hits.rows.every(({ change }) => Math.abs(change) < MAX_SMALL);
}

/** Says how many rows are expected to be significant by chance; null if many more are. */
export function chanceFacts(rows: readonly Comparison[]): string | null {
  const hits = chanceHits(rows);
  const [first] = hits?.rows ?? [];
  if (hits === null || first === undefined) return null;
  const expected = Math.max(1, Math.round(hits.expected));
  const most = `${first.name} (${percent(first.change)}${first.p === null ? '' : `, p = ${first.p}`})`;
  const said = `Of ${hits.count} rows tested at p < 0.05, about ${expected} ${
    expected === 1 ? 'is' : 'are'} expected to be significant by chance`;
  const those = hits.rows.length === 1 ? 'the significant one' : `the ${hits.rows.length} significant ones`;
  const [change, them] = hits.rows.length === 1 ? ['changes', 'it'] : ['change', 'them'];
  const meaning = isLikelyChance(rows) ? `and ${those} ${change} by less than 5 %: the table shows no clear difference`
    : `so repeat ${those} before believing ${them}`;
  return `${said}, ${meaning}; most likely real is ${most}.`;
}

/** Says what so few runs can show although rows are significant; null with enough, and without such a row. */
export function fewRunsFacts(rows: readonly Comparison[], text: string): string | null {
  const runs = mostRuns(text);
  if (runs >= MIN_RANK_RUNS || !rows.some(({ change, isTested }) => isTested && change !== null && change !== 0))
    return null;
  const test = fits(/-delta-test[= ]t-?test/, text) ? 'of a t-test (-delta-test=ttest)' : 'of another test';
  const hasCounts = rows.some(({ unit }) => /^(?:B|bytes|alloc|allocs)\/op$/.test(unit ?? ''));
  const least = leastPValue(runs, runs).toFixed(2);
  return `That is too few for a rank test, whose smallest p is then ${least}: these p are ${test}. Take a `
    + `change of time of a few per cent as open until both sides have run with -count=10${
    hasCounts ? '; bytes and allocations hardly vary, so those changes stand' : ''}.`;
}

/** Says that an infinite range is only of few runs; null without one. */
export const rangeFacts = (text: string): string | null =>
  (mostRuns(text) < MIN_RANGE_RUNS && fits(/\u00b1 ?\u221e/, text)
    ? `\u00b1 \u221e is no fault of the measurement: the range of a value needs at least ${MIN_RANGE_RUNS} runs.`
    : null);
