/** Finds tables with a header in a text: between bars, with commas or tabs, or in aligned columns. Pure. */
import { COMMAND, FENCE } from '../look/pasteMarks.ts';
import { quantityOf } from './cells.ts';

export interface Table { columns: string[]; rows: string[][] }

export const MAX_LINES = 1000;
const MAX_LINE = 2000;
const MAX_COLUMNS = 40;
const MAX_TITLE = 48;
/** Title in a header: `#SERIES`, `%util`, `Min Time`, `New (est)`, `kB_rd/s`. */
const TITLE = /^[%#(*]{0,3}[A-Za-z\u0394][\w %()#/.:,+*=<>@$\u00b5~'"-]*$/;
/** Separator lines: `|---|:--:|`, `+----+`, `├───┼──┤`. */
const RULE = /^[\s|+:=\u2500-\u257f-]{3,}$/;
const BAR = /[|\u2502\u2503\u2551]/;

/** Returns the tables of a text, the one with most cells first. */
export function tablesOf(text: string): Table[] {
  const size = ({ columns, rows }: Table): number => columns.length * rows.length;
  return blocksOf(text).flatMap((lines) => {
    const table = betweenBars(lines) ?? delimited(lines) ?? aligned(lines);
    return table === null || table.columns.length > MAX_COLUMNS ? [] : [table];
  }).toSorted((a, b) => size(b) - size(a));
}

/** Splits lines into blocks at blank lines, fences and prompts. */
export function blocksOf(text: string): string[][] {
  const blocks: string[][] = [[]];
  for (const raw of text.split('\n', MAX_LINES)) {
    const line = raw.slice(0, MAX_LINE).replace(/^> ?/, '').replace(/^\s*```(?=\S{12})/, '').trimEnd();
    if (line.trim() === '' || FENCE.test(line) || COMMAND.test(line)) blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.filter((lines) => lines.length > 1);
}

const isTitle = (cell: string): boolean =>
  cell.length <= MAX_TITLE && TITLE.test(cell) && quantityOf(cell) === null;

function betweenBars(lines: readonly string[]): Table | null {
  const first = lines.findIndex((line, i) => BAR.test(line)
    && [lines[i + 1], lines[i + 2]].some((next) => next !== undefined && BAR.test(next)));
  if (first < 0) return null;
  const rows = lines.slice(first).filter((line) => BAR.test(line) && !RULE.test(line)).map(barCells);
  const [columns = [], ...others] = rows;
  const named = columns.filter((cell) => cell !== '');
  const same = others.filter((cells) => cells.length === columns.length);
  return columns.length < 2 || named.length < columns.length - 1 || !named.every((cell) => cell.length <= MAX_TITLE)
    || !named.some(isTitle) || named.some((cell) => quantityOf(cell) !== null)
    || same.length === 0 || same.length * 3 < others.length * 2 ? null
    : { columns, rows: same };
}

const barCells = (line: string): string[] => line.trim().replace(/^[|\u2502\u2503\u2551]/, '')
  .replace(/[|\u2502\u2503\u2551]$/, '').split(BAR).map((cell) => cell.replaceAll(/[*`]|~~/g, '').trim());

function delimited(lines: readonly string[]): Table | null {
  for (const separator of [',', ';', '\t']) {
    const first = lines.findIndex((line, i) => line.includes(separator) && lines[i + 1]?.includes(separator) === true);
    if (first < 0) continue;
    const [columns = [], ...rows] = lines.slice(first).map((line) => split(line, separator));
    const same = rows.filter((cells) => cells.length === columns.length);
    if (columns.length > 1 && columns.every(isTitle) && hasValues(same) && same.length * 5 >= rows.length * 4)
      return { columns, rows: same };
  }
  return null;
}

function split(line: string, separator: string): string[] {
  const cells = line.includes('"')
    ? [...line.matchAll(new RegExp(`(?:^|${separator})("(?:[^"]|"")*"|[^"${separator}]*)`, 'g'))]
      .map(([, cell = '']) => cell)
    : line.split(separator);
  return cells.map((cell) => cell.trim().replace(/^"|"$/g, '').trim());
}

/** Reads aligned columns. Titles may contain single blanks; if columns touch, each word is a title. */
function aligned(lines: readonly string[]): Table | null {
  for (const [i, line] of lines.entries()) {
    if (BAR.test(line)) continue;
    const wide = line.trim().split(/\s{2,}|\t/);
    const words = line.trim().split(/\s+/);
    const isHeader = (columns: readonly string[], mode: number): boolean => columns.length > 1
      && (mode === 0 || wide.length * 2 >= words.length) && columns.every(isTitle);
    if (!isHeader(wide, 0) && !isHeader(words, 1)) continue;
    const rest = lines.slice(i + 1).filter((next) => !RULE.test(next));
    if (rest.length === 0) continue;
    const table = [wide, words].flatMap((columns, mode) => {
      if (!isHeader(columns, mode)) return [];
      const rows = rest.map((next) => next.trim().split(mode === 0 ? /\s{2,}|\t/ : /\s+/));
      // The column of row names may have no title, as in free.
      return [columns, ['', ...columns]].flatMap((titles) => {
        const same = rows.filter((cells) => cells.length === titles.length
          && (titles[0] !== '' || quantityOf(cells[0] ?? '') === null));
        return hasValues(same) && same.length * 3 >= rest.length * 2 ? [{ columns: titles, rows: same }] : [];
      });
    })[0];
    if (table !== undefined) return table;
  }
  return null;
}

/** Returns whether each row has a measured value, which tells a table from lines of prose. */
const hasValues = (rows: readonly string[][]): boolean =>
  rows.length > 0 && rows.every((cells) => cells.some((cell) => quantityOf(cell) !== null));
