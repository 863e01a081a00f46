import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLocal } from '../../kernel/files/replicatedStore.ts';
import { OutputStore } from './outputStore.ts';

let folder: string;
let told: string[];
beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'tsdbscope-outputs-')); told = []; });
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (kept?: { files: number; bytes: number }): Promise<OutputStore> =>
  OutputStore.open(folder, (sentence) => { told.push(sentence); }, openLocal, kept);
const text = (run: number): string => `goos: linux\nBenchmarkÄ-2 1 ${run} ns/op\n`;
const bytes = (of: string): Uint8Array => new TextEncoder().encode(of);
const idOf = (name: string, of: string): string => createHash('sha256').update(`${name}\n${of}`).digest('hex');

describe('stored outputs', () => {
  it('have the hash of name and text as their id, and survive the end of the program', async () => {
    const store = await open();
    const id = idOf('old.txt', text(1));
    const output = { id, name: 'old.txt', time: 5, sizeBytes: Buffer.byteLength(text(1)) };
    expect(await store.put('old.txt', bytes(text(1)), 5000)).toEqual({ ok: true, value: output });
    const again = await open();
    expect(again.list()).toEqual([output]);
    expect(await again.get(id)).toEqual({ ok: true, value: { ...output, text: text(1) } });
    expect(told).toEqual([]);
  });

  it('are one when the same comes again, which is then the newest', async () => {
    const store = await open();
    for (const [i, run] of [1, 2, 1].entries()) await store.put('a', bytes(text(run)), i * 1000);
    expect(store.list().map(({ id, time }) => [id, time])).toEqual([[idOf('a', text(1)), 2], [idOf('a', text(2)), 1]]);
    expect(await readdir(join(folder, 'benchmarks'))).toHaveLength(2);
  });

  it('are bounded in number and bytes: the oldest go, also from the disk', async () => {
    const few = await open({ files: 3, bytes: 1e6 });
    for (let i = 0; i < 5; i++) await few.put('a', bytes(text(i)), i * 1000);
    expect(few.list().map(({ time }) => time)).toEqual([4, 3, 2]);
    expect(await readdir(join(folder, 'benchmarks'))).toHaveLength(3);
    const small = await open({ files: 3, bytes: 100 });
    await small.put('a', bytes(text(9)), 9000);
    expect(small.list().map(({ time }) => time)).toEqual([9]);
    expect(await readdir(join(folder, 'benchmarks'))).toHaveLength(1);
  });

  it.each([
    ['a text without a result', bytes('ok  pkg 1.2s\n')],
    ['bytes that are no UTF-8', new Uint8Array([0xff, 0xfe, 0x42])],
    ['a NUL', bytes(`${text(1)}\0`)], ['nothing', new Uint8Array()],
  ])('are not %s', async (_, body) => {
    const store = await open();
    expect(await store.put('a', body, 0)).toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
    expect(store.list()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('that are removed or unknown are not there, with what to do', async () => {
    const store = await open();
    const put = await store.put('a', bytes(text(1)), 0);
    const id = put.ok ? put.value.id : '';
    expect(await store.remove(id)).toEqual({ ok: true, value: null });
    expect(await store.remove(id)).toMatchObject({ ok: false, error: { errorType: 'not_found' } });
    const { error } = await store.get('../x') as { error: { errorType: string; message: string } };
    expect(error.errorType).toBe('not_found');
    expect(error.message).toContain('or paste it');
    expect(await readdir(join(folder, 'benchmarks'))).toEqual([]);
  });

  it('whose file holds another text are set aside, and the others open', async () => {
    const store = await open();
    await store.put('a', bytes(text(1)), 0);
    await store.put('a', bytes(text(2)), 1);
    const path = join(folder, 'benchmarks', `${idOf('a', text(1))}.json`);
    await writeFile(path, (await readFile(path, 'utf8')).replace('1 1 ns', '1 7 ns'));
    expect((await open()).list().map(({ id }) => id)).toEqual([idOf('a', text(2))]);
    expect(told[0]).toMatch(/its content is another.*was set aside/);
    expect(await store.get(idOf('a', text(1)))).toMatchObject({ ok: false, error: { errorType: 'not_found' } });
  });

  it('that cannot be written are refused with the reason', async () => {
    const store = await open();
    await writeFile(join(folder, 'benchmarks'), 'no folder');
    expect(await store.put('a', bytes(text(1)), 0)).toMatchObject({ ok: false, error: { errorType: 'internal' } });
    expect(store.list()).toEqual([]);
  });
});
