/** Recognizes outputs of further benchmark tools, such as Google Benchmark, and compares their rows. Pure. */
import { counted, formatNumber } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { named, type Named } from '../../look/named.ts';
import { sizeOf } from '../host/rows.ts';
import { alikeFact } from './alike.ts';
import { tellingMean } from './rowValues.ts';
import { INSTRUCTION_COUNTS } from './instructionCounts.ts';
import { timesCompared } from './timesCompared.ts';

const AS_LINES = 'If you have the single runs, write each as a line "BenchmarkName 1 123 ns/op" to test differences.';
const MAX_ROWS = 5000;
const MIN_FOR_MEAN = 3;

const NANOSECONDS: Readonly<Record<string, number>> = {
  ps: 1e-3, ns: 1, us: 1e3, '\u00b5s': 1e3, '\u03bcs': 1e3, ms: 1e6, s: 1e9,
};

/** A row with its time as written, and in nanoseconds. */
export interface Timed { name: string; text: string; ns: number }

export const nanoseconds = (value: string, unit: string): number =>
  Number(value.replaceAll(',', '')) * (NANOSECONDS[unit] ?? NaN);

/** Returns `2 benchmarks: the fastest is a (1.2 ns), the slowest b (3.4 ms).` */
export function fastestOf(all: readonly Timed[], what: string): string | null {
  const rows = all.filter(({ ns }) => Number.isFinite(ns)).toSorted((a, b) => a.ns - b.ns);
  const [fastest, slowest] = [rows[0], rows.at(-1)];
  if (fastest === undefined || slowest === undefined) return null;
  return rows.length === 1 ? `${fastest.name} takes ${fastest.text}${what}.`
    : `It has ${counted(rows.length, 'benchmark')}: the fastest is ${fastest.name} (${fastest.text}${what}), the ${
      `slowest ${slowest.name} (${slowest.text})`}.`;
}

interface Ratio { name: string; ratio: number }

/** Says how many rows became slower and faster, the largest of each, and the mean; null without rows. */
export function ratiosFact(rows: readonly Ratio[], printedMean: number | null): string | null {
  if (rows.length === 0) return null;
  const sorted = rows.toSorted((a, b) => b.ratio - a.ratio);
  const slower = sorted.filter(({ ratio }) => ratio > 1);
  const faster = sorted.filter(({ ratio }) => ratio < 1).toReversed();
  const side = (own: readonly Ratio[], word: string): string => (own[0] === undefined ? ''
    : `${own.length} ${word} (${own.length === 1 ? '' : 'most '}${own[0].name}, ${percent(own[0].ratio)})`);
  const same = rows.length - slower.length - faster.length;
  const parts = [side(slower, 'slower'), side(faster, 'faster'), same === 0 ? '' : `${same} the same`];
  const mean = printedMean ?? tellingMean(rows.map(({ ratio }) => ratio), MIN_FOR_MEAN);
  const from = printedMean === null ? ` (computed here from the ${rows.length} rows)` : '';
  const alike = alikeFact(rows.map(({ ratio }) => ratio - 1), ['faster', 'slower'], (change) => percent(change + 1));
  return `${parts.filter((part) => part !== '').join(', ')}${
    mean === null ? '' : `; ${percent(mean)} in geometric mean${from}`}.${alike === null ? '' : ` ${alike}`}`;
}

const percent = (ratio: number): string => (Math.abs(ratio - 1) < 0.00005 ? 'no change'
  : `${ratio < 1 ? '' : '+'}${formatNumber(100 * (ratio - 1))} %`);

const GOOGLE_HEAD = /^[ \t]{0,12}Benchmark[ \t]{2,200}Time[ \t]{2,40}CPU[ \t]{2,40}Iterations\b/m;
const GOOGLE_ROW = new RegExp(String.raw`^[ \t]{0,12}(\S{1,200})[ \t]{1,200}(\d[\d.e+]{0,15})[ \t](ns|us|ms|s)`
  + String.raw`[ \t]{1,40}\d[\d.e+]{0,15}[ \t](?:ns|us|ms|s)[ \t]{1,40}\d{1,15}\b`, 'gm');
/** Rows of several repetitions. */
const AGGREGATE = /_(?:mean|median|stddev|cv|BigO|RMS|min|max)$/;

/** Returns the real times of an output of Google Benchmark: the medians, if it has several repetitions. */
export function googleRows(text: string): Timed[] {
  const all = [...text.matchAll(GOOGLE_ROW)].slice(0, MAX_ROWS)
    .map(([, name = '', value = '', unit = '']) => ({ name, text: `${value} ${unit}`, ns: nanoseconds(value, unit) }));
  const medians = all.filter(({ name }) => name.endsWith('_median'));
  return medians.length > 0 ? medians : all.filter(({ name }) => !AGGREGATE.test(name));
}

