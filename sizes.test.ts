import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GENERATED } from './scripts/freshness.mjs';

const root = import.meta.dirname;

const SOURCE = /\.(?:ts|tsx|mjs|js|css)$/;

const files = [
  ...readdirSync(root).filter((name) => SOURCE.test(name)),
  ...['core', 'server', 'web', 'bench', 'scripts', 'testdata'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  ),
].filter((path) => !GENERATED.includes(path));
const linesOf = (path: string): string[] => readFileSync(join(root, path), 'utf8').trimEnd().split('\n');

/** Limits of what a reader can take in. */
describe('sizes of what is written', () => {
  it('no file has more than 300 lines', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((path) => path.endsWith('.css')).length).toBeGreaterThan(10);
    expect(files.filter((path) => linesOf(path).length > 300)).toEqual([]);
  });

  it('no folder holds more than 30 source files', () => {
    const inFolder = new Map<string, number>();
    for (const path of files) inFolder.set(dirname(path), (inFolder.get(dirname(path)) ?? 0) + 1);
    expect([...inFolder].filter(([, count]) => count > 30)).toEqual([]);
  });

  it('no line has more than 120 bytes', () => {
    // The first line of a command cannot be folded.
    const isLong = (line: string): boolean => Buffer.byteLength(line) > 120 && !line.startsWith('#!');
    const places = files.flatMap((path) =>
      linesOf(path).flatMap((line, index) => (isLong(line) ? [`${path}:${index + 1}`] : [])),
    );
    expect(places).toEqual([]);
  });
});
