import fc from 'fast-check';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { TargetWindow } from '../../metrics/series.ts';
import { HeadFile } from '../partitions/headFile.ts';
import { HeadPartition } from '../partitions/headPartition.ts';
import type { SampleBatch } from '../partitions/headPartition.ts';
import type { StoredScrape } from '../partitions/scrapeList.ts';
import { windowOf } from '../../../../testdata/storeReaders.ts';
import { useTargetStores } from '../../../../testdata/stores/targetStores.ts';
import type { TargetStore } from './targetStore.ts';

const START = Date.UTC(2026, 10, 20, 12);
const PARTITION = 3_600_000;
const made = useTargetStores(START);

function open(name = 'one', cutScrapes = 7): Promise<TargetStore> {
  return made.open({ name, partitionMs: PARTITION, cutScrapes });
}

const scrape = (startMs: number, failed = false): StoredScrape => ({
  startMs, durationSeconds: 0.0125, status: failed ? 0 : 200, bytes: failed ? 0 : 1000, repeated: false,
  error: failed ? { kind: 'timeout', message: 'No answer within 1 s.' } : null,
});

/** Fresh objects each time, as after a restart of the parser. */
const batch = (values: Record<string, number>): SampleBatch => ({
  series: Object.keys(values).map((name) => ({ name, labels: { job: name } })), values: Object.values(values),
});

interface Expected { startMs: number; good: boolean; all: Record<string, number> }

function asRows(window: TargetWindow): Expected[] {
  return Array.from(window.scrapes.startMs, (startMs, i) => ({
    startMs,
    good: window.scrapes.error[i] === null,
    all: Object.fromEntries<number>(
      window.series.filter((one) => one.present[i] === 1).map((one): [string, number] => [one.name, one.values[i] ?? 0])
        .sort()
    ),
  }));
}

describe('what is read equals what was scraped', () => {
  const value = fc.oneof(fc.constantFrom(0, -0, NaN, 1, 2.5, Infinity), fc.integer({ min: 0, max: 3 }), fc.double());
  const samples = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), value, { noNullPrototype: true });
  const step = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record(
        {
          kind: fc.constant('good' as const), after: fc.integer({ min: 1, max: 400_000 }), samples,
          extra: fc.option(value),
        }
      ),
    },
    {
      weight: 3,
      arbitrary: fc.record(
        { kind: fc.constant('failed' as const), after: fc.integer({ min: 1, max: 9000 }), extra: fc.option(value) }
      ),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('maintain' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  );

  it('with gaps, vanishing series, NaN, both zeros, partitions, cuts and restarts, at any bounds', async () => {
    let run = 0;
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 80 }), share, share, async (steps, x, y) => {
      made.now = START;
      const name = `run${run++}`;
      let store = await open(name);
      const expected: Expected[] = [];
      for (const one of steps) {
        if (one.kind === 'maintain') await store.maintain();
        else if (one.kind === 'restart') {
          await store.maintain();
          await store.close();
          store = await open(name);
        } else {
          made.now += one.after;
          const good = one.kind === 'good';
          const extras: Record<string, number> = one.extra === null ? {} : { extra: one.extra };
          expect(store.append(scrape(made.now, !good), good ? batch(one.samples) : null, extras)).toBe(true);
          const all = { ...(good ? one.samples : {}), ...extras };
          expected.push({ startMs: made.now, good, all: Object.fromEntries(Object.entries(all).sort()) });
        }
      }
      const from = START + Math.min(x, y) * (made.now - START);
      const to = START + Math.max(x, y) * (made.now - START) + 1;
      const inside = expected.filter((one) => one.startMs >= from && one.startMs < to);
      expect(asRows(await windowOf(store, from, to, () => true))).toEqual(inside);
      const whole = await windowOf(store, 0, made.now + 1, () => true);
      expect(asRows(whole)).toEqual(expected);
      // Panels draw and sum the values without looking at what is present.
      for (const { values, present } of whole.series)
        expect(values.every((number, i) => present[i] === 1 || Number.isNaN(number))).toBe(true);
      await store.close();
    }), { numRuns: 100 });
  }, 120_000);
});

