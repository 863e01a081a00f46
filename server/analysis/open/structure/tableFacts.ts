/** Summarizes a table of any program: number of rows, which row is highest, and what changed. Pure. */
import { formatNumber } from '../../../../core/text/format.ts';
import { counted } from '../look/named.ts';
import { quantityOf, type Quantity } from './cells.ts';
import type { Table } from './tables.ts';

const MAX_FACTS = 2;
const MAX_CHANGES = 3;
const MAX_NAME = 80;
/** Titles of the most interesting columns. */
const OF_NOTE = new RegExp([
  /mem|rss|heap|cpu|size|bytes|series|count|samples|alloc|usage|used|total|dur|latency|rate|value|read|writ|util/,
  /cardinality|time|%|delay|lag|wait|pause|error|fail|drop|miss|churn/,
].map(({ source }) => source).join('|'), 'i');
/** Titles of means, and of how far values are from them, which say nothing without them. */
const MEAN = /^(?:mean|avg|average|median|p50)\b/i;
const SPREAD = /^(?:error|std ?dev(?:iation)?|std|stderr|margin)\b(?!s)/i;
/** Titles of numeric columns that identify a row. */
const NAMES_ROW =
  /^(?:#|n[or]\.?|\w{0,8}ids?|\w?[pt]id|port|index|shard|row|line|year|inode|fd|timestamp|ts|age|revision|version)$/i;
const SUMS = /^(?:total|sum|all|average|avg|mean|min|max|med(?:ian)?|geomean|std|dev|count|\(?\d+ rows?\)?)\b:?/i;
const BEFORE = /^(?:before|old|base(?:line)?|main|master|current|upstream)\b/i;
const AFTER = /^(?:after|new|patch(?:ed)?|this|pr|branch|proposed|optimi[sz]ed|improved)\b/i;

interface Column { at: number; title: string; values: (Quantity | null)[] }

export function tableFacts(table: Table): string {
  const key = keyOf(table);
  const rows = table.rows.filter((cells) => !SUMS.test(cells[key ?? 0] ?? ''));
  const columns = measured(table, rows).filter(({ at }) => at !== key);
  const said = changes(table, rows, key) ?? highest(columns, rows, key);
  return [`It has ${counted(rows.length, 'row')}.`, ...said].join(' ');
}

/** Returns the index of the first column of names; null if there is none. */
function keyOf({ columns, rows }: Table): number | null {
  const at = columns.findIndex((_, i) => {
    const cells = rows.map((row) => row[i] ?? '').filter((cell) => cell !== '');
    return cells.length * 3 > rows.length * 2 && cells.every((cell) => quantityOf(cell) === null);
  });
  return at < 0 ? null : at;
}

/** Returns the columns whose values are of one kind. */
function measured({ columns }: Table, rows: readonly string[][]): Column[] {
  return columns.flatMap((title, at) => {
    const values = rows.map((row) => quantityOf(row[at] ?? ''));
    const own = values.filter((value) => value !== null);
    const kinds = new Set(own.filter(({ value }) => value !== 0).map(({ kind }) => kind));
    return own.length === 0 || own.length * 5 < rows.length * 4 || kinds.size > 1 || NAMES_ROW.test(title.trim())
      || title.trim() === '' ? [] : [{ at, title, values }];
  });
}

function highest(columns: readonly Column[], rows: readonly string[][], key: number | null): string[] {
  const means = columns.filter(({ title }) => MEAN.test(title));
  const noted = [
    ...means, ...columns.filter((column) => OF_NOTE.test(column.title) && !means.includes(column)
      && (means.length === 0 || !SPREAD.test(column.title))),
  ];
  return (noted.length === 0 ? columns.slice(-1) : noted.slice(0, MAX_FACTS)).flatMap(({ at, title, values }) => {
    const of = values.flatMap((value, i) => (value === null ? [] : [{ value: value.value, i }]));
    const [first] = of;
    if (first === undefined) return [];
    const most = of.reduce((max, one) => (one.value > max.value ? one : max), first);
    const least = of.reduce((min, one) => (one.value < min.value ? one : min), first);
    const cell = (i: number): string => (rows[i]?.[at] ?? '').slice(0, MAX_NAME);
    if (most.value === least.value) return [`${title} is ${cell(most.i)}${of.length === 1 ? '' : ' in all of them'}.`];
    const isAlone = of.filter(({ value }) => value === most.value).length === 1;
    return key === null || !isAlone ? [`${title} is ${cell(least.i)} to ${cell(most.i)}.`]
      : [`${(rows[most.i]?.[key] ?? '').slice(0, MAX_NAME)} has the highest ${title}: ${cell(most.i)}.`];
  });
}

/** Compares the columns of values before and after a change; null if there are none. */
function changes({ columns }: Table, rows: readonly string[][], key: number | null): string[] | null {
  const [before, after] = [columns.findIndex((title) => BEFORE.test(title)),
    columns.findIndex((title) => AFTER.test(title))];
  if (before < 0 || after < 0 || key === null || key === before || key === after) return null;
  const said = rows.flatMap((row) => {
    const [from, to] = [quantityOf(row[before] ?? ''), quantityOf(row[after] ?? '')];
    if (from === null || to === null || from.kind !== to.kind || from.value === 0) return [];
    const change = 100 * (to.value / from.value - 1);
    return [`${(row[key] ?? '').slice(0, MAX_NAME)}: ${row[before]} ${columns[before]}, ${row[after]} `
      + `${columns[after]} (${change < 0 ? '' : '+'}${formatNumber(change)} %).`];
  });
  return said.length === 0 ? null : said.slice(0, MAX_CHANGES);
}
