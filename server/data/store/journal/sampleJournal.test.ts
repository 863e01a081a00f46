import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Faults } from '../../../kernel/files/faults.ts';
import { T, testStores, valuesOf } from '../../../../testdata/sampleStores.ts';
import type { ScrapeTable } from '../../metrics/series.ts';
import { HeadPartition } from '../partitions/headPartition.ts';
import type { StoredScrape } from '../partitions/scrapeList.ts';
import type { SampleStore } from '../samples/sampleStore.ts';
import { decodeJournal, encodeJournalRecord } from './journalRecord.ts';

const stores = testStores();
const folder = (): string => join(stores.dataDir, 'journal');
const at = (scrape: number): number => T / 1000 + scrape;

/** The first scrape is in the target's own file, the next ones only in the journal: the clock does not move on. */
async function recorded(scrapes: number): Promise<SampleStore> {
  // Its timer does not fire in the time of a test: `flush` runs the same pass.
  const store = await stores.openWithTarget({ commitMs: 1e8 });
  for (let i = 0; i < scrapes; i++) await record(store, i);
  return store;
}

async function record(store: SampleStore, number: number): Promise<void> {
  store.record('prom', { ...stores.scrape(`up ${number}\n`), startMs: T + 1000 * number });
  await store.flush();
}

/** What a start finds after a crash now, and what it says. `damage` gets the folder of the copy. */
async function afterCrash(
  damage: (dataDir: string) => Promise<void> = () => Promise.resolve()
): Promise<{ values: unknown; notices: string[] }> {
  const dataDir = join(stores.folder, `crash-${Math.random()}`);
  await cp(stores.dataDir, dataDir, { recursive: true, filter: (path) => !path.endsWith('/lock') });
  await damage(dataDir);
  const faults = new Faults();
  const store = await stores.open({ dataDir, faults });
  const values = await valuesOf(store, 'up');
  await store.close();
  return { values, notices: faults.report().notices };
}

async function journalOf(dataDir: string): Promise<string> {
  const [name = ''] = await readdir(join(dataDir, 'journal'));
  return join(dataDir, 'journal', name);
}

describe('the journal of a store', () => {
  it('has what is not in the files of the targets yet', async () => {
    await recorded(4);
    const all = [[at(0), 0], [at(1), 1], [at(2), 2], [at(3), 3]];
    expect(await afterCrash()).toEqual({ values: all, notices: [] });
    const without = await afterCrash((dataDir) => rm(join(dataDir, 'journal'), { recursive: true }));
    expect(without.values).toEqual(all.slice(0, 1));
  });

  it('cut off or damaged anywhere gives the scrapes before, and says so where it is damaged', async () => {
    await recorded(4);
    const all = [[at(0), 0], [at(1), 1], [at(2), 2], [at(3), 3]];
    const { length: size } = await readFile(await journalOf(stores.dataDir));
    for (const bytes of [0, 5, 9, Math.floor(size / 2), size - 1]) {
      const { values, notices } = await afterCrash(async (dataDir) => truncate(await journalOf(dataDir), bytes));
      expect(all.slice(0, (values as unknown[]).length)).toEqual(values);
      expect(notices).toEqual([]);
    }
    const { values, notices } = await afterCrash(async (dataDir) => {
      const path = await journalOf(dataDir);
      const bytes = await readFile(path);
      bytes[Math.floor(size / 2)] = (bytes[Math.floor(size / 2)] ?? 0) ^ 1;
      await writeFile(path, bytes);
    });
    expect((values as unknown[]).length).toBeLessThan(4);
    expect(notices.join()).toMatch(/The journal .* cannot be read to its end \(it is damaged at byte \d+\)/);
  });

  it('goes once its scrapes are in the files of the targets', async () => {
    const store = await recorded(3);
    const [first] = await readdir(folder());
    stores.nowMs += 11_000;
    await record(store, 3);
    await record(store, 4);
    expect(await readdir(folder())).not.toContain(first);
    expect((await afterCrash((dataDir) => rm(join(dataDir, 'journal'), { recursive: true, force: true }))).values)
      .toHaveLength(4);
    await store.close();
    expect(await readdir(folder())).toEqual([]);
  });

  it('of several targets stays until their own files, which are written less often, have its scrapes', async () => {
    const store = await stores.openWithTarget({ commitMs: 1e8 });
    for (const name of ['second', 'third']) await store.putTarget({ name, url: null, recording: false, labels: {} });
    for (const scrape of [0, 1, 2]) await record(store, scrape);
    // The next scrapes go into another file of the journal.
    stores.nowMs += 11_000;
    for (const scrape of [3, 4]) await record(store, scrape);
    expect((await afterCrash()).values).toEqual([0, 1, 2, 3, 4].map((scrape) => [at(scrape), scrape]));
  });

  it('deleted while it is written to, leaves nothing out', async () => {
    const store = await recorded(3);
    await rm(folder(), { recursive: true });
    await record(store, 3);
    expect((await afterCrash()).values).toHaveLength(4);
  });

  it('of an earlier crash is not taken twice, nor by another recording of the same time', async () => {
    await recorded(3);
    await afterCrash(async (dataDir) => {
      const first = await stores.open({ dataDir });
      expect(await valuesOf(first, 'up')).toHaveLength(3);
      await first.close();
    });
    const other = await afterCrash(async (dataDir) => {
      const [name = ''] = (await readdir(join(dataDir, 'samples'))).filter((one) => one.startsWith('prom'));
      await rm(join(dataDir, 'samples', name), { recursive: true });
      const journal = await readFile(await journalOf(dataDir));
      await rm(await journalOf(dataDir));
      const store = await stores.open({ dataDir });
      await store.putTarget({ name: 'prom', url: null, recording: false, labels: {} });
      store.record('prom', { ...stores.scrape('up 9\n'), startMs: T + 500 });
      await store.close();
      await writeFile(join(dataDir, 'journal', '00000001.journal'), journal);
    });
    expect(other.values).toEqual([[at(0.5), 9]]);
  });
});

