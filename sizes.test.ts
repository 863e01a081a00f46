import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = import.meta.dirname;
/** Written by a program from the contract. */
const GENERATED = new Set(['core/client/openapi.ts']);

const files = ['core', 'server', 'web', 'bench', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !GENERATED.has(path)),
);
const linesOf = (path: string): string[] => readFileSync(join(root, path), 'utf8').trimEnd().split('\n');

/** What a reader can take in: ESLint counts the columns of TypeScript only. */
describe('sizes of what is written', () => {
  it('no file has more than 300 lines', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((path) => linesOf(path).length > 300)).toEqual([]);
  });

  it('no folder holds more than 30 source files', () => {
    const inFolder = new Map<string, number>();
    for (const path of files) inFolder.set(dirname(path), (inFolder.get(dirname(path)) ?? 0) + 1);
    expect([...inFolder].filter(([, count]) => count > 30)).toEqual([]);
  });

  it('no line of a style sheet has more than 120 columns', () => {
    const sheets = files.filter((path) => path.endsWith('.css'));
    expect(sheets.length).toBeGreaterThan(10);
    expect(sheets.filter((path) => linesOf(path).some((line) => line.length > 120))).toEqual([]);
  });
});
