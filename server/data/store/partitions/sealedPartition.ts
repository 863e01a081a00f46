/** Reads a partition that is closed and will not change. */
import { basename } from 'node:path';
import { numberAt } from '../../../../core/elementAt.ts';
import { scrapeAt, type ScrapeTable } from '../../metrics/series.ts';
import type { DuckEngine } from './duckEngine.ts';
import type { StoredSeries } from './headPartition.ts';
import type { StoredScrape } from './scrapeList.ts';
import { readChunks, readScrapes, readSeries, readSummary } from './partitionRead.ts';
import type { PartitionSummary } from './partitionRead.ts';
import { isOfFile } from './storageError.ts';
import type { PartitionSource } from './windowRead.ts';

export interface SealedPartition {
  path: string;
  /** Id of the file: another file at the same path has another id; empty while it cannot be read. */
  id: string;
  startMs: number;
  endMs: number;
  bytes: number;
}

interface Content { scrapes: ScrapeTable; series: StoredSeries[] }

/** Number of sealed partitions per target whose scrapes and series stay in memory. */
const KEPT = 3;

/** Recently read partitions, so that a live page does not read them again every second. */
export class ContentCache {
  private readonly byFile = new Map<string, Content>();

  async get({ path, id }: SealedPartition, read: () => Promise<Content>): Promise<Content> {
    const file = `${id} ${path}`;
    const content = this.byFile.get(file) ?? await read();
    this.byFile.delete(file);
    this.byFile.set(file, content);
    for (const old of [...this.byFile.keys()].slice(0, -KEPT)) this.byFile.delete(old);
    return content;
  }
}

/** Returns a source for one window read; it keeps what it has read. */
export function sealedSource(engine: DuckEngine, sealed: SealedPartition, cache: ContentCache): PartitionSource {
  let held: Promise<Content> | null = null;
  const content = (): Promise<Content> => held ??= cache.get(sealed, () => engine.withFile(sealed, async (alias) =>
    ({ scrapes: await readScrapes(engine, alias), series: await readSeries(engine, alias) })));
  return {
    scrapes: async () => (await content()).scrapes,
    series: async () => (await content()).series,
    chunks: (ids, last) => engine.withFile(sealed, (alias) => readChunks(engine, alias, ids, last)),
    tail: null,
  };
}

/**
 * The scrape with the latest time; null if there is none, or the file cannot be read, which is handled where windows
 * are read.
 */
export async function lastScrapeOf(engine: DuckEngine, sealed: SealedPartition): Promise<StoredScrape | null> {
  try {
    const scrapes = await engine.withFile(sealed, (alias) => readScrapes(engine, alias));
    let last = 0;
    for (const [row, time] of scrapes.startMs.entries()) if (time > numberAt(scrapes.startMs, last)) last = row;
    return scrapes.length === 0 ? null : scrapeAt(scrapes, last);
  } catch (error) {
    if (isOfFile(error)) return null;
    throw error;
  }
}

/** Returns the summary from `summaries`; reads and adds it if missing. */
export async function summarize(
  engine: DuckEngine, sealed: SealedPartition, summaries: Map<string, PartitionSummary>,
): Promise<PartitionSummary> {
  const known = summaries.get(basename(sealed.path));
  if (known) return known;
  try {
    const summary = await engine.withFile(sealed, (alias) => readSummary(engine, alias));
    summaries.set(basename(sealed.path), summary);
    return summary;
  } catch (error) {
    // The damage is handled when the partition is read; until then it counts as empty.
    if (isOfFile(error)) return { firstMs: null, lastMs: null, scrapes: 0 };
    throw error;
  }
}
