/**
 * The partitions of one target in its folder: one head (two during the change-over), sealed ones before it. Only one
 * caller may run `maintain` at a time.
 */
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ChangeCursor } from '../partitions/changeCodec.ts';
import type { DuckEngine } from '../partitions/duckEngine.ts';
import { HeadFile } from '../partitions/headFile.ts';
import { headNews, type HeadHeld, type HeadNews } from '../partitions/headNews.ts';
import { HeadPartition } from '../partitions/headPartition.ts';
import type { SampleBatch, StoredScrape } from '../partitions/headPartition.ts';
import { parsePartitionFileName, partitionFileName, partitionStart } from '../partitions/partitionNames.ts';
import { readChunks, readScrapes, readSeries, type PartitionSummary } from '../partitions/partitionRead.ts';
import { ReadWriteLock } from '../partitions/readWriteLock.ts';
import { lastScrapeOf, summarize } from '../partitions/sealedPartition.ts';
import type { SealedPartition } from '../partitions/sealedPartition.ts';
import { storageFailure } from '../partitions/storageError.ts';
import type { Faults } from '../../files/faults.ts';
import { firstLine } from '../../../core/result.ts';

export interface TargetStoreOptions {
  engine: DuckEngine;
  folder: string;
  target: string;
  partitionMs: number;
  /** The head is cut after this many scrapes since the last cut. */
  cutScrapes: number;
  /** Summaries of sealed partitions by file name; the caller keeps them between runs to avoid opening the files. */
  summaries: Map<string, PartitionSummary>;
  now: () => number;
  faults: Faults;
}

interface Head {
  memory: HeadPartition;
  file: HeadFile;
  /** Accepts no more scrapes. */
  sealing: boolean;
}

/** This many changes are cut early, to bound their memory. */
const CUT_CHANGES = 100_000;

export class TargetStore {
  private heads: Head[] = [];
  /** The head that took the newest scrape. */
  private current: Head | undefined;
  private sealed: SealedPartition[] = [];
  /** Cached, because every list of targets asks for it. */
  private lastSealed: { path: string; scrape: StoredScrape | null } | null = null;
  /** Starts of sealed partitions into which the clock was set back. */
  private readonly returning = new Set<number>();
  private readonly lock = new ReadWriteLock();

  private constructor(private readonly options: TargetStoreOptions) {}

  /** Opens or creates the folder: removes leftovers of an unfinished seal, sets damaged heads aside. */
  static async open(options: TargetStoreOptions): Promise<TargetStore> {
    const store = new TargetStore(options);
    await mkdir(options.folder, { recursive: true });
    await store.load();
    return store;
  }

  /**
   * Adds one scrape in memory; `maintain` makes it durable. False when its time is in a sealed partition: the clock was
   * set back, and the next `maintain` opens that partition again. `roomBytes`: memory for its series.
   */
  append(
    scrape: StoredScrape, samples: SampleBatch | null, extras: Readonly<Record<string, number>>,
    { beside = null, roomBytes = Infinity }: { beside?: SampleBatch | null; roomBytes?: number } = {}
  ): boolean {
    const startMs = partitionStart(scrape.startMs, this.options.partitionMs);
    let head = this.heads.find((one) => one.memory.startMs === startMs);
    if (!head) {
      if (this.sealed.some((one) => one.startMs === startMs)) {
        this.returning.add(startMs);
        return false;
      }
      head = this.newHead(startMs);
      this.heads.push(head);
    }
    if (head.sealing) return false;
    this.current = head;
    head.memory.maxBytes = roomBytes - this.seriesBytes() + head.memory.seriesBytes;
    head.memory.add(scrape, samples, extras, beside);
    return true;
  }

  hasPending(): boolean {
    return this.heads.some((head) => head.memory.hasPending());
  }

  /** Estimated memory of the series. */
  seriesBytes = (): number => this.heads.reduce((sum, { memory }) => sum + memory.seriesBytes, 0);

  /** See HeadPartition. */
  refusedSeries = (): string | null => this.current?.memory.refused() ?? null;