it('returns what a head took, whatever was in its file by then', () => {
  const scrape = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.constantFrom(0, -0, 1.5, NaN, Infinity)));
  fc.assert(fc.property(
    fc.array(fc.record({ samples: fc.option(scrape), commit: fc.boolean(), journal: fc.boolean() }), { minLength: 2 }),
    (steps) => {
      const head = new HeadPartition(0, 1e9);
      const records: Buffer[] = [];
      let file = stateOf(head);
      let isBegun = false;
      for (const [i, { samples, commit, journal }] of steps.entries()) {
        head.add(scrapeAt(i), samples && {
          series: samples.map(([id]) => ({ name: `m${id}`, labels: {} })), values: samples.map(([, value]) => value),
        }, { ready: i });
        if (journal && isBegun) {
          records.push(Buffer.from(encodeJournalRecord('t', head, head.kept)));
          head.journalled = reached(head);
        }
        if (!commit && isBegun) continue;
        isBegun = true;
        file = stateOf(head);
        head.committed = { ...reached(head), chunks: true };
      }
      const again = new HeadPartition(0, 1e9);
      again.restore({ ...file, chunks: [] });
      for (const record of decodeJournal(Buffer.concat(records)).records) again.resume(record);
      const { scrapes } = head.kept;
      const before = stateOf(head);
      const kept = stateOf(again);
      expect([...again.scrapes]).toEqual([...head.scrapes].slice(0, scrapes));
      expect(kept.series).toEqual(before.series.slice(0, head.kept.series));
      expect(rowsOf(again)).toEqual(rowsOf(head).slice(0, head.kept.changes));
    }
  ));
});

function scrapeAt(ordinal: number): StoredScrape {
  return { startMs: ordinal * 1000, durationSeconds: 0, status: 200, bytes: 1, error: null, repeated: false };
}

function reached(head: HeadPartition): { scrapes: number; series: number; changes: number } {
  return { scrapes: head.scrapes.length, series: head.series.length, changes: head.tail.length };
}

function stateOf(
  head: HeadPartition
): Pick<HeadPartition, 'series'> & { scrapes: ScrapeTable; changes: HeadPartition['tail'] } {
  return { scrapes: head.scrapes.table(0), series: [...head.series], changes: head.tail.copyFrom(0) };
}

function rowsOf({ tail }: HeadPartition): unknown[] {
  return Array.from({ length: tail.length }, (_, i) => [tail.scrape[i], tail.series[i], tail.value[i], tail.state[i]]);
}
