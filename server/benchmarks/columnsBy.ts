/** `-col /key` of benchstat: results split by a key in their names instead of by file; all files count as one. */
import { COLUMN_KEY } from '../../core/contract/questions/bodies.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { BenchLine } from './benchText.ts';
import type { NamedBenchFile } from './benchTables.ts';

/** `/format`: a part `format=json` of a name; `/gomaxprocs`: the number at its end. */
const KEY = new RegExp(COLUMN_KEY);
/** The column of results whose names lack the key. */
const WITHOUT_KEY = '(none)';

/**
 * One column for each value of the key, in the order first seen, the first the base; the key is removed from the
 * names, so that results that differ in nothing else share a row. Errors: bad_data for a key that no name has, one
 * value only, or more than `maxColumns`.
 */
export function columnsBy(files: readonly NamedBenchFile[], key: string, maxColumns: number): Result<NamedBenchFile[]> {
  const keyName = key.slice(1);
  const columns = new Map<string, BenchLine[]>();
  for (const line of files.flatMap(({ file }) => file.lines)) {
    const { name, value } = partedName(line.name, keyName);
    const lines = columns.get(value) ?? [];
    columns.set(value, lines);
    lines.push({ ...line, name });
  }
  const values = [...columns.keys()];
  if (!values.some((value) => value !== '')) return fail(
    'bad_data', `No benchmark has "${keyName}=..." in its name; `
      + 'use a key from the names, such as /format for BenchmarkEncode/format=json.'
  );
  if (values.length < 2) return fail(
    'bad_data', `Every benchmark has the same "${keyName}" in its name, so there is nothing to compare by it.`
  );
  if (values.length > maxColumns) return fail(
    'bad_data', `"${keyName}" has ${values.length} values, more than the limit of ${maxColumns}; leave some out.`
  );
  return ok([...columns].map(([value, lines]) => ({
    name: value === '' ? WITHOUT_KEY : value, file: { lines, badLines: [], badLineCount: 0, failure: null },
  })));
}

/** The keys by which `columnsBy` can split the results, in the order first seen. */
export function columnKeys(files: readonly NamedBenchFile[], maxColumns: number): string[] {
  const names = new Set(files.flatMap(({ file }) => file.lines.map(({ name }) => name)));
  const valuesOf = new Map<string, Set<string>>();
  const see = (key: string, value: string): void => { valuesOf.set(key, (valuesOf.get(key) ?? new Set()).add(value)); };
  for (const name of names) {
    const [, body = name, procs = ''] = /^(.*?)(-\d+)?$/s.exec(name) ?? [];
    for (const part of body.split('/').slice(1)) {
      const at = part.indexOf('=');
      if (at > 0) see(part.slice(0, at), part.slice(at + 1));
    }
    see('gomaxprocs', procs);
  }
  return [...valuesOf].filter(([key, values]) => values.size >= 2 && values.size <= maxColumns && KEY.test(`/${key}`))
    .map(([key]) => `/${key}`);
}

function partedName(full: string, key: string): { name: string; value: string } {
  const [, body = full, procs = ''] = /^(.*?)(-\d+)?$/s.exec(full) ?? [];
  if (key === 'gomaxprocs') return { name: body, value: procs.slice(1) };
  const [base = '', ...parts] = body.split('/');
  const own = parts.find((part) => part.startsWith(`${key}=`));
  if (own === undefined) return { name: full, value: '' };
  return {
    name: `${[base, ...parts.filter((part) => !part.startsWith(`${key}=`))].join('/')}${procs}`,
    value: own.slice(key.length + 1),
  };
}
