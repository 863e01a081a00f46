/** Compares the times of two runs of the same benchmarks by their names, the second against the first. Pure. */
import { formatNumber } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import { counted } from '../../look/named.ts';
import { tellingMean } from './rowValues.ts';

/** A row with its value as written, and as a number. */
export interface Amount { name: string; value: number; text: string }
interface Changed { name: string; ratio: number; from: string; to: string }

/** A change of one run that is reported as one. */
const MIN_CHANGE = 0.05;
const MIN_FOR_MEAN = 3;
const MIN_GROUP = 3;
const MAX_GROUPS = 6;

export const percentOf = (ratio: number): string => (Math.abs(ratio - 1) < 0.00005 ? 'no change'
  : `${ratio < 1 ? '' : '+'}${formatNumber(100 * (ratio - 1))} %`);

/** Joins rows by their names. */
export function changesOf(before: readonly Amount[], after: readonly Amount[]): Changed[] {
  const known = new Map(before.map((row) => [row.name, row]));
  return after.flatMap(({ name, value, text }) => {
    const row = known.get(name);
    return row === undefined ? [] : [{ name, ratio: value / row.value, from: row.text, to: text }];
  });
}

export const changeWords = ({ name, ratio, from, to }: Changed): string =>
  `${name} ${percentOf(ratio)} (${from} to ${to})`;

/** Returns null if no row is in both. */
export function timesCompared(old: readonly Amount[], current: readonly Amount[]): string | null {
  const rows = changesOf(old, current);
  const sorted = rows.toSorted((a, b) => a.ratio - b.ratio);
  const [fastest, slowest] = [sorted[0], sorted.at(-1)];
  if (fastest === undefined || slowest === undefined) return null;
  if (rows.length === 1) return `${changeWords(fastest)}.`;
  const [faster, slower] = [rows.filter(({ ratio }) => ratio <= 1 - MIN_CHANGE),
    rows.filter(({ ratio }) => ratio >= 1 + MIN_CHANGE)];
  const sides = [
    faster.length === 0 ? '' : `${faster.length} faster (${faster.length === 1 ? '' : 'most '}${changeWords(fastest)})`,
    slower.length === 0 ? '' : `${slower.length} slower (${slower.length === 1 ? '' : 'most '}${changeWords(slowest)})`,
  ].filter((part) => part !== '');
  const alone = Math.max(old.length, current.length) - rows.length;
  const mean = tellingMean(rows.map(({ ratio }) => ratio), MIN_FOR_MEAN);
  return joined([
    sides.length === 0 ? `none of the ${rows.length} benchmarks in both changes by 5 % or more.`
      : `of the ${rows.length} benchmarks in both, ${sides.join(' and ')}, counting changes of 5 % or more.`,
    groupsFact(rows),
    mean === null ? null : `The geometric mean is ${percentOf(mean)}.`,
    alone > 0 ? `${counted(alone, 'row')} of one side ${alone === 1 ? 'is' : 'are'} not in the other.` : null,
    'Nothing tests these differences: repeat both sides.',
  ]);
}

/** Returns the last part of a name between underscores, slashes or colons. */
const lastPart = (name: string): string => name.split(/[_/:]+/).filter((part) => part !== '').at(-1) ?? name;

/** Says what rows with the same last part do, such as a baseline that both sides share; null without such groups. */
function groupsFact(rows: readonly Changed[]): string | null {
  const groups = new Map<string, number[]>();
  for (const { name, ratio } of rows) groups.set(lastPart(name), [...groups.get(lastPart(name)) ?? [], ratio]);
  if (groups.size < 2 || groups.size > MAX_GROUPS || [...groups.values()].some((own) => own.length < MIN_GROUP))
    return null;
  const spans = [...groups].map(([name, own]) => ({ name, least: Math.min(...own), most: Math.max(...own) }))
    .sort((a, b) => b.most / b.least - a.most / a.least);
  const last = spans.at(-1);
  const said = spans.map(({ name, least, most }) => `${name} ${percentOf(least)} to ${percentOf(most)}`).join(', ');
  return `By the last part of the names: ${said}.${
    last === undefined || last.most > 1 + MIN_CHANGE || last.least < 1 - MIN_CHANGE ? ''
      : ` If the code of ${last.name} is the same on both sides, its span is the noise.`}`;
}
