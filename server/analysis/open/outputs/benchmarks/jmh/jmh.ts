/** Reads results of JMH, also without their head, with a decimal comma, and of two sides in one text. Pure. */
import { counted, formatNumber } from '../../../../../../core/text/format.ts';
import { fits } from '../../../../../../core/text/prefilter/fits.ts';
import { tellingMean } from '../rowValues.ts';

/** Name, parameters, mode, count, score, error and unit: `A.get  100  thrpt  30  546,673 ± 5,144  ops/ms`. */
const ROW = new RegExp(String.raw`^[ \t>*|]{0,12}([\w.$:\u00b7-]{2,200})((?:[ \t]{1,60}\S{1,60}){0,6}?)[ \t]{1,60}`
  + String.raw`(thrpt|avgt|sample|ss)[ \t]{1,60}(?:\d{1,9}[ \t]{1,60})?(\d{1,15}(?:[.,]\d{1,9})?)`
  + String.raw`(?:[ \t]{0,60}(?:\u00b1|\+\/-)[ \t]{0,60}(\d{1,15}(?:[.,]\d{1,9})?|NaN|\u221e))?`
  + String.raw`[ \t]{1,60}(\S{1,12}\/\S{1,6})[ \t|]{0,12}\r?$`);
const HEAD = /^[ \t>]{0,12}Benchmark\s+(?:\(\w+\)\s+)*Mode\s+(?:Cnt|Samples)\s+Score/m;
const VERSION = /^# JMH (?:version: )?\d/m;
/** A row whose error is printed, which no other tool has. */
const OWN_ROW = new RegExp([
  String.raw`^[ \t>*|]{0,12}[\w$-]{1,100}(?:\.[\w$-]{1,100}){1,12}(?:[ \t]{1,60}\S{1,60}){0,6}?[ \t]{1,60}`,
  String.raw`(?:thrpt|avgt|sample|ss)[ \t]{1,60}\d{1,9}[ \t]{1,60}\d{1,15}[.,]\d{1,9}[ \t]{0,60}\u00b1`,
].join(''), 'm');
const MODE = /[ \t](?:thrpt|avgt|sample|ss)[ \t]/;
/** Rows of its profilers and percentiles, such as the allocation rate. */
const OF_PROFILER = /\u00b7|:(?:gc|stack|perf|perfnorm|safepoints|comp|cl|mem|jfr|async|churn|p\d)\b|:[A-Z]/;
/** The row of its profiler of GC that does not depend on how fast the run was. */
const ALLOCATED = /:(?:\u00b7)?gc\.alloc\.rate\.norm$/;
/** The largest heap of the Java VM, as it is set or told. */
const HEAP = /-?Xmx(\d{1,9})([kmgt]?)\b/i;
/** Up to this size, a heap makes collections frequent. */
const SMALL_HEAP_MIB = 64;
const MIB: Readonly<Record<string, number>> = { '': 2 ** -20, k: 2 ** -10, m: 1, g: 1024, t: 2 ** 20 };

const MAX_LINES = 20_000;
const MAX_LINE = 1000;
const MAX_TITLE = 60;
const MIN_FOR_MEAN = 2;
const MIN_CHANGE_PERCENT = 0.1;
/** Number of results up to which each is reported. */
const MAX_TOLD = 4;
/** Share of a score from which its error is reported. */
const LARGE_ERROR = 0.2;

/** A result; `error`: half of its interval, NaN without one. */
export interface JmhRow {
  /** The benchmark with its parameters and mode. */
  key: string;
  name: string; score: number; error: number; scoreText: string; errorText: string | null; unit: string;
}
interface Result extends JmhRow {
  text: string;
  /** The benchmark without its parameters. */
  bare: string;
}
/** `allocated`: the bytes that an operation allocates, by the key of its result. */
interface Run { title: string | null; results: Result[]; allocated: Map<string, string> }

export const isJmh = (head: string): boolean => fits(HEAD, head) || fits(VERSION, head) || fits(OWN_ROW, head);

/** Returns the number; the only sign in it is the decimal one, in whatever language. */
const numberOf = (text: string): number => Number(text.replace(',', '.'));

