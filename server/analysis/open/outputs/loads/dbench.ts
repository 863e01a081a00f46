/** Recognizes results of dbench and tbench, and compares the sides of a text. Pure. */
import { counted, formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { headingAbove } from '../../look/headingAbove.ts';
import { CERTAIN, when, type Format } from '../../look/format.ts';

const THROUGHPUT = new RegExp(String.raw`^[ \t>]{0,8}Throughput ([\d.]{1,16}) MB\/sec(?: {1,4}\([^)\n]{1,80}\))?`
  + String.raw`(?: {1,4}(\d{1,6}) (?:procs|clients))?(?: {1,4}\d{1,6} procs)?(?: {1,4}max_latency=([\d.]{1,16}) ms)?`
  + String.raw`[ \t]*\r?$`, 'gm');
const TIME = new RegExp(String.raw`^[ \t>]{0,8}(?:\S.{0,200} )?([\d.]{1,16})s user ([\d.]{1,16})s `
  + String.raw`system \d{1,6}% cpu ((?:\d{1,4}:){0,2}\d{1,6}\.\d{1,3}) total[ \t]*\r?$`, 'gm');
const MAX_TOLD = 6;

interface Run {
  rate: number; count: string | undefined; latencyMs: string | undefined; label: string | null;
  /** Its place in the text. */
  at: number;
}

export const DBENCH: Format = {
  id: 'dbench', name: 'the output of dbench', door: null,
  match: ({ head }) => when(fits(new RegExp(THROUGHPUT.source, 'm'), head),
    () => ({ ...CERTAIN, program: programOf(head) })),
  interest: ({ text }) => dbenchFacts(text),
  remedy: 'Repeat each side at least five times, and write each result as a line "BenchmarkName 1 123 MB/s" to compare '
    + 'them.',
};

/** Both print the same line; a command in the text tells which it was. */
const programOf = (head: string): string =>
  (fits(/\btbench\b/, head) && !fits(/\bdbench\b/, head) ? 'tbench' : 'dbench');

function dbenchFacts(text: string): string | null {
  const runs = [...text.matchAll(THROUGHPUT)].map(({ 1: rate, 2: count, 3: latencyMs, index }): Run => (
    { rate: Number(rate), count, latencyMs, at: index,
      label: labelAbove(text, index) }
  ));
  const [first, second] = runs;
  if (first === undefined) return null;
  const isSame = runs.every(({ count }) => count === first.count);
  const shown = runs.slice(0, MAX_TOLD).map((run) => runText(run, !isSame));
  const clients = isSame && first.count !== undefined ? ` with ${processes(first.count)}` : '';
  if (second === undefined) return `Its throughput is ${shown.join('')}${clients}.${timeText(text, runs)}`;
  const areSides = runs.length === 2 && isSame && first.label !== null && second.label !== null
    && first.label !== second.label && first.rate > 0;
  const change = areSides ? ` (${signed(100 * (second.rate / first.rate - 1))} %)` : '';
  return `Its throughput is ${shown.join(', ')}${change}${clients}${runs.length > MAX_TOLD ? ', and others' : ''}.${
    areSides ? ' One run each: how much of the difference is noise is unknown.' : ''}${timeText(text, runs)}`;
}

function labelAbove(text: string, at: number): string | null {
  const label = headingAbove(text.slice(Math.max(0, at - 3000), at));
  return label === null || /\d MB\/sec\b/.test(label) ? null : label;
}

/** Returns what time of zsh says of a run, for which it may have been used on one side only. */
function timeText(text: string, runs: readonly Run[]): string {
  const times = [...text.matchAll(TIME)];
  const [time] = times;
  if (time === undefined || times.length > 1) return '';
  const [, user, system, whole = ''] = time;
  const seconds = whole.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
  const run = runs.findLast(({ at }) => at < time.index);
  if (run === undefined || !(seconds > 0)) return '';
  const of = runs.length === 1 || run.label === null ? 'It' : `The run ${labelText(run.label)}`;
  return ` ${of} took ${formatSeconds(seconds)}, with ${
    formatNumber((Number(user) + Number(system)) / seconds)} cores busy.`;
}

const signed = (percent: number): string => `${percent < 0 ? '−' : '+'}${formatNumber(Math.abs(percent))}`;

const runText = ({ rate, count, latencyMs, label }: Run, isCounted: boolean): string => `${
  formatNumber(rate)} MB/s${
  isCounted && count !== undefined ? ` with ${processes(count)}` : ''}${
  latencyMs === undefined ? '' : ` (at most ${formatNumber(Number(latencyMs))} ms)`}${
  label === null ? '' : ` ${labelText(label)}`}`;

const labelText = (label: string): string => (/^(?:before|after|with|without)\b/i.test(label) ? label.toLowerCase()
  : `(${label})`);

const processes = (count: string): string => counted(Number(count), 'process', 'processes');
