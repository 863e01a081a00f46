/** Reads a flat list of shares and functions as perf top shows it, without the columns of perf report. Pure. */
import { fits } from '../../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../../look/factTools.ts';
import { counted, type Named } from '../../../look/named.ts';
import { COMPRESSION, JSON_KIND, kindsOf, type Share } from '../graphs/workKinds.ts';
import { eventFacts } from '../tables/perfEvents.ts';

/** What stands above the list: its own head, or the command. */
const HEAD = new RegExp(String.raw`^[ \t>#$]{0,20}(?:Samples: {0,4}[\d.]{1,12}[KMG]? {1,4}of event\b`
  + String.raw`|PerfTop: {1,12}\d|(?:sudo )?perf (?:top|report)\b)`, 'm');
const ROW = /^[ \t>]{0,20}(\d{1,3}\.\d{1,2})%[ \t]{1,12}([^\s|\d-][^\n]{0,300}?)[ \t\r]{0,200}$/gm;
/** Rows of perf report name the space of each function: they are read elsewhere. */
const MARKED = /% [^\n]{0,300}\[[.kguH]\] /;
const MIN_ROWS = 3;
const MAX_ROWS = 2000;
/** Percent up to which shares are of one list. */
const MAX_PERCENT = 101;
const MAX_NEXT = 2;
/** Percent that encoding and compression have together if the size of answers is the matter. */
const MUCH_ENCODED = 25;

/** Returns the rows of the first list: a larger share begins another. */
function sharesOf(text: string): Share[] {
  const rows = [...text.matchAll(ROW)].slice(0, MAX_ROWS)
    .map(([, percent = '', name = '']) => ({ percent: Number(percent), name: name.split(/ {2,}/).at(-1) ?? name }));
  const end = rows.findIndex(({ percent }, i) => percent > (rows[i - 1]?.percent ?? Infinity));
  return end < 0 ? rows : rows.slice(0, end);
}

const sumOf = (rows: readonly Share[]): number => rows.reduce((sum, { percent }) => sum + percent, 0);
const shown = (percent: number): string => `${Number(percent.toPrecision(3))} %`;

/** Returns what the kinds of functions have, then the rows with most, and what to do about answers that are encoded. */
function perfTopFacts(text: string): string | null {
  const rows = sharesOf(text);
  const [first, ...others] = rows;
  if (first === undefined || rows.length < MIN_ROWS || sumOf(rows) > MAX_PERCENT) return null;
  const kinds = kindsOf(rows);
  const encoded = kinds.filter(([kind]) => kind === JSON_KIND || kind === COMPRESSION);
  const share = encoded.reduce((sum, [, percent]) => sum + percent, 0);
  const step = encoded.length < 2 || share < MUCH_ENCODED ? null
    : `JSON and compression have ${shown(share)} together: if that is for answers, ask for less (shorter ranges, `
      + 'aggregates, limits, fewer polls), which also makes less garbage, and leave out gzip (Accept-Encoding) where '
      + 'the network allows it.';
  return joined([
    eventFacts(text),
    kinds.length === 0 ? null : `By kind, of the ${shown(sumOf(rows))} in the ${counted(rows.length, 'row')} listed: ${
      kinds.map(([kind, percent]) => `${kind} ${shown(percent)}`).join(', ')}.`,
    `${first.name} has the highest share listed: ${first.percent} %; then ${others.slice(0, MAX_NEXT)
      .map(({ name, percent }) => `${name} (${percent} %)`).join(' and ')}. The list has no callers.`, step,
  ]);
}

export const PERF_TOP: Named = {
  id: 'perf-top', name: 'the output of perf top', program: 'perf',
  pattern: new RegExp(`${HEAD.source}[^\\n]{0,500}\\n(?:[^\\n]{0,500}\\n){0,8}?${ROW.source}`, 'm'), except: MARKED,
  fact: (text) => (fits(HEAD, text) ? perfTopFacts(text) : null),
  remedy: 'For the callers, record stacks: perf record -g -p PID, then perf script > out.txt; of a Go program, fetch '
    + '/debug/pprof/profile?seconds=30.',
};
