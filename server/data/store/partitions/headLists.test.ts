import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../../../../core/steps.ts';
import { ExpositionParser } from '../../metrics/exposition/parseExposition.ts';
import { scrapeAt } from '../../metrics/series.ts';
import { ChunkList, unpackChunks, type Chunk } from './chunkList.ts';
import { headNews } from './headNews.ts';
import { HeadPartition } from './headPartition.ts';
import { packView, unpackView } from '../recorder.ts';
import { PackedColumn } from './packedColumn.ts';
import { ScrapeList, type StoredScrape } from './scrapeList.ts';

const anyScrape: fc.Arbitrary<StoredScrape> = fc.record({
  startMs: fc.double({ noNaN: true }), durationSeconds: fc.double({ noNaN: true }), bytes: fc.nat(),
  status: fc.nat({ max: 65_535 }), repeated: fc.boolean(),
  error: fc.option(fc.record({
    kind: fc.constantFrom('timeout' as const, 'refused' as const), message: fc.nat({ max: 400 }).map(String),
  })),
});
const anyChunk: fc.Arbitrary<Chunk> = fc.record({
  series: fc.nat(), firstScrape: fc.nat(), data: fc.uint8Array({ maxLength: 5 }),
});

it('scrapes are those that were added', () => {
  fc.assert(fc.property(fc.array(anyScrape, { maxLength: 600, size: 'max' }), fc.nat({ max: 610 }), (scrapes, from) => {
    const list = new ScrapeList();
    for (const one of scrapes) list.push(one);
    expect([...list]).toEqual(scrapes);
    expect(list.slice(from, from + 3)).toEqual(scrapes.slice(from, from + 3));
    expect([list.at(from), list.last(), list.at(-1)]).toEqual([scrapes[from], scrapes.at(-1), undefined]);
    const table = list.table(from);
    expect(Array.from({ length: table.length }, (_, row) => scrapeAt(table, row))).toEqual(scrapes.slice(from));
  }));
});

it('scrapes that failed with the same words have one error', () => {
  const list = new ScrapeList();
  for (let i = 0; i < 4; i++) list.push({
    startMs: i, durationSeconds: 0, status: 0, bytes: 0, repeated: false,
    error: { kind: 'skipped', message: `sent ${i % 2} s earlier` },
  });
  const [first, second, third] = list.slice().map(({ error }) => error);
  expect(third).toBe(first);
  expect(second).not.toBe(first);
});

it('chunks are those of all cuts, also where some are read from the middle', () => {
  const anyCuts = fc.array(fc.array(anyChunk, { maxLength: 5 }));
  return fc.assert(fc.asyncProperty(anyCuts, fc.nat({ max: 9 }), async (cuts, from) => {
    const list = new ChunkList();
    for (const chunks of cuts) list.add(chunks);
    const all = cuts.flat();
    expect(await list.all()).toEqual(all);
    expect(list.length).toBe(all.length);
    const some = (await list.packed(from, 4)).flatMap((packed) => [...unpackChunks(packed)]);
    expect(some).toEqual(all.slice(from, from + 4));
  }));
});

it('packed numbers come back exactly, whatever they are', () => {
  const anyNumbers = fc.oneof(
    fc.array(fc.double(), { minLength: 1 }), fc.array(fc.integer(), { minLength: 1 }),
    fc.array(fc.integer({ min: 0, max: 3e9 }).map((nanoseconds) => nanoseconds / 1e9), { minLength: 1 }),
    fc.array(fc.constantFrom(0, -0, NaN, 1.5), { minLength: 1 }),
  );
  fc.assert(fc.property(anyNumbers, fc.constantFrom(1, 1e9), (numbers, perUnit) => {
    const column = new PackedColumn(Float64Array.from(numbers), perUnit);
    expect(numbers.map((_, place) => column.at(place))).toEqual(numbers);
  }));
});

it('new series are met in steps of a number of them, and of fewer where their labels are long', () => {
  const steps = (length: number): number => {
    const series = Array.from({ length: 3000 }, (_, i) => ({ name: 'a', labels: { b: `${'x'.repeat(length)}${i}` } }));
    return [...new HeadPartition(0, 1000).meeting({ series, values: series.map(() => 1) })].length;
  };
  expect(steps(10)).toBe(3);
  // 3,000 of 10,000 characters, 27 of which are a quarter of a million.
  expect(steps(10_000)).toBe(111);
});

it('a head that is given what changed holds what one holds that compares all values', () => {
  const names = ['a', 'b', 'c', 'd{x="1"}', 'e'];
  const anyStep = fc.record({
    // Mostly the series of the scrape before, in their order.
    series: fc.oneof({ weight: 3, arbitrary: fc.constant(names) }, fc.shuffledSubarray(names, { minLength: 1 })),
    values: fc.array(fc.constantFrom(0, -0, 1, 2, NaN, Infinity), { minLength: 5, maxLength: 5 }),
    does: fc.constantFrom('add', 'add', 'add', 'fail', 'leave out', 'add without meeting', 'restore'),
    extras: fc.dictionary(fc.constantFrom('up', 'tsdbscope_x'), fc.nat({ max: 1 }), { noNullPrototype: true }),
  });
  fc.assert(fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
    const parser = new ExpositionParser();
    let [head, plain] = [new HeadPartition(0, 1e9), new HeadPartition(0, 1e9)];
    for (const [i, { series, values, does, extras }] of steps.entries()) {
      const scrape = { startMs: i, durationSeconds: 0, status: 200, bytes: 0, repeated: false, error: null };
      const word = (value: number): string => (Object.is(value, -0) ? '-0' : String(value).replace('Infinity', '+Inf'));
      const samples = does === 'fail' ? null
        : parser.parse(series.map((name, at) => `${name} ${word(values[at] ?? 0)}\n`).join(''));
      if (does === 'restore') [head, plain] = [restored(head), restored(plain)];
      if (does === 'leave out') continue;
      if (samples !== null && does !== 'add without meeting') atOnce(head.meeting(samples));
      head.add(scrape, samples, extras);
      plain.add(scrape, samples && { series: [...samples.series], values: [...samples.values] }, extras);
    }
    expect(head.series).toEqual(plain.series);
    expect(head.tail.columns()).toEqual(plain.tail.columns());
  }), { numRuns: 300 });
});

it('chunks that are sent to a reader are read in the memory of the message', async () => {
  const head = new HeadPartition(0, 1e9);
  for (let i = 0; i < 20; i++) head.add(
    { startMs: i, durationSeconds: 0, status: 200, bytes: 0, repeated: false, error: null },
    { series: [{ name: 'a', labels: {} }, { name: 'b', labels: {} }], values: [i, i / 7] }, {}
  );
  const chunks = head.encodeTail(head.tail.length);
  head.cut(chunks, head.tail.length, head.scrapes.length);
  const heads = [await headNews(head, undefined)];
  const packed = packView({ target: {} as never, folder: '', sealed: [], heads }, []);
  const read = unpackView(packed).heads.flatMap((news) => news.chunks.flatMap((one) => [...unpackChunks(one)]));
  expect(read.map(({ data }) => Buffer.from(data))).toEqual(chunks.map(({ data }) => Buffer.from(data)));
  expect(read.map(({ data }) => data.buffer === packed.bytes.buffer)).toEqual([true, true]);
});

function restored(head: HeadPartition): HeadPartition {
  const made = new HeadPartition(0, 1e9);
  const { scrapes, series, tail: changes } = head;
  made.restore({ scrapes: scrapes.table(0), series, chunks: [], changes });
  return made;
}