/** Returns the results by run: a run begins where a benchmark comes again, or behind a line of words. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let title: string | null = null;
  let titles: string[] = [];
  for (const raw of text.split('\n', MAX_LINES)) {
    const line = raw.slice(0, MAX_LINE);
    const [, name = '', parameters = '', mode = '', scoreText = '', errorText, unit = ''] = ROW.exec(line) ?? [];
    if (name === '') {
      if (HEAD.test(line)) titles = [...line.matchAll(/\((\w{1,60})\)/g)].map(([, word = '']) => word);
      if (!HEAD.test(line) && !MODE.test(line) && /[\p{L}\d]/u.test(line)) title = line.trim();
      continue;
    }
    const words = parameters.split(/\s+/).filter((word) => word !== '');
    const key = [name.replace(ALLOCATED, ''), ...words, mode].join(' ');
    if (ALLOCATED.test(name) && unit === 'B/op') runs.at(-1)?.allocated.set(key, scoreText);
    if (OF_PROFILER.test(name)) continue;
    const named = titles.length === words.length ? words.map((word, i) => `${titles[i] ?? ''}=${word}`) : words;
    const of = words.length === 0 ? '' : ` (${named.join(', ')})`;
    const open = runs.at(-1);
    const isNew = open === undefined || title !== null || open.results.some((result) => result.key === key);
    const run = isNew ? { title: titleOf(title), results: [], allocated: new Map<string, string>() } : open;
    if (isNew) runs.push(run);
    title = null;
    const error = errorText === undefined ? NaN : numberOf(errorText);
    run.results.push({
      key, bare: name, name: `${name.split('.').at(-1) ?? name}${of}`,
      score: numberOf(scoreText), error, scoreText, errorText: errorText ?? null, unit,
      text: `${name}${of}: ${scoreText}${errorText === undefined ? '' : ` \u00b1 ${errorText}`} ${unit}`,
    });
  }
  return runs;
}

/** Returns the results of a text with one run, whose names are told apart by their classes; none of other texts. */
export function jmhRows(text: string): readonly JmhRow[] {
  const [run, another] = runsOf(text);
  if (run === undefined || another !== undefined) return [];
  const isUnique = new Set(run.results.map(({ name }) => name)).size
    === new Set(run.results.map(({ bare, name }) => `${bare} ${name}`)).size;
  return isUnique ? run.results
    : run.results.map((result) => ({ ...result, name: result.text.slice(0, result.text.indexOf(': ')) }));
}

