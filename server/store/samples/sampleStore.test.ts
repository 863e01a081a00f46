import { execFileSync, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RawScrape } from '../dataStore.ts';
import { readerOf, samplesOf } from '../../testdata/storeReaders.ts';
import { SampleStore } from './sampleStore.ts';
import type { SampleStoreOptions } from './sampleStore.ts';

const T = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
let folder: string;
let now: number;
const open: SampleStore[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tsdbscope-store-'));
  now = T;
});
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function openStore(options: Partial<SampleStoreOptions> = {}): Promise<SampleStore> {
  const opened = await SampleStore.open({
    dataDir: join(folder, 'data'), retentionMs: 1e15, retentionBytes: 1e15, commitMs: null, now: () => now, ...options,
  });
  if (!opened.ok) throw new Error(opened.error.message);
  open.push(opened.value);
  return opened.value;
}

async function openWithTarget(options: Partial<SampleStoreOptions> = {}): Promise<SampleStore> {
  const store = await openStore(options);
  await store.putTarget({ name: 'prom', url: 'http://localhost:9090', recording: false, labels: { env: 'test' } });
  return store;
}

const good = (text: string, startMs = now): RawScrape => ({
  startMs, durationSeconds: 0.01, status: 200, body: Buffer.from(text), contentType: 'text/plain; version=0.0.4',
    error: null, extras: {},
});

async function valuesOf(store: SampleStore, match: string): Promise<unknown> {
  const samples = await samplesOf(store, 'prom', match, { startMs: 0, endMs: 1e14, limitValues: 1e6 });
  return samples.ok ? samples.value.flatMap((series) => series.values) : samples.error;
}

const BODY =
  'prometheus_build_info{version="2.42.0",goversion="go1.19.8"} 1\nprometheus_ready '
    + '1\nprocess_start_time_seconds 1.7e9\nup{job="a"} 1\n';

