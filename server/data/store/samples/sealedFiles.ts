/** The sealed partitions of one target, oldest first: whether each can be read, and their summaries. */
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beginningOf, writeWhole } from '../../../kernel/files/wholeFile.ts';
import { ChangeCursor } from '../partitions/changeCodec.ts';
import type { DuckEngine } from '../partitions/duckEngine.ts';
import type { StoredScrape } from '../partitions/scrapeList.ts';
import { partitionFileName } from '../partitions/partitionNames.ts';
import { readChunks, readScrapes, readSeries, type PartitionSummary } from '../partitions/partitionRead.ts';
import { lastScrapeOf, summarize } from '../partitions/sealedPartition.ts';
import type { SealedPartition } from '../partitions/sealedPartition.ts';
import { isOfFile, storageFailure } from '../partitions/storageError.ts';
import type { LostPartitions } from './lostPartitions.ts';

/** Enough to detect a folder in its place, a missing permission, an unreadable sector. */
const TRIED_BYTES = 16;

/** Runs work while no other of the target's files is used. */
type Exclusive = (work: () => Promise<void>) => Promise<void>;

export interface SealedFilesOptions {
  engine: DuckEngine;
  folder: string;
  partitionMs: number;
  summaries: Map<string, PartitionSummary>;
}

export class SealedFiles {
  all: readonly SealedPartition[] = [];
  /** Cached, because every list of targets asks for it. */
  private newest: { sealed: SealedPartition; scrape: StoredScrape | null } | null = null;

  constructor(private readonly options: SealedFilesOptions, private readonly lost: LostPartitions) {}

  /** Returns the partitions that windows read. */
  readable(): SealedPartition[] {
    return this.all.filter(({ path }) => !this.lost.isUnreadable(path));
  }

  at(startMs: number): SealedPartition | undefined {
    return this.all.find((one) => one.startMs === startMs);
  }

  /** Adds the partition file in the folder. */
  async add(startMs: number): Promise<void> {
    const { folder, partitionMs } = this.options;
    const path = join(folder, partitionFileName(startMs, false));
    const sealed: SealedPartition = { path, id: '', startMs, endMs: startMs + partitionMs, bytes: 0 };
    this.all = [...this.all, sealed].sort((a, b) => a.startMs - b.startMs);
    try {
      Object.assign(sealed, await fileAt(path));
    } catch (error) {
      this.lost.cannotRead(sealed, error);
    }
  }

  /** Returns the summaries; unreadable partitions count as empty unless their summary was kept. */
  async summaries(): Promise<PartitionSummary[]> {
    const { engine, summaries } = this.options;
    const found: PartitionSummary[] = [];
    for (const sealed of this.all) {
      if (summaries.has(basename(sealed.path)) || !this.lost.isUnreadable(sealed.path))
        found.push(await summarize(engine, sealed, summaries));
    }
    return found;
  }

  /** Returns the newest scrape that can be read. */
  async lastScrape(): Promise<StoredScrape | null> {
    const sealed = this.readable().at(-1);
    if (sealed === undefined) return null;
    if (this.newest?.sealed !== sealed)
      this.newest = { sealed, scrape: await lastScrapeOf(this.options.engine, sealed) };
    return this.newest.scrape;
  }

  /**
   * Checks whether each can be read (`all` = false: only those that could not): unreadable ones are skipped until they
   * can be; cached content of a replaced one is dropped. `exclusive` runs work that no other may overlap.
   */
  async check(all: boolean, exclusive: Exclusive): Promise<void> {
    for (const sealed of this.all) {
      if (this.lost.isUnreadable(sealed.path)) await this.inspect(sealed.path, exclusive);
      else if (all) await this.tryTo(() => this.renew(sealed.path, exclusive), sealed.path, exclusive);
    }
  }

  /** Reads all of a partition that could not be read: sets it aside if damaged, else skips it until it can be read. */
  async inspect(path: string, exclusive: Exclusive): Promise<void> {
    const { engine } = this.options;
    const readAll = async (): Promise<void> => {
      // Attached files stay readable when a folder replaces them: the path itself must be readable.
      const sealed = await this.renew(path, exclusive);
      if (sealed === undefined) return;
      await engine.withFile(sealed, async (alias) => {
        await readScrapes(engine, alias);
        await readSeries(engine, alias);
        for (const { firstScrape, data } of await readChunks(engine, alias, null, Infinity)) {
          const cursor = new ChangeCursor(data, firstScrape);
          while (cursor.next());
        }
      });
      this.lost.readable(path);
    };
    await this.tryTo(readAll, path, exclusive);
  }

  /** Updates the partition from the file at the path; undefined if unknown. Throws if the file cannot be read. */
  private async renew(path: string, exclusive: Exclusive): Promise<SealedPartition | undefined> {
    const found = (): SealedPartition | undefined => this.all.find((one) => one.path === path);
    if (found() === undefined) return undefined;
    const now = await fileAt(path);
    if (found()?.id !== now.id) await exclusive(async () => {
      const known = found();
      if (known === undefined) return;
      await this.close(known);
      this.options.summaries.delete(basename(path));
      this.all = this.all.map((one) => (one === known ? { ...known, ...now } : one));
    });
    return found();
  }

  private async tryTo(read: () => Promise<unknown>, path: string, exclusive: Exclusive): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (!isOfFile(error)) throw error;
      await exclusive(() => this.leaveOut(path, error));
    }
  }

  /** Sets a damaged partition aside; skips one that cannot be read, or set aside, until it can. No read may run. */
  private async leaveOut(path: string, error: unknown): Promise<void> {
    const sealed = this.all.find((one) => one.path === path);
    if (sealed === undefined) return;
    await this.close(sealed);
    const isAside = storageFailure(error) === 'corrupt'
      && await this.lost.setAside(sealed.path, 'corrupt', error).then(() => true, () => false);
    if (isAside) this.drop(sealed);
    else this.lost.cannotRead(sealed, error);
  }

  /** Moves the file to the path of a head. */
  async moveTo(path: string, sealed: SealedPartition): Promise<void> {
    await this.close(sealed);
    // Copied, because readers may have the sealed file open, which locks it.
    await writeWhole(path, createReadStream(sealed.path));
    await rm(sealed.path);
    this.drop(sealed);
  }

  async delete(path: string): Promise<void> {
    const sealed = this.all.find((one) => one.path === path);
    if (sealed === undefined) return;
    await this.close(sealed);
    await rm(path, { force: true, recursive: true });
    this.drop(sealed);
  }

  /** Abandons all files, because they are no longer at their paths. */
  async abandon(): Promise<void> {
    for (const { path } of this.all) await this.options.engine.detach(path);
    this.all = [];
    this.lost.forget();
  }

  async closeAll(): Promise<void> {
    for (const sealed of this.all) await this.close(sealed);
    this.lost.forget();
  }

  private async close({ path }: SealedPartition): Promise<void> {
    await this.options.engine.detach(path);
  }

  private drop(sealed: SealedPartition): void {
    this.lost.readable(sealed.path);
    this.all = this.all.filter((one) => one !== sealed);
    this.options.summaries.delete(basename(sealed.path));
  }
}

/** Returns the id and size of the file at the path; throws if it cannot be read. */
async function fileAt(path: string): Promise<Pick<SealedPartition, 'id' | 'bytes'>> {
  await beginningOf(path, TRIED_BYTES);
  const { dev, ino, mtimeNs, size } = await stat(path, { bigint: true });
  return { id: `${dev}-${ino}-${mtimeNs}-${size}`, bytes: Number(size) };
}
