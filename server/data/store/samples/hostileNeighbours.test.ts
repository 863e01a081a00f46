import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplesOf } from '../../../../testdata/storeReaders.ts';
import type { RawScrape } from '../dataStore.ts';
import { SampleStore } from './sampleStore.ts';

const MIB = 2 ** 20;
const HOSTILE: Record<string, (scrape: number) => Buffer> = {
  'blank lines': () => Buffer.alloc(6 * MIB, '\n'),
  'comments': () => Buffer.alloc(6 * MIB, '#\n'),
  'lines that are no samples': () => Buffer.alloc(2 * MIB, 'x7 \u0000{="\n'),
  'new names': (scrape) => lines(8000, (i) => `new_${scrape}_${i} ${i}\n`),
  'escapes': () => lines(20, (i) => `e{l="${'\\\\\\"\\n'.repeat(8000)}${i}"} 1\n`),
  'long labels': () => lines(20, (i) => `l{l="${'v'.repeat(60_000)}${i}"} 1\n`),
};
const lines = (count: number, line: (i: number) => string): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, i) => line(i)).join(''));

let folder: string;
let store: SampleStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tsdbscope-neighbours-'));
  const opened = await SampleStore.open(
    { dataDir: join(folder, 'data'), retentionMs: 1e15, retentionBytes: 1e15, commitMs: null }
  );
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
  for (const name of ['good', ...Object.keys(HOSTILE)])
    await store.putTarget({ name, url: 'http://localhost:9090', recording: false, labels: {} });
}, 120_000);
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

const raw = (body: Buffer, startMs: number): RawScrape => ({
  startMs, durationSeconds: 0.01, status: 200, body, contentType: 'text/plain; version=0.0.4', error: null, extras: {},
});

describe('a scrape beside large answers of other targets', () => {
  it('is stored before them, in the order of its own target', async () => {
    const done: string[] = [];
    const startMs = Date.UTC(2026, 10, 20, 12);
    const all: Promise<unknown>[] = [];
    for (let scrape = 0; scrape < 3; scrape++) {
      for (const [name, bodyOf] of Object.entries(HOSTILE))
        all.push(store.recordInTurn(name, raw(bodyOf(scrape), startMs + scrape * 1000)).then(() => done.push(name)));
      const text = Array.from({ length: 500 }, (_, i) => `good_${i} ${scrape}\n`).join('');
      const good = await store.recordInTurn('good', raw(Buffer.from(text), startMs + scrape * 1000));
      expect(good).toMatchObject({ samples: 500, stored: true, error: null });
      done.push('good');
    }
    await Promise.all(all);
    // Of 18 hostile ones at most those were done that take no longer than a step.
    expect(done.lastIndexOf('good')).toBeLessThan(6);
    expect(done).toHaveLength(3 + 3 * Object.keys(HOSTILE).length);
    const samples = await samplesOf(
      store, 'good', 'good_7', { startMs: startMs - 1, endMs: startMs + 10_000, limitValues: 100 }
    );
    expect(samples.ok && samples.value[0]?.values.map(([, value]) => value)).toEqual([0, 1, 2]);
  });

  it('says what is wrong with a body of lines that are none, however little memory is left', async () => {
    const { error } = await store.recordInTurn('blank lines', raw(Buffer.alloc(3 * MIB, 'x7\n'), Date.now()));
    expect(error?.message).toMatch(/^More than 250000 lines that are no samples/);
  });
});
