/** Summarizes benchmark results in JSON: values, spread, which command is faster, and how far they hold. Pure. */
import type { JsonBenchmarks, JsonResult } from '../../../../../core/text/benchmarks/jsonForms.ts';
import { readJsonBenchmarks } from '../../../../../core/text/benchmarks/jsonResults.ts';
import { counted, formatNumber } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import { areTooFew, isOpenFew, sidesFacts, tooFewWords } from './twoCommands.ts';

const MAX_LISTED = 5;
const MAX_NAME = 80;
/** Relative spread of runs from which smaller differences are not seen. */
const NOISY = 0.2;
/** A mean that is this far from the median is made by few slow runs. */
const SKEWED = 0.04;
/** Share of the time below which a command mostly waits. */
const MOSTLY_WAITS = 0.2;
/** Standard errors within which two means are not distinguished. */
const MIN_ERRORS = 2;
const NO_WORK_NS = 1;
const SCALES: readonly (readonly [ns: number, unit: string])[] =
  [[1e9, 's'], [1e6, 'ms'], [1e3, '\u00b5s'], [1, 'ns']];

/** Programs whose results are of commands or names that are compared with each other. */
const COMPARES = new Set(['hyperfine']);

/** Returns whether the results of one file compare themselves. */
export const comparesItself = ({ program, results }: JsonBenchmarks): boolean =>
  COMPARES.has(program) && results.length > 1;

export function jsonBenchmarkFacts(text: string): string | null {
  const read = readJsonBenchmarks(text);
  if (read === null) return null;
  const { results, spreadName, doubts } = read;
  const [first, second] = results;
  const isCompared = comparesItself(read);
  const isFew = isCompared && results.length === 2 && first !== undefined && second !== undefined
    && areTooFew(first, second);
  const hasSpread = results.some(({ spread }) => spread !== null && spread > 0);
  return joined([
    first !== undefined && second !== undefined && isCompared && results.length === 2 ? twoCompared(first, second)
      : results.length > MAX_LISTED ? rangeOf(results) : listOf(read),
    isCompared && results.length > 2 ? manyCompared(results) : null,
    hasSpread && results.length <= MAX_LISTED ? `\u00b1 is ${spreadName}.` : null,
    // The sentence on a difference that so few runs cannot show says that they are few.
    ...doubts.filter((one) => !(isFew && one.includes('too few to judge'))),
    ...first !== undefined && second !== undefined && results.length === 2 && isCompared
      ? sidesFacts(first, second) : [],
    results.some(isSkewed) ? 'Outliers move the mean: compare medians.' : null, cpuFact(results),
    noiseFact(results), alikeFact(results, spreadName), noWorkFact(results),
    results.every(({ values, runs }) => values.length < 2 && (runs ?? 1) === 1) && results.length > 0
      ? `${results.length === 1 ? 'It' : 'Each'} is one value, so noise cannot be judged.` : null,
  ]);
}

const isTime = (unit: string): boolean => unit === 'ns' || unit === 'ns/op';

/** Returns `107.5 \u00b1 3.2 ms`: both in the unit of the center, with the same decimals. */
function valueText({ center, spread, unit }: Pick<JsonResult, 'center' | 'spread' | 'unit'>): string {
  const [scale, word] = isTime(unit) ? SCALES.find(([ns]) => Math.abs(center) >= ns) ?? [1, 'ns'] : [1, unit];
  const value = center / scale;
  const digits = value === 0 ? 1 : Math.min(3, Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value)))));
  const text = (one: number): string => (digits === 0 ? formatNumber(one) : one.toFixed(digits));
  const said = spread === null || spread === 0 ? digits === 0 ? text(value) : String(Number(text(value)))
    : `${text(value)} \u00b1 ${text(spread / scale)}`;
  return `${said} ${word}${isTime(unit) ? unit.slice(2) : ''}`;
}

