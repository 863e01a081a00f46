import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../../core/time/clock.ts';
import { Faults } from '../../../kernel/files/faults.ts';
import type { ReplicatedStore } from '../../../kernel/files/replicatedStore.ts';
import { replicatedFolder } from '../../../kernel/files/replicatedFolder.ts';
import { makeFolder, removeFile } from '../../../kernel/files/wholeFile.ts';
import { ReplicatedObjects } from '../replicatedObjects.ts';
import { MemoryBucket } from './memoryObjects.ts';

let root: string;
let bucket: MemoryBucket;
const running: Scope[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tsdbscope-lasting-'));
  bucket = new MemoryBucket();
});
afterEach(async () => {
  for (const scope of running.splice(0)) await scope.objects.close();
  rmSync(root, { recursive: true });
});

/** A tsdbscope with the folder `things`: `*.json` are always present, `*.bin` are copies. */
interface Scope {
  objects: ReplicatedObjects; lasting: ReplicatedStore; faults: Faults; store: ReturnType<MemoryBucket['store']>;
  folder: string;
  heard: string[];
  put(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
  names(): string[];
  read(name: string): string;
}

async function start(
  name: string, { isReachable = true, cacheBytes = 2 ** 30 } = {}
): Promise<Scope> {
  const dataDir = join(root, name);
  const folder = join(dataDir, 'things');
  await makeFolder(folder);
  const faults = new Faults();
  const store = Object.assign(bucket.store(), { isReachable });
  const objects = await ReplicatedObjects.open({
    store, dataDir, place: 'bucket', cacheBytes, faults, clock: systemClock, pollMs: 20,
  });
  const lasting = await objects.openReplica(
    replicatedFolder('things', folder, /^[a-z0-9-]+\.(?:json|bin)$/, (file) => file.endsWith('.bin'))
  );
  const heard: string[] = [];
  lasting.onOthers((file) => { heard.push(file); return Promise.resolve(); });
  const scope: Scope = {
    objects, lasting, faults, store, folder, heard,
    put: (file, text) => lasting.change([file], 'put', () => writeFile(join(folder, file), text)),
    remove: (file) => lasting.change([file], 'remove', () => removeFile(join(folder, file))),
    names: () => readdirSync(folder).sort(),
    read: (file) => readFileSync(join(folder, file), 'utf8'),
  };
  running.push(scope);
  return scope;
}

async function stop(scope: Scope): Promise<void> {
  running.splice(running.indexOf(scope), 1);
  await scope.objects.close();
}

const LARGE = 'x'.repeat(30_000);

it('shows on one what another wrote, and fetches copies when they are asked for', async () => {
  const a = await start('a');
  await a.put('one.json', '{"a":1}');
  await a.put('large.json', LARGE);
  await a.put('one.bin', LARGE);
  const b = await start('b');
  await expect.poll(() => b.names()).toEqual(['large.json', 'one.json']);
  expect(b.read('large.json')).toBe(LARGE);
  expect(await b.lasting.fetch('one.bin')).toEqual({ ok: true, value: true });
  expect(b.read('one.bin')).toBe(LARGE);
  expect(await b.lasting.fetch('none.bin')).toEqual({ ok: true, value: false });
  await a.put('one.json', '{"a":2}');
  await expect.poll(() => b.read('one.json')).toBe('{"a":2}');
  await a.remove('one.bin');
  await a.remove('large.json');
  await expect.poll(() => b.names()).toEqual(['one.json']);
  await expect.poll(() => bucket.keys('objects/')).toEqual([]);
  expect(b.heard).toContain('large.json');
  expect(a.heard).toEqual([]);
});

it('sends what was there before the bucket was configured, and takes away what another removed meanwhile', async () => {
  await makeFolder(join(root, 'a', 'things'));
  writeFileSync(join(root, 'a', 'things', 'old.json'), '1');
  writeFileSync(join(root, 'a', 'things', 'old.bin'), LARGE);
  writeFileSync(join(root, 'a', 'things', 'other.txt'), 'left alone');
  const a = await start('a');
  const b = await start('b');
  await expect.poll(() => b.lasting.names().sort()).toEqual(['old.bin', 'old.json']);
  await stop(a);
  await b.remove('old.json');
  await b.put('new.json', '2');
  await expect.poll(() => b.lasting.names().sort()).toEqual(['new.json', 'old.bin']);
  const again = await start('a');
  expect(again.names()).toEqual(['new.json', 'old.bin', 'other.txt']);
});

it('keeps what was written while the store is away, says so, and sends it later', async () => {
  const a = await start('a');
  const b = await start('b');
  a.store.isReachable = false;
  await a.put('one.json', '1');
  await a.put('two.bin', LARGE);
  await expect.poll(() => a.faults.report().faults.map(({ message }) => message))
    .toEqual(['The store cannot be reached. 2 changes wait in the data folder until then.']);
  // The fault is updated at once, not at the next try of the store.
  await a.put('three.bin', LARGE);
  expect(a.faults.report().faults.map(({ message }) => message))
    .toEqual(['The store cannot be reached. 3 changes wait in the data folder until then.']);
  expect(b.names()).toEqual([]);
  a.store.isReachable = true;
  await expect.poll(() => b.names()).toEqual(['one.json']);
  expect(await b.lasting.fetch('two.bin')).toEqual({ ok: true, value: true });
  await expect.poll(() => a.faults.report().faults).toEqual([]);
});

it('sends after a restart what waited, removals included, and starts without the store', async () => {
  const a = await start('a');
  await a.put('gone.json', '1');
  await a.put('kept.json', '1');
  await expect.poll(() => a.lasting.names().length).toBe(2);
  await stop(a);
  // Simulates kill -9: no shutdown steps run.
  const cut = await start('a', { isReachable: false });
  expect(cut.names()).toEqual(['gone.json', 'kept.json']);
  await cut.remove('gone.json');
  await cut.put('kept.json', '2');
  await cut.put('new.json', '3');
  const again = await start('a');
  await expect.poll(() => again.lasting.names().sort()).toEqual(['kept.json', 'new.json']);
  const b = await start('b');
  expect(b.names()).toEqual(['kept.json', 'new.json']);
  expect(b.read('kept.json')).toBe('2');
});

it('does not write an object twice where the program ended between content and index', async () => {
  const a = await start('a');
  const put = a.store.put.bind(a.store);
  a.store.put = (key, bytes, condition) => (key.startsWith('journal/')
    ? Promise.resolve({ ok: false as const, error: { errorType: 'timeout' as const, message: 'Late.' } })
    : put(key, bytes, condition));
  await a.put('one.bin', LARGE);
  await expect.poll(() => bucket.keys('objects/')).toHaveLength(1);
  const again = await start('a');
  await expect.poll(() => again.lasting.names().length).toBe(1);
  expect(bucket.keys('objects/')).toHaveLength(1);
});

it('keeps copies within their bound, never one that is not sent', async () => {
  const a = await start('a', { cacheBytes: 100_000 });
  a.store.isReachable = false;
  for (let i = 0; i < 10; i++) await a.put(`n${i}.bin`, LARGE);
  expect(a.names()).toHaveLength(10);
  a.store.isReachable = true;
  await expect.poll(() => a.lasting.names().length).toBe(10);
  await stop(a);
  // Long ago for a start: nobody is reading them.
  for (const name of a.names()) utimesSync(join(a.folder, name), new Date(0), new Date(0));
  const again = await start('a', { cacheBytes: 100_000 });
  await expect.poll(() => again.names().length).toBe(3);
  expect(await again.lasting.fetch('n0.bin')).toEqual({ ok: true, value: true });
});

it('refuses names and contents of the bucket that are none', async () => {
  const a = await start('a');
  await a.put('one.bin', LARGE);
  await expect.poll(() => bucket.keys('objects/')).toHaveLength(1);
  const [key = ''] = bucket.keys('objects/');
  bucket.objects.set(key, Buffer.from('something else'));
  bucket.objects.set('journal/000000000002.json', Buffer.from(JSON.stringify({
    format: 1, writer: 'w', batch: 'b',
    changes: [['things', 'UPPER.json', { text: '1' }], ['others', 'x', { text: '' }]],
  })));
  const b = await start('b');
  const fetched = await b.lasting.fetch('one.bin');
  expect(!fetched.ok && fetched.error.message).toMatch(/one\.bin in the bucket is damaged: it is not what was written/);
  expect(b.names()).toEqual([]);
  expect(b.faults.report().notices).toEqual([expect.stringContaining('"things/UPPER.json", which is none')]);
});
