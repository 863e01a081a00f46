import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RawScrape } from '../dataStore.ts';
import { NO_INPUTS } from '../../../../core/panels.ts';
import { readerOf, samplesOf } from '../../../../testdata/storeReaders.ts';
import { readPanel } from '../../../program/worker/reader/panels.ts';
import { SampleStore } from './sampleStore.ts';

const T = Date.UTC(2026, 10, 20, 12);
const BODY = 'prometheus_build_info{version="2.42.0",goversion="go1.19.8"} 1\n';
let folder: string;
const open: SampleStore[] = [];

beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'tsdbscope-damage-')); });
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function openStore(dataDir: string, cutScrapes = 600): Promise<SampleStore> {
  const opened = await SampleStore.open(
    { dataDir, retentionMs: 1e15, retentionBytes: 1e15, commitMs: null, now: () => T + 60_000, cutScrapes }
  );
  if (!opened.ok) throw new Error(opened.error.message);
  open.push(opened.value);
  return opened.value;
}

const live = { name: 'prom', url: 'http://localhost:9090', recording: false, labels: {} };

const scrape = (second: number): RawScrape => ({
  startMs: T + second * 1000, durationSeconds: 0.01, status: 200, body: Buffer.from(`${BODY}count ${second}\n`),
  contentType: 'text/plain; version=0.0.4', error: null, extras: {},
});

async function counts(store: SampleStore): Promise<unknown> {
  const samples = await samplesOf(store, 'prom', 'count', { startMs: 0, endMs: 1e14, limitValues: 1e6 });
  return samples.ok ? samples.value.flatMap(({ values }) => values.map(([, value]) => value)) : samples.error;
}

/** What a `kill -9` would leave of a store with ten scrapes, the last five only in the log. */
async function abandoned(): Promise<{ dataDir: string; target: string }> {
  const store = await openStore(join(folder, 'first'), 5);
  await store.putTarget(live);
  for (let second = 0; second < 5; second++) store.record('prom', scrape(second));
  await store.flush();
  for (let second = 5; second < 9; second++) store.record('prom', scrape(second));
  await store.flush();
  const [slug = ''] = await readdir(join(folder, 'first', 'samples'));
  const target = join(folder, 'second', 'samples', slug);
  await mkdir(target, { recursive: true });
  for (const file of await readdir(join(folder, 'first', 'samples', slug))) {
    await copyFile(join(folder, 'first', 'samples', slug, file), join(target, file));
  }
  return { dataDir: join(folder, 'second'), target };
}

