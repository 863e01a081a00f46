/**
 * What is new in a head partition since a reader last asked, in a few flat arrays: reading goes on in other processes,
 * and the one that records only tells them what they do not hold yet.
 */
import type { ScrapeError } from '../../metrics/series.ts';
import type { HeadPartition, StoredSeries } from './headPartition.ts';

/** How much of a head a reader holds; `tail` counts its changes from the beginning, also those cut since. */
export interface HeadHeld { id: string; scrapes: number; series: number; chunks: number; tail: number }

export interface HeadNews {
  id: string;
  startMs: number;
  endMs: number;
  /** Scrapes from ordinal `held.scrapes`, one value each; `errors` by place in them. */
  scrapes: {
    startMs: Float64Array; durationSeconds: Float64Array; status: Uint16Array; bytes: Float64Array;
    repeated: Uint8Array; errors: [place: number, error: ScrapeError][];
  };
  series: StoredSeries[];
  /** Chunks one after another in `data`; `ends`: where each ends. */
  chunks: { series: Uint32Array; firstScrape: Uint32Array; ends: Uint32Array; data: Uint8Array };
  /** Changes that the reader does not hold; those before number `cut` are in chunks. */
  tail: { cut: number; scrape: Uint32Array; series: Uint32Array; value: Float64Array; state: Uint8Array };
  /** Not all of it fits one answer; ask again. */
  more: boolean;
}

/** Series and chunks of one answer: a reader that begins must not hold up the recorder for long. */
const MAX_SERIES = 10_000;
const MAX_CHUNKS = 50_000;

const NOTHING_HELD: Omit<HeadHeld, 'id'> = { scrapes: 0, series: 0, chunks: 0, tail: 0 };

/** `held` of another head counts as nothing. */
export function headNews(head: HeadPartition, held: HeadHeld | undefined): HeadNews {
  const from = held?.id === head.id ? held : { id: head.id, ...NOTHING_HELD };
  const series = head.series.slice(from.series, from.series + MAX_SERIES);
  const cut = head.cutChunks.slice(from.chunks, from.chunks + MAX_CHUNKS);
  const more = from.series + series.length < head.series.length || from.chunks + cut.length < head.cutChunks.length;
  const scrapes = head.scrapes.slice(from.scrapes);
  const ends = new Uint32Array(cut.length);
  const data = new Uint8Array(cut.reduce((sum, chunk) => sum + chunk.data.length, 0));
  let end = 0;
  for (const [i, chunk] of cut.entries()) {
    data.set(chunk.data, end);
    end += chunk.data.length;
    ends[i] = end;
  }
  const { tail } = head;
  const first = Math.max(0, from.tail - head.cutChanges);
  return {
    id: head.id, startMs: head.startMs, endMs: head.endMs, series, more,
    scrapes: {
      startMs: Float64Array.from(scrapes, (one) => one.startMs),
      durationSeconds: Float64Array.from(scrapes, (one) => one.durationSeconds),
      status: Uint16Array.from(scrapes, (one) => one.status),
      bytes: Float64Array.from(scrapes, (one) => one.bytes),
      repeated: Uint8Array.from(scrapes, (one) => (one.repeated ? 1 : 0)),
      errors: scrapes.flatMap(({ error }, place): [number, ScrapeError][] => (error === null ? [] : [[place, error]])),
    },
    chunks: {
      series: Uint32Array.from(cut, (one) => one.series), firstScrape: Uint32Array.from(cut, (one) => one.firstScrape),
      ends, data,
    },
    tail: {
      cut: head.cutChanges,
      scrape: tail.scrape.slice(first, tail.length), series: tail.series.slice(first, tail.length),
      value: tail.value.slice(first, tail.length), state: tail.state.slice(first, tail.length),
    },
  };
}
