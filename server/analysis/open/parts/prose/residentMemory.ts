/** Compares the total of a heap profile with the memory that the text around it says the process or pod uses. Pure. */
import { formatNumber } from '../../../../../core/text/format.ts';
import type { Recognized } from '../../look/recognized.ts';
import { joined } from '../../look/factTools.ts';

const TOTAL = /^Of ([\d.]{1,20})([kKMGT]?)(?:i?B) of inuse_space in all, /;
const POWERS = ['', 'K', 'M', 'G', 'T'];
/** A figure of the text with its unit. */
const FIGURE = /(?<![\w.])(\d{1,7}(?:\.\d{1,4})?)\s?([KMGT])i?B?(?![\w/])/g;
/** Words that say that a process holds the memory; `ALLOWED`: that it may, or that something else does. */
const USES = new RegExp([
  /\b(?:uses?|used|using|usage|consum\w*|takes?|resident|rss|res|memory|ram|working.?set|kubectl top|\btop\b)\b/,
  /内存|メモリ|память|памяти|memoria|mémoire|speicher/,
].map(({ source }) => source).join('|'), 'i');
const ALLOWED =
  /\b(?:limit\w*|requests?|quota|gomemlimit|allowed|node|host|disk|file|profile|total|heap|inuse|alloc\w*)\b/i;
const MAX_LINES = 400;
const MAX_LINE = 600;
/** Characters around a figure that tell what it is. */
const NEAR = 50;
/** Resident memory that is hardly more than the profile needs no explanation. */
const MIN_RATIO = 1.3;

interface Figure { text: string; bytes: number }

/** go tool pprof counts in powers of 1024, as most programs do that print memory. */
const bytesOf = (value: string, unit: string): number =>
  Number(value) * 1024 ** Math.max(0, POWERS.indexOf(unit.toUpperCase()));

/** Adds to a heap profile the only larger figure of memory in use that the sentences of its text have. */
export function besideProfile(whole: Recognized, text: string): Recognized {
  const [, value, unit = ''] = TOTAL.exec(whole.interest ?? '') ?? [];
  if (value === undefined) return whole;
  const total = bytesOf(value, unit);
  const figures = figuresIn(text);
  const [only] = figures;
  if (only === undefined || figures.some(({ bytes }) => bytes !== only.bytes) || only.bytes < MIN_RATIO * total)
    return whole;
  return {
    ...whole,
    interest: joined([whole.interest, `The text says that ${only.text} are in use, ${
      formatNumber(only.bytes / total)} times as much: the profile has the objects that were live at the last GC, and `
      + 'the process also holds garbage, memory that Go has not returned yet, stacks, and mapped files. To see which, '
      + 'compare in its /metrics the resident memory with the heap goal, and the idle with the released heap.']),
  };
}

/** Resident memory of a process in the facts of a table of processes. */
const RESIDENT = /\bhas ([\d.]{1,12}) ([KMGT])iB of resident memory\b/;
/** The line that go tool pprof prints above a table of memory. */
const PROFILE = /Showing nodes accounting for [\d.]{1,16}[kKMGT]?B, [\d.]{1,7}% of ([\d.]{1,16})([kKMGT]?)B total/g;
const TABLES: ReadonlySet<string> = new Set(['top', 'ps']);

/** Adds to a table of processes the total of the only heap profile in the text, if much more memory is resident. */
export function besideProcess(whole: Recognized, text: string): Recognized {
  const [, value, unit = ''] = TABLES.has(whole.format) ? RESIDENT.exec(whole.interest ?? '') ?? [] : [];
  // A profile of allocations has also what was freed long ago.
  if (value === undefined || /\balloc_space\b/.test(text)) return whole;
  const totals = new Map([...text.matchAll(PROFILE)].map(([, size = '', of = '']) => [`${size}${of}B`,
    bytesOf(size, of)]));
  const only = [...totals].at(0);
  const resident = bytesOf(value, unit);
  if (only === undefined || totals.size > 1 || only[1] <= 0 || resident < MIN_RATIO * only[1]) return whole;
  return {
    ...whole,
    interest: joined([whole.interest, `The profile in the text has ${only[0]} in all, so ${
      formatNumber(resident / only[1])} times as much is resident: a heap profile has the objects that were live at `
      + 'the last GC, and the process also holds garbage and memory that Go has not returned yet. To see which, '
      + 'compare in its /metrics the heap in use with the heap goal, and the idle with the released heap.']),
  };
}

/** Returns the figures of memory in use, of the lines that are sentences. */
function figuresIn(text: string): Figure[] {
  return text.split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE).replaceAll(/[`*]/g, ''))
    .filter((line) => !/^\s{0,12}[\d.]{1,20}\S{0,3}\s{1,8}[\d.]{1,9}%/.test(line))
    .flatMap((line) => [...line.matchAll(FIGURE)].flatMap(({ 0: said, 1: value = '', 2: unit = '', index }) => {
      const before = line.slice(Math.max(0, index - NEAR), index);
      const after = line.slice(index + said.length, index + said.length + NEAR);
      return !USES.test(`${before} ${after}`) || ALLOWED.test(`${before.slice(-20)} ${after.slice(0, 12)}`) ? []
        : [{ text: said, bytes: bytesOf(value, unit) }];
    }));
}