describe('a scrape', () => {
  it('tells kind, version, start and readiness, and is kept', async () => {
    const store = await openWithTarget();
    expect(store.record('prom', good(BODY))).toMatchObject({
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
    const store = await openWithTarget();
    store.record('prom', good(BODY));
    now += 1000;
    const outcome = store.record('prom', { ...good(''), ...raw, extras: { tsdbscope_target_ready: 0 } });
    expect(outcome).toMatchObject({ samples: 0, kind: 'prometheus', version: '2.42.0', error: { kind }, stored: true });
    expect(await valuesOf(store, 'up')).toEqual([[T / 1000, 1]]);
    expect(await valuesOf(store, 'tsdbscope_target_ready')).toEqual([[T / 1000 + 1, 0]]);
  });

  it('with the very body of the one before is marked as repeated', async () => {
    const store = await openWithTarget();
    for (const body of [BODY, BODY, `${BODY}more 1\n`]) {
      store.record('prom', good(body));
      now += 1000;
    }
    const window = await (await readerOf(store)).window('prom', 0, 1e14, () => true);
    expect(window.ok && [...window.value.scrapes.repeated]).toEqual([0, 1, 0]);
  });
});

describe('samples', () => {
  it('more than the limit are refused, an unknown target is not found', async () => {
    const store = await openWithTarget();
    for (let i = 0; i < 5; i++) {
      now += 1000;
      store.record('prom', good('a 1\na{b="c"} NaN\n'));
    }
    expect(await samplesOf(store, 'prom', 'a', { startMs: 0, endMs: 1e14, limitValues: 9 }))
      .toMatchObject({ ok: false, error: { errorType: 'too_large' } });
    expect(await samplesOf(store, 'prom', 'a{b="c"}', { startMs: now, endMs: 1e14, limitValues: 9 }))
      .toEqual({ ok: true, value: [{ metric: { __name__: 'a', b: 'c' }, values: [[now / 1000, 'NaN']] }] });
    expect(await samplesOf(store, 'else', 'a', { startMs: 0, endMs: 1e14, limitValues: 9 }))
      .toMatchObject({ ok: false, error: { errorType: 'not_found' } });
  });
});

describe('across a restart', () => {
  it('targets, facts and samples are still there', async () => {
    const store = await openWithTarget();
    store.record('prom', good(BODY));
    store.putFacts('prom', { blockRangeSeconds: 7200, flags: { 'storage.tsdb.path': 'data' } });
    const before = await store.targets();
    await store.close();
    const again = await openStore();
    expect(await again.targets()).toEqual(before);
    expect(await valuesOf(again, 'up')).toEqual([[T / 1000, 1]]);
  });

  it('a copy taken while recording, as after kill -9, opens without repair and holds what was flushed', async () => {
    const store = await openWithTarget();
    for (let i = 0; i < 30; i++) {
      now += 1000;
      store.record('prom', good(`a ${i}\n`));
      if (i % 10 === 9 && i < 25) await store.flush();
    }
    await copyFolder(join(folder, 'data'), join(folder, 'copy'));
    const copy = await openStore({ dataDir: join(folder, 'copy') });
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

describe('retention', () => {
  it('deletes whole partitions by age, and the space is free', async () => {
    const store = await openWithTarget({ partitionMs: HOUR, retentionMs: 2 * HOUR });
    const files = async () => (
      await readdir(join(folder, 'data', 'samples', (await readdir(join(folder, 'data', 'samples')))[0] ?? ''))
    ).filter((name) => name.endsWith('.duckdb'));
    for (let hour = 0; hour < 6; hour++) {
      now = T + hour * HOUR;
      store.record('prom', good(`a ${hour}\n`));
      await store.flush();
    }
    now += 1000;
    await store.flush();
    expect(await files()).toEqual(
      ['20261120T140000Z.duckdb', '20261120T150000Z.duckdb', '20261120T160000Z.duckdb', '20261120T170000Z.head.duckdb']
    );
    expect(await store.target('prom')).toMatchObject({ value: { firstMs: T + 2 * HOUR, scrapes: 4 } });
  });

  it('by size deletes the oldest and reports what is left', async () => {
    const store = await openWithTarget({ partitionMs: HOUR, retentionBytes: 400_000 });
    for (let hour = 0; hour < 12; hour++) {
      now = T + hour * HOUR;
      store.record(
        'prom',
        good(Array.from({ length: 500 }, (_, i) => `m${i}{label="${'x'.repeat(100)}"} ${Math.sin(i)}\n`).join(''))
      );
      await store.flush();
    }
    now += 61_000;
    await store.flush();
    const { bytes } = store.status();
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(400_000);
  });
});

describe('the data folder', () => {
  it('is held by one process; the second is told whose it is', async () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    try {
      await mkdir(join(folder, 'data'));
      await writeFile(join(folder, 'data', 'lock'), `${other.pid ?? 0} ?\n`);
      const opened = await SampleStore.open(
        { dataDir: join(folder, 'data'), retentionMs: 1, retentionBytes: 1, commitMs: null }
      );
      expect(opened).toEqual({
        ok: false,
        error: {
          errorType: 'busy',
          message: `The data folder ${join(folder, 'data')} is in use by process ${other.pid ?? 0}; `
            + 'stop it or choose another folder with --data.',
        },
      });
    } finally {
      other.kill();
    }
  });

  it('is taken over from a process that is gone, and from another one that got its number', async () => {
    await mkdir(join(folder, 'data'));
    for (const text of ['999999999 5@x\n', '1 12345@another-boot\n', 'nonsense', '']) {
      await writeFile(join(folder, 'data', 'lock'), text);
      const store = await openStore();
      expect(await readFile(join(folder, 'data', 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
      await store.close();
    }
  });

  it('that cannot be written is refused with a message', async () => {
    await writeFile(join(folder, 'file'), '');
    const opened = await SampleStore.open(
      { dataDir: join(folder, 'file', 'data'), retentionMs: 1, retentionBytes: 1, commitMs: null }
    );
    expect(opened.ok ? '' : opened.error.message).toMatch(/^The data folder .* cannot be written .*--data\.$/);
  });

  it('with a target file of junk opens, says so, and leaves the file', async () => {
    const store = await openWithTarget();
    await store.close();
    const [slug = ''] = await readdir(join(folder, 'data', 'samples'));
    await writeFile(join(folder, 'data', 'samples', slug, 'target.json'), '{');
    const again = await openStore();
    expect(again.status().notices.join()).toContain(slug);
    expect(await again.targets()).toEqual([]);
  });
});

describe('a full disk', () => {
  let mount: string;
  const canMount = tryMount();

  it.skipIf(
    canMount !== null
  )(`stops recording visibly and resumes on its own${canMount ? ` (skipped: ${canMount})` : ''}`, async () => {
    mount = join(folder, 'tiny');
    await mkdir(mount);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1500k', 'tmpfs', mount]);
    try {
      const store = await openWithTarget({ dataDir: mount });
      const stored: number[] = [];
      const record = async (): Promise<boolean> => {
        now += 1000;
        const outcome = store.record(
          'prom', good(Array.from({ length: 500 }, (_, i) => `m${i} ${Math.random()}\n`).join(''))
        );
        if (outcome.stored) stored.push(now / 1000);
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
      now += 5000;
      await store.flush();
      expect(store.status()).toMatchObject({ state: 'recording', reason: null });
      for (let i = 0; i < 3; i++) expect(await record()).toBe(true);
      const values = await samplesOf(store, 'prom', 'm0', { startMs: 0, endMs: 1e14, limitValues: 1e6 });
      expect(values.ok && values.value[0]?.values.map(([time]) => time)).toEqual(stored);
      await store.close();
      const again = await openStore({ dataDir: mount });
      const after = await samplesOf(again, 'prom', 'm0', { startMs: 0, endMs: 1e14, limitValues: 1e6 });
      expect(after).toEqual(values);
      await again.close();
      open.length = 0;
    } finally {
      for (const store of open.splice(0)) await store.close();
      execFileSync('umount', [mount]);
    }
  });

  /** null when it works, else why not. */
  function tryMount(): string | null {
    if (process.getuid?.() !== 0) return 'a small file system can be mounted by root only';
    const probe = join(tmpdir(), `tsdbscope-mount-${process.pid}`);
    try {
      execFileSync('mkdir', ['-p', probe]);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe], { stdio: 'ignore' });
      execFileSync('umount', [probe]);
      return null;
    } catch {
      return 'mount is not allowed here';
    } finally {
      execFileSync('rm', ['-rf', probe]);
    }
  }
});

it('a removed target is gone with its files', async () => {
  const store = await openWithTarget();
  store.record('prom', good(BODY));
  await store.flush();
  expect(await store.removeTarget('prom')).toEqual({ ok: true, value: null });
  expect(await readdir(join(folder, 'data', 'samples'))).toEqual([]);
  expect((await stat(join(folder, 'data'))).isDirectory()).toBe(true);
  expect(await store.removeTarget('prom')).toMatchObject({ ok: false, error: { errorType: 'not_found' } });
});
