/** Says which of changes in both directions are larger in absolute time, where shares hide that. Pure. */
import { formatSeconds } from '../format.ts';

/** `seconds`: the old value; `change`: relative to it. */
interface TimedChange { seconds: number; change: number }

/** Least relative change in each direction from which a table has changes in both. */
const MUCH = 0.1;
const MIN_ROWS = 2;
/** Factor from which one direction outweighs the other in every row, and in the sum of one run of each. */
const FAR = 10;
const MORE = 2;

const SECONDS: Readonly<Record<string, number>> = { '': 1, 'm': 1e-3, 'u': 1e-6, '\u00b5': 1e-6, 'n': 1e-9 };

interface Range { least: number; most: number; sum: number }

function rangeOf(values: readonly number[]): Range {
  return {
    least: Math.min(...values), most: Math.max(...values), sum: values.reduce((sum, value) => sum + value, 0),
  };
}

const rangeText = ({ least, most }: Range): string => {
  const [from, to] = [formatSeconds(least), formatSeconds(most)];
  return from === to ? from : `${from} to ${to}`;
};

/** Returns null unless rows changed much in both directions, and one direction outweighs the other. */
export function absoluteWords(rows: readonly TimedChange[]): string | null {
  const known = rows.filter(({ seconds, change }) => seconds > 0 && change !== 0);
  const [slower, faster] = [known.filter(({ change }) => change > 0), known.filter(({ change }) => change < 0)];
  if (slower.length + faster.length <= MIN_ROWS || known.length < rows.length
    || !slower.some(({ change }) => change >= MUCH) || !faster.some(({ change }) => change <= -MUCH)) return null;
  const [lost, won] = [slower, faster].map((own) => rangeOf(own.map(({ seconds, change }) =>
    Math.abs(seconds * change))));
  const [ofSlower, ofFaster] = [slower, faster].map((own) => rangeOf(own.map(({ seconds }) => seconds)));
  if (lost === undefined || won === undefined || ofSlower === undefined || ofFaster === undefined) return null;
  const verdict = won.least >= FAR * lost.most ? `in absolute time every gain is far larger than any loss${
    ofSlower.most < ofFaster.least ? ', and no row that takes long got slower' : ''}`
    : lost.least >= FAR * won.most ? `in absolute time every loss is far larger than any gain${
      ofFaster.most < ofSlower.least ? ', and the rows that take long got slower' : ''}`
    : won.sum >= MORE * lost.sum ? 'over one run of each, more time is gained than lost'
    : lost.sum >= MORE * won.sum ? 'over one run of each, more time is lost than gained' : null;
  if (verdict === null) return null;
  const subject = (count: number, word: string): string => `The ${word} ${count === 1 ? 'one takes' : 'ones take'}`;
  return `${subject(slower.length, 'slower')} ${rangeText(ofSlower)} and ${slower.length === 1 ? 'loses' : 'lose'} ${
    rangeText(lost)}${slower.length === 1 ? '' : ' each'}; ${subject(faster.length, 'faster').replace('The', 'the')} ${
    rangeText(ofFaster)} and ${faster.length === 1 ? 'gains' : 'gain'} ${rangeText(won)}${
    faster.length === 1 ? '' : ' each'}: ${verdict}. What counts is how often each runs.`;
}

/** Rows from which the largest change by time is compared with the largest relative one, and the factor between. */
const MIN_FOR_LARGEST = 3;
const MUCH_LARGER = 10;
/** Share of the row that changes most from which the other one is worth a word. */
const MIN_SHARE = 0.02;

/** Names the row that changes most in absolute time, if another one has the largest relative change; null otherwise. */
export function largestWords(
  rows: readonly (TimedChange & { name: string })[], percent: (change: number) => string
): string | null {
  const known = rows.filter(({ seconds, change }) => seconds > 0 && change !== 0);
  const amount = ({ seconds, change }: TimedChange): number => Math.abs(seconds * change);
  const [byRatio] = known.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const [byTime] = known.toSorted((a, b) => amount(b) - amount(a));
  if (byRatio === undefined || byTime === undefined || known.length < MIN_FOR_LARGEST || known.length < rows.length
    || amount(byTime) < MUCH_LARGER * amount(byRatio) || Math.abs(byTime.change) < MIN_SHARE) return null;
  return `In absolute time ${byTime.name} changes most: ${formatSeconds(byTime.seconds)} to ${
    formatSeconds(byTime.seconds * (1 + byTime.change))} (${percent(byTime.change)}); the largest relative change, ${
    percent(byRatio.change)}, is of a benchmark of ${formatSeconds(byRatio.seconds)}.`;
}

/** Returns the seconds of one in a unit of a table; null for another unit than of time. */
export function secondsOfUnit(unit: string | null): number | null {
  const name = (unit ?? '').toLowerCase();
  if (/^(?:sec|time)\/op$/.test(name)) return 1;
  const prefix = /^(n|\u00b5|u|m)?s\/op$/.exec(name);
  return prefix === null ? null : SECONDS[prefix[1] ?? ''] ?? null;
}
