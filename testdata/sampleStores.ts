/** Sample stores for tests: in a folder that goes with the test, with a clock that the test sets. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { RawScrape } from '../server/data/store/dataStore.ts';
import { SampleStore, type SampleStoreOptions } from '../server/data/store/samples/sampleStore.ts';
import { samplesOf } from './storeReaders.ts';

/** Of the clock before each test. */
export const T = Date.UTC(2026, 10, 20, 12);
export const HOUR = 3_600_000;

class TestStores {
  nowMs = T;
  folder = '';
  private readonly opened: SampleStore[] = [];

  get dataDir(): string {
    return join(this.folder, 'data');
  }

  async open(options: Partial<SampleStoreOptions> = {}): Promise<SampleStore> {
    const opened = await SampleStore.open({
      dataDir: this.dataDir, retentionMs: 1e15, retentionBytes: 1e9, commitMs: null, now: () => this.nowMs, ...options,
    });
    if (!opened.ok) throw new Error(opened.error.message);
    this.opened.push(opened.value);
    return opened.value;
  }

  async openWithTarget(options: Partial<SampleStoreOptions> = {}): Promise<SampleStore> {
    const store = await this.open(options);
    await store.putTarget({ name: 'prom', url: 'http://localhost:9090', recording: false, labels: { env: 'test' } });
    return store;
  }

  /** A scrape now. */
  scrape(text: string): RawScrape {
    return {
      startMs: this.nowMs, durationSeconds: 0.01, status: 200, body: Buffer.from(text),
      contentType: 'text/plain; version=0.0.4', error: null, extras: {},
    };
  }

  async begin(): Promise<void> {
    this.nowMs = T;
    this.folder = await mkdtemp(join(tmpdir(), 'tsdbscope-store-'));
  }

  async end(): Promise<void> {
    await this.closeAll();
    await rm(this.folder, { recursive: true, force: true });
  }

  async closeAll(): Promise<void> {
    for (const store of this.opened.splice(0)) await store.close();
  }
}

/** For the tests of one file or block. */
export function testStores(): TestStores {
  const stores = new TestStores();
  beforeEach(() => stores.begin());
  afterEach(() => stores.end());
  return stores;
}

/** Time in seconds and value of each sample of target `prom` that matches. */
export async function valuesOf(store: SampleStore, match: string): Promise<unknown> {
  const samples = await samplesOf(store, 'prom', match, { startMs: 0, endMs: 1e14, limitValues: 1e6 });
  return samples.ok ? samples.value.flatMap((series) => series.values) : samples.error;
}
