/**
 * `-col` of benchstat: splits results by a key of their names or by a configuration line instead of by file; all files
 * count as one.
 */
import { COLUMN_KEY } from '../../../core/contract/questions/benchmarkBody.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { BenchLine } from './read/benchText.ts';
import type { NamedBenchFile } from './benchTables.ts';
import { lineTaker, partTaker, project } from './projection.ts';

/**
 * `/format`: a part `format=json` of a name; `/gomaxprocs`: the number at its end; `note`: a configuration line;
 * `.config`: all of them; `.name`: the name up to its first slash.
 */
const KEY = new RegExp(COLUMN_KEY);
/** Name of the column for results without the key. */
const WITHOUT_KEY = '(none)';
/** Keys of where a benchmark ran; two of their values in one file are rarely its two sides. */
const PLACES: ReadonlySet<string> = new Set(['goos', 'goarch', 'pkg', 'cpu']);

/** `values`: value of each key; `""` for results without it. */
export interface BenchColumn extends NamedBenchFile { values: string[] }

/**
 * Returns one column for each value of the key, in the order first seen, the first being the base. The key is removed
 * from the results, so that those that differ in nothing else share a row. `.file`: a column for each file. Errors:
 * bad_data for a key that no result has, for a single value, or for more than `maxColumns`.
 */
