import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiffSubsystemTable, LinesTable } from '../../../core/contract/contract.ts';
import { demoOpened, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const { dataDir, remove } = newDataDir();
const folder = mkdtempSync(join(tmpdir(), 'profile-views-'));
let scope: Tsdbscope;
let before: string;
let diff: string;

beforeAll(async () => {
  mkdirSync(join(folder, 'src', 'runtime'), { recursive: true });
  writeFileSync(
    join(folder, 'src', 'runtime', 'mgcmark.go'), Array.from({ length: 2000 }, (_, i) => `line${i + 1}()`).join('\n')
  );
  writeFileSync(
    join(folder, 'c.yml'), "source_roots: [src]\nsubsystems:\n  - {name: Loader, functions: ['^main\\.']}\n"
  );
  scope = await startTsdbscope(['--demo', '--config', join(folder, 'c.yml')], dataDir);
  const profiles = await demoOpened(scope);
  const id = (side: string): string =>
    profiles.find(({ pair }) => pair?.side === side && pair.label.includes('WAL'))?.id ?? '';
  before = `/profiles/${id('before')}`;
  diff = `before=${id('before')}&after=${id('after')}`;
});
afterAll(async () => {
  await scope.stop();
  remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('views of a profile', () => {
  it('give a function\'s lines with text from a configured root', async () => {
    const table = await scope.get<LinesTable>(`${before}/lines?function=runtime.scanobject`);
    expect(table).toMatchObject({ flat: 8_990_000_000, cum: 17_890_000_000, files: [{ hasSource: true }] });
    expect(table.files[0]?.rows.find((row) => row.line === 1140))
      .toMatchObject({ flat: 6_590_000_000, text: 'line1140()' });
  });

  it('roll a diff up with rows of the configuration', async () => {
    const table = await scope.get<DiffSubsystemTable>(`/diff/subsystems?${diff}`);
    expect(table.sum).toEqual({ before: 75_160_000_000, after: 51_030_000_000, delta: -24_130_000_000 });
    expect(table.rows.reduce((sum, row) => sum + row.flat.before, 0)).toBe(75_160_000_000);
    expect(table.rows.map((row) => row.name)).toEqual(expect.arrayContaining(['Garbage collection', 'Loader']));
  });

  it.each([
    ['top', '/top?limit=1&format=csv', 'text/csv', 'runtime.scanobject,/usr/local/go/src/runtime/mgcmark.go'],
    [
      'callers', '/callers?function=runtime.scanobject&format=csv', 'text/csv',
      'caller,11530000000,false,runtime.gcDrainN',
    ],
    ['lines', '/lines?function=runtime.scanobject&format=text', 'text/plain', 'line1140()'],
    ['subsystems', '/subsystems?format=text', 'text/plain', 'Garbage collection'],
    ['tags', '/tags?format=csv', 'text/csv', 'key,flat_nanoseconds,share,value'],
    ['graph', '/graph?nodecount=10', 'image/svg+xml', 'data-function="runtime.scanobject"'],
  ])('of %s as a file', async (_view, path, type, words) => {
    const answer = await scope.fetch(`/api/v1${before}${path}`);
    expect(answer.headers.get('content-type')).toContain(type);
    expect(await answer.text()).toContain(words);
  });

  it.each([
    ['/callers', '"function" is missing'],
    ['/lines?function=nobody', 'No sample has a function named'],
    ['/top?format=xml', '"format"="xml" is not one of json, csv, text'],
    ['/graph?nodecount=1000', 'whole number from 0 to 500'],
    ['/tags?tagshow=(', 'tagshow'],
  ])('%s is refused with a sentence', async (path, sentence) => {
    const answer = await scope.fetch(`/api/v1${before}${path}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect((await answer.json() as { error: string }).error).toContain(sentence);
  });
});
