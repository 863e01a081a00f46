import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DuckEngine } from './duckEngine.ts';

const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-engine-'));
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

it('opens with its first use, and closes unopened', async () => {
  await DuckEngine.opening(folder).close();
  const engine = DuckEngine.opening(folder);
  expect(await Promise.all([engine.columns('SELECT 1'), engine.columns('SELECT 2')])).toEqual([[[1]], [[2]]]);
  await engine.close();
});

it('is the only way to the package, which a reader of the last hours does without', () => {
  const server = join(import.meta.dirname, '..', '..', '..');
  const importing = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => /^import (?!type\b)[^;]*'@duckdb\/node-api'/m.test(readFileSync(join(server, path), 'utf8')));
  expect(importing).toEqual([]);
});

it('gives back what a database keeps of files by opening another, once none is in use', async () => {
  const engine = await DuckEngine.open(folder);
  await engine.run('CREATE TABLE memory.main.marker (a INTEGER)');
  const isFirst = async (): Promise<boolean> =>
    (await engine.columns("SELECT table_name FROM information_schema.tables WHERE table_name = 'marker'"))
      .flat().length > 0;
  const write = async (i: number): Promise<void> => {
    const path = join(folder, `${i}.duckdb`);
    const alias = await engine.pin(path);
    await engine.run(`CREATE TABLE ${alias}.main.t AS SELECT ${i} AS a`);
    await engine.run(`CHECKPOINT ${alias}`);
    await engine.detach(path);
  };
  const read = (i: number): Promise<unknown> => engine.withFile(
    { path: join(folder, `${i}.duckdb`), id: '1' }, (alias) => engine.columns(`SELECT a FROM ${alias}.main.t`)
  );
  const pinned = await engine.pin(join(folder, 'pinned.duckdb'));
  await engine.run(`CREATE TABLE ${pinned}.main.t AS SELECT 7 AS a`);
  for (let i = 0; i < 120; i++) await write(i);
  // One that is in use keeps its database.
  expect(await isFirst()).toBe(true);
  expect(await engine.columns(`SELECT a FROM ${pinned}.main.t`)).toEqual([[7]]);
  let release = (): void => undefined;
  const held = engine.apart(() => new Promise<void>((resolve) => { release = resolve; }));
  await engine.detach(join(folder, 'pinned.duckdb'));
  expect(await isFirst()).toBe(true);
  release();
  await held;
  await write(120);
  expect(await isFirst()).toBe(false);
  // Reads and writes at once, over several renewals: each gets its own answer.
  await Promise.all(Array.from({ length: 250 }, async (_, i) => {
    if (i % 2 === 0) await write(200 + i);
    expect(await read(i % 2 === 0 ? 200 + i : i % 120)).toEqual([[i % 2 === 0 ? 200 + i : i % 120]]);
  }));
  await engine.close();
}, 60_000);
