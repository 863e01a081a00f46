import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RawScrape } from '../dataStore.ts';
import { mountReadOnly, noMount, unmount } from '../../../../testdata/mounts.ts';
import { T, testStores, valuesOf } from '../../../../testdata/sampleStores.ts';
import { readerOf, samplesOf } from '../../../../testdata/storeReaders.ts';
import { historyFolder } from './dataFolder.ts';

const stores = testStores();

const BODY =
  'prometheus_build_info{version="2.42.0",goversion="go1.19.8"} 1\nprometheus_ready '
    + '1\nprocess_start_time_seconds 1.7e9\nup{job="a"} 1\n';

describe('a scrape', () => {
  it('tells kind, version, start and readiness, and is kept', async () => {
    const store = await stores.openWithTarget();
    expect(store.record('prom', stores.scrape(BODY))).toMatchObject({
      samples: 4, kind: 'prometheus', version: '2.42.0', goVersion: 'go1.19.8', processStartSeconds: 1.7e9, ready: true,
        error: null, stored: true, badLineCount: 0,
    });
    expect(await store.target('prom')).toMatchObject(
      { ok: true, value: { kind: 'prometheus', firstMs: T, lastMs: T, scrapes: 1, labels: { env: 'test' } } }
    );
  });

  const failing: { name: string; raw: Partial<RawScrape>; kind: string }[] = [
    {
      name: 'of HTML counts as failed',
      raw: { body: Buffer.from('<html><body>Not Found</body></html>'), contentType: 'text/html' }, kind: 'format',
    },
    { name: 'of nothing counts as failed', raw: { body: Buffer.from('') }, kind: 'format' },
    {
      name: 'that timed out counts as failed',
      raw: { body: null, status: 0, error: { kind: 'timeout', message: 'late' } }, kind: 'timeout',
    },
    {
      name: 'answered 503 counts as failed',
      raw: { body: Buffer.from(BODY), status: 503, error: { kind: 'http', message: '503' } }, kind: 'http',
    },
  ];
  it.each(failing)('$name, keeps what was known and the extras', async ({ raw, kind }) => {
    const store = await stores.openWithTarget();
    store.record('prom', stores.scrape(BODY));
    stores.nowMs += 1000;
    const outcome = store.record('prom', { ...stores.scrape(''), ...raw, extras: { tsdbscope_target_ready: 0 } });
    expect(outcome).toMatchObject({ samples: 0, kind: 'prometheus', version: '2.42.0', error: { kind }, stored: true });
    expect(await valuesOf(store, 'up')).toEqual([[T / 1000, 1]]);
    expect(await valuesOf(store, 'tsdbscope_target_ready')).toEqual([[T / 1000 + 1, 0]]);
  });

  it('with the very body of the one before is marked as repeated', async () => {
    const store = await stores.openWithTarget();
    for (const body of [BODY, BODY, `${BODY}more 1\n`]) {
      store.record('prom', stores.scrape(body));
      stores.nowMs += 1000;
    }
    const window = await (await readerOf(store)).window('prom', 0, 1e14, () => true);
    expect(window.ok && [...window.value.scrapes.repeated]).toEqual([0, 1, 0]);
  });
});

describe('samples', () => {
  it('more than the limit are refused, an unknown target is not found', async () => {
    const store = await stores.openWithTarget();
    for (let i = 0; i < 5; i++) {
      stores.nowMs += 1000;
      store.record('prom', stores.scrape('a 1\na{b="c"} NaN\n'));
    }
    expect(await samplesOf(store, 'prom', 'a', { startMs: 0, endMs: 1e14, limitValues: 9 }))
      .toMatchObject({ ok: false, error: { errorType: 'too_large' } });
    expect(await samplesOf(store, 'prom', 'a{b="c"}', { startMs: stores.nowMs, endMs: 1e14, limitValues: 9 }))
      .toEqual({ ok: true, value: [{ metric: { __name__: 'a', b: 'c' }, values: [[stores.nowMs / 1000, 'NaN']] }] });
    expect(await samplesOf(store, 'else', 'a', { startMs: 0, endMs: 1e14, limitValues: 9 }))
      .toMatchObject({ ok: false, error: { errorType: 'not_found' } });
  });
});

describe('across a restart', () => {
  it('targets, facts and samples are still there', async () => {
    const store = await stores.openWithTarget();
    store.record('prom', stores.scrape(BODY));
    store.putFacts('prom', { blockRangeSeconds: 7200, flags: { 'storage.tsdb.path': 'data' } });
    const before = await store.targets();
    await store.close();
    const again = await stores.open();
    expect(await again.targets()).toEqual(before);
    expect(await valuesOf(again, 'up')).toEqual([[T / 1000, 1]]);
  });

  it('a copy taken while recording, as after kill -9, opens without repair and holds what was flushed', async () => {
    const store = await stores.openWithTarget();
    for (let i = 0; i < 30; i++) {
      stores.nowMs += 1000;
      store.record('prom', stores.scrape(`a ${i}\n`));
      if (i % 10 === 9 && i < 25) await store.flush();
    }
    await copyFolder(stores.dataDir, join(stores.folder, 'copy'));
    const copy = await stores.open({ dataDir: join(stores.folder, 'copy') });
    const values = await valuesOf(copy, 'a');
    expect(values).toEqual(Array.from({ length: 20 }, (_, i) => [T / 1000 + i + 1, i]));
  });
});

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.isDirectory()) await copyFolder(join(from, entry.name), join(to, entry.name));
    else if (entry.name !== 'lock') await copyFile(join(from, entry.name), join(to, entry.name));
  }
}

describe('a removed target', () => {
  it('is gone with its files, and with its history', async () => {
    const store = await stores.openWithTarget();
    store.record('prom', stores.scrape(BODY));
    await store.flush();
    const history = historyFolder(stores.dataDir);
    const known = await store.target('prom');
    const id = known.ok ? known.value.id : '';
    for (const name of [id, `${id}.engine`, 'another']) await mkdir(join(history, name), { recursive: true });
    expect(await store.removeTarget('prom')).toEqual({ ok: true, value: null });
    expect(await readdir(join(stores.dataDir, 'samples'))).toEqual([]);
    expect(await readdir(history)).toEqual(['another']);
    expect((await stat(stores.dataDir)).isDirectory()).toBe(true);
    expect(await store.removeTarget('prom')).toMatchObject({ ok: false, error: { errorType: 'not_found' } });
  });

  it.skipIf(noMount !== null)('whose files cannot be deleted fails with the reason', async () => {
    const store = await stores.openWithTarget();
    const samples = join(stores.dataDir, 'samples');
    mountReadOnly(samples);
    try {
      const message = expect.stringMatching(/is removed, but its folder .* cannot be deleted/) as string;
      expect(await store.removeTarget('prom')).toMatchObject({ ok: false, error: { message } });
      expect(await store.targets()).toEqual([]);
    } finally {
      unmount(samples);
    }
  });
});