describe('a damaged description of a target', () => {
  it.each(['', '{"na', 'null'])('%j is set aside; name, kind and samples come from the partitions', async (junk) => {
    const { dataDir, target } = await abandoned();
    await writeFile(join(target, 'target.json'), junk);
    const store = await openStore(dataDir);
    expect(await store.targets())
      .toMatchObject([{ name: 'prom', kind: 'prometheus', version: '2.42.0', recording: true, scrapes: 9 }]);
    expect(await counts(store)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(store.status().notices.join()).toMatch(
      /"prom" is damaged and was set aside as .*target\.json\.corrupt-20261120T120100Z; its samples are kept/
    );
    expect(await readFile(join(target, 'target.json.corrupt-20261120T120100Z'), 'utf8')).toBe(junk);
  });

  it('hinders neither the target that is scraped again nor the next start', async () => {
    const { dataDir, target } = await abandoned();
    await rm(join(target, 'target.json'));
    for (let start = 0; start < 2; start++) {
      const store = await openStore(dataDir);
      await store.flush();
      expect((await readdir(target)).includes('target.json')).toBe(false);
      await store.close();
    }
    const store = await openStore(dataDir);
    expect(await store.putTarget(live))
      .toMatchObject({ ok: true, value: { recording: false, url: live.url, scrapes: 9 } });
    store.record('prom', scrape(9));
    await store.close();
    const again = await openStore(dataDir);
    expect(again.status().notices).toEqual([]);
    expect(await counts(again)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe('a damaged log of the head', () => {
  it.each(
    [['zeros', 0], ['junk', 0xa7]]
  )('%s: it is set aside and told of, what was cut is still there, and recording goes on', async (_name, byte) => {
    const { dataDir, target } = await abandoned();
    const log = join(target, (await readdir(target)).find((file) => file.endsWith('.wal')) ?? '');
    await writeFile(log, Buffer.alloc((await stat(log)).size, byte));
    const store = await openStore(dataDir);
    await store.putTarget(live);
    expect(store.status().notices.join()).toContain('.wal.corrupt-20261120T120100Z');
    store.record('prom', scrape(20));
    await store.flush();
    expect(await counts(store)).toEqual([0, 1, 2, 3, 4, 20]);
  });

  it('in its last commit, in part, as a loss of power leaves it: every commit before is still there', async () => {
    const { dataDir, target } = await abandoned();
    const log = join(target, (await readdir(target)).find((file) => file.endsWith('.wal')) ?? '');
    const before = await openStore(dataDir);
    const { size } = await stat(log);
    for (let second = 9; second < 40; second++) before.record('prom', scrape(second));
    await before.flush();
    const bytes = await readFile(log);
    await before.close();
    await writeFile(log, bytes.fill(0, size + 100, bytes.length - 30));
    const store = await openStore(dataDir);
    expect(await counts(store)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(store.status().notices.join()).toContain('.wal.corrupt-20261120T120100Z');
    store.record('prom', scrape(40));
    await store.flush();
    expect(await counts(store)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 40]);
  });

  it('torn at its end, as a crash leaves it, is read up to there without a word', async () => {
    const { dataDir, target } = await abandoned();
    const log = join(target, (await readdir(target)).find((file) => file.endsWith('.wal')) ?? '');
    const bytes = await readFile(log);
    await writeFile(log, bytes.subarray(0, bytes.length - 7));
    const store = await openStore(dataDir);
    expect(store.status().notices).toEqual([]);
    expect(await counts(store)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('a clock that is set back', () => {
  it('within the partition: every scrape is kept once, and windows are in the order of their times', async () => {
    const store = await openStore(join(folder, 'clock'), 3);
    await store.putTarget(live);
    for (const second of [0, 1, 2, 3, 1.5, 2.5, 3.5, 4]) {
      store.record('prom', scrape(second));
      await store.flush();
    }
    const samples = await samplesOf(store, 'prom', 'count', { startMs: 0, endMs: 1e14, limitValues: 1e6 });
    const values = samples.ok ? samples.value[0]?.values ?? [] : [];
    expect(values.map(([time]) => time - T / 1000)).toEqual([0, 1, 1.5, 2, 2.5, 3, 3.5, 4]);
    expect(values.map(([, value]) => value)).toEqual([0, 1, 1.5, 2, 2.5, 3, 3.5, 4]);
  });
});

describe('a sealed partition that is damaged', () => {
  it('is what the panels of its time say, not that nothing was scraped; also after the next start', async () => {
    const dataDir = join(folder, 'sealed');
    const first = await openStore(dataDir);
    await first.putTarget(live);
    first.record('prom', scrape(0));
    await first.flush();
    first.record('prom', scrape(3 * 3600));
    await first.flush();
    await first.close();
    const [slug = ''] = await readdir(join(dataDir, 'samples'));
    const sealed = join(dataDir, 'samples', slug, '20261120T120000Z.duckdb');
    await writeFile(sealed, 'junk');
    for (let start = 0; start < 2; start++) {
      const store = await openStore(dataDir);
      const panel = await readPanel(await readerOf(store), 'memory', {
        target: 'prom', startMs: T - 1000, endMs: T + 60_000, stepMs: null, timeoutSeconds: 1, intervalSeconds: 1,
        nowMs: T + 60_000, inputs: NO_INPUTS,
      });
      expect(panel).toMatchObject({ ok: true, value: { finding: { code: 'samples-lost' } } });
      expect(panel.ok && panel.value.finding.evidence).toEqual([
        [{ text: 'They are in a damaged file, set aside as 20261120T120000Z.duckdb.corrupt-20261120T120100Z.' }],
      ]);
      await store.close();
    }
  });
});
