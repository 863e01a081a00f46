/** Compares several tables of node --prof-process in one text. Pure. */
import { headingAbove } from '../../look/headingAbove.ts';

interface Table { above: string; facts: string | null; ticks: number; rows: ReadonlyMap<string, number> }

/** Factor from which a function has clearly more ticks in one run, and its least share of the larger run. */
const MUCH_MORE = 3;
const MIN_SHARE = 0.01;
const many = (value: number): string => value.toLocaleString('en-US');
const times = (ratio: number): string => `${Number(ratio.toPrecision(3))} times`;

/** Returns the facts of each table under its heading, and the ratio of the first to the last. */
export function tablesCompared(tables: readonly Table[], count: number): string {
  const headings = tables.map(({ above }) => headingAbove(above));
  const isNamed = headings.every((heading) => heading !== null) && new Set(headings).size === headings.length;
  const names = tables.map((_, i) => (isNamed ? headings[i] ?? '' : `table ${i + 1}`));
  const [first, last] = [tables[0], tables.at(-1)];
  const ratio = first === undefined || last === undefined ? null
    : ratioText(first.ticks, last.ticks);
  const each = tables.map(({ facts }, i) => `${capital(names[i] ?? '')}: ${lowered(facts ?? 'no ticks.')}`);
  const changed = first === undefined || last === undefined ? null : changedRow(first, last);
  return [
    `It has ${count} tables${ratio === null ? '' : `, with ${many(first?.ticks ?? 0)} ticks in the first and ${
      many(last?.ticks ?? 0)} in the last (${ratio})`}.`,
    ...changed === null ? [] : [changed], ...each,
    'Ticks depend on how long each run was, too.',
  ].join(' ');
}

const ratioText = (before: number, after: number): string | null => (!(before > 0) || !(after > 0) ? null
  : before >= after ? `${times(before / after)} as many in the first` : `${times(after / before)} as many in the last`);

/** Returns the function with the largest ratio between the runs, if it is in both and is no small part of one. */
function changedRow(first: Table, last: Table): string | null {
  const [most] = [...first.rows].flatMap(([name, before]) => {
    const after = last.rows.get(name);
    const isSmall = before < MIN_SHARE * first.ticks && (after ?? 0) < MIN_SHARE * last.ticks;
    return after === undefined || isSmall || !(before > 0) || !(after > 0) ? []
      : [{ name, before, after, ratio: Math.max(before / after, after / before) }];
  }).sort((a, b) => b.ratio - a.ratio);
  return most === undefined || most.ratio < MUCH_MORE ? null
    : `${most.name} differs most: ${many(most.before)} ticks in the first, ${many(most.after)} in the last (${
      times(most.ratio)} as many).`;
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
const lowered = (text: string): string => text.replace(/^(?:Of|It)\b/, (word) => word.toLowerCase());
