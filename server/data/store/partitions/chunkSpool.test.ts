import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChunkList, type Chunk } from './chunkList.ts';
import { ChunkSpool, SpoolError, type Spooled } from './chunkSpool.ts';

let folder: string;
let spool: ChunkSpool;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tsdbscope-spool-'));
  spool = new ChunkSpool(join(folder, 'spill'));
});

afterEach(async () => {
  await spool.close();
  await rm(folder, { recursive: true, force: true });
});

const bytesOf = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value);

async function put(data: Uint8Array): Promise<Spooled> {
  const spooled = await spool.put(data);
  if (spooled === null) throw new Error('It was not written.');
  return spooled;
}

it('gives back what was put, also after others were freed, and its folder is deleted', async () => {
  const anyStep = fc.record({ length: fc.nat({ max: 50_000 }), value: fc.nat({ max: 255 }), frees: fc.boolean() });
  await fc.assert(fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), async (steps) => {
    const held: { data: Uint8Array; spooled: Spooled }[] = [];
    for (const { length, value, frees } of steps) {
      const gone = frees ? held.shift() : undefined;
      if (gone) spool.free(gone.spooled);
      const data = bytesOf(length, value);
      held.push({ data, spooled: await put(data) });
    }
    for (const { data, spooled } of held) expect(Buffer.compare(await spool.get(spooled), data)).toBe(0);
    for (const { spooled } of held) spool.free(spooled);
  }), { numRuns: 30 });
  const spooled = await put(bytesOf(40_000, 7));
  expect(await readdir(join(folder, 'spill'))).toEqual([]);
  await rm(folder, { recursive: true });
  expect(await spool.get(spooled)).toEqual(bytesOf(40_000, 7));
});

it('uses the blocks again that were freed', async () => {
  const [first, second] = [await put(bytesOf(40_000, 1)), await put(bytesOf(40_000, 2))];
  spool.free(first);
  const third = await put(bytesOf(40_000, 3));
  expect([...third.blocks].sort()).toEqual([...first.blocks].sort());
  expect(await spool.get(second)).toEqual(bytesOf(40_000, 2));
});

it('says what was overwritten is damaged, and takes nothing where no file can be made', async () => {
  const first = await put(bytesOf(10, 1));
  spool.free(first);
  await put(bytesOf(10, 2));
  await expect(spool.get(first)).rejects.toThrow(SpoolError);
  await writeFile(join(folder, 'file'), '');
  const nowhere = new ChunkSpool(join(folder, 'file', 'spill'));
  expect(await nowhere.put(bytesOf(10, 1))).toBeNull();
  const list = new ChunkList();
  const chunk: Chunk = { series: 1, firstScrape: 2, data: bytesOf(3, 4) };
  list.add([chunk]);
  await list.spill(nowhere);
  expect([await list.all(), list.heldBytes]).toEqual([[chunk], 15]);
});