/** Compares two outputs of the same benchmarks in one text; null for another number of them. */
function googleSides(text: string): string | null {
  const heads = [...text.matchAll(new RegExp(GOOGLE_HEAD.source, 'gm'))].map(({ index }) => index);
  const [first, second, another] = heads;
  if (first === undefined || second === undefined || another !== undefined) return null;
  const [old = [], current = []] = [text.slice(first, second), text.slice(second)].map((part) => googleRows(part)
    .filter(({ ns }) => ns > 0).map(({ name, text: shown, ns }) => ({ name, value: ns, text: shown })));
  const said = timesCompared(old, current);
  return said === null ? null : `It has two outputs; the second against the first: ${said}`;
}

function googleFact(text: string): string | null {
  const said = googleSides(text) ?? fastestOf(googleRows(text), '');
  const notes = [
    fits(/CPU scaling is enabled/, text) ? 'CPU scaling was enabled, so real time is noisy.' : '',
    fits(/Library was built as DEBUG/, text) ? 'The library was built as DEBUG, so these times are too long.' : '',
  ];
  return said === null ? null : [said, ...notes.filter((note) => note !== '')].join(' ');
}

const COMPARED_HEAD = /^[ \t]{0,12}Benchmark[ \t]{2,200}Time[ \t]{2,40}CPU[ \t]{2,40}Time Old[ \t]{2,40}Time New\b/m;
const COMPARED_ROW = /^[ \t]{0,12}(\S{1,200})[ \t]{1,200}([-+]\d{1,9}\.\d{1,9})[ \t]{1,40}[-+]\d{1,9}\.\d{1,9}[ \t]/gm;
const P_ROW = /_pvalue[ \t]{1,200}\d/;

function comparedFact(text: string): string | null {
  const all = [...text.matchAll(COMPARED_ROW)].slice(0, MAX_ROWS)
    .map(([, name = '', change = '']) => ({ name, ratio: 1 + Number(change) }));
  const mean = all.find(({ name }) => name === 'OVERALL_GEOMEAN')?.ratio ?? null;
  const rows = all.filter(({ name }) => name !== 'OVERALL_GEOMEAN' && !/_(?:stddev|cv)$/.test(name));
  const said = ratiosFact(rows, mean);
  return said === null ? null : `Time: ${said}${fits(P_ROW, text) ? ''
    : ' No difference is tested: repeat both sides (--benchmark_repetitions=9) for a U test.'}`;
}

const DOTNET = new RegExp(String.raw`^[ \t>]{0,12}\|[ \t]{0,40}(?:Type[ \t]{0,40}\|[ \t]{0,40})?Method[ \t]{0,200}\|`
  + String.raw`[^\n]{0,400}\bMean[ \t]{0,40}\|`, 'm');

const DOTNET_MEAN = /^([\d.,]{1,20}) (ps|ns|us|\u00b5s|\u03bcs|ms|s)$/;

/** Returns the cells of a row between bars. */
const cellsOf = (line: string): string[] =>
  line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|').map((cell) => cell.replaceAll('*', '').trim());

interface DotnetRow extends Timed { ratio: number; allocated: string }

/** Returns the rows of a table of BenchmarkDotNet, each named by its method and parameters. */
export function dotnetRows(text: string): DotnetRow[] {
  const lines = text.split('\n', MAX_ROWS);
  const at = lines.findIndex((line) => DOTNET.test(line.slice(0, 1000)));
  const header = cellsOf(lines[at] ?? '');
  const [meanAt, ratioAt] = [header.indexOf('Mean'), header.indexOf('Ratio')];
  // The columns before the times distinguish the rows.
  const end = header.findIndex((title, i) => i > 0 && /^(?:Mean|Error|Job|Runtime)$/.test(title));
  const allocatedAt = header.indexOf('Allocated');
  const rows: DotnetRow[] = [];
  for (const line of lines.slice(at + 1)) {
    if (!line.trim().startsWith('|')) break;
    const cells = cellsOf(line.slice(0, 1000));
    const [, value = '', unit = ''] = DOTNET_MEAN.exec(cells[meanAt] ?? '') ?? [];
    if (value !== '') rows.push({
      name: cells.slice(0, Math.max(1, end)).filter((cell) => cell !== '').join(' '), text: `${value} ${unit}`,
      ns: nanoseconds(value, unit), ratio: Number(cells[ratioAt] ?? NaN), allocated: cells[allocatedAt] ?? '',
    });
  }
  return rows;
}

