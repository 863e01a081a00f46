/** Reads results of benchmarks in JSON: hyperfine, JMH, pytest-benchmark and Google Benchmark. Pure. */
import { isRecord } from '../../../../../core/contract/isRecord.ts';
import { counted, formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { LIKELY, type Format } from '../../look/format.ts';
import type { Look } from '../../look/look.ts';

type Json = Readonly<Record<string, unknown>>;

/** `value` in the unit, or in seconds if there is none; `about`: what else is known of it. */
interface Result { name: string; value: number; deviation: number; unit: string; runs: number; about: string }

interface Tool {
  program: string; pattern: RegExp;
  read: (file: unknown) => Result[];
  /** Returns what makes the results doubtful, or how they compare; "" if nothing does. */
  notes: (results: readonly Result[], file: unknown) => string[];
  remedy: string;
}

const MAX_SHOWN = 5;
const MAX_NAME = 70;
/** Values of one benchmark below which their spread says little. */
const FEW_VALUES = 5;
/** Share of the time below which a command takes hardly any CPU. */
const LITTLE_CPU = 0.1;
/** Ratio of mean and median from which outliers move the mean, and share of a deviation that is large. */
const OUTLIERS = 1.03;
const LARGE_DEVIATION = 0.1;

const NONE = 'There are no two sides: nothing is compared.';
const numberAt = (of: Json, key: string): number => {
  const value = of[key];
  return typeof value === 'number' ? value : NaN;
};
const textAt = (of: Json, key: string): string => {
  const value = of[key];
  return typeof value === 'string' ? value : '';
};
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as unknown[]).filter(isRecord) : []);
const listAt = (file: unknown, key: string): Json[] => (isRecord(file) ? listOf(file[key]) : []);
const shortName = (name: string): string => (name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1)}\u2026`);

function hyperfineResults(file: unknown): Result[] {
  return listAt(file, 'results').map((one) => {
    const times = one['times'];
    return {
      name: textAt(one, 'command'), value: numberAt(one, 'mean'), deviation: numberAt(one, 'stddev'), unit: '',
      runs: Array.isArray(times) ? times.length : 0, about: '',
    };
  });
}

function hyperfineNotes(results: readonly Result[], file: unknown): string[] {
  const sorted = results.toSorted((a, b) => a.value - b.value);
  const [fastest, slowest] = [sorted[0], sorted.at(-1)];
  const isIdle = listAt(file, 'results').every((one) =>
    numberAt(one, 'user') + numberAt(one, 'system') < LITTLE_CPU * numberAt(one, 'mean'));
  return [
    ...fastest === undefined || slowest === undefined || fastest === slowest ? []
      : [`${shortName(slowest.name)} takes ${formatNumber(slowest.value / fastest.value)} times as long as ${
        shortName(fastest.name)}${Math.abs(slowest.value - fastest.value)
          < 2 * Math.hypot(slowest.deviation, fastest.deviation) ? ', which is within their noise' : ''}.`],
    ...isIdle && results.length > 0 ? ['Hardly any of it is CPU: the commands wait.'] : [],
  ];
}

function jmhResults(file: unknown): Result[] {
  return listOf(file).map((one) => {
    const metric = one['primaryMetric'];
    const of: Json = isRecord(metric) ? metric : {};
    const raw = of['rawData'];
    const given: Json = isRecord(one['params']) ? one['params'] : {};
    const parameters = Object.keys(given).map((key) => `${key}=${textAt(given, key)}`).join(', ');
    return {
      name: `${textAt(one, 'benchmark').split('.').slice(-2).join('.')}${parameters === '' ? '' : ` (${parameters})`}`,
      value: numberAt(of, 'score'), deviation: numberAt(of, 'scoreError'), unit: textAt(of, 'scoreUnit'),
      runs: Array.isArray(raw) ? (raw as unknown[]).flat().length : 0, about: '',
    };
  });
}

function jmhNotes(results: readonly Result[], file: unknown): string[] {
  const isUnforked = listOf(file).some((one) => numberAt(one, 'forks') === 0);
  const fewest = Math.min(...results.map(({ runs }) => runs));
  return [
    ...isUnforked ? ['It ran with 0 forks, within the VM of its caller: the values are not to be trusted. Run it with '
      + 'forks (-f 3).'] : [],
    ...fewest < FEW_VALUES && fewest > 0 ? [`With ${fewest} values, the error is mostly due to their number.`] : [],
    NONE,
  ];
}

function pytestResults(file: unknown): Result[] {
  return listAt(file, 'benchmarks').map((one) => {
    const stats: Json = isRecord(one['stats']) ? one['stats'] : {};
    const [mean, median, deviation] = [numberAt(stats, 'mean'), numberAt(stats, 'median'), numberAt(stats, 'stddev')];
    const isSkewed = mean > OUTLIERS * median || deviation > LARGE_DEVIATION * mean;
    return {
      name: textAt(one, 'name'), value: median, deviation: NaN, unit: '', runs: numberAt(stats, 'rounds'),
      about: isSkewed ? `mean ${formatSeconds(mean)} \u00b1 ${formatSeconds(deviation)}` : '',
    };
  });
}

const pytestNotes = (results: readonly Result[]): string[] => [
  ...results.some(({ about }) => about !== '') ? ['Where a mean is given, outliers move it: compare medians.'] : [],
  NONE,
];

function googleResults(file: unknown): Result[] {
  const all = listAt(file, 'benchmarks');
  const means = all.filter((one) => textAt(one, 'aggregate_name') === 'mean');
  const own = means.length > 0 ? means : all.filter((one) => textAt(one, 'run_type') !== 'aggregate');
  return own.map((one) => {
    const base = textAt(one, 'run_name');
    const spread = all.find((other) =>
      textAt(other, 'aggregate_name') === 'stddev' && textAt(other, 'run_name') === base);
    return {
      name: means.length > 0 && base !== '' ? base : textAt(one, 'name'), value: numberAt(one, 'real_time'),
      deviation: spread === undefined ? NaN : numberAt(spread, 'real_time'), unit: textAt(one, 'time_unit') || 'ns',
      runs: numberAt(one, 'repetitions'), about: '',
    };
  });
}

const TOOLS: readonly Tool[] = [
  {
    program: 'JMH', pattern: /"jmhVersion"/, read: jmhResults, notes: jmhNotes,
    remedy: 'To compare, run the other side in the same way and open the tables that JMH prints in one text.',
  },
  {
    program: 'pytest-benchmark', pattern: /"machine_info"/, read: pytestResults, notes: pytestNotes,
    remedy: 'Compare it with a saved run: pytest-benchmark compare FILE FILE.',
  },
  {
    program: 'Google Benchmark', pattern: /"context"\s*:[\s\S]{1,4000}?"benchmarks"\s*:/, read: googleResults,
    notes: () => [NONE],
    remedy: 'Compare two files: compare.py benchmarks FILE FILE, each of --benchmark_repetitions=9.',
  },
  {
    program: 'hyperfine', pattern: /"results"\s*:\s*\[\s*\{\s*"command"/, read: hyperfineResults, notes: hyperfineNotes,
    remedy: 'For a smaller difference, let each run more often (hyperfine --runs 50).',
  },
];

const toolOf = (head: string): Tool | undefined =>
  (/^\s{0,8}[{[]/.test(head) ? TOOLS.find(({ pattern }) => fits(pattern, head)) : undefined);

function words({ name, value, deviation, unit, runs, about }: Result): string {
  const text = (of: number): string => (unit === '' ? formatSeconds(of) : formatNumber(of));
  const more = [runs > 0 ? counted(runs, unit === '' ? 'run' : 'value') : '', about].filter((part) => part !== '');
  return `${shortName(name)}: ${text(value)}${deviation > 0 ? ` \u00b1 ${text(deviation)}` : ''}${
    unit === '' ? '' : ` ${unit}`}${more.length === 0 ? '' : ` (${more.join(', ')})`}`;
}

/** Returns the results, at most a few of them, and what makes them doubtful. */
export function jsonResultFacts({ head, text, isCut }: Look): string | null {
  const tool = toolOf(head);
  const file = isCut || tool === undefined ? null : parsed(text);
  const results = tool === undefined || file === null ? []
    : tool.read(file).filter(({ name, value }) => name !== '' && Number.isFinite(value));
  if (tool === undefined || results.length === 0) return null;
  const more = results.length > MAX_SHOWN ? `; and ${results.length - MAX_SHOWN} more` : '';
  return [`It has ${counted(results.length, 'result')}: ${results.slice(0, MAX_SHOWN).map(words).join('; ')}${more}.`,
    ...tool.notes(results, file)].join(' ');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export const JSON_RESULTS: Format = {
  id: 'other-benchmark', name: 'a file of benchmark results in JSON', door: null,
  match: ({ head }) => {
    const tool = toolOf(head);
    return tool === undefined ? null : { ...LIKELY, program: tool.program };
  },
  interest: jsonResultFacts,
  remedy: ({ head }) => toolOf(head)?.remedy ?? null,
};