const UNNAMED = 'the benchmark';
const short = (name: string): string => (name === 'run' ? UNNAMED
  : name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1)}\u2026`);

const isSkewed = ({ median, center }: JsonResult): boolean =>
  median !== null && center > 0 && Math.abs(median / center - 1) > SKEWED;

function within(result: JsonResult, runName: string): string {
  const { runs, median, unit, bytes } = result;
  const said = [
    runs === null || runs === 1 ? '' : counted(runs, runName),
    median !== null && isSkewed(result) ? `median ${valueText({ center: median, spread: null, unit })}` : '',
    bytes === null ? '' : `${formatNumber(bytes)} B/op`,
  ].filter((part) => part !== '').join(', ');
  return said === '' ? '' : ` (${said})`;
}

function listOf({ results, runName }: JsonBenchmarks): string | null {
  const told = results.map((one) =>
    `${short(one.name).replace(UNNAMED, 'The benchmark')}: ${valueText(one)}${within(one, runName)}`);
  return told.length === 0 ? null : `${told.join('; ')}.`;
}

function rangeOf(results: readonly JsonResult[]): string {
  const sorted = results.toSorted((a, b) => a.center - b.center);
  const [least, most] = [sorted[0], sorted.at(-1)];
  const isOne = new Set(results.map(({ unit }) => unit)).size === 1;
  if (least === undefined || most === undefined || !isOne) return `It has ${counted(results.length, 'result')}.`;
  return `It has ${counted(results.length, 'benchmark')}, from ${short(least.name)}, ${valueText(least)}, to ${
    short(most.name)}, ${valueText(most)}.`;
}

interface Ratio { text: string; isNoise: boolean }

/** Returns how many times as long the second takes, with the error that the spreads give it. */
function ratioOf(fast: JsonResult, slow: JsonResult): Ratio {
  const ratio = slow.center / fast.center;
  const relative = Math.hypot((slow.spread ?? 0) / slow.center, (fast.spread ?? 0) / fast.center);
  const error = ratio * relative;
  const isNoise = slow.center - fast.center < MIN_ERRORS * Math.hypot(errorOf(slow), errorOf(fast));
  const digits = ratio < 10 ? 2 : 1;
  return { text: `${ratio.toFixed(digits)}${error >= 0.5 * 10 ** -digits ? ` \u00b1 ${error.toFixed(digits)}` : ''}`,
    isNoise };
}

/** Returns the standard error of a mean. */
const errorOf = ({ spread, runs }: JsonResult): number => (spread ?? 0) / Math.sqrt(Math.max(1, runs ?? 1));

const ordered = (one: JsonResult, other: JsonResult): [fast: JsonResult, slow: JsonResult] =>
  (one.center <= other.center ? [one, other] : [other, one]);

function twoCompared(one: JsonResult, other: JsonResult): string {
  const [fast, slow] = ordered(one, other);
  const { text, isNoise } = ratioOf(fast, slow);
  const values = [fast, slow].map((result) => `${valueText(result)}${within(result, 'run')}`);
  if (isOpenFew(fast, slow)) return `${tooFewWords(fast, slow)} ${short(slow.name)}: ${values[1]}, ${
    short(fast.name)}: ${values[0]}.`;
  const told = values.join(' and ');
  return isNoise ? `No difference between ${short(fast.name)} and ${short(slow.name)} is shown: ${told}.`
    : `${short(fast.name)} is ${text} times as fast as ${short(slow.name)}: ${told}.`;
}

function manyCompared(results: readonly JsonResult[]): string {
  const [fast, ...others] = results.toSorted((a, b) => a.center - b.center);
  if (fast === undefined) return '';
  const rows = others.map((slow) => ({ name: short(slow.name), ...ratioOf(fast, slow) })).slice(-MAX_LISTED);
  const slower = rows.filter(({ isNoise }) => !isNoise).map(({ name, text }) => `${name} ${text} times`);
  const open = rows.filter(({ isNoise }) => isNoise).map(({ name }) => name);
  return [
    `The fastest is ${short(fast.name)}${slower.length === 0 ? '' : `; against it, ${slower.join(', ')} as long`}`,
    ...open.length === 0 ? [] : [`no difference from it is shown for ${open.join(', ')}`],
  ].join('; ').concat('.');
}

/** Says that commands mostly wait, if their CPU time is a small part of their time. */
function cpuFact(results: readonly JsonResult[]): string | null {
  const shares = results.flatMap(({ cpuNs, center }) => (cpuNs === null ? [] : [cpuNs / center]));
  const most = Math.max(...shares);
  const [first] = results;
  if (first === undefined || shares.length < results.length || most > MOSTLY_WAITS || !isTime(first.unit)) return null;
  return `CPU time (user and system) is at most ${formatNumber(100 * most)} % of it: ${
    results.length === 1 ? 'it mostly waits' : 'they mostly wait'}.`;
}

/** Returns the largest distance of a run from the median, relative to it; null with fewer than three runs. */
function spreadOf({ values }: JsonResult): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [least, middle, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
  return sorted.length < 3 || least === undefined || most === undefined || middle === undefined || middle <= 0 ? null
    : Math.max(most - middle, middle - least) / middle;
}

function noiseFact(results: readonly JsonResult[]): string | null {
  const noisy = results.flatMap((one) => {
    const share = Math.max(spreadOf(one) ?? 0, (one.spread ?? 0) / one.center);
    return share >= NOISY ? [{ name: short(one.name), share }] : [];
  }).toSorted((a, b) => b.share - a.share);
  const told = noisy.slice(0, 3).map(({ name, share }) => `${name} \u00b1${Math.round(100 * share)} %`).join(', ');
  const more = noisy.length > 3 ? ` and ${noisy.length - 3} more` : '';
  return noisy.length === 0 ? null
    : `Its runs differ much: ${told}${more}. A smaller change of ${
      noisy.length === 1 ? 'it' : 'these'} cannot be seen.`;
}

/** Says that few values are alike although their confidence interval is wide; null for other results. */
function alikeFact(results: readonly JsonResult[], spreadName: string): string | null {
  const [one] = results;
  if (one === undefined || results.length > 1 || !spreadName.includes('interval') || one.spread === null) return null;
  const [least, most] = [Math.min(...one.values), Math.max(...one.values)];
  const share = (most - least) / one.center;
  if (one.values.length < 2 || share * 2 > one.spread / one.center) return null;
  const text = (center: number): string => valueText({ center, spread: null, unit: one.unit });
  return `The interval is wide because they are few: the values are from ${text(least)} to ${text(most)} (${
    formatNumber(100 * share)} % apart).`;
}

function noWorkFact(results: readonly JsonResult[]): string | null {
  const names = results.filter(({ unit, center }) => isTime(unit) && center < NO_WORK_NS).map(({ name }) => name);
  return names.length === 0 ? null : `Below 1 ns per operation no work is measured (${names.slice(0, 3).map(short)
    .join(', ')}): the compiler removed it, or it only returns a value.`;
}