function dotnetFact(text: string): string | null {
  const rows = dotnetRows(text);
  const most = rows.toSorted((a, b) => sizeOf(b.allocated) - sizeOf(a.allocated))[0];
  const times = fastestOf(rows, ' in the mean');
  const said = times === null || most === undefined || sizeOf(most.allocated) === 0 ? times
    : `${times} ${most.name} allocates ${rows.length === 1 ? '' : 'most, '}${most.allocated}.`;
  const [base, another] = rows.filter(({ ratio }) => ratio === 1);
  const others = rows.filter((row) => row !== base && Number.isFinite(row.ratio));
  const [first] = others.toSorted((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)));
  return said === null || base === undefined || another !== undefined || first === undefined ? said
    : `${said} Of the baseline ${base.name}, ${first.name} takes ${first.ratio} times the time${
      others.length === 1 ? '' : ', the largest difference'}.`;
}

const CRITCMP = new RegExp(String.raw`^[ \t]{0,12}group[ \t]{2,200}(\S{1,80})[ \t]{2,200}(\S{1,80})[ \t]{0,80}\r?\n`
  + String.raw`[ \t]{0,12}-{5}[ \t]{2,200}-{1,80}`, 'm');
const CRITCMP_ROW = new RegExp(String.raw`^[ \t]{0,12}(\S{1,200})[ \t]{1,200}(\d{1,6}\.\d\d)[ \t]{1,40}`
  + String.raw`[\d.]{1,15}\u00b1[^\n]{1,60}?\/sec[ \t]{1,40}(\d{1,6}\.\d\d)[ \t]{1,40}[\d.]{1,15}\u00b1`, 'gm');

/** In a row of critcmp, 1.00 is the faster side, and the other one its multiple. */
function critcmpFact(text: string): string | null {
  const [, base, other] = CRITCMP.exec(text) ?? [];
  if (base === undefined || other === undefined) return null;
  const rows = [...text.matchAll(CRITCMP_ROW)].slice(0, MAX_ROWS)
    .map(([, name = '', one = '', two = '']) => ({ name, ratio: Number(two) / Number(one) }));
  const said = ratiosFact(rows, null);
  return said === null ? null : `${other} against ${base}: ${said} It states no test of significance.`;
}

const ACTION = new RegExp(String.raw`^[ \t>|]{0,12}Benchmark suite[ \t]{0,80}\|[ \t]{0,80}`
  + String.raw`Current: (\S{1,100})[ \t]{0,80}\|[ \t]{0,80}Previous: (\S{1,100})[ \t]{0,80}\|[ \t]{0,80}Ratio\b`, 'm');

/** Reads the comment of github-action-benchmark, whose ratio is above 1 where the current side is worse. */
function actionFact(text: string): string | null {
  const [, current, previous] = ACTION.exec(text) ?? [];
  if (current === undefined || previous === undefined) return null;
  const rows = text.split('\n', MAX_ROWS).filter((line) => line.includes('|')).flatMap((line): Ratio[] => {
    const [name = '', , before = '', ratio = ''] = cellsOf(line.slice(0, 1000)).map((cell) => cell.replaceAll('`', ''));
    const isTime = /[\d.] (?:[num\u00b5]?s(?:ec)?|[num\u00b5]s\/(?:op|iter)|ops\/s\w{0,5})\b/.test(before);
    return Number(ratio) > 0 && isTime && !/ - (?:B|allocs)\/op$/.test(name) ? [{ name, ratio: Number(ratio) }] : [];
  });
  const said = ratiosFact(rows, null);
  return said === null ? null
    : `${current} against ${previous}, by the ratio (above 1 is worse): ${said} It states no test of significance.`;
}

const ROWS: readonly Named[] = [
  {
    id: 'github-action-benchmark', name: 'a comment of github-action-benchmark', program: 'github-action-benchmark',
    pattern: ACTION, fact: actionFact,
    remedy: 'To test the differences, open the outputs of both sides, each of several runs.',
  },
  {
    id: 'google-benchmark', name: 'the output of Google Benchmark', program: 'Google Benchmark', pattern: GOOGLE_HEAD,
    fact: googleFact, remedy: AS_LINES,
  },
  {
    id: 'google-benchmark-compare', name: 'a comparison of Google Benchmark', program: 'Google Benchmark',
    pattern: COMPARED_HEAD, fact: comparedFact, remedy: AS_LINES,
  },
  {
    id: 'benchmarkdotnet', name: 'the output of BenchmarkDotNet', program: 'BenchmarkDotNet', pattern: DOTNET,
    fact: dotnetFact, remedy: AS_LINES,
  },
  {
    id: 'critcmp', name: 'the output of critcmp', program: 'critcmp', pattern: CRITCMP, fact: critcmpFact,
    remedy: AS_LINES,
  },
  INSTRUCTION_COUNTS,
];

export const OTHER_TOOLS = ROWS.map(named);
