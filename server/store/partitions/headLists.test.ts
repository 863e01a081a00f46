import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ChunkList, type Chunk } from './chunkList.ts';
import { ScrapeList, type StoredScrape } from './scrapeList.ts';

const anyScrape: fc.Arbitrary<StoredScrape> = fc.record({
  startMs: fc.double({ noNaN: true }), durationSeconds: fc.double({ noNaN: true }), bytes: fc.nat(),
  status: fc.nat({ max: 65_535 }), repeated: fc.boolean(),
  error: fc.option(fc.record({
    kind: fc.constantFrom('timeout' as const, 'refused' as const), message: fc.constantFrom('one', 'two'),
  })),
});
const anyChunk: fc.Arbitrary<Chunk> = fc.record({
  series: fc.nat(), firstScrape: fc.nat(), data: fc.uint8Array({ maxLength: 5 }),
});

it('scrapes are those that were added', () => {
  fc.assert(fc.property(fc.array(anyScrape, { maxLength: 200 }), fc.nat({ max: 210 }), (scrapes, from) => {
    const list = new ScrapeList();
    for (const one of scrapes) list.push(one);
    expect([...list]).toEqual(scrapes);
    expect(list.slice(from, from + 3)).toEqual(scrapes.slice(from, from + 3));
    expect([list.at(from), list.last(), list.at(-1)]).toEqual([scrapes[from], scrapes.at(-1), undefined]);
    const { startMs, bytes, repeated, errors } = list.columns(from);
    expect([...startMs]).toEqual(scrapes.slice(from).map((one) => one.startMs));
    expect([...bytes]).toEqual(scrapes.slice(from).map((one) => one.bytes));
    expect([...repeated].map((one) => one === 1)).toEqual(scrapes.slice(from).map((one) => one.repeated));
    const found = new Map(errors);
    expect(scrapes.slice(from).map((_, place) => found.get(place) ?? null))
      .toEqual(scrapes.slice(from).map((one) => one.error));
  }));
});

it('chunks are those of all cuts, also where some are read from the middle', () => {
  fc.assert(fc.property(fc.array(fc.array(anyChunk, { maxLength: 5 })), fc.nat({ max: 9 }), (cuts, from) => {
    const list = new ChunkList();
    for (const chunks of cuts) list.add(chunks);
    const all = cuts.flat();
    expect([...list]).toEqual(all);
    expect(list.length).toBe(all.length);
    expect(list.some(from, 4)).toEqual(all.slice(from, from + 4));
  }));
});
