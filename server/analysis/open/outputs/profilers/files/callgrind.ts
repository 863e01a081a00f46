/** Reads the costs of a file of Callgrind or Xdebug, also without its head, and compares them with its total. Pure. */
import { fits } from '../../../../../../core/text/prefilter/fits.ts';
import { counted, formatSeconds } from '../../../../../../core/text/format.ts';
import { CERTAIN, when, type Format } from '../../../look/format.ts';
import type { Look } from '../../../look/look.ts';

const MAX_LINES = 1_000_000;
/** Share of the total from which on the records are taken for all. */
const NEARLY_ALL = 0.99;
const HEAD = /^(?:# callgrind format|version: \d+\s+creator: )/;
const EVENTS = /^events?: (\S{1,60})/m;
const ALL_EVENTS = /^events?: (\S.{0,300})/m;
/** The unit of time of Xdebug, such as `Time_(10ns)`. */
const TIME = /^Time_\((\d{1,6})ns\)$/;
/** Share of the total up to which functions are reported. */
const MOST = 0.9;
const MAX_TOLD = 4;

const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
const many = (value: number): string => value.toLocaleString('en-US');

interface Costs { sums: Map<string, number>; listed: number; total: number | null }

/** Reads the self costs of an event; those of calls are of the functions that are called. */
function costsOf(text: string, event = 0): Costs {
  const positions = /^positions: (\S{1,20}(?: \S{1,20}){0,3})\s*$/m.exec(text)?.[1]?.split(' ').length ?? 1;
  const names = new Map<string, string>();
  const sums = new Map<string, number>();
  let [name, isCall, listed] = ['', false, 0];
  let [summaries, totals] = [0, 0];
  for (const line of text.split('\n', MAX_LINES)) {
    const [, id = '', said = ''] = /^fn=(\(\d{1,9}\))?\s?(.{0,500})$/.exec(line) ?? [];
    if (line.startsWith('fn=')) {
      if (id !== '' && said !== '') names.set(id, said);
      name = said === '' ? names.get(id) ?? id : said;
      if (!sums.has(name)) sums.set(name, 0);
    } else if (/^c(?:fn|alls)=/.test(line)) {
      const [, callee = '', calleeName = ''] = /^cfn=(\(\d{1,9}\)) (.{1,500})$/.exec(line) ?? [];
      if (callee !== '') names.set(callee, calleeName);
      isCall = line.startsWith('calls=');
    } else if (/^(?:summary|totals): \d/.test(line)) {
      const value = Number.parseInt(line.slice(line.indexOf(':') + 1).trim().split(/ {1,9}/)[event] ?? '0', 10);
      // Each part of a file has its own.
      if (line.startsWith('summary')) summaries += value;
      else totals += value;
    } else {
      const cost = /^[\d+*-]/.test(line) ? line.split(' ', positions + event + 1)[positions + event] : undefined;
      if (cost !== undefined && /^\d{1,15}$/.test(cost) && !isCall) {
        sums.set(name, (sums.get(name) ?? 0) + Number(cost));
        listed += Number(cost);
      }
      isCall = false;
    }
  }
  const total = Math.max(summaries, totals);
  return { sums, listed, total: total > 0 ? total : null };
}

/** Returns the function with the highest self cost, of the total that the file states; null if the file is cut off. */
function callgrindFacts({ text, isCut }: Look): string | null {
  const event = EVENTS.exec(text)?.[1];
  if (event === undefined || isCut) return null;
  const { sums, listed, total } = costsOf(text);
  const [most, cost] = [...sums].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (most === undefined || cost === undefined) return null;
  if (listed === 0) return `It has no cost: 0 ${event} in ${counted(sums.size, 'function')}, ${
    sums.size === 1 ? '' : 'such as '}${most}. Nothing was measured.`;
  const all = total ?? listed;
  const highest = `${most} has the highest self value`;
  return listed >= NEARLY_ALL * all
    ? `${highest}: ${percent(cost / all)} of ${event}, ${many(cost)} of ${many(all)}${timeWords(event, all)}${
      nextWords(sums, all)}.${otherEvents(text)}`
    : `It is cut: it states ${many(all)} ${event} in all, of which ${many(listed)} (${percent(listed / all)}) are in `
      + `the text. Of these, ${highest}: ${many(cost)}, ${percent(cost / all)} of all.`;
}

/** Says what the total is in seconds, if the name of the event tells its unit. */
function timeWords(event: string, all: number): string {
  const nanoseconds = Number(TIME.exec(event)?.[1] ?? NaN);
  return Number.isNaN(nanoseconds) ? '' : ` (${formatSeconds(all * nanoseconds * 1e-9)})`;
}

/** Names the next functions until most of the total is reported. */
function nextWords(sums: ReadonlyMap<string, number>, all: number): string {
  const sorted = [...sums].sort(([, a], [, b]) => b - a);
  let [told, sum] = [1, sorted[0]?.[1] ?? 0];
  while (told < Math.min(sorted.length, MAX_TOLD) && sum < MOST * all) sum += sorted[told++]?.[1] ?? 0;
  return sorted.slice(1, told).filter(([, cost]) => cost > 0)
    .map(([name, cost]) => `; ${name} has ${percent(cost / all)}`).join('');
}

/** Says which function has most of each other event that the file counts; events are of different units. */
function otherEvents(text: string): string {
  const events = ALL_EVENTS.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
  if (events.length > MAX_TOLD) return '';
  return events.slice(1).map((event, i) => {
    const { sums, listed } = costsOf(text, i + 1);
    const [most, cost] = [...sums].sort(([, a], [, b]) => b - a)[0] ?? [];
    return most === undefined || cost === undefined || listed === 0 ? ''
      : ` Of ${event}, ${most} has most: ${many(cost)} of ${many(listed)} (${percent(cost / listed)}).`;
  }).join('');
}

/** Names what prints a file: the tool of Valgrind reads those of Valgrind. */
const viewerOf = (text: string): string => (/^creator: callgrind/m.test(text.slice(0, 2000))
  ? 'callgrind_annotate prints its table.' : 'KCachegrind shows it.');

const isEmpty = (text: string): boolean => costsOf(text).listed === 0;

/** Whether the costs make up less than the total that the file states. */
function lacksCosts(text: string): boolean {
  const { listed, total } = costsOf(text);
  return total !== null && listed < NEARLY_ALL * total;
}

export const CALLGRIND: Format = {
  id: 'callgrind', name: 'a profile of Callgrind or Xdebug', door: null,
  match: ({ head }) => when((HEAD.test(head) && fits(/^events?: /m, head))
    || (fits(EVENTS, head) && fits(/^fn=\S/m, head)), {
    ...CERTAIN, ...(fits(/^creator: callgrind/m, head) ? { program: 'Valgrind' }
      : fits(/^creator: xdebug/m, head) ? { program: 'Xdebug' } : {}),
  }),
  interest: callgrindFacts,
  remedy: ({ text, isCut }) => (!isCut && isEmpty(text) ? 'Record it again, over a time in which the program works.'
    : !isCut && lacksCosts(text) ? `Copy the whole file; ${viewerOf(text)}`
      : `Open it in speedscope and save it from there; that file is read. Else ${viewerOf(text)}`),
};
