/** Chunks of heads that are not in memory, when they cannot be read: see ChunkSpool. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { windowOf } from '../../../../testdata/storeReaders.ts';
import { useTargetStores } from '../../../../testdata/stores/targetStores.ts';
import type { TargetStore } from '../samples/targetStore.ts';

const PARTITION = 2 * 3_600_000;
const START = Date.UTC(2026, 10, 20, 12);
const SCRAPES = 20;
/** Scrapes in chunks: two cuts. */
const CUT = 14;

const made = useTargetStores(START);

function open(): Promise<TargetStore> {
  return made.open({ partitionMs: PARTITION, cutScrapes: CUT / 2 });
}

async function record(store: TargetStore, number: number): Promise<void> {
  store.append(
    { startMs: START + number * 1000, durationSeconds: 0.01, status: 200, bytes: 10, error: null, repeated: false },
    { series: [{ name: 'up', labels: {} }, { name: 'count', labels: {} }], values: [1, number] }, {}
  );
  await store.maintain();
}

async function recorded(): Promise<TargetStore> {
  const store = await open();
  for (let i = 0; i < SCRAPES; i++) await record(store, i);
  return store;
}

/** Of `count`, null where it has none. */
async function counts(store: TargetStore): Promise<(number | null)[]> {
  const { series } = await windowOf(store, START, START + PARTITION, ({ name }) => name === 'count');
  const { values = new Float64Array(), present = new Uint8Array() } = series[0] ?? {};
  return Array.from(values, (value, i) => (present[i] === 1 ? value : null));
}

const ALL = Array.from({ length: SCRAPES }, (_, i) => i);

it('are those of the file, then and once it is sealed', async () => {
  const store = await recorded();
  // What it had is gone: the next to use it begins a new file.
  await made.spool.close();
  await expect(counts(store)).rejects.toThrow('outside the memory is damaged');
  expect(store.isUrgent()).toBe(true);
  await store.maintain();
  expect([await counts(store), store.isUrgent()]).toEqual([ALL, false]);
  made.now = START + PARTITION + 61_000;
  await store.maintain();
  expect(store.sealedPartitions()).toHaveLength(1);
  expect([await counts(store), made.notices]).toEqual([ALL, []]);
  await store.close();
});

it('are read after a start and after the file was deleted', async () => {
  const first = await recorded();
  await first.close();
  const store = await open();
  expect(await counts(store)).toEqual(ALL);
  await rm(join(made.folder, 'one'), { recursive: true });
  await record(store, SCRAPES);
  await store.close();
  const again = await open();
  expect(await counts(again)).toEqual([...ALL, SCRAPES]);
  await again.close();
});

it('that the file does not have either are lost with a notice, and recording goes on', async () => {
  const store = await recorded();
  await made.spool.close();
  await rm(join(made.folder, 'one', '20261120T120000Z.head.duckdb'));
  await expect(store.maintain()).rejects.toThrow('outside the memory is damaged');
  await store.maintain();
  expect(made.notices.at(-1)).toMatch(/^Samples of target "prom" from 2026-11-20T12:00:00.000Z on are lost: neither /);
  await record(store, SCRAPES);
  await store.close();
  const again = await open();
  expect((await counts(again)).slice(CUT)).toEqual([...ALL.slice(CUT), SCRAPES]);
  expect((await counts(again)).slice(0, CUT)).toEqual(ALL.slice(0, CUT).map(() => null));
  await again.close();
});
