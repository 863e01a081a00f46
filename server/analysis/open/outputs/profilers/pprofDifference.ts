/** Summarizes tables of go tool pprof with a base, whose values are differences: what shrank, what grew. Pure. */
import { unvendored } from '../../../../../core/profile/packages.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { wordOf } from '../../look/format.ts';
import { pprofAmount, pprofUnit } from './pprofTotals.ts';
import { isHelper, peekWords } from './helpers/helperRows.ts';
import { byFunction, linesWords, type Changed } from './lineRows.ts';

/** A row: self value and share, cumulative value and share, and the function, which may be missing. */
export interface PprofRow { flat: string; share: string; cum: string; cumShare: string; name: string }

interface Table { text: string; rows: readonly PprofRow[] }
/** `less`: the sum of the functions shown as pprof prints it, if that is negative. */
interface Kind { type: string | null; rows: PprofRow[]; less: string | null }

const MAX_KINDS = 2;
const MAX_NAMED = 2;
/** Functions at the root of all stacks, or of the runtime's own work. */
const ROOT = /^runtime\.(?:goexit|main|mcall|mstart\d?|systemstack|rt0_go)\b/;
const WITH_BASE = /(?:^|\s)--?(?:diff_)?base[= ]\S/;
/** Totals that `top` printed of each profile before the difference, in one line each. */
const PRINTED_TOTAL = /^Duration: [^\n]{1,40}, Total samples = (\S{1,30})/gm;
/** The binary of go test. */
const OF_TEST = /^[ \t>]{0,40}File: \S{1,200}\.test\s*$/m;
const OWN_HEAD = /(?:File|Type|Time): [^\n]{1,200}\n$/;

