/** More targets than have their files open: the journal has minutes of them, and a file is open while it is written. */
import { cp, readdir, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Faults } from '../../../kernel/files/faults.ts';
import { T, testStores, valuesOf } from '../../../../testdata/sampleStores.ts';
import type { SampleStore } from './sampleStore.ts';

const stores = testStores();
const OTHERS = Array.from({ length: 2 }, (_, i) => `other-${i}`);
/** Of scrapes, and more than the passes of a minute. */
const FIVE_MINUTES = 300;

async function openMany(faults = new Faults()): Promise<SampleStore> {
  // Its timer does not fire in the time of a test: `flush` runs the same pass.
  const store = await stores.openWithTarget({ commitMs: 1e8, cutScrapes: 1e6, faults });
  for (const name of OTHERS) await store.putTarget({ name, url: null, recording: false, labels: {} });
  return store;
}

/** One scrape of each target a second, of seconds `from` to `to`, with a pass after each. */
async function record(store: SampleStore, from: number, to: number): Promise<void> {
  for (let second = from; second < to; second++) {
    stores.nowMs = T + 1000 * second;
    for (const name of ['prom', ...OTHERS]) store.record(name, stores.scrape(`up ${second}\n`));
    await store.flush();
  }
}

/** Values of `prom` that a start finds after a crash now. */
async function afterCrash(without: string | null = null): Promise<unknown[]> {
  const dataDir = join(stores.folder, `crash-${Math.random()}`);
  await cp(stores.dataDir, dataDir, { recursive: true, filter: (path) => !path.endsWith('/lock') });
  if (without !== null) await rm(join(dataDir, without), { recursive: true });
  const store = await stores.open({ dataDir });
  const values = await valuesOf(store, 'up') as unknown[];
  await store.close();
  return values;
}

async function openHeads(): Promise<string[]> {
  const links = await Promise.all((await readdir('/proc/self/fd')).map(
    (fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')
  ));
  return links.filter((path) => path.startsWith(stores.dataDir) && path.includes('.head.duckdb'));
}

async function filesOf(target: string): Promise<string[]> {
  const samples = join(stores.dataDir, 'samples');
  const [name = ''] = (await readdir(samples)).filter((one) => one.startsWith(target));
  return (await readdir(join(samples, name))).map((file) => join(samples, name, file));
}

it('has minutes of each target in the journal, then writes them in turn, and no file stays open', async () => {
  const store = await openMany();
  await record(store, 0, 100);
  expect(await afterCrash()).toHaveLength(100);
  expect(await afterCrash('journal')).toHaveLength(1);
  expect(await openHeads()).toEqual([]);
  await record(store, 100, FIVE_MINUTES + 20);
  expect(await afterCrash()).toHaveLength(FIVE_MINUTES + 20);
  expect((await afterCrash('journal')).length).toBeGreaterThanOrEqual(FIVE_MINUTES - 1);
  expect(await openHeads()).toEqual([]);
});

it.each(['.head.duckdb', '.head.duckdb.wal'])('of a %s that is deleted meanwhile nothing is lost', async (end) => {
  const faults = new Faults();
  const store = await openMany(faults);
  await record(store, 0, FIVE_MINUTES + 20);
  await rm((await filesOf('prom')).find((path) => path.endsWith(end)) ?? '');
  await record(store, FIVE_MINUTES + 20, FIVE_MINUTES + 40);
  expect(faults.report().notices.join()).toMatch(/"prom".*was moved or deleted; it is written again from memory/);
  await rm(join(stores.dataDir, 'journal'), { recursive: true });
  expect((await afterCrash()).length).toBeGreaterThanOrEqual(FIVE_MINUTES + 20);
});
