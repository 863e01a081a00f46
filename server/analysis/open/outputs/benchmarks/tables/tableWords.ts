/** Words for the changes of a table that compares benchmarks: directions, counts, means. Pure. */
import { formatNumber } from '../../../../../../core/text/format.ts';
import type { Comparison, ComparisonTable } from './comparison.ts';
import { tellingMean } from '../rowValues.ts';

export type Changed = Comparison & { change: number };

/** A table rounds to two decimals, so that it prints -100.00% for what is not zero. */
export const percent = (change: number): string => (change <= -0.99995 ? 'nearly \u2212100 %'
  : `${change < 0 ? '' : '+'}${formatNumber(change * 100)} %`);
export const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

export const isTested = (rows: readonly Comparison[]): boolean => rows.some((row) => row.isTested);

/** Factor by which a direction has to change more than the other to be told first, if it is the better one. */
export const DWARFS = 5;
/** Returns the largest change, in which halving is as much as doubling. */
export const sizeOf = (rows: readonly { change: number }[]): number =>
  Math.max(0, ...rows.map(({ change }) => Math.abs(Math.log1p(Math.max(change, -0.9999)))));

/** `isEach`: whether two rows are both named, not only the one that changed most. */
export function side(rows: readonly Changed[], word: string, isEach: boolean): string {
  const [first, ...others] = rows;
  if (first === undefined) return '';
  if (isEach && rows.length === 2)
    return `2 ${word} (${rows.map(({ name, change }) => `${name}, ${percent(change)}`).join('; ')})`;
  const most = others.reduce((max, row) => (Math.abs(row.change) > Math.abs(max.change) ? row : max), first);
  const name = most.name === '' ? '' : `${most.name}, `;
  const change = most.isToZero && most.change <= -0.99995 ? '\u2212100 %' : percent(most.change);
  return `${rows.length} ${word} (${others.length === 0 ? '' : 'most '}${name}${change})`;
}

/** Returns the words for a smaller and for a larger value of a unit. */
export function wordsOf(unit: string | null): [less: string, more: string] {
  const name = unit ?? '';
  if (/(?:^|[\s(])(?:ns|\u00b5s|ms|s|sec|time)\/(?:op|iter)\b|^time\b/i.test(name)) return ['faster', 'slower'];
  return /\/s(?:ec)?$|^speed$/.test(name) ? ['slower', 'faster'] : ['less', 'more'];
}

/** Rows from which a geometric mean is computed if the table prints none. */
const MIN_FOR_MEAN = 3;

/** Says that a printed mean of rows without a change is none either; "" for one that shows none. */
export const emptyMean = (mean: { change: number } | undefined, own: readonly Comparison[]): string =>
  (mean === undefined || mean.change === 0 || !isTested(own) ? ''
    : `; so the printed geometric mean, ${percent(mean.change)}, shows no change either`);

/** Returns the geometric mean of the ratios; "" if a row has none, they are too few, or it would hide what they do. */
export function computedMean(rows: readonly Comparison[]): string {
  const mean = tellingMean(rows.map(({ ratio }) => ratio), MIN_FOR_MEAN);
  if (mean === null) return '';
  const change = Math.abs(mean - 1) < 0.0005 ? 'no change' : percent(mean - 1);
  return `; ${change} in geometric mean (computed here from the ${rows.length} rows)`;
}

/** Rounding of a printed change. */
const ROUNDING = 0.0006;

/** Whether a printed mean of a unit is outside of the changes of its rows: rows of the table were taken out. */
export function isOfOtherRows(
  rows: readonly Comparison[], means: ComparisonTable['means'], unit: string | null
): boolean {
  return (unit === null ? [] : means.get(unit) ?? []).some(({ side: of, change }) => {
    const ratios = rows.filter((row) => row.unit === unit && row.side === of).map(({ ratio }) => ratio);
    const known = ratios.filter((ratio) => ratio !== null);
    return known.length > 1 && known.length === ratios.length
      && (1 + change > Math.max(...known) + ROUNDING || 1 + change < Math.min(...known) - ROUNDING);
  });
}
