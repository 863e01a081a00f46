/** Recognizes outputs of other benchmark tools (hyperfine, Criterion, JMH, pytest-benchmark) without parsing them. */
import { formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { joined } from '../look/factTools.ts';
import { CERTAIN, LIKELY, when, type Format } from '../look/format.ts';
import { criterionFacts } from './benchmarks/criterion.ts';
import { commandsCompared, groupsCompared, meansOf, twoFacts, wholeCommand } from './benchmarks/hyperfine.ts';
import { HYPERFINE_TABLE, hyperfineTables } from './benchmarks/hyperfineTables.ts';
import { isJmh, jmhFacts } from './benchmarks/jmh/jmh.ts';
import { fastestOf, nanoseconds, OTHER_TOOLS, ratiosFact, type Timed } from './benchmarks/otherTools.ts';

const AS_LINES = 'If you have the single runs, write each as a line "BenchmarkName 1 123 ns/op" to test differences.';
const MORE_RUNS = 'For a smaller difference, let each run more often (hyperfine --runs 50).';
const AGAIN = 'To see how much two runs of the same code differ, run cargo bench twice without a change.';
const FASTER = String.raw`[\d.]+(?: \u00b1 [\d.]+)? times (?:faster|slower) than .{1,300}`;
const SUMMARY = new RegExp(String.raw`^[ \t]*(\S.{0,300}?) ran\s*\n((?:\s*${FASTER}\n?){1,20})`, 'm');
/** A result row, also after a docker compose prefix; the name may have its baseline's file in parentheses. */
const PYTEST_ROW = new RegExp(String.raw`^(?:\S{1,100} +\| )?`
  + String.raw`(test\S{0,200}(?: \((?:[^)\d]|\d{4}_)[^)]{0,100}\))?|\S{1,200})\s{2,}([\d,.]+ .*)$`);

export const BENCHMARK_TOOLS: readonly Format[] = [
  {
    id: 'hyperfine', name: 'the output of hyperfine', door: null,
    match: ({ head }) => when(fits(/^[ \t]*(?:Time \(mean \u00b1 \S\)|Time \(abs \u2261\)):\s+[\d.]/m, head)
      || fits(HYPERFINE_TABLE, head), { ...CERTAIN, program: 'hyperfine' }),
    interest: ({ text }) => joined([hyperfineFacts(text), twoFacts(text)]),
    // A summary compares the commands already.
    remedy: ({ text }) => (SUMMARY.test(text.replaceAll('\r', '')) ? MORE_RUNS : AS_LINES),
  },
  {
    id: 'criterion', name: 'the output of Criterion', door: null,
    match: ({ head }) => when(fits(/^.{0,300}\btime: +\[[\d.]+ \S{1,3} [\d.]+ \S{1,3} [\d.]+ \S{1,3}\]/m, head),
      { ...CERTAIN, program: 'Criterion' }),
    interest: ({ text }) => criterionFacts(text),
    // It tested the changes already.
    remedy: ({ text }) => (fits(/\(p = [\d.]{1,8} [<>] /, text) ? AGAIN : AS_LINES),
  },
  {
    id: 'jmh', name: 'the output of JMH', door: null,
    match: ({ head }) => when(isJmh(head), { ...CERTAIN, program: 'JMH' }),
    interest: ({ text }) => jmhFacts(text),
    remedy: AS_LINES,
  },
  {
    id: 'pytest-benchmark', name: 'the output of pytest-benchmark', door: null,
    match: ({ head }) => when(fits(/\bName \(time in \S{1,3}\)\s+Min\b/, head),
      { ...CERTAIN, program: 'pytest-benchmark' }),
    interest: ({ text }) => pytestFacts(text),
    remedy: AS_LINES,
  },
  {
    id: 'rust-bench', name: 'the output of cargo bench', door: null,
    match: ({ head }) => when(fits(/^test \S{1,200}\s+\.\.\. bench:\s+[\d,.]+ ns\/iter/m, head),
      { ...LIKELY, program: 'Rust' }),
    interest: ({ text }) => rustFacts(text),
    remedy: AS_LINES,
  },
  ...OTHER_TOOLS,
];

/** Summarizes `1.02 ± 0.06 times faster than 'b'`: there is no difference if the interval contains 1. */
function hyperfineFacts(text: string): string | null {
  const summary = SUMMARY.exec(text.replaceAll('\r', ''));
  if (summary !== null) {
    const others = [...(summary[2] ?? '').matchAll(/([\d.]+)(?: \u00b1 ([\d.]+))? times (\w+) than (.{1,300})/g)];
    const said = others.slice(0, 3).map(([, factor, band = '0', word, name = '']) => {
      const other = wholeCommand(text, name);
      return Number(factor) - Number(band) <= 1 ? `not distinguishable from ${other} (${factor} \u00b1 ${band} times)`
        : `${factor} \u00b1 ${band} times ${word} than ${other}`;
    });
    return `${summary[1]} is ${said.join(', ')}.${meansOf(text)}`;
  }
  const runs = [...text.matchAll(/^[ \t]*Time \(.{1,12}\):\s+([\d.]+ \S{1,3})(?: \u00b1\s+([\d.]+ \S{1,3}))?/gm)];
  const [first] = runs;
  if (first === undefined) return tableFacts(text);
  return commandsCompared(text)
    ?? `It has one command, which takes ${first[1]}${first[2] === undefined ? '' : ` \u00b1 ${first[2]}`}.`;
}

/** Compares the commands of exported tables; how many runs each had is not in them. */
function tableFacts(text: string): string | null {
  const tables = hyperfineTables(text);
  const [only] = tables[0]?.runs ?? [];
  return groupsCompared(tables)
    ?? (only === undefined ? null : `It has one command, which takes ${formatSeconds(only.seconds)}.`);
}

const MAX_ROWS = 5000;
const MAX_NAMES = 3;

const RUST_ROW = /^test (\S{1,200})\s+\.\.\. bench:\s+([\d,.]{1,20}) ns\/iter/gm;

/** Returns the rows of cargo bench. */
export const rustRows = (text: string): Timed[] => [...text.matchAll(RUST_ROW)].slice(0, MAX_ROWS)
  .map(([, name = '', value = '']) => ({ name, text: `${value} ns/iter`, ns: nanoseconds(value, 'ns') }));

function rustFacts(text: string): string | null {
  const rows = rustRows(text);
  const empty = rows.filter(({ ns }) => ns === 0).map(({ name }) => name);
  const said = fastestOf(rows.filter(({ ns }) => ns > 0), '');
  const nothing = empty.length === 0 ? ''
    : `${empty.slice(0, MAX_NAMES).join(', ')}${empty.length > MAX_NAMES ? ' and others' : ''} measured nothing (0 `
      + 'ns/iter): the compiler removed what it calls, unless black_box keeps the result.';
  return [said ?? '', nothing].filter((part) => part !== '').join(' ') || null;
}

/** Compares each test with that of a saved run, if the table has two runs; null otherwise. */
function pytestRuns(rows: readonly { name: string; value: number }[]): string | null {
  const tagged = rows.flatMap(({ name, value }) => {
    const [, test = '', tag = ''] = /^(\S+) \((NOW|\d{4}_[^()]{0,90})\)$/.exec(name) ?? [];
    return tag === '' ? [] : [{ test, tag, value }];
  });
  const saved = new Set(tagged.map(({ tag }) => tag).filter((tag) => tag !== 'NOW'));
  const [base, another] = saved;
  if (base === undefined || another !== undefined || tagged.length < rows.length) return null;
  const ratios = tagged.filter(({ tag }) => tag === 'NOW').flatMap(({ test, value }) => {
    const before = tagged.find((row) => row.test === test && row.tag === base);
    return before === undefined || before.value <= 0 ? [] : [{ name: test, ratio: value / before.value }];
  });
  const said = ratiosFact(ratios, null);
  return said === null ? null : `NOW against ${base}, in the mean: ${said} It tests no difference: compare them with `
    + 'the deviation (StdDev).';
}

interface Pytest { unit: string | undefined; rows: { name: string; value: number }[] }

/** Reads the column `Mean` of a table of pytest-benchmark. */
function pytestTable(text: string): Pytest {
  const unit = /Name \(time in (\S{1,3})\)/.exec(text)?.[1];
  const header = /Name \(time in [^\n]{1,600}/.exec(text)?.[0].split(/\s{2,}/) ?? [];
  const at = header.indexOf('Mean');
  const rows = text.split('\n', 5000).flatMap((line) => {
    const [, name = '', rest = ''] = PYTEST_ROW.exec(line) ?? [];
    const values = [...rest.matchAll(/([\d,]+\.\d+)(?: \([^)]{1,12}\))?/g)];
    const value = values.map(([, one = '']) => Number(one.replaceAll(',', '')))[at - 1];
    return name === '' || value === undefined ? [] : [{ name, value }];
  });
  return { unit, rows };
}

/** Returns the mean times of a table of pytest-benchmark. */
export function pytestRows(text: string): Timed[] {
  const { unit = '', rows } = pytestTable(text);
  return rows.map(({ name, value }) =>
    ({ name, text: `${formatNumber(value)} ${unit}`, ns: nanoseconds(String(value), unit) }));
}

function pytestFacts(text: string): string | null {
  const { unit, rows: all } = pytestTable(text);
  const rows = all.toSorted((a, b) => a.value - b.value);
  const [fastest, slowest] = [rows[0], rows.at(-1)];
  if (fastest === undefined || slowest === undefined) return null;
  const runs = pytestRuns(rows);
  if (runs !== null) return runs;
  if (rows.length === 1) return `${fastest.name} takes ${formatNumber(fastest.value)} ${unit} in the mean.`;
  return `In the mean ${fastest.name} is the fastest (${formatNumber(fastest.value)} ${unit}), ${slowest.name} the `
    + `slowest (${formatNumber(slowest.value)} ${unit}), of ${rows.length}.`;
}
