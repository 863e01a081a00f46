/** Reads tables of benchcmp and benchstat of any version, also as Markdown or CSV, or truncated. Pure. */
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { ratioOf, spreadsIn, valuesIn } from './benchmarks/rowValues.ts';
import type { Comparison, ComparisonTable, Mean, Program } from './benchmarks/tables/comparison.ts';
import { withBreaks } from './benchmarks/tables/lostBreaks.ts';

export type { Comparison, ComparisonTable };

const MAX_LINES = 20_000;
const MAX_LINE = 1000;
/** Matches `+12.66% (p=0.002 n=6)`, `~ (p=0.310 n=5+5)` and `-3.49%`, also with the typographic minus. */
const DELTA = new RegExp([
  /(?<=[\s|,]|^)([-+\u2212]\d{1,9}(?:\.\d{1,6})?|\d{1,9}\.\d{1,6})[ ]?%/, /(?<=\s|,)~(?=\s|,|$)/,
  /(?<=\s)(\d{1,6}\.\d\d)x(?=\s|$)/,
].map(({ source }) => source).join('|'), 'g');
const P_VALUE = /\(?p=\d(?:\.\d+)? n=\d+/;
const P_VALUES = /\bp=(\d(?:\.\d{1,9})?) n=\d/g;
const BENCHCMP_HEADER = /^benchmark\s+old (\S+)\s+new \S+\s+(?:delta|speedup)/;
const OLD_HEADER = /^name(?: \\ \S+)?\s+(?:old )?(\S+\/\S+|speed|\(\S+\))(?:\s|$)/;
const NEW_HEADER = /^[^\u2502]{0,400}\u2502\s+(\S+)\s+\u2502/;
/** A header of several columns, which names the unit first: `name \\ time/op  a.txt  b.txt  c.txt`. */
const COLUMNS_HEADER = /^name \\ (\S{1,40})\s+(\S.*)$/;
const PACKAGE = /^pkg: (?:\S{0,300}\/)?(\S{1,100})$/;
const CSV_HEADER = /^,([^,]{1,40}),CI(?:,|$)/;
/** A row of benchcmp whose header is cut off. */
const CUT_ROW = /^Benchmark\S{1,300}\s+[\d.]+\s+[\d.]+\s+[-+\u2212][\d.]+%$/;
const VALUE = /^\S+[ ]?\u00b1[ ]?(?:\d+%|\u221e)/;
const UNITS: Readonly<Record<string, string>> = { allocs: 'allocs/op', bytes: 'B/op' };

/** Matches something that every table has: a header of any version, a tested row, or a row of benchcmp. */
const HINT = new RegExp([
  /p=\d(?:\.\d+)? n=\d|\u2502|,CI(?:,|$)/, /^[>\s]{0,9}(?:benchmark\s+old|name)\s/,
  /^[>\s]{0,9}Benchmark\S{1,300}\s+[\d.]+\s+[\d.]+\s+[-+\u2212][\d.]+%/,
  /(?:^|\|)[ \t`*]{0,20}(?:\u0394|delta|change|diff(?:erence)?|vs base|speedup|%)[ \t`*]{0,20}(?:\||$)/,
].map(({ source }) => source).join('|'), 'im');

/** Returns false if reading the text line by line would find nothing. */
export function mayCompare(text: string): boolean {
  return fits(HINT, text);
}

export function readComparisonTable(pasted: string): ComparisonTable {
  const text = withBreaks(pasted);
  const table: ComparisonTable = { rows: [], means: new Map(), single: [], program: null };
  let unit: string | null = null;
  let columns: DeltaColumn[] = [];
  let sides: string[] = [];
  let pkg: string | null = null;
  let lone: string | null = null;
  const equalMark = EQUAL_NOTE.exec(text)?.[1] ?? null;
  for (const raw of text.split('\n', MAX_LINES)) {
    const read = raw.slice(0, MAX_LINE).trim().replace(/^>\s?/, '');
    if (read === '' || /^[|\s:-]+$/.test(read)) continue;
    // A page or a mail may break a row behind its name.
    const line = lone !== null && STARTS_WITH_VALUE.test(read) ? `${lone}  ${read}` : read;
    lone = /^\S{1,400}$/.test(read) ? read : null;
    if (isMarkdownRow(line)) {
      const parts = cellsOf(line);
      const titles = deltaColumns(parts);
      if (titles.length > 0) columns = titles;
      else takeMarkdown(table, columns, parts);
      continue;
    }
    pkg = PACKAGE.exec(line)?.[1] ?? pkg;
    const titles = sidesOf(raw.slice(0, MAX_LINE)) ?? columnsOf(line);
    if (titles !== null) sides = titles;
    const header = headerOf(line);
    if (header !== null) {
      unit = header.unit;
      table.program = header.program;
      columns = [];
    } else takeRow(table, { line, unit, sides, pkg, equalMark });
  }
  // The first table of benchcmp shows times.
  if (table.program === 'benchcmp') for (const row of table.rows) row.unit ??= 'ns/op';
  return { ...table, rows: withoutCopies(table.rows) };
}

/** Leaves out rows of a Markdown summary that repeat tested rows. */
function withoutCopies(rows: readonly Comparison[]): Comparison[] {
  const tested = new Set(rows.flatMap(({ name, isTested }) => (isTested ? [name] : [])));
  return rows.filter(({ name, isTested, isMarkdown }) => !isMarkdown || isTested || !tested.has(name));
}

/** Returns the columns after the first, of a header that names the unit before them; null for any other line. */
function columnsOf(line: string): string[] | null {
  const columns = COLUMNS_HEADER.exec(line)?.[2]?.split(/\s+/);
  return columns === undefined || columns.length < 2 ? null : columns.slice(1);
}

function headerOf(line: string): { unit: string; program: Program } | null {
  const old = BENCHCMP_HEADER.exec(line)?.[1];
  if (old !== undefined) return { unit: UNITS[old] ?? old, program: 'benchcmp' };
  const stat = COLUMNS_HEADER.exec(line)?.[1]
    ?? OLD_HEADER.exec(line)?.[1] ?? NEW_HEADER.exec(line)?.[1] ?? CSV_HEADER.exec(line)?.[1];
  return stat === undefined || !/\/|speed|^\(/.test(stat) || stat.includes('.')
    ? null : { unit: stat, program: stat === 'ns/iter' ? 'cargo benchcmp' : 'benchstat' };
}

/** Returns the sides compared with the first, from `│ a │ b │ c │` above the units; null for any other line. */
function sidesOf(line: string): string[] | null {
  if (!line.includes('\u2502')) return null;
  const titles = line.split('\u2502').slice(1).map((title) => title.trim()).filter((title) => title !== '');
  return titles.length < 2 || titles.some((title) => title.includes('/op') || title.includes('vs base')) ? null
    : titles.slice(1);
}

const GEOMEAN = /^(?:geomean|\[geo mean\]|geometric mean)$/i;
/** The footnote of rows whose values are all the same. */
const EQUAL_NOTE = /([\u00b9\u00b2\u00b3\u2074-\u2079])[ \t]{1,3}all samples are equal/;
/** The beginning of a row whose name is in the line before it. */
const STARTS_WITH_VALUE = /^\d[\d.,]{0,15}(?:[pnum\u00b5\u03bckKMGT]i?)?(?:B\/s|B|s)?(?: ?\u00b1|\s{2})/;

/** Splits a row into its name and its values, also if the blanks between them were reduced to one. */
function partsOf(line: string): string[] {
  if (/\s{2}|\t/.test(line)) return line.split(/\s{2,}|\t/);
  const [, name, rest] = /^(\S{1,400}) (\d.{0,400}\u00b1.{0,600})$/.exec(line)
    ?? /^(geomean|\[Geo mean\]) (\d.{1,400}%.{0,40})$/i.exec(line) ?? [];
  if (name !== undefined && rest !== undefined) return [name, rest];
  return CUT_ROW.test(line) ? line.split(' ') : line.split(',');
}

interface Row {
  line: string; unit: string | null; sides: readonly string[]; pkg: string | null;
  /** Mark of the footnote that says that all values are the same; null without it. */
  equalMark: string | null;
}

function addMean({ means }: ComparisonTable, unit: string, mean: Mean): void {
  means.set(unit, [...means.get(unit) ?? [], mean]);
}

function takeRow(table: ComparisonTable, { line, unit, sides, pkg, equalMark }: Row): void {
  // Below no header, only a row with what a cut table has may be one.
  if (unit === null && !line.includes('\u00b1') && !line.startsWith('Benchmark')) return;
  const [name = '', ...others] = partsOf(line);
  const rest = others.join('  ');
  const isTested = P_VALUE.test(rest);
  const isCut = unit === null && ((isTested && /\u00b1/.test(rest)) || CUT_ROW.test(line));
  if (rest === '' || (unit === null && !isCut)) return;
  const deltas = deltasOf(rest);
  const isSided = sides.length > 1 && deltas.length === sides.length;
  const sideAt = (i: number): string | null => (isSided ? sides[i] ?? null : null);
  if (GEOMEAN.test(name)) {
    if (unit !== null && (isSided || sides.length <= 1)) for (const [i, change] of deltas.entries())
      if (change !== null && (isSided || i === 0)) addMean(table, unit, { pkg, side: sideAt(i), change });
    return;
  }
  const values = deltas.length === 1 ? valuesIn(rest) : [];
  const spreads = spreadsIn(rest, deltas.length);
  const found = [...rest.matchAll(P_VALUES)].map(([, value]) => Number(value));
  const ps = found.length === deltas.length ? found : [];
  for (const [i, change] of deltas.entries()) table.rows.push({
    // A row without a name begins with its value.
    name: STARTS_WITH_VALUE.test(line) && (name.includes('\u00b1') || values.length < 2) ? '' : name,
    unit, change, isTested, p: ps[i] ?? null, side: sideAt(i), isMarkdown: false, ratio: ratioOf(change, values),
    base: values.length > 1 ? values[0] ?? null : null,
    isEqual: change === null && (rest.includes('all equal')
      || (equalMark !== null && rest.slice(rest.lastIndexOf(')')).includes(equalMark))),
    isToZero: values[1] === 0, spread: spreads[i] ?? null,
  });
  const all = deltas.length === 0 && sides.length > 0 ? valuesIn(rest) : [];
  const [first = 0] = all;
  if (all.length === sides.length + 1 && all.length > 1 && first > 0 && !rest.includes('%)')) {
    for (const [i, own] of all.slice(1).entries()) table.rows.push({
      name, unit, change: own / first - 1, isTested: false, p: null, side: sides.length > 1 ? sides[i] ?? null : null,
      isMarkdown: false, ratio: own / first, base: first, isEqual: false, isToZero: own === 0, spread: null,
    });
    return;
  }
  const value = others.find((other) => VALUE.test(other));
  if (deltas.length === 0 && value !== undefined) table.single.push({ name, value });
}

/** Returns changes as ratios, null for `~`. A speedup of 0.99x is a change of -1 %. */
function deltasOf(text: string): (number | null)[] {
  return [...text.matchAll(DELTA)].map(([, percent, factor]) => {
    if (percent !== undefined) return Number(percent.replace('\u2212', '-')) / 100;
    return factor === undefined ? null : Number(factor) - 1;
  });
}

/** Whether a line has three bars or more. */
const isMarkdownRow = (line: string): boolean => /(?:\|[^|]*){3}/.test(line);
const cellsOf = (line: string): string[] =>
  line.replace(/^\|/, '').replace(/\|$/, '').replaceAll(/[`*]/g, '').split('|').map((cell) => cell.trim());
const IS_DELTA = /^(?:\u0394|\u03b4|delta|change|diff(?:erence)?|vs base|speedup|%)$/i;

/** A column of changes in Markdown, with the title of the column before it. */
interface DeltaColumn { at: number; of: string }

const deltaColumns = (header: readonly string[]): DeltaColumn[] => header.flatMap((title, at) => (!IS_DELTA.test(title)
  ? [] : [{ at, of: (header[at - 1] ?? '').replace(/^(?:old|new)\s+/i, '') }]));

/** Adds a Markdown row; a column of changes takes its unit from the title of the column before it. */
function takeMarkdown(table: ComparisonTable, columns: readonly DeltaColumn[], cells: readonly string[]): void {
  columns.forEach(({ at: i, of }) => {
    const [change] = /^[-+\u00b1]?0(?:\.0{1,3})?$/.test(cells[i] ?? '') ? [0] : deltasOf(` ${cells[i] ?? ''} `);
    const [name] = cells;
    if (change === undefined || name === undefined) return;
    const unit = UNITS[of] ?? of;
    if (GEOMEAN.test(name)) {
      if (change !== null) addMean(table, unit, { pkg: null, side: null, change });
      return;
    }
    table.rows.push({
      name, unit, change, isTested: P_VALUE.test(cells.join(' ')), p: null, side: null, isMarkdown: true,
      ratio: change === null ? null : 1 + change, base: null, isEqual: false, isToZero: false, spread: null,
    });
  });
}