/** The head of a table in its two forms; of a difference, the nodes often account for a negative value. */
const ACCOUNTED = new RegExp(
  /Showing nodes accounting for (?<sign>-?)(?<sum>\S{1,30}), (?<share>\S{1,12}) of (?<total>\S{1,30}) total/.source
    + /|^[ \t>]{0,40}(?<oldSign>-?)[\d.]\S{0,30} of (?<oldTotal>\S{1,30}) total \(/.source, 'gm'
);
/** A command, which may go on in the next line; `(pprof)` is the prompt of a session. */
const CALL = /(?:\bgo tool pprof|^[ \t>$#%]{0,20}pprof)\b(?:\\\n|[^\n]){0,500}/gm;
/** The beginning of another output of pprof, or the text around it: the table after it may be of another profile. */
const NEW_CALL = /^[ \t>]{0,40}(?:File: |Type: |Main binary|#|```|~~~)|go tool pprof/m;

/** Reads the last head above the rows: prose may quote others before. */
function headOf(text: string): { isNegative: boolean; total: string | undefined; less: string | null } {
  const { sign, sum, share, total, oldSign, oldTotal } = [...text.matchAll(ACCOUNTED)].at(-1)?.groups ?? {};
  return {
    isNegative: sign === '-' || oldSign === '-', total: total ?? oldTotal,
    less: sign === '-' && sum !== undefined ? `${sum} less in sum (${share} of ${total}${
      /diff_base[= ]/.test(text) ? ', the total of the base' : ''})` : null,
  };
}

const MIN_COPIED_ROWS = 2;

/** Leaves out tables without a head whose rows are all in another table: the text shows a part of it again. */
export function withoutCopies(tables: readonly Table[]): Table[] {
  const whole = tables.filter(({ text }) => headOf(text).total !== undefined)
    .map(({ rows }) => new Set(rows.map((row) => JSON.stringify(row))));
  return tables.filter(({ text, rows }) => headOf(text).total !== undefined || rows.length < MIN_COPIED_ROWS
    || !whole.some((known) => rows.every((row) => known.has(JSON.stringify(row)))));
}

/** Whether the tables are of a difference: a value is negative, or the command names a base. */
export function isDifference(tables: readonly Table[]): boolean {
  return tables.some(isOfDifference);
}

/** Whether the last command above a table names a base: the one before may be of another table. */
const hasBase = (text: string): boolean => WITH_BASE.test([...text.matchAll(CALL)].at(-1)?.[0] ?? text);

function isOfDifference({ text, rows }: Table): boolean {
  return hasBase(text) || headOf(text).isNegative
    || rows.some(({ flat, cum }) => flat.startsWith('-') || cum.startsWith('-'));
}

/** Whether a table goes on with the difference before it, as `top` of a session that was begun with a base. */
const goesOn = ({ text }: Table, before: readonly Table[]): boolean =>
  before.some((table) => hasBase(table.text)) && !fits(NEW_CALL, text);

/**
 * Returns the totals of the two profiles from their own tables, those of a profile printed twice once; null if there
 * are not just two of one unit. The difference is in shares of the base, which may stand second.
 */
function totalsBeside(own: readonly Table[], differences: readonly Table[]): [string, string] | null {
  const totals = own.flatMap(({ text }) => headOf(text).total ?? []);
  const [before, after, third] = [...new Set(totals)];
  if (before === undefined || after === undefined || third !== undefined) return null;
  if (pprofUnit(before) !== pprofUnit(after)) return null;
  const bases = differences.map(({ text }) => headOf(text).total);
  return bases.includes(after) && !bases.includes(before) ? [after, before] : [before, after];
}

/** Whether the functions that the only table shows have less in sum. */
export const isLessInSum = (tables: readonly { text: string }[]): boolean =>
  tables.length === 1 && headOf(tables[0]?.text ?? '').isNegative;

/** `opening`: what follows the first words; `closing`: what follows all, or null. */
export function differenceFacts(
  tables: readonly Table[], text: string, { opening, closing }: { opening: string; closing: string | null }
): string | null {
  const kinds: Kind[] = [];
  const differences = tables.filter((table, i) => isOfDifference(table) || goesOn(table, tables.slice(0, i)));
  const beside = totalsBeside(tables.filter((table) => !differences.includes(table)), differences);
  // Tables of the two profiles themselves are no part of their difference.
  for (const table of differences) {
    const type = wordOf(/^[ \t>]{0,40}Type: (\S{1,60})/m, table.text) ?? null;
    const own = kinds.find((kind) => kind.type === type) ?? (type === null ? kinds.at(-1) : undefined);
    const rows = table.rows.filter(({ name }) => name !== '');
    if (own === undefined) kinds.push({ type, rows: [...rows], less: headOf(table.text).less });
    else own.rows.push(...rows.filter((row) => !own.rows.some(({ name }) => name === row.name)));
  }
  const totals = totalsOf(beside ?? printedTotals(text));
  const said = kinds.slice(0, MAX_KINDS).flatMap(({ type, rows, less }) => {
    const facts = kindFacts(rows, less !== null);
    if (facts === null) return [];
    const one = less === null || totals !== null ? facts : `The functions shown have ${less}. ${facts}`;
    return [kinds.length === 1 || type === null ? one : `In ${type}: ${one}`];
  });
  if (said.length === 0) return null;
  return joined([
    `It is the difference of two profiles${opening}.`, totals, ...said, closing,
    !fits(OF_TEST, text) ? null : 'Each side is one run of a test binary: go test -bench NAME -benchmem -count 10 on '
      + 'both sides, compared with benchstat, shows whether it is noise.',
  ]);
}

/** `isLess`: whether the sum shrank, so that what shrank comes first; else the larger change does. */
function kindFacts(all: readonly PprofRow[], isLess: boolean): string | null {
  const rows = byFunction(all);
  const byFlat = rows.toSorted((a, b) => pprofAmount(a.flat) - pprofAmount(b.flat));
  const shrank = byFlat.filter(({ flat }) => flat.startsWith('-')).slice(0, MAX_NAMED);
  const grew = byFlat.filter(({ flat }) => pprofAmount(flat) > 0).slice(-MAX_NAMED).reverse();
  const told = new Set([...shrank, ...grew].map(({ name }) => name));
  const below = rows.filter(({ name, cum, flat }) => !ROOT.test(name) && !told.has(name)
    && Math.abs(pprofAmount(cum)) > Math.abs(pprofAmount(flat)))
    .toSorted((a, b) => Math.abs(pprofAmount(b.cum)) - Math.abs(pprofAmount(a.cum)))
    .filter(({ cum }) => shrank.concat(grew).every((row) =>
      Math.abs(pprofAmount(cum)) > Math.abs(pprofAmount(row.flat)))).slice(0, MAX_NAMED);
  const helper = [isLess || isLarger(shrank[0], grew[0]) ? shrank[0] : grew[0]]
    .find((row) => row !== undefined && isHelper(row.name));
  const up = grew.length === 0 ? null : grown(grew);
  const down = shrank.length === 0 ? null : `${shrank.map(({ name, flat, lines }, i) =>
    `${placed(name)} ${i === 0 ? 'shrank ' : ''}by ${flat.slice(1)}${linesWords(lines)}`).join(', ')}.`;
  const sentences = [
    ...isLess || isLarger(shrank[0], grew[0]) ? [down, up] : [up, down],
    below.length === 0 ? null : `With what they call: ${below.map(({ name, cum }) =>
      `${unvendored(name)} ${signed(cum)}`).join(', ')}.`,
    helper === undefined ? null : `${unvendored(helper.name)} works for its callers. ${peekWords(helper.name)}`,
  ].filter((one) => one !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

const isLarger = (one: PprofRow | undefined, other: PprofRow | undefined): boolean =>
  Math.abs(pprofAmount(one?.flat)) > Math.abs(pprofAmount(other?.flat));

/** Returns a function with its line, if its row is of one. */
function placed(name: string): string {
  const place = / (\S{1,100}:\d{1,7})$/.exec(name)?.[1];
  return `${unvendored(name)}${place === undefined ? '' : ` (${place})`}`;
}

/** A function may do more itself and cost less with what it calls. */
function grown(rows: readonly Changed[]): string {
  const words = rows.map(({ name, flat, cum, lines }, i) => {
    const less = cum.startsWith('-') ? ` itself (${signed(cum)} with what it calls)` : '';
    return `${placed(name)} ${i === 0 ? 'grew most, ' : ''}by ${flat}${less}${linesWords(lines)}`;
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
