/** Says in words by how much sides of benchmarks differ. Pure. */
import { formatNumber } from '../../../../core/text/format.ts';

/** Smaller differences in means are not worth a word. */
const SAME_RATIO = 0.005;

export const geomean = (values: readonly number[]): number => (values.length === 0 ? NaN
  : Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length));

/** Returns `takes 51 % longer`, `takes 12 times as long`; for other units `is 51 % more`. */
function wordsOf(ratio: number, unit: string): string {
  const isTime = unit === 'sec/op' || unit === 'sec';
  if (Math.abs(ratio - 1) < SAME_RATIO) return isTime ? 'takes the same time' : 'is the same';
  if (ratio >= 2) return `${isTime ? 'takes' : 'is'} ${formatNumber(ratio)} times as ${isTime ? 'long' : 'much'}`;
  const percent = formatNumber(Math.abs(ratio - 1) * 100);
  return ratio > 1 ? `${isTime ? 'takes' : 'is'} ${percent} % ${isTime ? 'longer' : 'more'}`
    : `${isTime ? 'takes' : 'is'} ${percent} % ${isTime ? 'less time' : 'less'}`;
}

export interface Range { least: number; most: number }

export function rangeWords({ least, most }: Range, unit: string): string {
  const [first, last] = [wordsOf(least, unit), wordsOf(most, unit)];
  if (first === last) return first;
  const end = / %( longer| more| less time| less)$/.exec(first)?.[1] ?? '';
  const start = end !== '' && last.endsWith(end) ? first.slice(0, -end.length) : first;
  return `${start} to ${last.replace(/^(?:takes|is) /, '')}`;
}

export function rangeText({ least, most }: Range): string {
  const [first, last] = [percentText(least), percentText(most)];
  return first === last ? first : `${first} to ${last}`;
}

function percentText(ratio: number): string {
  if (ratio === 1) return 'the same';
  return ratio >= 3 ? `${formatNumber(ratio)} times` : `${ratio > 1 ? '+' : '−'}${
    formatNumber(Math.abs(ratio - 1) * 100)} %`;
}