export function columnsBy(files: readonly NamedBenchFile[], key: string, maxColumns: number): Result<BenchColumn[]> {
  if (key === '.file') return ok(files.map((one) => ({ ...one, values: [one.name] })));
  if (key.includes(',')) return columnsBySeveral(files, key.split(','), maxColumns);
  const lines = files.flatMap(({ file }) => file.lines);
  const columns = partedBy(lines, key);
  const values = [...columns.keys()];
  const name = key.replace(/^\//, '');
  if (!values.some((value) => value !== '')) return fail('bad_data', key.startsWith('/')
    ? `No benchmark has "${name}=..." in its name; `
      + 'use a key from the names, such as /format for BenchmarkEncode/format=json.'
    : `No output has a line "${name}: ..."; `
      + 'use the key of such a line, or one from the names, such as /format for BenchmarkEncode/format=json.');
  if (values.length < 2) return fail('bad_data', key.startsWith('/')
    ? `Every benchmark has the same "${name}" in its name, so there is nothing to compare by it.`
    : `Every benchmark has the same "${name}", so there is nothing to compare by it.`);
  if (values.length > maxColumns) return fail(
    'bad_data', `"${name}" has ${values.length} values, more than the limit of ${maxColumns}; leave some out.`
  );
  return ok([...columns].map(([value, own]) => ({
    name: value === '' ? WITHOUT_KEY : value, values: [value],
    file: { lines: own, badLines: [], badLineCount: 0, failure: null },
  })));
}

/**
 * Splits as `-col /format,note`: one column for each combination of values that occurs, named by them; ordered by the
 * first key's values, then by the next ones', each as first seen.
 */
function columnsBySeveral(
  files: readonly NamedBenchFile[], keys: readonly string[], maxColumns: number
): Result<BenchColumn[]> {
  const { lines, ranks: seen } = project(files, keys);
  const columns = new Map<string, { values: string[]; lines: BenchLine[] }>();
  for (const { values, rest } of lines) {
    const id = JSON.stringify(values);
    const own = columns.get(id) ?? { values, lines: [] };
    own.lines.push(rest);
    columns.set(id, own);
  }
  const [lacking] = keys.filter((_, at) => [...seen[at]?.keys() ?? []].every((value) => value === ''));
  if (lacking !== undefined)
    return fail('bad_data', `No benchmark has the key "${lacking}"; leave it out.`);
  const named = keys.join(',');
  if (columns.size < 2)
    return fail('bad_data', `Every benchmark has the same "${named}": there is nothing to compare.`);
  if (columns.size > maxColumns) return fail(
    'bad_data', `"${named}" has ${columns.size} combinations, more than the limit of ${maxColumns}; leave some out.`
  );
  const rank = (values: readonly string[], at: number): number => seen[at]?.get(values[at] ?? '') ?? 0;
  const ordered = [...columns.values()].sort((a, b) => keys.reduce(
    (order, _, at) => (order !== 0 ? order : rank(a.values, at) - rank(b.values, at)), 0
  ));
  // Results with the same keys share one map, across columns too.
  const configs = new Map<string, BenchLine['config']>();
  const shared = (line: BenchLine): BenchLine => {
    const id = JSON.stringify([...line.config]);
    const config = configs.get(id) ?? line.config;
    configs.set(id, config);
    return { ...line, config };
  };
  return ok(ordered.map(({ values, lines }) => ({
    name: values.map((value) => (value === '' ? WITHOUT_KEY : value)).join(' '), values,
    file: { lines: lines.map(shared), badLines: [], badLineCount: 0, failure: null },
  })));
}

/** Returns the results without these keys in their names, so that those that differ in nothing else share a row. */
export function withoutNameKeys(files: readonly NamedBenchFile[], keys: readonly string[]): NamedBenchFile[] {
  const parts = keys.filter((key) => key.startsWith('/'));
  if (parts.length === 0) return [...files];
  return files.map(({ name, file }) => {
    const takes = parts.map((key) => partTaker(file.lines, key.slice(1)));
    const short = (full: string): string => takes.reduce((rest, take) => take(rest).name, full);
    const lines = file.lines.map((line) => ({ ...line, name: short(line.name) }));
    return { name, file: { ...file, lines } };
  });
}

/** Returns the keys by which `columnsBy` can split the results: configuration lines, then names, as first seen. */
export function columnKeys(files: readonly NamedBenchFile[], maxColumns: number): string[] {
  const lines = files.flatMap(({ file }) => file.lines);
  const names = new Set(lines.map(({ name }) => name));
  const valuesOf = new Map<string, Set<string>>();
  const see = (key: string, value: string): void => { valuesOf.set(key, (valuesOf.get(key) ?? new Set()).add(value)); };
  const takeProcs = partTaker(lines, 'gomaxprocs');
  for (const name of names) {
    const { name: body, value } = takeProcs(name);
    for (const part of body.split('/').slice(1)) {
      const at = part.indexOf('=');
      if (at > 0) see(part.slice(0, at), part.slice(at + 1));
    }
    see('gomaxprocs', value);
  }
  const inNames = [...valuesOf]
    .filter(([key, values]) => values.size >= 2 && values.size <= maxColumns && KEY.test(`/${key}`))
    .map(([key]) => `/${key}`);
  return [...configKeys(lines, maxColumns), ...inNames];
}

/**
 * Returns the configuration keys that make two or more sides of one file, except the keys of the place: keys under
 * whose values the same benchmark occurs and that change together, such as a commit and its time. Empty if they
 * disagree.
 */
export function sideKeys(files: readonly NamedBenchFile[], maxColumns: number): string[] {
  const lines = files.flatMap(({ file }) => file.lines);
  const keys = configKeys(lines, maxColumns).filter((key) => !PLACES.has(key));
  const all = new Set(lines.map(({ config }) => JSON.stringify(keys.map((key) => config.get(key) ?? ''))));
  const isTogether = keys.every((key) => new Set(lines.map(({ config }) => config.get(key) ?? '')).size === all.size);
  return isTogether ? keys : [];
}

/** Returns the configuration keys with at least two values under which the same benchmark occurs. */
function configKeys(lines: readonly BenchLine[], maxColumns: number): string[] {
  const keys = [...new Set([...new Set(lines.map(({ config }) => config))].flatMap((config) => [...config.keys()]))];
  return keys.filter((key) => {
    if (!KEY.test(key)) return false;
    const values = new Set(lines.map(({ config }) => config.get(key) ?? ''));
    if (values.size < 2 || values.size > maxColumns) return false;
    const valueOf = new Map<string, string>();
    return lines.some(({ name, config }) => {
      const value = config.get(key) ?? '';
      const first = valueOf.get(name) ?? value;
      valueOf.set(name, first);
      return first !== value;
    });
  });
}

/** Groups the results by their value of the key, which is removed. */
function partedBy(lines: readonly BenchLine[], key: string): Map<string, BenchLine[]> {
  const columns = new Map<string, BenchLine[]>();
  const take = lineTaker(lines, key);
  for (const line of lines) {
    const { value, rest } = take(line);
    const own = columns.get(value);
    if (own === undefined) columns.set(value, [rest]);
    else own.push(rest);
  }
  return columns;
}
