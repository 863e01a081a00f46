/** What the code imports, read from its text, and the row of imports.table.ts that each file belongs to. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { IMPORTS } from './imports.table.ts';

const root = import.meta.dirname;

export interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** Source files below a folder, tests and their helpers excluded; paths relative to the root. */
export function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['testdata', 'integration', 'e2e'].includes(entry.name) ? [] : sources(path);
    return /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) ? [path] : [];
  });
}

/** The relative imports of a file, `import()` and side effects included. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const from = /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*?)?from\s+'(\.[^']+)'/;
  const pattern = new RegExp(`${from.source}|import\\('(\\.[^']+)'\\)|(?:^|\\n)import\\s+'(\\.[^']+)'`, 'g');
  return [...text.matchAll(pattern)].map((match) => ({
    from: file,
    to: relative(root, resolve(root, dirname(file), match[2] ?? match[3] ?? match[4] ?? '')),
    typeOnly: match[1] !== undefined,
  }));
}

export function allImports(): Import[] {
  return ['core', 'server', 'web'].flatMap(sources).flatMap(importsOf);
}

export function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The longest row that fits a file. */
export function rowOf(file: string): (typeof IMPORTS)[number] {
  const rows = IMPORTS.filter(([folder]) => within(file, folder));
  const [first, ...others] = rows;
  if (first === undefined) throw new Error(`${file} has no row in imports.table.ts`);
  return others.reduce((longest, row) => (row[0].length > longest[0].length ? row : longest), first);
}
