import { readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { mountSmall, noMount, unmount } from '../../../../testdata/mounts.ts';
import { HOUR, T, testStores } from '../../../../testdata/sampleStores.ts';
import { samplesOf } from '../../../../testdata/storeReaders.ts';
import { folderBytes } from './dataFolder.ts';

const stores = testStores();

describe('retention', () => {
  it('deletes whole partitions by age, and the space is free', async () => {
    const store = await stores.openWithTarget({ partitionMs: HOUR, retentionMs: 2 * HOUR });
    const files = async () => (
      await readdir(join(stores.dataDir, 'samples', (await readdir(join(stores.dataDir, 'samples')))[0] ?? ''))
    ).filter((name) => name.endsWith('.duckdb'));
    for (let hour = 0; hour < 6; hour++) {
      stores.nowMs = T + hour * HOUR;
      store.record('prom', stores.scrape(`a ${hour}\n`));
      await store.flush();
    }
    stores.nowMs += 1000;
    await store.flush();
    expect(await files()).toEqual(
      ['20261120T140000Z.duckdb', '20261120T150000Z.duckdb', '20261120T160000Z.duckdb', '20261120T170000Z.head.duckdb']
    );
    expect(await store.target('prom')).toMatchObject({ value: { firstMs: T + 2 * HOUR, scrapes: 4 } });
  });

  it('by size deletes the oldest and reports what is left', async () => {
    const store = await stores.openWithTarget({ partitionMs: HOUR, retentionBytes: 400_000 });
    for (let hour = 0; hour < 12; hour++) {
      stores.nowMs = T + hour * HOUR;
      const lines = Array.from({ length: 500 }, (_, i) => `m${i}{label="${'x'.repeat(100)}"} ${Math.sin(i)}\n`);
      store.record('prom', stores.scrape(lines.join('')));
      await store.flush();
    }
    stores.nowMs += 61_000;
    await store.flush();
    const { bytes } = store.status();
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(400_000);
  });
});

describe('a full disk', () => {
  it.skipIf(noMount !== null)('stops recording visibly and resumes on its own', async () => {
    const mount = join(stores.folder, 'tiny');
    mountSmall(mount, 1500);
    try {
      const store = await stores.openWithTarget({ dataDir: mount });
      const stored: number[] = [];
      const record = async (): Promise<boolean> => {
        stores.nowMs += 1000;
        const outcome = store.record(
          'prom', stores.scrape(Array.from({ length: 500 }, (_, i) => `m${i} ${Math.random()}\n`).join(''))
        );
        if (outcome.stored) stored.push(stores.nowMs / 1000);
        await store.flush();
        return outcome.stored;
      };
      for (let i = 0; i < 40; i++) await record();
      await writeFile(join(mount, 'ballast'), Buffer.alloc(400_000)).catch(() => undefined);
      for (let i = 0; i < 200 && store.status().state === 'recording'; i++) await record();
      expect(store.status()).toMatchObject({ state: 'stopped' });
      expect(store.status().reason).toMatch(/disk of the data folder .* is full/);
      for (let i = 0; i < 5; i++) expect(await record()).toBe(true);
      expect(store.status()).toMatchObject({ state: 'stopped' });
      await rm(join(mount, 'ballast'), { force: true });
      stores.nowMs += 5000;
      await store.flush();
      expect(store.status()).toMatchObject({ state: 'recording', reason: null });
      for (let i = 0; i < 3; i++) expect(await record()).toBe(true);
      const values = await samplesOf(store, 'prom', 'm0', { startMs: 0, endMs: 1e14, limitValues: 1e6 });
      expect(values.ok && values.value[0]?.values.map(([time]) => time)).toEqual(stored);
      await store.close();
      const again = await stores.open({ dataDir: mount });
      const after = await samplesOf(again, 'prom', 'm0', { startMs: 0, endMs: 1e14, limitValues: 1e6 });
      expect(after).toEqual(values);
    } finally {
      await stores.closeAll();
      unmount(mount);
    }
  });
});

describe('a failure of what measures and deletes', () => {
  const measures = { folderBytes: vi.fn(folderBytes), statfs: vi.fn((path: string) => statfs(path)) };

  it('is a fault until it is mended, and recording goes on', async () => {
    const store = await stores.openWithTarget({ measures });
    measures.statfs.mockRejectedValueOnce(new Error('EIO: i/o error, statfs'));
    stores.nowMs += 31_000;
    await store.flush();
    expect(store.status()).toMatchObject({
      state: 'recording',
      faults: [{ message: expect.stringMatching(/free space .* is not known \(EIO.*\): nothing warns/) as string }],
    });
    stores.nowMs += 31_000;
    await store.flush();
    expect(store.status()).toMatchObject({ state: 'recording', faults: [] });
  });

  it('fails neither the removal of a target nor the start of recording again', async () => {
    const store = await stores.openWithTarget({ measures });
    measures.statfs.mockRejectedValueOnce(new Error('EIO: i/o error, statfs'));
    expect(await store.removeTarget('prom')).toEqual({ ok: true, value: null });
  });

  it.skipIf(noMount !== null)('of one file leaves the others to retention', async () => {
    const store = await stores.openWithTarget({ partitionMs: HOUR, retentionMs: 2 * HOUR });
    for (let hour = 0; hour < 3; hour++) {
      stores.nowMs = T + hour * HOUR;
      store.record('prom', stores.scrape(`a ${hour}\n`));
      await store.flush();
    }
    const view = await store.view('prom', []);
    const first = view.ok ? view.value.sealed[0]?.path ?? '' : '';
    // A file that cannot be deleted: a file system is mounted on what is in its place.
    await rm(first);
    mountSmall(first, 64);
    try {
      stores.nowMs = T + 9 * HOUR;
      await store.flush();
      stores.nowMs += 31_000;
      await store.flush();
      expect(store.status()).toMatchObject({ state: 'recording' });
      expect(store.status().faults.map(({ message }) => message).join()).toContain('cannot be deleted');
      expect(await store.target('prom')).toMatchObject({ value: { scrapes: 0 } });
    } finally {
      unmount(first);
    }
  });

  it('the folder is scanned once for each look', async () => {
    const store = await stores.openWithTarget({ measures });
    measures.folderBytes.mockClear();
    stores.nowMs += 31_000;
    await store.flush();
    const scans = measures.folderBytes.mock.calls.filter(([folder]) => folder === stores.dataDir);
    expect(scans).toHaveLength(1);
  });
});
