/** Summarizes tables of go tool pprof with a base, whose values are differences: what shrank, what grew. Pure. */
import { joined } from '../../look/factTools.ts';
import { wordOf } from '../../look/format.ts';
import { pprofAmount } from './pprofTotals.ts';

/** A row: self value and share, cumulative value and share, and the function, which may be missing. */
export interface PprofRow { flat: string; share: string; cum: string; cumShare: string; name: string }

interface Table { text: string; rows: readonly PprofRow[] }
interface Kind { type: string | null; rows: PprofRow[] }

const MAX_KINDS = 2;
const MAX_NAMED = 2;
/** Functions at the root of all stacks, or of the runtime's own work. */
const ROOT = /^runtime\.(?:goexit|main|mcall|mstart\d?|systemstack|rt0_go)\b/;
const WITH_BASE = /(?:^|\s)--?(?:diff_)?base[= ]\S/;
/** Totals that `top` printed of each profile before the difference, in one line each. */
const PRINTED_TOTAL = /^Duration: [^\n]{1,40}, Total samples = (\S{1,30})/gm;
const OWN_HEAD = /(?:File|Type|Time): [^\n]{1,200}\n$/;

/** The head of a table; of a difference, the nodes often account for a negative value. */
const ACCOUNTED = /Showing nodes accounting for (-?)\S{1,30}, \S{1,12} of (\S{1,30}) total/;

/** Whether the tables are of a difference: a value is negative, or the command names a base. */
export function isDifference(tables: readonly Table[]): boolean {
  return tables.some(isOfDifference);
}

function isOfDifference({ text, rows }: Table): boolean {
  return WITH_BASE.test(text) || ACCOUNTED.exec(text)?.[1] === '-'
    || rows.some(({ flat, cum }) => flat.startsWith('-') || cum.startsWith('-'));
}

/** Returns the totals of two whole tables beside a difference; null if there are not just two. */
function totalsBeside(tables: readonly Table[]): [string, string] | null {
  const totals = tables.flatMap((table) => (isOfDifference(table) ? [] : ACCOUNTED.exec(table.text)?.[2] ?? []));
  const [before, after] = totals;
  return totals.length !== 2 || before === undefined || after === undefined ? null : [before, after];
}

export function differenceFacts(tables: readonly Table[], text: string): string | null {
  const kinds: Kind[] = [];
  const beside = totalsBeside(tables);
  // Tables of the two profiles themselves are no part of their difference.
  for (const table of beside === null ? tables : tables.filter(isOfDifference)) {
    const type = wordOf(/^[ \t>]{0,40}Type: (\S{1,60})/m, table.text) ?? null;
    const own = kinds.find((kind) => kind.type === type) ?? (type === null ? kinds.at(-1) : undefined);
    const rows = table.rows.filter(({ name }) => name !== '');
    if (own === undefined) kinds.push({ type, rows: [...rows] });
    else own.rows.push(...rows.filter((row) => !own.rows.some(({ name }) => name === row.name)));
  }
  const said = kinds.slice(0, MAX_KINDS).flatMap(({ type, rows }) => {
    const one = kindFacts(rows);
    if (one === null) return [];
    return [kinds.length === 1 || type === null ? one : `In ${type}: ${one}`];
  });
  if (said.length === 0) return null;
  return joined(['It is the difference of two profiles.', totalsOf(beside ?? printedTotals(text)), ...said]);
}

function kindFacts(rows: readonly PprofRow[]): string | null {
  const byFlat = rows.toSorted((a, b) => pprofAmount(a.flat) - pprofAmount(b.flat));
  const shrank = byFlat.filter(({ flat }) => flat.startsWith('-')).slice(0, MAX_NAMED);
  const grew = byFlat.filter(({ flat }) => pprofAmount(flat) > 0).slice(-MAX_NAMED).reverse();
  const told = new Set([...shrank, ...grew].map(({ name }) => name));
  const below = rows.filter(({ name, cum, flat }) => !ROOT.test(name) && !told.has(name)
    && Math.abs(pprofAmount(cum)) > Math.abs(pprofAmount(flat)))
    .toSorted((a, b) => Math.abs(pprofAmount(b.cum)) - Math.abs(pprofAmount(a.cum)))
    .filter(({ cum }) => shrank.concat(grew).every((row) =>
      Math.abs(pprofAmount(cum)) > Math.abs(pprofAmount(row.flat)))).slice(0, MAX_NAMED);
  const sentences = [
    grew.length === 0 ? null : grown(grew),
    shrank.length === 0 ? null : `${shrank.map(({ name, flat }, i) => (i === 0
      ? `${name} shrank by ${flat.slice(1)}` : `${name} by ${flat.slice(1)}`)).join(', ')}.`,
    below.length === 0 ? null : `With what they call: ${below.map(({ name, cum }) =>
      `${name} ${signed(cum)}`).join(', ')}.`,
  ].filter((one) => one !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** A function may do more itself and cost less with what it calls. */
function grown(rows: readonly PprofRow[]): string {
  const words = rows.map(({ name, flat, cum }, i) => {
    const less = cum.startsWith('-') ? ` itself (${signed(cum)} with what it calls)` : '';
    return i === 0 ? `${name} grew most, by ${flat}${less}` : `${name} by ${flat}${less}`;
  });
  return `${words.join(', ')}.`;
}

const signed = (value: string): string => (value.startsWith('-') ? `\u2212${value.slice(1)}` : `+${value}`);

/** Returns the totals of the two profiles, if both were printed before the difference. */
function printedTotals(text: string): string[] {
  return [...text.matchAll(PRINTED_TOTAL)]
    .filter(({ index }) => !OWN_HEAD.test(text.slice(Math.max(0, index - 250), index))).map(([, total = '']) => total);
}

function totalsOf(totals: readonly string[]): string | null {
  const [before, after] = totals;
  if (totals.length !== 2 || before === undefined || after === undefined) return null;
  const ratio = pprofAmount(after) / pprofAmount(before) - 1;
  return !Number.isFinite(ratio) ? null
    : `The totals are ${before} and ${after}: ${ratio < 0 ? '\u2212' : '+'}${Math.abs(100 * ratio).toPrecision(2)} %.`;
}
