/**
 * Additions to a head partition since a reader's last request, in a few flat arrays: readers are separate processes,
 * and the recorder only sends what they do not hold yet.
 */
import type { ScrapeTable } from '../../metrics/series.ts';
import type { PackedChunks } from './chunkList.ts';
import type { ChangeColumns } from './changeTail.ts';
import type { HeadPartition, StoredSeries } from './headPartition.ts';

/** How much of a head a reader holds; `tail` counts its changes from the beginning, also those cut since. */
export interface HeadHeld { id: string; scrapes: number; series: number; chunks: number; tail: number }

export interface HeadNews {
  id: string;
  startMs: number;
  endMs: number;
  /** Scrapes from ordinal `held.scrapes` on. */
  scrapes: ScrapeTable;
  series: StoredSeries[];
  chunks: PackedChunks[];
  /** Changes that the reader does not hold; those before number `cut` are in chunks. */
  tail: ChangeColumns & { cut: number };
  /** True if not all of it fits one answer; ask again. */
  more: boolean;
}

/** Returns how much of a head a reader holds that has added the news to what it held. */
export function heldWith(held: HeadHeld | undefined, { id, scrapes, series, chunks, tail }: HeadNews): HeadHeld {
  return {
    id,
    scrapes: (held?.scrapes ?? 0) + scrapes.length,
    series: (held?.series ?? 0) + series.length,
    chunks: (held?.chunks ?? 0) + countOf(chunks),
    tail: Math.max(held?.tail ?? 0, tail.cut) + tail.scrape.length,
  };
}

function countOf(chunks: readonly PackedChunks[]): number {
  return chunks.reduce((sum, { series }) => sum + series.length, 0);
}

/** Maximum series and chunks of one answer: a new reader must not block the recorder for long. */
const MAX_SERIES = 10_000;
const MAX_CHUNKS = 50_000;

const NOTHING_HELD: Omit<HeadHeld, 'id'> = { scrapes: 0, series: 0, chunks: 0, tail: 0 };

/**
 * Returns the additions since `held`; one of another head counts as nothing. The chunks are views of the head's own.
 * No head may be cut meanwhile. Throws a SpoolError.
 */
export async function headNews(head: HeadPartition, held: HeadHeld | undefined): Promise<HeadNews> {
  const from = held?.id === head.id ? held : { id: head.id, ...NOTHING_HELD };
  const chunks = await head.cutChunks.packed(from.chunks, MAX_CHUNKS);
  // Taken at one moment: scrapes are added while chunks are read.
  const series = head.series.slice(from.series, from.series + MAX_SERIES);
  const more = from.series + series.length < head.series.length
    || from.chunks + countOf(chunks) < head.cutChunks.length;
  return {
    id: head.id, startMs: head.startMs, endMs: head.endMs, series, chunks, more,
    scrapes: head.scrapes.table(from.scrapes),
    tail: { cut: head.cutChanges, ...head.tail.columns(Math.max(0, from.tail - head.cutChanges)) },
  };
}
