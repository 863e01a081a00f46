/** `-col /key` of benchstat: results parted by what their names say instead of by file; all files are taken as one. */
import { COLUMN_KEY } from '../../core/contract/questions/bodies.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { BenchLine } from './benchText.ts';
import type { NamedBenchFile } from './benchTables.ts';

/** `/format`: a part `format=json` of a name; `/gomaxprocs`: the number at its end. */
const KEY = new RegExp(COLUMN_KEY);
/** What results are called whose names do not have the key. */
const WITHOUT_KEY = '(none)';

/**
 * One column for each value of the key, in the order first seen, the first the base; the key is taken out of the names,
 * so that what differs in nothing else stands in one row. Errors: bad_data for a key that no name has, one value only,
 * or more than `maxColumns`.
 */
export function columnsBy(files: readonly NamedBenchFile[], key: string, maxColumns: number): Result<NamedBenchFile[]> {
  const columns = new Map<string, BenchLine[]>();
  for (const line of files.flatMap(({ file }) => file.lines)) {
    const { name, value } = partedName(line.name, key.slice(1));
    const lines = columns.get(value) ?? [];
    columns.set(value, lines);
    lines.push({ ...line, name });
  }
  const values = [...columns.keys()];
  if (!values.some((value) => value !== '')) return fail(
    'bad_data', `No benchmark has "${key.slice(1)}=..." in its name; name a key that is there, ` + 'e.g. /format for BenchmarkEncode/format=json.'
  );
  if (values.length < 2) return fail(
    'bad_data', `Every benchmark has the same "${key.slice(1)}" in its name, so there is nothing to compare by it.`
  );
  if (values.length > maxColumns) return fail(
    'bad_data', `"${key.slice(1)}" has ${values.length} values in the names, more than the ` + `${maxColumns} that are compared; leave some out.`
  );
  return ok(
    [...columns].map(
      ([value, lines]) => (
        { name: value === '' ? WITHOUT_KEY : value, file: { lines, badLines: [], badLineCount: 0, failure: null } }
      )
    )
  );
}

/** The keys by which `columnsBy` can part the results, in the order first seen. */
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
