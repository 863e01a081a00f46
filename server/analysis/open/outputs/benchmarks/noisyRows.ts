/** Distinguishes significant changes from the spread of their runs, in a table of benchstat. Pure. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';

interface SpreadChange {
  name: string; change: number | null; isTested: boolean; isEqual: boolean;
  spread: readonly [old: number, current: number] | null;
}

/** Spread of a value, in percent, from which a row may be noise. */
const WIDE = 20;
/** Part of the change that has to lie between the ranges of both sides. */
const MIN_GAP = 0.25;
const MAX_TOLD = 2;

/** Whether the runs of a changed row differ so far that its change has no size. */
export function isNoisy({ change, spread }: Pick<SpreadChange, 'change' | 'spread'>): boolean {
  if (change === null || spread === null || change <= -1 || change === 0) return false;
  const [old, current] = spread.map((percentage) => percentage / 100);
  if (old === undefined || current === undefined || 100 * Math.max(old, current) < WIDE) return false;
  const ratio = 1 + change;
  const gap = change > 0 ? ratio * (1 - current) / (1 + old) : (1 - old) / (ratio * (1 + current));
  return gap <= 0 || Math.log(gap) < MIN_GAP * Math.abs(Math.log(ratio));
}

/** Whether a row that is not significant has runs that differ so far that it says nothing of its side. */
export const isOpen = ({ change, isTested, isEqual, spread }: SpreadChange): boolean =>
  change === null && isTested && !isEqual && spread !== null && Math.max(...spread) >= WIDE;

/** Names the noisy rows behind the others; "" without any. `mean`: the printed geometric mean, which has them. */
export function noisyFacts(
  rows: readonly (SpreadChange & { change: number })[], percent: (change: number) => string, mean: string | null
): string {
  if (rows.length === 0) return '';
  const shown = rows.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, MAX_TOLD)
    .map(({ name, change, spread }) => `${percent(change)} (${name}, runs \u00b1 ${Math.max(...spread ?? [0])} %)`);
  const rest = rows.length - shown.length;
  return ` ${rows.length} more ${rows.length === 1 ? 'is' : 'are'} significant, but ${
    rows.length === 1 ? 'its' : 'their'} runs differ too far to say by how much: ${shown.join(' and ')}${
    rest === 0 ? '' : `, and ${rest} more`}.${
    mean === null ? '' : ` The printed geometric mean, ${mean}, has them in it.`}`;
}

/** The spread that benchstat prints behind a value. */
const SPREAD = /\u00b1[ \t]{0,3}(\d{1,4})%/g;

/** Spread of the values of a side, in percent, from which it is reported. */
const MIN_SPREAD = 15;
/** Spread from which a row that is not significant says nothing. */
const REPEATED_SPREAD = 30;

/** Says how much the runs of one side differ, if it is much. */
export function spreadOf(text: string, isTold: boolean): string[] {
  const [most] = [...text.matchAll(SPREAD)].map(({ index, 1: percentage }) => ({ index, value: Number(percentage) }))
    .sort((a, b) => b.value - a.value);
  if (most === undefined || most.value < MIN_SPREAD) return [];
  const line = text.slice(text.lastIndexOf('\n', most.index) + 1, most.index);
  const row = /^[ \t>]{0,12}(\w\S{0,199}) {1,80}[\d.]/.exec(line)?.[1];
  const end = text.indexOf('\n', most.index);
  const isUndecided = /\s~(?:\s|$)/.test(text.slice(most.index, end < 0 ? undefined : end));
  const again = most.value < REPEATED_SPREAD || !isUndecided || isTold ? ''
    : ': that one has to be repeated on a quiet machine';
  return [`The runs of a value differ by up to \u00b1 ${most.value} %${row === undefined ? '' : ` (${row})`}${again}.`];
}

/** Rows from which sides are set against each other, the spread of the noisy one, and the factor between the two. */
const MIN_SIDE_ROWS = 3;
const NOISY_SIDE = 10;
const MUCH_NOISIER = 2.5;

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Says that the runs of one side differ much more than those of the other; none if they do not. */
export function noisySide(rows: readonly SpreadChange[]): string[] {
  const spreads = rows.flatMap(({ isTested, spread }) => (isTested && spread !== null ? [spread] : []));
  const [old, current] = [spreads.map(([one]) => one), spreads.map(([, other]) => other)].map(middleOf);
  if (spreads.length < MIN_SIDE_ROWS || old === undefined || current === undefined
    || Math.max(old, current) < Math.max(NOISY_SIDE, MUCH_NOISIER * Math.min(old, current))) return [];
  const [noisy, calm] = old > current ? ['old', 'new'] : ['new', 'old'];
  const [most, least] = [Math.max(old, current), Math.min(old, current)].map((one) => `\u00b1 ${one} %`);
  return [`The runs of the ${noisy} side differ more, by ${most ?? ''} in the middle row and ${least ?? ''} on `
    + `the ${calm} side: the machine was probably busy then, so repeat the ${noisy} side.`];
}

/** Spread up to which a row that is not significant excludes a change worth a word. */
const TIGHT = 5;
const MIN_TIGHT_RUNS = 6;

const spanOf = (spreads: readonly number[]): string => {
  const [least, most] = [Math.min(...spreads), Math.max(...spreads)];
  return least === most ? `\u00b1 ${most} %` : `\u00b1 ${least} to ${most} %`;
};
const rowsWord = (n: number): string => `${n} row${n === 1 ? '' : 's'}`;

/**
 * Distinguishes rows that are not significant by the spread of their runs: some exclude a change, others say nothing.
 * Null unless the table has some that exclude one, and all others say nothing.
 */
export function undecidedFacts(rows: readonly SpreadChange[], runs: number): string[] | null {
  const undecided = rows.filter(({ change, isTested, isEqual }) => change === null && isTested && !isEqual);
  const of = (own: readonly SpreadChange[]): number[] => own.map(({ spread }) => Math.max(...spread ?? [0]));
  const known = undecided.filter(({ spread }) => spread !== null);
  const tight = known.filter(({ spread }) => Math.max(...spread ?? []) <= TIGHT);
  const wide = known.filter(isOpen);
  const [widest] = wide.toSorted((a, b) => Math.max(...b.spread ?? []) - Math.max(...a.spread ?? []));
  if (tight.length === 0 || runs < MIN_TIGHT_RUNS) return null;
  const sums = tight.map(({ spread }) => (spread?.[0] ?? 0) + (spread?.[1] ?? 0));
  if (widest === undefined) return tight.length < undecided.length ? null
    : [`The runs of a row differ little (${spanOf(of(tight))}): a change of more than ${Math.max(1, ...sums)} % would `
      + 'show.'];
  const between = known.length - tight.length - wide.length;
  return [`Not significant does not mean unchanged: the runs of ${rowsWord(tight.length)} differ little (${
    spanOf(of(tight))}), so a change of more than ${Math.max(1, ...sums)} % would show there; those of ${
    rowsWord(wide.length)} differ by ${spanOf(of(wide))} (most ${widest.name}), which shows nothing either way${
    between === 0 ? '' : `; ${between} ${between === 1 ? 'is' : 'are'} between`}. Judge by the rows that differ `
    + `little; ${wide.length === 1 ? 'the other one has' : 'the others have'} to be repeated on a quiet machine.`];
}

/** Whether benchstat had one run per side: no spread in any value, and no number of runs. */
export function isOfOneRun(text: string): boolean {
  const spreads = [...text.matchAll(SPREAD)].map(([, percentage]) => percentage);
  return spreads.length > 1 && spreads.every((one) => one === '0') && !fits(/\bn=\d|all equal/, text);
}