describe('a scrape that comes after later ones were left out', () => {
  it('stands at its time, and takes nothing from those after it, from any start', async () => {
    const store = await open();
    const times = [0, 1, 2, 3, 5, 6, 4, 7, 8, 9];
    for (const [ordinal, at] of times.entries()) {
      const isLeftOut = at === 5 || at === 6;
      store.append(scrape(START + at * 1000, isLeftOut), isLeftOut ? null : batch({ constant: 7, count: ordinal }), {});
      if (ordinal === 2) await store.maintain();
    }
    const all = [...times.entries()].map(([ordinal, at]): Expected => (
      at === 5 || at === 6 ? { startMs: START + at * 1000, good: false, all: {} }
        : { startMs: START + at * 1000, good: true, all: { constant: 7, count: ordinal } }
    )).sort((a, b) => a.startMs - b.startMs);
    for (let from = 0; from < 10; from++) {
      for (let to = from + 1; to <= 10; to++) {
        expect(asRows(await windowOf(store, START + from * 1000, START + to * 1000, () => true)), `${from} to ${to}`)
          .toEqual(all.slice(from, to));
      }
    }
    await store.close();
  });
});

describe('a negative zero', () => {
  it('stays one beside a zero, through a restart', async () => {
    const store = await open();
    made.now += 1;
    store.append(scrape(made.now), batch({ a: -0 }), { extra: 0 });
    await store.maintain();
    await store.close();
    const [row] = asRows(await windowOf(await open(), 0, made.now + 1, () => true));
    expect(row?.all).toEqual({ a: -0, extra: 0 });
  });
});

