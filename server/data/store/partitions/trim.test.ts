import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it, vi } from 'vitest';
import { testStores } from '../../../../testdata/sampleStores.ts';
import { DuckEngine } from './duckEngine.ts';
import { duckdb } from './duckPackage.ts';

const stores = testStores();
const MINUTE = 60_000;

afterEach(() => { vi.restoreAllMocks(); });

/**
 * Frees 30 MB in pieces too small to be mapped one by one, between small ones that stay: those, and the resident bytes
 * before anything was freed. A thread of V8's own frees what was collected, at any time from then on.
 */
function freeBetweenKept(): { kept: Buffer[]; fullBytes: number } {
  const freed: Buffer[] = [];
  const kept = Array.from({ length: 10 }, () => {
    for (let i = 0; i < 50; i++) freed.push(Buffer.allocUnsafeSlow(60_000).fill(1));
    return Buffer.allocUnsafeSlow(300).fill(1);
  });
  const fullBytes = process.memoryUsage.rss();
  freed.length = 0;
  v8.setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return { kept, fullBytes };
}

it('gives free memory of the process back to the system', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tsdbscope-trim-'));
  const engine = await DuckEngine.open(folder);
  try {
    const { kept, fullBytes } = freeBetweenKept();
    await expect.poll(async () => {
      await engine.trim();
      return fullBytes - process.memoryUsage.rss();
    }).toBeGreaterThan(8e6);
    expect(kept).toHaveLength(10);
  } finally {
    await engine.close();
    await rm(folder, { recursive: true });
  }
});

it('is done once a minute while a store is open', async () => {
  const trim = vi.spyOn(DuckEngine.prototype, 'trim').mockRejectedValue(new Error('no memory'));
  const store = await stores.openWithTarget();
  for (const atMs of [0, 0.9, 1, 1.9, 2].map((minutes) => stores.nowMs + minutes * MINUTE)) {
    stores.nowMs = atMs;
    await store.flush();
  }
  expect(trim).toHaveBeenCalledTimes(2);
  expect(store.status().state).toBe('recording');
});

it('does not open the database of a store that has written nothing', async () => {
  const create = vi.spyOn(duckdb().DuckDBInstance, 'create');
  const store = await stores.openWithTarget();
  for (let minutes = 0; minutes < 3; minutes++) {
    await store.flush();
    stores.nowMs += MINUTE;
  }
  expect(create).not.toHaveBeenCalled();
  store.record('prom', stores.scrape('a 1\n'));
  await store.flush();
  expect(create).toHaveBeenCalledOnce();
});
