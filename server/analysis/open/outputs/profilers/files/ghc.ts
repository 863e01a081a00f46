/** Reads the table of a profile of GHC (+RTS -p): the cost centre with most time, and what it allocates. Pure. */
import { formatBytes, formatSeconds } from '../../../../../../core/text/format.ts';
import { fits } from '../../../../../../core/text/prefilter/fits.ts';
import { CERTAIN, when, type Format } from '../../../look/format.ts';
import type { Look } from '../../../look/look.ts';

const TIME = /^[ \t]{0,12}total time {1,8}= {1,20}([\d.]{1,20}) secs(?: {1,8}\(([\d,]{1,20}) ticks @ ([^,)]{1,20}))?/m;
const ALLOCATED = /^[ \t]{0,12}total alloc {1,8}= {1,20}([\d,]{1,30}) bytes/m;
const COLUMNS = /^COST CENTRE[ \t]{1,200}MODULE[ \t][^\n]{0,300}%time %alloc/m;
/** `work  Lib  src/Lib.hs:(14,1)-(15,41)  97.4  100.0  19317 90486357376`, in older versions without a place. */
const ROW = new RegExp(String.raw`^(\S{1,300})[ \t]{1,200}(\S{1,200})(?:[ \t]{1,200}(\S[^\n]{0,300}?))?[ \t]{1,200}`
  + String.raw`(\d{1,3}\.\d)[ \t]{1,20}(\d{1,3}\.\d)(?:[ \t]{1,20}\d{1,20}){0,2}[ \t]*$`, 'gm');
const JSON_FORM = /"cost_centres"\s*:/;
const MAX_NAMED = 2;
/** Share in percent from which a further cost centre is named. */
const NOTED = 10;

/** Returns the rows of the first table, which are without what they call. */
function rowsOf(text: string): { name: string; module: string; place: string; time: number; allocated: number }[] {
  const at = COLUMNS.exec(text)?.index;
  if (at === undefined) return [];
  const table = text.slice(at).split(/\n[ \t]*\n[ \t]*\n|individual[ \t]+inherited/)[0] ?? '';
  return [...table.matchAll(ROW)].map(([, name = '', module = '', place = '', time, allocated]) => (
    { name, module, place, time: Number(time), allocated: Number(allocated) }))
    .filter(({ name }) => name !== 'COST').sort((a, b) => b.time - a.time);
}

function ghcFacts({ text }: Look): string | null {
  const [, seconds, ticks, tick] = TIME.exec(text) ?? [];
  const bytes = Number((ALLOCATED.exec(text)?.[1] ?? '').replaceAll(',', '') || 'NaN');
  const rows = rowsOf(text);
  const [first] = rows;
  if (seconds === undefined) return null;
  const own = ({ name, module, place }: (typeof rows)[number]): string => `${name} (${module}${
    place === '' || place.startsWith('<') ? '' : `, ${place.trim()}`})`;
  const counted = Number((ticks ?? '').replaceAll(',', '')).toLocaleString('en-US');
  const total = `${formatSeconds(Number(seconds))}${ticks === undefined ? '' : ` (${counted} ticks of ${tick ?? ''})`}`;
  const more = rows.slice(1, MAX_NAMED).filter(({ time }) => time >= NOTED);
  const rate = Number(seconds) > 0 ? `, ${formatBytes(bytes / Number(seconds))} per second` : '';
  return [
    first === undefined ? `It took ${total}.`
      : `Of ${total}, ${own(first)} has ${first.time} % itself${
        more.map((row) => `, then ${own(row)} ${row.time} %`).join('')}.`,
    ...Number.isNaN(bytes) ? [] : [`${formatBytes(bytes)} were allocated in all${rate}${
      first === undefined ? '' : `, ${first.allocated} % of it in ${first.name}`}: that is not memory in use.`],
  ].join(' ');
}

export const GHC_PROFILE: Format = {
  id: 'ghc-profile', name: 'a profile of GHC', door: null,
  match: ({ head, isText }) => when(isText && (fits(/Time and Allocation Profiling Report/, head)
    || fits(/^COST CENTRE\s+MODULE\b/m, head) || fits(JSON_FORM, head)), { ...CERTAIN, program: 'GHC' }),
  interest: ghcFacts,
  remedy: ({ head }) => (fits(JSON_FORM, head) ? 'Open it in speedscope and save it from there; that file is read.'
    : 'For the lines within it, compile with -fprof-auto, or set SCC marks. For a form that is read, record it with '
      + '+RTS -pj, and save that file from speedscope.'),
};