describe('files', () => {
  it('a partition that is over is sealed to one file and still reads the same', async () => {
    const store = await open();
    for (let i = 0; i < 20; i++) store.append(scrape(START + i * 1000), batch({ up: 1, count: i }), {});
    const before = await windowOf(store, START, START + PARTITION, () => true);
    made.now = START + PARTITION + 61_000;
    await store.maintain();
    expect(await readdir(join(made.folder, 'one'))).toEqual(['20261120T120000Z.duckdb']);
    expect(await windowOf(store, START, START + PARTITION, () => true)).toEqual(before);
    expect(await store.extent()).toEqual({ firstMs: START, lastMs: START + 19_000, scrapes: 20 });
    await store.close();
  });

  it('a head left behind by an earlier run is sealed, and leftovers of a seal cut short go', async () => {
    const first = await open();
    for (let i = 0; i < 20; i++) {
      first.append(scrape(START + i * 1000), batch({ count: i }), {});
      if (i % 8 === 0) await first.maintain();
    }
    await first.maintain();
    const before = await windowOf(first, START, START + PARTITION, () => true);
    await first.close();
    await writeFile(join(made.folder, 'one', '20261120T120000Z.duckdb.tmp'), 'half a file');
    made.now = START + 3 * PARTITION;
    const store = await open();
    expect(await windowOf(store, START, START + PARTITION, () => true)).toEqual(before);
    await store.maintain();
    expect(await readdir(join(made.folder, 'one'))).toEqual(['20261120T120000Z.duckdb']);
    expect(await windowOf(store, START, START + PARTITION, () => true)).toEqual(before);
    await store.close();
  });

  it('when the file of the head is lost while recording, all of it is written to a new one', async () => {
    const path = join(made.folder, 'lost.head.duckdb');
    const file = new HeadFile(made.engine, path, 'prom');
    const head = new HeadPartition(START, START + PARTITION);
    for (let i = 0; i < 20; i++) {
      head.add(scrape(START + i * 1000), batch({ count: i, same: 1 }), {});
      await file.commit(head);
      if (i === 10) await file.cut(head);
    }
    const chunksOf = async (one: HeadPartition) => (
      (await one.cutChunks.all()).map((chunk) => ({ ...chunk, data: [...chunk.data] }))
    );
    const changes = head.tail.length;
    await file.remove();
    head.restartFile();
    await file.commit(head);
    await file.close();
    const again = await new HeadFile(made.engine, path, 'prom').recover(START, START + PARTITION);
    expect(await chunksOf(again)).toEqual(await chunksOf(head));
    expect([again.tail.length, [...again.scrapes], again.series]).toEqual([changes, [...head.scrapes], head.series]);
  });

  it('a clock set ahead and back again reopens the sealed partition and keeps the later scrapes', async () => {
    const store = await open();
    made.now = START + 2000;
    store.append(scrape(START), batch({ up: 1, steady: 7 }), {});
    // A month ahead by mistake, which closes the present.
    store.append(scrape(START + 360 * PARTITION), batch({ up: 2 }), {});
    await store.maintain();
    expect(store.sealedPartitions().map(({ startMs }) => startMs)).toEqual([START]);
    expect(store.append(scrape(START + 1000), batch({ up: 3 }), {})).toBe(false);
    await store.maintain();
    expect(store.append(scrape(START + 2000), batch({ up: 4, steady: 7 }), {})).toBe(true);
    await store.maintain();
    const kept = [
      { startMs: START, good: true, all: { up: 1, steady: 7 } },
        { startMs: START + 2000, good: true, all: { up: 4, steady: 7 } },
      { startMs: START + 360 * PARTITION, good: true, all: { up: 2 } },
    ];
    expect(asRows(await windowOf(store, 0, START + 400 * PARTITION, () => true))).toEqual(kept);
    expect(store.sealedPartitions().map(({ startMs }) => startMs)).toEqual([START + 360 * PARTITION]);
    await store.close();
    const again = await open();
    expect(asRows(await windowOf(again, 0, START + 400 * PARTITION, () => true))).toEqual(kept);
    expect((await again.extent()).scrapes).toBe(3);
    await again.close();
    expect(made.notices).toEqual([]);
  });

  it('a head whose file breaks while recording is written again, and no sample counts as lost', async () => {
    const store = await open();
    store.append(scrape(START), batch({ up: 1 }), {});
    await store.maintain();
    const commit = vi.spyOn(made.engine, 'transaction')
      .mockRejectedValueOnce(new Error('IO Error: Corrupt database file'));
    store.append(scrape(START + 1000), batch({ up: 2 }), {});
    await store.maintain();
    commit.mockRestore();
    expect(made.notices[0])
      .toMatch(/"prom" is damaged, is written again from memory and was set aside as .*\.rewritten-/);
    expect(store.lostSpans()).toEqual([]);
    await store.close();
    const again = await open();
    expect(again.lostSpans()).toEqual([]);
    expect(asRows(await windowOf(again, START, START + PARTITION, () => true)).map((row) => row.all.up))
      .toEqual([1, 2]);
    await again.close();
  });

  it('scrapes come out in order though the clock was set back by seconds', async () => {
    const store = await open();
    for (const second of [5, 6, 2, 3, 5, 7]) store.append(scrape(START + second * 1000), batch({ s: second }), {});
    const rows = asRows(await windowOf(store, START, START + PARTITION, () => true));
    expect(rows.map((row) => row.all.s)).toEqual([2, 3, 5, 6, 7]);
    await store.close();
  });

  const damages: { name: string; file: string; sealed: boolean; bytes: Buffer }[] = [
    { name: 'a sealed file of junk', file: '20261120T120000Z.duckdb', sealed: true, bytes: Buffer.alloc(40_000, 'x') },
    { name: 'an empty sealed file', file: '20261120T120000Z.duckdb', sealed: true, bytes: Buffer.alloc(0) },
    {
      name: 'a head file of junk', file: '20261120T120000Z.head.duckdb', sealed: false,
      bytes: Buffer.alloc(40_000, 'x'),
    },
  ];
  it.each(damages)('$name is set aside with a notice and recording continues', async ({ file, sealed, bytes }) => {
    const first = await open();
    first.append(scrape(START), batch({ up: 1 }), {});
    await first.maintain(sealed);
    await first.close();
    await writeFile(join(made.folder, 'one', file), bytes);
    const store = await open();
    made.now = START + PARTITION;
    store.append(scrape(made.now), batch({ up: 2 }), {});
    await store.maintain();
    expect(asRows(await windowOf(store, 0, made.now + 1, () => true)))
      .toEqual([{ startMs: made.now, good: true, all: { up: 2 } }]);
    expect(made.notices).toHaveLength(1);
    expect(made.notices[0]).toMatch(/"prom" is damaged and was set aside as .*corrupt-2026/);
    expect((await readdir(join(made.folder, 'one'))).some((name) => name.startsWith(`${file}.corrupt-`))).toBe(true);
    await store.close();
  });
});