  /** Commits what is pending, cuts and seals what is due. Throws when it cannot be written; nothing is lost then. */
  async maintain(finish = false): Promise<void> {
    for (const startMs of [...this.returning]) await this.lock.exclusive(() => this.reopen(startMs));
    for (const head of [...this.heads]) {
      await this.keep(head, () => head.file.commit(head.memory));
      const over = finish || (this.current && head !== this.current)
        || head.memory.endMs <= this.options.now() - 60_000;
      const grown = head.memory.scrapes.length - head.memory.cutScrape >= this.options.cutScrapes
        || head.memory.tail.length >= Math.max(CUT_CHANGES, 4 * head.memory.series.length);
      if (over) await this.lock.exclusive(() => this.seal(head).finally(() => { head.sealing = false; }));
      else if (grown) await this.lock.exclusive(() => this.keep(head, () => head.file.cut(head.memory)));
    }
  }

  /** What there is, for a reader that holds this much of the heads. */
  view(held: readonly HeadHeld[]): Promise<{ sealed: SealedPartition[]; heads: HeadNews[] }> {
    return this.lock.shared(() => Promise.resolve({
      sealed: [...this.sealed],
      heads: this.heads.map(({ memory }) => headNews(memory, held.find(({ id }) => id === memory.id))),
    }));
  }

  /** Reads all of a sealed partition that a reader could not read; set aside when it is damaged. */
  async check(path: string): Promise<void> {
    const sealed = this.sealed.find((one) => one.path === path);
    if (sealed === undefined) return;
    try {
      await this.options.engine.withFile(path, async (alias) => {
        await readScrapes(this.options.engine, alias);
        await readSeries(this.options.engine, alias);
        for (const { firstScrape, data } of await readChunks(this.options.engine, alias, null, Infinity)) {
          const cursor = new ChangeCursor(data, firstScrape);
          while (cursor.next());
        }
      });
    } catch (error) {
      if (storageFailure(error) !== 'corrupt') throw error;
      await this.lock.exclusive(() => this.setAsideDamaged(sealed, error));
    }
  }

  /** Times of the first and last scrape, and the number of scrapes. */
  async extent(): Promise<PartitionSummary> {
    let firstMs: number | null = null;
    let lastMs: number | null = null;
    let scrapes = 0;
    const add = (summary: PartitionSummary): void => {
      scrapes += summary.scrapes;
      if (summary.firstMs !== null) firstMs = Math.min(firstMs ?? Infinity, summary.firstMs);
      if (summary.lastMs !== null) lastMs = Math.max(lastMs ?? -Infinity, summary.lastMs);
    };
    await this.lock.shared(async () => {
      for (const sealed of this.sealed) {
        add(await summarize(this.options.engine, sealed, this.options.summaries));
      }
      for (const { memory } of this.heads) {
        const { scrapes: own } = memory;
        add({ firstMs: own[0]?.startMs ?? null, lastMs: own.at(-1)?.startMs ?? null, scrapes: own.length });
      }
    });
    return { firstMs, lastMs, scrapes };
  }

  /** Result of the newest scrape. */
  async lastScrape(): Promise<{ durationSeconds: number; error: string | null } | null> {
    const scrape = await this.lock.shared(async () => {
      const inHead = (this.current ?? this.heads.at(-1))?.memory.scrapes.at(-1);
      const sealed = this.sealed.at(-1);
      if (inHead || !sealed) return inHead ?? null;
      if (this.lastSealed?.path !== sealed.path)
        this.lastSealed = { path: sealed.path, scrape: await lastScrapeOf(this.options.engine, sealed) };
      return this.lastSealed.scrape;
    });
    return scrape && { durationSeconds: scrape.durationSeconds, error: scrape.error?.message ?? null };
  }

  /** Oldest first. */
  sealedPartitions(): readonly SealedPartition[] {
    return this.sealed;
  }

  /** Frees the space of a sealed partition. */
  async deletePartition(path: string): Promise<void> {
    await this.lock.exclusive(async () => {
      await this.options.engine.detach(path);
      await rm(path, { force: true });
      this.sealed = this.sealed.filter((one) => one.path !== path);
      this.options.summaries.delete(basename(path));
    });
  }

  async close(): Promise<void> {
    await this.lock.exclusive(async () => {
      for (const head of this.heads) await head.file.close();
      for (const sealed of this.sealed) await this.options.engine.detach(sealed.path);
    });
  }

  private newHead(startMs: number): Head {
    return {
      memory: new HeadPartition(startMs, startMs + this.options.partitionMs), file: this.headFile(startMs),
      sealing: false,
    };
  }

