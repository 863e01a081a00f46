/** Extracts keys from results, as projections of benchstat do. */
import type { NamedBenchFile } from './benchTables.ts';
import type { BenchLine } from './read/benchText.ts';

export interface Projected {
  /** Value of each key; `""` if the result lacks it. */
  values: string[];
  /** The result without the keys. */
  rest: BenchLine;
  line: BenchLine;
}

/** Returns all results in input order, and for each key its values in the order first seen. */
export function project(
  files: readonly NamedBenchFile[], keys: readonly string[]
): { lines: Projected[]; ranks: Map<string, number>[] } {
  const lines = files.flatMap(({ name, file }) => file.lines.map((line) => ({
    file: name, line, rest: line, values: keys.map(() => ''),
  }))).sort((a, b) => (a.line.at ?? 0) - (b.line.at ?? 0));
  const ranks = keys.map(() => new Map<string, number>());
  const isFull = (key: string): number => Number(key === '.fullname');
  // The full name excludes what other keys extract.
  for (const [at, key] of [...keys.entries()].sort(([, a], [, b]) => isFull(a) - isFull(b))) {
    const take = key === '.file' || key === '.fullname' ? null : lineTaker(lines.map(({ rest }) => rest), key);
    for (const one of lines) {
      const taken = take?.(one.rest) ?? { value: key === '.file' ? one.file : one.rest.name, rest: one.rest };
      one.values[at] = taken.value;
      one.rest = taken.rest;
      const own = ranks[at];
      if (own?.has(taken.value) === false) own.set(taken.value, own.size);
    }
  }
  return { lines, ranks };
}

/** Extracts a key's value from a result. Results with the same configuration share one map, which makes a table. */
export function lineTaker(
  lines: readonly BenchLine[], key: string
): (line: BenchLine) => { value: string; rest: BenchLine } {
  if (key.startsWith('/')) {
    const take = partTaker(lines, key.slice(1));
    return (line) => {
      // An extracted part may have been after a name that itself ends in a number.
      if (key === '/gomaxprocs' && !/-\d+$/.test(line.original ?? line.name)) return { value: '', rest: line };
      const { name, value } = take(line.name);
      return { value, rest: { ...line, name } };
    };
  }
  // Marks a name whose first part was extracted, as benchstat does.
  if (key === '.name') return (line) => {
    const whole = line.original ?? line.name;
    const slash = whole.search(/\/|-\d+$/);
    const end = slash < 0 ? whole.length : slash;
    return { value: whole.slice(0, end), rest: { ...line, name: `*${line.name.slice(end)}` } };
  };
  const configs = new Map<BenchLine['config'], BenchLine['config']>();
  return (line) => {
    const config = configs.get(line.config) ?? new Map(
      key === '.config' ? [] : [...line.config].filter(([own]) => own !== key)
    );
    configs.set(line.config, config);
    const value = key === '.config' ? [...line.config.values()].join(' ') : line.config.get(key) ?? '';
    return { value, rest: { ...line, config } };
  };
}

/**
 * Extracts a key from a name. A name may itself end in a number: with GOMAXPROCS 1 none is added, so `Add-1` next to
 * `Add-1-4` is complete.
 */
export function partTaker(lines: readonly BenchLine[], key: string): (full: string) => { name: string; value: string } {
  const whole = new Set<string>();
  for (const { name } of lines) {
    const [, body = ''] = /^(.*-\d+)-\d+$/s.exec(name) ?? [];
    if (body !== '') whole.add(body);
  }
  return (full) => {
    const [, body = full, procs = ''] = whole.has(full) ? [full, full, ''] : /^(.*?)(-\d+)?$/s.exec(full) ?? [];
    if (key === 'gomaxprocs') return { name: body, value: procs.slice(1) };
    const [base = '', ...parts] = body.split('/');
    const own = parts.find((part) => part.startsWith(`${key}=`));
    if (own === undefined) return { name: full, value: '' };
    return {
      name: `${[base, ...parts.filter((part) => !part.startsWith(`${key}=`))].join('/')}${procs}`,
      value: own.slice(key.length + 1),
    };
  };
}
