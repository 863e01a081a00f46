import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { samplesOf } from '../../../../testdata/storeReaders.ts';
import { mountReadOnly, mountSmall, noMount, unmount } from '../../../../testdata/mounts.ts';
import { SampleStore, type SampleStoreOptions } from './sampleStore.ts';

const T = Date.UTC(2026, 10, 20, 12);
let root: string;
let nowMs: number;
let stored: number[];
const open: SampleStore[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tsdbscope-folder-'));
  nowMs = T;
  stored = [];
});
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
  await rm(root, { recursive: true, force: true });
});

const data = (): string => join(root, 'data');

async function openStore(options: Partial<SampleStoreOptions> = {}): Promise<SampleStore> {
  const opened = await SampleStore.open({
    dataDir: data(), retentionMs: 1e15, retentionBytes: 1e6, commitMs: null, now: () => nowMs, cutScrapes: 7,
    ...options,
  });
  if (!opened.ok) throw new Error(opened.error.message);
  open.push(opened.value);
  await opened.value.putTarget({ name: 'prom', url: 'http://localhost:9090', recording: false, labels: {} });
  return opened.value;
}

/** Seconds of scrapes, each followed by what the timer does every 0.7 s. */
async function record(store: SampleStore, seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    nowMs += 1000;
    const outcome = store.record('prom', {
      startMs: nowMs, durationSeconds: 0.01, status: 200, body: Buffer.from(`count ${nowMs / 1000}\n`),
      contentType: 'text/plain; version=0.0.4', error: null, extras: {},
    });
    if (outcome.stored) stored.push(nowMs / 1000);
    await store.flush();
  }
}

async function values(store: SampleStore): Promise<number[]> {
  const read = await samplesOf(store, 'prom', 'count', { startMs: 0, endMs: 1e14, limitValues: 1e6 });
  if (!read.ok) throw new Error(read.error.message);
  return read.value.flatMap((series) => series.values.map(([, value]) => Number(value)));
}

/** What the next start finds. */
async function afterRestart(): Promise<number[]> {
  for (const store of open.splice(0)) await store.close();
  const again = await openStore();
  expect(again.status().faults).toEqual([]);
  return values(again);
}

