/** The chunks of a head partition, those of each cut in one piece: in memory until they are spilled. */
import type { ChunkSpool, Spooled } from './chunkSpool.ts';

/** Changes of one series, encoded (see changeCodec.ts). */
export interface Chunk { series: number; firstScrape: number; data: Uint8Array }

/** Chunks one after another in `data`; `ends`: where each ends. */
export interface PackedChunks { series: Uint32Array; firstScrape: Uint32Array; ends: Uint32Array; data: Uint8Array }

/** Copies the three columns and then the data into one buffer. */
function packedBytes(chunks: readonly Chunk[]): Uint8Array<ArrayBuffer> {
  const dataBytes = chunks.reduce((sum, chunk) => sum + chunk.data.length, 0);
  const bytes = new Uint8Array(INDEX_BYTES * chunks.length + dataBytes);
  const { series, firstScrape, ends, data } = viewOf(bytes, chunks.length);
  let end = 0;
  for (const [i, chunk] of chunks.entries()) {
    series[i] = chunk.series;
    firstScrape[i] = chunk.firstScrape;
    data.set(chunk.data, end);
    end += chunk.data.length;
    ends[i] = end;
  }
  return bytes;
}

/** Bytes of the three columns per chunk. */
const INDEX_BYTES = 12;

function viewOf({ buffer }: Uint8Array<ArrayBuffer>, count: number): PackedChunks {
  const column = (number: number): Uint32Array => new Uint32Array(buffer, 4 * count * number, count);
  return {
    series: column(0), firstScrape: column(1), ends: column(2), data: new Uint8Array(buffer, INDEX_BYTES * count),
  };
}

/** Returns the chunks from number `from` on, up to but excluding `to`. Their data stay where they are. */
function partOf({ series, firstScrape, ends, data }: PackedChunks, from: number, to: number): PackedChunks {
  const begin = ends[from - 1] ?? 0;
  return {
    series: series.subarray(from, to), firstScrape: firstScrape.subarray(from, to),
    ends: ends.subarray(from, to).map((end) => end - begin), data: data.subarray(begin, ends[to - 1] ?? 0),
  };
}

/** Yields chunks whose data are views of the packed data. */
export function* unpackChunks({ series, firstScrape, ends, data }: PackedChunks): Iterable<Chunk> {
  for (let i = 0; i < series.length; i++) {
    yield {
      series: series[i] ?? 0, firstScrape: firstScrape[i] ?? 0, data: data.subarray(ends[i - 1] ?? 0, ends[i] ?? 0),
    };
  }
}

/** Chunks of one cut: in memory, or where the spool has them. */
type Pack = { count: number; held: Uint8Array<ArrayBuffer> } | { count: number; spooled: Spooled; spool: ChunkSpool };

/** Chunks in the order in which they were added. No chunk may be read while they are spilled or freed. */
export class ChunkList {
  length = 0;
  private packs: Pack[] = [];

  /** Adds copies of the chunks. */
  add(chunks: readonly Chunk[]): void {
    if (chunks.length === 0) return;
    this.packs.push({ count: chunks.length, held: packedBytes(chunks) });
    this.length += chunks.length;
  }

  /** Returns at most `count` chunks from number `from` on, those of each cut in one piece. Throws a SpoolError. */
  async packed(from: number, count: number): Promise<PackedChunks[]> {
    const some: PackedChunks[] = [];
    const to = from + count;
    let begin = 0;
    for (const pack of this.packs) {
      const end = begin + pack.count;
      if (end > from && begin < to) {
        const bytes = 'held' in pack ? pack.held : await pack.spool.get(pack.spooled);
        some.push(partOf(viewOf(bytes, pack.count), Math.max(0, from - begin), Math.min(pack.count, to - begin)));
      }
      begin = end;
    }
    return some;
  }

  /** Returns all chunks. Throws a SpoolError. */
  async all(): Promise<Chunk[]> {
    return (await this.packed(0, Infinity)).flatMap((packed) => [...unpackChunks(packed)]);
  }

  /** Moves chunks from memory to `spool`; those it cannot write stay in memory, and the next call retries. */
  async spill(spool: ChunkSpool): Promise<void> {
    for (const [i, pack] of this.packs.entries()) {
      if (!('held' in pack)) continue;
      const spooled = await spool.put(pack.held);
      if (spooled === null) return;
      this.packs[i] = { count: pack.count, spooled, spool };
    }
  }

  /** Removes all chunks. */
  clear(): void {
    for (const pack of this.packs) if ('spooled' in pack) pack.spool.free(pack.spooled);
    this.packs = [];
    this.length = 0;
  }

  /** Bytes in memory. */
  get heldBytes(): number {
    return this.packs.reduce((sum, pack) => sum + ('held' in pack ? pack.held.length : 0), 0);
  }
}