  private headFile(startMs: number): HeadFile {
    return new HeadFile(
      this.options.engine, join(this.options.folder, partitionFileName(startMs, true)), this.options.target
    );
  }

  private async load(): Promise<void> {
    const names = (await readdir(this.options.folder)).sort();
    for (const name of names.filter((one) => /\.tmp(\.wal)?$/.test(one)))
      await rm(join(this.options.folder, name), { force: true });
    const heads: number[] = [];
    for (const name of names) {
      const parsed = parsePartitionFileName(name);
      if (!parsed) continue;
      if (parsed.head) heads.push(parsed.startMs);
      else await this.addSealed(parsed.startMs);
    }
    for (const startMs of heads) {
      // A crash between the rename and the removal leaves both; the sealed one is complete.
      if (this.sealed.some((one) => one.startMs === startMs)) await this.headFile(startMs).remove();
      else await this.recoverHead(startMs);
    }
  }

  private async recoverHead(startMs: number): Promise<void> {
    const file = this.headFile(startMs);
    try {
      const memory = await file.recover(startMs, startMs + this.options.partitionMs);
      this.heads.push({ file, memory, sealing: false });
    } catch (error) {
      const failure = storageFailure(error);
      if (failure !== 'corrupt' && failure !== 'corruptLog') throw error;
      await file.close();
      // The file may be readable without its log: only the log is set aside at first.
      const path = failure === 'corruptLog' ? `${file.path}.wal` : file.path;
      await this.setAside(path, error);
      if (failure === 'corruptLog') await this.recoverHead(startMs);
      else await rm(`${file.path}.wal`, { force: true });
    }
  }

  private async addSealed(startMs: number): Promise<void> {
    const path = join(this.options.folder, partitionFileName(startMs, false));
    this.sealed.push({ path, startMs, endMs: startMs + this.options.partitionMs, bytes: (await stat(path)).size });
    this.sealed.sort((a, b) => a.startMs - b.startMs);
  }

  private async seal(head: Head): Promise<void> {
    head.sealing = true;
    if (head.memory.scrapes.length > 0) {
      await head.file.seal(head.memory, join(this.options.folder, partitionFileName(head.memory.startMs, false)));
      await this.addSealed(head.memory.startMs);
    } else {
      await head.file.remove();
    }
    this.heads = this.heads.filter((one) => one !== head);
    if (this.current === head) this.current = undefined;
  }

  /** Makes a sealed partition the head again: the clock was set back into it. */
  private async reopen(startMs: number): Promise<void> {
    const sealed = this.sealed.find((one) => one.startMs === startMs);
    if (sealed !== undefined) {
      await this.options.engine.detach(sealed.path);
      this.options.summaries.delete(basename(sealed.path));
      // A file of its own: readers may have the sealed one open, which locks it.
      const { path } = this.headFile(startMs);
      await copyFile(sealed.path, `${path}.tmp`);
      await rename(`${path}.tmp`, path);
      await rm(sealed.path);
      this.sealed = this.sealed.filter((one) => one !== sealed);
      await this.recoverHead(startMs);
      this.heads.sort((a, b) => a.memory.startMs - b.memory.startMs);
      this.current = this.heads.find((one) => one.memory.startMs === startMs);
    }
    this.returning.delete(startMs);
  }

  /** Runs a write; a damaged file is set aside and everything in memory is written to a new one. */
  private async keep(head: Head, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      const failure = storageFailure(error);
      if (failure !== 'corrupt' && failure !== 'corruptLog') throw error;
      await head.file.close();
      await this.setAside(head.file.path, error);
      await rm(`${head.file.path}.wal`, { force: true });
      head.memory.restartFile();
      await head.file.commit(head.memory);
    }
  }

  private async setAsideDamaged(sealed: SealedPartition, error: unknown): Promise<void> {
    if (!this.sealed.includes(sealed)) return;
    await this.options.engine.detach(sealed.path);
    await this.setAside(sealed.path, error);
    this.sealed = this.sealed.filter((one) => one !== sealed);
  }

  private async setAside(path: string, error: unknown): Promise<void> {
    const name = `${path}.corrupt-${partitionFileName(this.options.now(), false).replace('.duckdb', '')}`;
    await rename(path, name);
    const what = `A stored file of target "${this.options.target}" is damaged and was set aside as ${name}`;
    this.options.faults.notice(`${what}; recording continues. (${firstLine(error)})`);
  }
}