describe('the data folder, twice', { timeout: 300_000 }, () => {
  const ROUNDS = [1, 2];

  it('deleted: said within 10 s, made anew with the samples in memory, and nothing is lost', async () => {
    const store = await openStore();
    await record(store, 5);
    const faults: string[][] = [];
    store.onStatus((status) => { faults.push(status.faults.map(({ message }) => message)); });
    for (let round = 0; round < ROUNDS.length; round++) {
      await rm(data(), { recursive: true });
      faults.length = 0;
      await record(store, 5);
      // A fault until all is written again, then a notice alone.
      expect(faults.flat().some((message) => /was deleted or moved; what is in memory/.test(message))).toBe(true);
      expect(store.status().faults).toEqual([]);
      expect(store.status().state).toBe('recording');
      expect(await readdir(data())).toEqual(expect.arrayContaining(['format', 'lock', 'samples']));
    }
    expect(stored).toHaveLength(15);
    const told = store.status().notices.filter((one) => /was deleted or moved at 2026-11-20 12:\d\d/.test(one));
    expect(told).toHaveLength(2);
    expect(await values(store)).toEqual(stored);
    expect(await afterRestart()).toEqual(stored);
  });

  it('swapped for an empty one and back: nothing in the folder before is written or deleted', async () => {
    const store = await openStore();
    await record(store, 5);
    for (const round of ROUNDS) {
      await rename(data(), join(root, 'away'));
      await mkdir(data());
      cpSync(join(root, 'away'), join(root, `copy${round}`), { recursive: true });
      await record(store, 5);
      expect(await contents(join(root, 'away'))).toEqual(await contents(join(root, `copy${round}`)));
      await rename(data(), join(root, `other${round}`));
      await rename(join(root, 'away'), data());
      await record(store, 5);
    }
    expect(stored).toHaveLength(25);
    expect(store.status()).toMatchObject({ state: 'recording', faults: [] });
    expect(store.status().notices.filter((one) => one.includes('replaced by another'))).toHaveLength(4);
    expect(await afterRestart()).toEqual(stored);
  });

  it('swapped for one with another recording of the same time: that one is set aside with its log', async () => {
    const other = await openStore();
    await record(other, 3);
    await rename(data(), join(root, 'other'));
    open.length = 0;
    nowMs = T + 60_000;
    const mine = stored.splice(0).length;
    const store = await openStore();
    await record(store, 5);
    await rename(data(), join(root, 'away'));
    await rename(join(root, 'other'), data());
    await record(store, 5);
    expect(mine).toBe(3);
    const [slug = ''] = await readdir(join(data(), 'samples'));
    const names = await readdir(join(data(), 'samples', slug));
    expect(names.filter((name) => name.includes('.replaced-')).map((name) => name.endsWith('.wal')).sort())
      .toEqual([false, true]);
    expect(await afterRestart()).toEqual(stored);
    await other.close();
  });

  it('swapped for one that another process holds: recording stops, and goes on once it is free', async () => {
    const store = await openStore();
    await record(store, 5);
    await rename(data(), join(root, 'away'));
    await mkdir(data());
    await writeFile(join(data(), 'lock'), '1\n');
    await record(store, 5);
    expect(store.status()).toMatchObject({
      state: 'stopped', reason: expect.stringContaining('is in use by process 1') as string,
    });
    expect(await readdir(data())).toEqual(['lock']);
    await rm(join(data(), 'lock'));
    await record(store, 5);
    expect(store.status()).toMatchObject({ state: 'recording', reason: null });
    expect(await afterRestart()).toEqual(stored);
    expect(stored).toHaveLength(15);
  });

  it.skipIf(noMount !== null)(`read-only, full, unmounted and back: waits in memory${why()}`, async () => {
    mountSmall(data(), 2048);
    try {
      const store = await openStore();
      await record(store, 5);
      for (let round = 0; round < ROUNDS.length; round++) {
        mountReadOnly(data());
        await record(store, 5);
        expect(store.status()).toMatchObject({
          state: 'stopped',
          reason: expect.stringMatching(/cannot be written \(EROFS.*Scrapes wait in memory/) as string,
        });
        unmount(data());
        await record(store, 5);
        expect(store.status().state).toBe('recording');
        for (const name of ['ballast', 'rest'])
          await writeFile(join(data(), name), Buffer.alloc(2048 * 1024, 1)).catch(() => undefined);
        await record(store, 5);
        expect(store.status()).toMatchObject({
          state: 'stopped', reason: expect.stringMatching(/disk of the data folder .* is full/) as string,
        });
        for (const name of ['ballast', 'rest']) await rm(join(data(), name), { force: true });
        await record(store, 5);
        expect(store.status().state).toBe('recording');
      }
      expect(stored).toHaveLength(45);
      expect(await afterRestart()).toEqual(stored);
      const [again] = open;
      unmount(data());
      if (again !== undefined) await record(again, 5);
      expect(again?.status()).toMatchObject({
        state: 'stopped', reason: expect.stringMatching(/is not mounted any more; mount it again/) as string,
      });
      expect(await readdir(data())).toEqual([]);
      mountSmall(data(), 2048);
      if (again !== undefined) await record(again, 5);
      expect(again?.status().state).toBe('recording');
      expect(await afterRestart()).toEqual(stored);
    } finally {
      for (const store of open.splice(0)) await store.close();
      unmount(data());
    }
  });

  it('that cannot be written for longer than the memory allows: what is lost is counted and said', async () => {
    const store = await openStore({ waitingChanges: 4 });
    await record(store, 5);
    await rename(data(), join(root, 'away'));
    await mkdir(data());
    await writeFile(join(data(), 'lock'), '1\n');
    await record(store, 20);
    await rm(join(data(), 'lock'));
    await record(store, 5);
    const lost = 30 - stored.length;
    expect(lost).toBeGreaterThan(5);
    const said = expect.stringMatching(new RegExp(`^${lost} scrapes of target "prom" from `)) as string;
    expect(store.status().notices).toContainEqual(said);
    expect(await afterRestart()).toEqual(stored);
  });
});

const DELETED = ['its log', 'the file', 'the folder', 'the log and a folder in its place'];
it.each(DELETED)('of an open head %s is deleted: it is written again from memory', async (what) => {
  const store = await openStore();
  await record(store, 5);
  const [slug = ''] = await readdir(join(data(), 'samples'));
  const folder = join(data(), 'samples', slug);
  const head = join(folder, '20261120T120000Z.head.duckdb');
  if (what === 'the folder') await rm(folder, { recursive: true });
  else await rm(what === 'the file' ? head : `${head}.wal`);
  if (what.includes('a folder')) await mkdir(`${head}.wal`);
  await record(store, 12);
  const said = expect.stringMatching(/^The open file of target "prom", .* was moved or deleted/) as string;
  expect(store.status().notices).toContainEqual(said);
  expect(await readdir(folder)).toContain('target.json');
  // As `kill -9` leaves it.
  cpSync(data(), join(root, 'killed'), { recursive: true });
  await rm(join(root, 'killed', 'lock'));
  const killed = await openStore({ dataDir: join(root, 'killed') });
  expect(await values(killed)).toEqual(stored);
});

it('one target that cannot be written waits with a fault of its own; the others record', async () => {
  const store = await openStore();
  await store.putTarget({ name: 'other', url: 'http://localhost:9091', recording: false, labels: {} });
  const slugs = await readdir(join(data(), 'samples'));
  const other = join(data(), 'samples', slugs.find((name) => name.startsWith('other')) ?? '');
  await rm(other, { recursive: true });
  await writeFile(other, 'a file in its place');
  const both = async (seconds: number): Promise<void> => {
    for (let i = 0; i < seconds; i++) {
      store.record('other', {
        startMs: nowMs, durationSeconds: 0.01, status: 200, body: Buffer.from('up 1\n'), contentType: 'text/plain',
        error: null, extras: {},
      });
      await record(store, 1);
    }
  };
  await both(10);
  expect(store.status()).toMatchObject({
    state: 'recording',
    faults: [{
      target: 'other',
      message: expect.stringMatching(/^The samples of target "other" cannot be written/) as string,
    }],
  });
  await rm(other);
  await both(10);
  expect(store.status().faults).toEqual([]);
  expect(await afterRestart()).toEqual(stored);
  expect(await open[0]?.target('other')).toMatchObject({ ok: true, value: { scrapes: 20 } });
});

function why(): string {
  return noMount === null ? '' : ` (skipped: ${noMount})`;
}

async function contents(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.slice(folder.length)] = (await readFile(path)).toString('base64');
  }
  return found;
}
