/** `-row` of benchstat: values of some keys become the rows, and benchmarks that differ otherwise are pooled. */
import { fail, ok, type Result } from '../../../core/result.ts';
import type { NamedBenchFile } from './benchTables.ts';
import { project } from './projection.ts';

export interface BenchRows<F> {
  files: F[];
  /** Names of rows, in benchstat's order: by the first key's values, then the next, each as first seen. */
  order: string[];
  /** Two benchmarks that share a row in one column; null if every row has only one. */
  pooled: [name: string, other: string] | null;
}

/**
 * Returns rows by key. `.fullname` is the part of a name that the other keys, including those of the columns, leave.
 * Errors: bad_data for a key that no result has.
 */
export function rowsBy<F extends NamedBenchFile>(files: readonly F[], keys: readonly string[]): Result<BenchRows<F>> {
  const { lines, ranks } = project(files, keys);
  const lacking = keys.find((_, at) => [...ranks[at]?.keys() ?? []].every((value) => value === ''));
  if (lacking !== undefined)
    return fail('bad_data', `No benchmark has the key "${lacking}" of the rows; leave it out.`);
  const rows = new Map<string, number[]>();
  const renamed = new Map(lines.map(({ line, rest, values }) => {
    const name = values.filter((value) => value !== '').join(' ');
    if (!rows.has(name)) rows.set(name, values.map((value, at) => ranks[at]?.get(value) ?? 0));
    return [line, { ...rest, name }];
  }));
  let pooled: BenchRows<F>['pooled'] = null;
  const parted = files.map((one) => {
    const first = new Map<string, string>();
    const own = one.file.lines.map((line) => {
      const row = renamed.get(line) ?? line;
      const before = first.get(row.name) ?? line.name;
      first.set(row.name, before);
      if (before !== line.name) pooled ??= [before, line.name];
      return row;
    });
    return { ...one, file: { ...one.file, lines: own } };
  });
  const order = [...rows].sort(([, a], [, b]) => a.reduce(
    (before, rank, at) => (before !== 0 ? before : rank - (b[at] ?? 0)), 0
  )).map(([name]) => name);
  return ok({ files: parted, order, pooled });
}
