import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { samplesOf } from '../../../../testdata/storeReaders.ts';
import { SampleStore } from './sampleStore.ts';

const T = Date.UTC(2026, 10, 20, 12);
let folder: string;

beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'tsdbscope-torn-')); });
afterEach(async () => { await rm(folder, { recursive: true, force: true }); });

async function opened(dataDir: string): Promise<SampleStore> {
  const store = await SampleStore.open(
    { dataDir, retentionMs: 1e15, retentionBytes: 1e15, commitMs: null, now: () => T + 60_000, cutScrapes: 5 }
  );
  if (!store.ok) throw new Error(store.error.message);
  return store.value;
}

async function counts(store: SampleStore): Promise<unknown> {
  const samples = await samplesOf(store, 'prom', 'count', { startMs: 0, endMs: 1e14, limitValues: 1e6 });
  return samples.ok ? samples.value.flatMap(({ values }) => values.map(([, value]) => value)) : samples.error;
}

/** DuckDB's blocks stand behind three headers of 4 KiB. */
const HEADERS_BYTES = 12_288;
const BLOCK_BYTES = 16_384;

/** Of every block that the checkpoint changed in place only the first 4 KiB reached the disk, and no header did. */
function torn(before: Buffer, after: Buffer): Buffer {
  const file = Buffer.from(before);
  for (let from = HEADERS_BYTES; from < before.length; from += BLOCK_BYTES) after.copy(file, from, from, from + 4096);
  return file;
}

it('a checkpoint that a loss of power cut off within a block is undone, and nothing committed is lost', async () => {
  const first = join(folder, 'first');
  const second = join(folder, 'second');
  let store = await opened(first);
  const target = { name: 'prom', url: 'http://localhost:9090', recording: false, labels: {} };
  await store.putTarget(target);
  const record = async (from: number, to: number): Promise<void> => {
    for (let count = from; count < to; count++) {
      store.record('prom', {
        startMs: T + count * 1000, durationSeconds: 0.01, status: 200, body: Buffer.from(`count ${count}\n`),
        contentType: 'text/plain; version=0.0.4', error: null, extras: {},
      });
    }
    await store.flush();
  };
  await record(0, 5);
  await record(5, 10);
  await record(10, 14);
  const [slug = ''] = await readdir(join(first, 'samples'));
  const [from, to] = [join(first, 'samples', slug), join(second, 'samples', slug)];
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) await copyFile(join(from, name), join(to, name));
  const name = (await readdir(to)).find((file) => file.endsWith('.head.duckdb')) ?? '';
  const before = await readFile(join(to, name));
  // The next cut, whose checkpoint is cut off in the second folder.
  await record(14, 15);
  const after = await readFile(join(from, name));
  await store.close();
  await writeFile(join(to, name), torn(before, after));
  await writeFile(join(to, `${name}.before`), before);

  store = await opened(second);
  expect(store.status().notices).toEqual([]);
  expect(await counts(store)).toEqual(Array.from({ length: 14 }, (_, count) => count));
  await store.putTarget(target);
  await record(14, 16);
  await store.close();
  expect((await readdir(to)).filter((file) => file.endsWith('.before'))).toEqual([]);

  // Without the copy DuckDB refuses the file: otherwise this test would prove nothing.
  for (const file of await readdir(to)) if (file !== 'target.json') await rm(join(to, file));
  await writeFile(join(to, name), torn(before, after));
  store = await opened(second);
  await store.close();
  expect((await readdir(second, { recursive: true })).filter((file) => file.includes('.corrupt-'))).toHaveLength(1);
});
