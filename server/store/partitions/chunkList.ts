/** The chunks of a head partition, those of each cut in one piece: 12 bytes each beside their data. */

/** Changes of one series, encoded (see changeCodec.ts). */
export interface Chunk { series: number; firstScrape: number; data: Uint8Array }

/** Chunks one after another in `data`; `ends`: where each ends. */
export interface PackedChunks { series: Uint32Array; firstScrape: Uint32Array; ends: Uint32Array; data: Uint8Array }

export function packChunks(chunks: readonly Chunk[]): PackedChunks {
  const ends = new Uint32Array(chunks.length);
  const data = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.data.length, 0));
  let end = 0;
  for (const [i, chunk] of chunks.entries()) {
    data.set(chunk.data, end);
    end += chunk.data.length;
    ends[i] = end;
  }
  return {
    series: Uint32Array.from(chunks, (one) => one.series),
    firstScrape: Uint32Array.from(chunks, (one) => one.firstScrape), ends, data,
  };
}

/** Their data are views of the packed. */
function* unpackChunks({ series, firstScrape, ends, data }: PackedChunks, from = 0): Iterable<Chunk> {
  for (let i = from; i < series.length; i++) {
    yield {
      series: series[i] ?? 0, firstScrape: firstScrape[i] ?? 0, data: data.subarray(ends[i - 1] ?? 0, ends[i] ?? 0),
    };
  }
}

/** In the order in which they were added. */
export class ChunkList implements Iterable<Chunk> {
  length = 0;
  private readonly packed: PackedChunks[] = [];

  /** Copies them. */
  add(chunks: readonly Chunk[]): void {
    if (chunks.length === 0) return;
    this.packed.push(packChunks(chunks));
    this.length += chunks.length;
  }

  /** At most `count` of them from number `from` on. */
  some(from: number, count: number): Chunk[] {
    const some: Chunk[] = [];
    let begin = 0;
    for (const one of this.packed) {
      const end = begin + one.series.length;
      if (end > from) {
        for (const chunk of unpackChunks(one, Math.max(0, from - begin))) {
          if (some.length === count) return some;
          some.push(chunk);
        }
      }
      begin = end;
    }
    return some;
  }

  [Symbol.iterator](): Iterator<Chunk> {
    return this.some(0, Infinity)[Symbol.iterator]();
  }
}
