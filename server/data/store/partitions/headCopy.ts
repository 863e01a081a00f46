/** A reader's copy of a head partition, kept up to date with the recorder's news. */
import { joinedScrapes, newScrapeTable } from '../../metrics/series.ts';
import { ChangeTail } from './changeTail.ts';
import { unpackChunks, type Chunk } from './chunkList.ts';
import type { HeadHeld, HeadNews } from './headNews.ts';
import type { StoredSeries } from './headPartition.ts';
import type { PartitionSource } from './windowRead.ts';

/** `number`: ordinal among the chunks of all series, in order of arrival. */
interface NumberedChunk extends Chunk { number: number }

export class HeadCopy {
  readonly startMs: number;
  readonly endMs: number;
  private readonly id: string;
  private scrapes = newScrapeTable(0);
  private readonly series: StoredSeries[] = [];
  private readonly chunksBySeries = new Map<number, NumberedChunk[]>();
  private chunkCount = 0;
  private tail = new ChangeTail();
  /** Ordinal of the tail's first change in the partition. */
  private tailFrom = 0;

  constructor({ id, startMs, endMs }: Pick<HeadNews, 'id' | 'startMs' | 'endMs'>) {
    this.id = id;
    this.startMs = startMs;
    this.endMs = endMs;
  }

  held(): HeadHeld {
    const tail = this.tailFrom + this.tail.length;
    return { id: this.id, scrapes: this.scrapes.length, series: this.series.length, chunks: this.chunkCount, tail };
  }

  /** Adds the recorder's answer to `held()`. */
  add({ scrapes, series, chunks, tail }: HeadNews): void {
    if (scrapes.length > 0) this.scrapes = joinedScrapes([this.scrapes, scrapes]);
    for (const one of series) this.series.push(one);
    for (const packed of chunks) for (const chunk of unpackChunks(packed)) this.addChunk(chunk);
    this.addTail(tail);
  }

  /** Returns its current state for one window read: later additions may appear in it, a cut does not. */
  source(): PartitionSource {
    const { tail, chunkCount, scrapes } = this;
    return {
      scrapes: () => Promise.resolve(scrapes),
      series: () => Promise.resolve(this.series),
      chunks: (ids) => Promise.resolve(this.chunks(ids).filter(({ number }) => number < chunkCount)),
      tail,
    };
  }

  private chunks(ids: readonly number[] | null): NumberedChunk[] {
    const wanted = ids ?? [...this.chunksBySeries.keys()].sort((a, b) => a - b);
    return wanted.flatMap((id) => this.chunksBySeries.get(id) ?? []);
  }

  private addChunk(chunk: Chunk): void {
    const numbered = { ...chunk, number: this.chunkCount++ };
    const same = this.chunksBySeries.get(chunk.series);
    if (same) same.push(numbered);
    else this.chunksBySeries.set(chunk.series, [numbered]);
  }

  private addTail({ cut, ...changes }: HeadNews['tail']): void {
    if (cut > this.tailFrom) {
      // Cut changes are in the chunks of this answer; a running read keeps the old tail.
      this.tail = this.tail.copyFrom(Math.min(this.tail.length, cut - this.tailFrom));
      this.tailFrom = cut;
    }
    this.tail.append(changes);
  }
}
