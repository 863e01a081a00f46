/** Adds what a Markdown table beside a profile compares, by its columns before and after. Pure; bounded. */
import { formatNumber } from '../../../../../core/text/format.ts';
import type { Recognized } from '../../look/recognized.ts';

const MAX_CHARS = 64 * 1024;
const MAX_LINES = 1500;
const MAX_LINE = 600;
const MAX_ROWS = 100;
const MAX_TOLD = 4;
const MAX_UNITS = 2;
const MAX_NAME = 80;
/** Forms beside which such a table is read; others compare their own rows. */
const FORMS =
  /^(?:pprof(?:-(?:text|source|traces|graph))?|text-heap|go-benchmark|collapsed|perf(?:-(?:report|table))?)$/;
const END = String.raw`(?=$|[^\p{L}\p{N}])`;
const BEFORE = new RegExp(`^(?:before|old|base|baseline|main|master|was|vorher|antes|avant|prima`
  + `|\u0434\u043e|\u0431\u044b\u043b\u043e|\u4f18\u5316\u524d|\u4e4b\u524d|\u524d)${END}`, 'iu');
const AFTER = new RegExp(`^(?:after|new|now|patched|optimi[sz]ed|pr|nachher|despu\u00e9s|apr\u00e8s|dopo`
  + `|\u043f\u043e\u0441\u043b\u0435|\u0441\u0442\u0430\u043b\u043e|\u4f18\u5316\u540e|\u4e4b\u540e|\u540e`
  + `)${END}`, 'iu');
/** An amount with its unit; without one, a column may name it in its title. */
const AMOUNT = new RegExp(String.raw`(\d[\d,_]{0,15}(?:\.\d{1,6})?)[ ]?((?:B|allocs?|ns|us|\u00b5s|\u03bcs|ms|s)/op`
  + String.raw`|allocs?|[kKMGT]i?B|bytes|B|ns|us|\u00b5s|\u03bcs|ms|s|%)?(?![\p{L}\p{N}/])`, 'gu');
const UNIT_OF_TITLE = /\((B\/op|allocs\/op|ns\/op|[kKMGT]?i?B|ns|us|\u00b5s|ms|s)\)/;
const FACTORS: Readonly<Record<string, readonly [kind: string, factor: number]>> = {
  B: ['B', 1], bytes: ['B', 1], kB: ['B', 1e3], KB: ['B', 1e3], MB: ['B', 1e6], GB: ['B', 1e9], TB: ['B', 1e12],
  KiB: ['B', 2 ** 10], MiB: ['B', 2 ** 20], GiB: ['B', 2 ** 30], TiB: ['B', 2 ** 40],
  ns: ['s', 1e-9], us: ['s', 1e-6], '\u00b5s': ['s', 1e-6], '\u03bcs': ['s', 1e-6], ms: ['s', 1e-3], s: ['s', 1],
};

interface Amount { value: number; text: string; kind: string }
interface Change { ratio: number; text: string }
interface Row { name: string; changes: Change[] }

const cellsOf = (line: string): string[] => line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|')
  .map((cell) => cell.replaceAll(/[`*]/g, '').trim());

function amountsIn(cell: string, unit: string | undefined): Amount[] {
  return [...cell.matchAll(AMOUNT)].map(([, digits = '', own = unit ?? '']) => {
    const [base = '', per] = own.split('/');
    const [kind, factor] = FACTORS[base] ?? [base.replace(/^allocs?$/, 'allocs'), 1];
    return {
      value: Number(digits.replaceAll(/[,_ ]/g, '')) * factor, text: `${digits.trim()}${own === '' ? '' : ` ${own}`}`,
      kind: per === undefined ? kind : `${kind}/${per}`,
    };
  });
}

const percent = (ratio: number): string => (Math.abs(ratio - 1) < 0.0005 ? 'no change'
  : `${ratio < 1 ? '\u2212' : '+'}${formatNumber(100 * Math.abs(ratio - 1))} %`);

function rowOf(
  cells: readonly string[], [old, current]: readonly [number, number], titles: readonly string[]
): Row | null {
  const [before, after] = [old, current].map((at) =>
    amountsIn(cells[at] ?? '', UNIT_OF_TITLE.exec(titles[at] ?? '')?.[1]));
  const [name = ''] = cells;
  if (name === '' || name.length > MAX_NAME || before === undefined || after === undefined) return null;
  const changes = before.flatMap((from, i): Change[] => {
    const to = after[i];
    return to === undefined || to.kind !== from.kind || from.kind === '' || from.kind === '%' || !(from.value > 0) ? []
      : [{ ratio: to.value / from.value, text: `${from.text} to ${to.text} (${percent(to.value / from.value)})` }];
  }).slice(0, MAX_UNITS);
  return changes.length === 0 ? null : { name, changes };
}

/** Returns the rows of all tables that have a column before and one after. */
function rowsIn(text: string): Row[] {
  const rows: Row[] = [];
  let titles: string[] = [];
  let columns: [number, number] | null = null;
  for (const line of text.slice(0, MAX_CHARS).split('\n', MAX_LINES).map((one) => one.slice(0, MAX_LINE))) {
    if (!/^\s{0,8}\|.{1,600}\|/.test(line)) {
      columns = null;
      continue;
    }
    const cells = cellsOf(line);
    const [old, current] = [cells.findIndex((cell) => BEFORE.test(cell)), cells.findIndex((cell) => AFTER.test(cell))];
    if (columns === null && old > 0 && current > 0) {
      titles = cells;
      columns = [old, current];
    } else if (columns !== null && rows.length < MAX_ROWS) {
      const row = rowOf(cells, columns, titles);
      if (row !== null) rows.push(row);
    }
  }
  return rows;
}

const sizeOf = ({ changes: [first] }: Row): number => Math.abs(Math.log(Math.max(first?.ratio ?? 1, 1e-9)));

/** Returns `whole` with what tables around it compare, the largest change first; unchanged without any. */
export function besideTables(whole: Recognized, text: string): Recognized {
  if (!FORMS.test(whole.format)) return whole;
  const rows = rowsIn(text).toSorted((a, b) => sizeOf(b) - sizeOf(a));
  if (rows.length === 0) return whole;
  const shown = rows.slice(0, MAX_TOLD).map(({ name, changes }) =>
    `${name} ${changes.map((one) => one.text).join(', ')}`);
  const rest = rows.length - shown.length;
  const said = `A table beside it compares before and after: ${shown.join('; ')}${
    rest === 0 ? '' : `; and ${rest} ${rest === 1 ? 'row' : 'rows'} more`}.`;
  return { ...whole, interest: whole.interest === null ? said : `${whole.interest} ${said}` };
}
