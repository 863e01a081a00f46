/** Says what few runs of two commands can show: that a difference is likely, or nothing. Pure. */
import { distanceWords, weightOf, type Weight } from '../../../../../../core/statistics/weights/fewRuns.ts';
import { leastPValue } from '../../../../../../core/statistics/mannWhitney.ts';
import { formatNumber, formatSeconds } from '../../../../../../core/text/format.ts';

const ALPHA = 0.05;

/** `spread`: the standard deviation of the runs, in the unit of the mean. */
export interface Measured { center: number; spread: number | null; runs: number }

/** Whether a rank test of so many runs could not be significant, whatever their values; false for single runs. */
export const areFew = (one: number, other: number): boolean => one > 1 && other > 1 && leastPValue(one, other) > ALPHA;

const sideOf = ({ center, spread }: Measured): { center: number; deviation: number } =>
  ({ center, deviation: spread ?? 0 });

/** Returns how much a difference of two commands weighs; null if their runs are not few. */
export const fewWeight = (one: Measured, other: Measured): Weight | null =>
  (areFew(one.runs, other.runs) ? weightOf(sideOf(one), sideOf(other)) : null);

const runsOf = (one: number, other: number): string =>
  (one === other ? `${one} runs each` : `${one} and ${other} runs`);

const leastOf = (one: Measured, other: Measured): string => leastPValue(one.runs, other.runs).toFixed(2);
const AGAIN = 'Run both in turns, at least 10 times each.';

/** Returns, without its full stop, that few runs show nothing. */
export const openWords = (one: Measured, other: Measured): string => `${runsOf(one.runs, other.runs)} can show neither `
  + `a difference nor that there is none: the smallest possible p is ${leastOf(one, other)}`;

const likelyWords = (one: Measured, other: Measured): string =>
  `The difference is ${distanceWords(sideOf(one), sideOf(other))}, so it is likely, but not tested: with ${
    runsOf(one.runs, other.runs)} the smallest possible p of a rank test is ${leastOf(one, other)}`;

/** Returns what few runs can show of two commands; null if their runs are not few. */
export function fewWords(one: Measured, other: Measured): string | null {
  const weight = fewWeight(one, other);
  switch (weight) {
    case null: return null;
    case 'clear': return `${likelyWords(one, other)}; to show a difference of a few per cent, run both in turns, at `
      + 'least 10 times each.';
    case 'likely': return `${likelyWords(one, other)}. ${AGAIN}`;
    case 'open': return `${openWords(one, other)}. ${AGAIN}`;
  }
}

/** The warning of hyperfine that the first run was slow. */
const SLOW_FIRST = new RegExp(String.raw`first benchmarking run for this command was significantly slower than the `
  + String.raw`rest \(([\d.]{1,12}) (s|ms|\u00b5s|us)\)`, 'g');
const WARMED = /\bhyperfine\b[^\n]{0,300}?[ \t](?:--warmup|-w)[ =]?[1-9]/;
const UNIT_SECONDS: Readonly<Record<string, number>> = { 's': 1, 'ms': 1e-3, '\u00b5s': 1e-6, 'us': 1e-6 };

/** The row of a command with its mean, above its warnings. */
const TIME_ROW = /^[ \t>]*Time \(/gm;
/** Factor by which a difference is larger than the excess of a first run that does not matter. */
const MUCH_LESS = 10;

/**
 * Says that the warnings of slow first runs cannot change which command is faster; null if they may, or without one.
 * The means of the sides, in the order of the text, are in seconds.
 */
export function firstRunWords(text: string, sides: readonly [Measured, Measured]): string | null {
  const rows = [...text.matchAll(TIME_ROW)].map(({ index }) => index);
  const excess = [...text.matchAll(SLOW_FIRST)].map(({ index, 1: value, 2: unit = '' }) => {
    const own = sides[rows.filter((row) => row < index).length - 1];
    return own === undefined ? Infinity : Number(value) * (UNIT_SECONDS[unit] ?? NaN) - own.center;
  });
  const [most, difference] = [Math.max(...excess), Math.abs(sides[0].center - sides[1].center)];
  if (excess.length === 0 || !(most * MUCH_LESS < difference)) return null;
  const warmed = WARMED.test(text) ? ', and a warmup was already set' : '';
  return `The warning about a slow first run does not change that: it took ${formatSeconds(Math.max(0, most))} more `
    + `than the mean, ${formatNumber(100 * Math.max(0, most) / difference)} % of the difference${warmed}.`;
}