function titleOf(words: string | null): string | null {
  const title = words?.replace(/^[\s#>*`|=-]{1,20}/, '').replace(/[\s:*`=-]{1,20}$/, '') ?? '';
  return title === '' || title.length > MAX_TITLE || /^(?:#|REMEMBER|Do not|Run complete)/i.test(title) ? null : title;
}

/** Summarizes results of JMH: two runs of the same benchmarks are compared. */
export function jmhFacts(text: string): string | null {
  const runs = runsOf(text);
  const results = runs.flatMap((run) => run.results);
  const [first] = results;
  if (first === undefined) return null;
  const heap = heapFact(text);
  const better = results.every(({ unit }) => unit.startsWith('ops/')) ? ' (higher is better)'
    : results.every(({ unit }) => unit.endsWith('/op')) ? ' (lower is better)' : '';
  const said = compared(runs) ?? `${listed(runs, better)}${noisy(results)}`;
  return `${said}${heap === null ? '' : ` ${heap}`}`;
}

/** Returns the results, each with what it allocates, or an example of many. */
function listed(runs: readonly Run[], better: string): string {
  const results = runs.flatMap((run) => run.results.map((result) => {
    const allocated = run.allocated.get(result.key);
    return `${result.text}${allocated === undefined ? '' : `, ${allocated} B/op`}`;
  }));
  return `It has ${counted(results.length, 'result')}${better}${results.length > MAX_TOLD ? ', such as ' : ': '}${
    results.slice(0, results.length > MAX_TOLD ? 1 : MAX_TOLD).join('; ')}.`;
}

/** Says which result has the largest error, if that is much of its score; "" otherwise. */
function noisy(results: readonly Result[]): string {
  const [most] = results.filter(({ score, error }) => score > 0 && error >= LARGE_ERROR * score)
    .toSorted((a, b) => b.error / b.score - a.error / a.score);
  const share = most === undefined ? NaN : Math.round(100 * most.error / most.score);
  return most === undefined ? '' : ` The error of ${most.name} is ${share} % of its score: run it with more forks and `
    + 'iterations (-f 5 -i 10) before any conclusion.';
}

interface Pair { ratio: number; from: Result; to: Result; isClear: boolean }

/** Compares two runs of the same benchmarks; null for other texts. */
function compared(runs: readonly Run[]): string | null {
  const [before, after, another] = runs;
  if (before === undefined || after === undefined || another !== undefined) return null;
  const pairs = before.results.flatMap((from): Pair[] => {
    const to = after.results.find(({ key, unit }) => key === from.key && unit === from.unit);
    return to === undefined || from.score <= 0 || to.score <= 0 ? [] : [{
      ratio: to.score / from.score, from, to,
      isClear: Math.abs(to.score - from.score) > from.error + to.error,
    }];
  });
  const [first] = pairs;
  if (first === undefined || pairs.some(({ from }) => from.unit !== first.from.unit)) return null;
  const [base, other] = [before.title ?? 'the first run', after.title ?? 'the second run'];
  if (base === other) return null;
  const { unit } = first.from;
  const isRate = unit.startsWith('ops/');
  const sorted = pairs.toSorted((a, b) => a.ratio - b.ratio);
  const [least, most] = [sorted[0] ?? first, sorted.at(-1) ?? first];
  const strongest = Math.log(most.ratio) >= -Math.log(least.ratio) ? most : least;
  // Rows of one benchmark with different parameters are different things, of which no mean is made.
  const isMixed = new Set(pairs.map(({ from }) => from.bare)).size < pairs.length;
  const mean = isMixed ? null : tellingMean(pairs.map(({ ratio }) => ratio), MIN_FOR_MEAN);
  const clear = pairs.filter(({ isClear }) => isClear).length;
  const [low, high] = [formatNumber(least.ratio), formatNumber(most.ratio)];
  const span = `${low === high ? low : `${low} to ${high}`} times`;
  const comma = strongest.from.scoreText.includes(',') ? ' (decimal commas)' : '';
  const several = pairs.length === 1 ? '' : ` in ${pairs.length} benchmarks`;
  const tail = mean === null ? '' : `, ${formatNumber(mean)} times in geometric mean (computed here)`;
  const { from, to } = strongest;
  return `${unit}, ${isRate ? 'higher' : 'lower'} is better: "${other}" has ${span} the ${
    isRate ? 'throughput' : 'time per operation'} of "${base}"${several}${tail}; ${
    pairs.length === 1 ? '' : 'most '}${from.name}, ${changeOf(from, to)}${comma}.${
    errorFact(pairs, clear)}${othersFact(pairs, strongest)}${allocatedFacts(before, after, pairs)}${
    noisy(pairs.flatMap((pair) => [pair.from, pair.to]))}`;
}

/** Tells the other differences beyond the errors: of few results each, of many the largest of the other direction. */
function othersFact(pairs: readonly Pair[], strongest: Pair): string {
  const others = pairs.filter((pair) => pair !== strongest && pair.isClear)
    .toSorted((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)));
  const shown = pairs.length <= MAX_TOLD ? others
    : others.filter(({ ratio }) => (ratio > 1) !== (strongest.ratio > 1)).slice(0, 1);
  return shown.length === 0 ? ''
    : ` Also: ${shown.map((pair) => `${pair.from.name}, ${changeOf(pair.from, pair.to)}`).join('; ')}.`;
}

const changeOf = (from: Result, to: Result): string =>
  `${from.scoreText} to ${to.scoreText} ${to.unit}${percentOf(to.score / from.score)}`;

/** Returns ` (+12 %)`; "" for nearly no change. */
function percentOf(ratio: number): string {
  const percent = Number((100 * Math.abs(ratio - 1)).toPrecision(3));
  return percent < MIN_CHANGE_PERCENT ? '' : ` (${ratio < 1 ? '\u2212' : '+'}${percent} %)`;
}

/** Says how the bytes that an operation allocates differ; "" if the sides do not both have them. */
function allocatedFacts(before: Run, after: Run, pairs: readonly Pair[]): string {
  const both = pairs.flatMap(({ from: { key, name } }) => {
    const [from, to] = [before.allocated.get(key), after.allocated.get(key)];
    return from === undefined || to === undefined || !(numberOf(from) > 0) ? []
      : [{ name, from, to, percent: percentOf(numberOf(to) / numberOf(from)) }];
  });
  const changed = both.filter(({ percent }) => percent !== '');
  const same = both.filter(({ percent }) => percent === '');
  const [first] = same;
  const shown = changed.slice(0, MAX_TOLD).map(({ name, from, to, percent }) =>
    `${name} ${from} to ${to} B/op${percent}`);
  const rest = first === undefined ? '' : changed.length === 0
    ? ` The bytes allocated per operation did not change (${first.name}: ${first.to} B/op).`
    : ` Those of ${same.slice(0, MAX_TOLD).map(({ name }) => name).join(', ')} did not change.`;
  return `${shown.length === 0 ? '' : ` Allocated per operation: ${shown.join('; ')}.`}${rest}`;
}

/** Says of which pairs the intervals of the errors do not overlap; "" without errors. */
function errorFact(pairs: readonly Pair[], clear: number): string {
  if (pairs.some(({ from, to }) => Number.isNaN(from.error + to.error)))
    return ' Not every result has an error, so noise cannot be judged.';
  if (clear === pairs.length) return pairs.length === 1 ? ' The difference is beyond the errors.'
    : ' All differences are beyond the errors.';
  if (clear === 0) return ` ${pairs.length === 1 ? 'The difference is not' : 'No difference is'} beyond the errors.`;
  const within = pairs.filter(({ isClear }) => !isClear);
  return pairs.length > MAX_TOLD ? ` The differences of ${clear} of ${pairs.length} are beyond the errors.`
    : ` Within the errors: ${within.map(({ from, to }) => `${from.name}, ${changeOf(from, to)}`).join('; ')}.`;
}

/** Says that the heap of the runs was set; null if it was not. */
function heapFact(text: string): string | null {
  const [setting, value, unit = ''] = HEAP.exec(text) ?? [];
  if (setting === undefined) return null;
  const mib = Number(value) * (MIB[unit.toLowerCase()] ?? 1);
  return `It was measured with ${setting}${mib > SMALL_HEAP_MIB ? '.' : `: in so small a heap GC runs very often, so ${
    'that a change in allocations weighs more than in a usual heap.'}`}`;
}
