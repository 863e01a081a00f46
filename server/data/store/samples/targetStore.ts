/**
 * The partitions of one target in its folder: one head (two during the change-over), sealed ones before it. Only one
 * caller may run `maintain` at a time.
 */
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LostSpan } from '../dataStore.ts';
import type { JournalRecord } from '../journal/journalRecord.ts';
import { headNews, type HeadHeld, type HeadNews } from '../partitions/headNews.ts';
import type { HeadPartition, SampleBatch } from '../partitions/headPartition.ts';
import type { StoredScrape } from '../partitions/scrapeList.ts';
import { parsePartitionFileName, partitionFileName, partitionStart } from '../partitions/partitionNames.ts';
import type { PartitionSummary } from '../partitions/partitionRead.ts';
import { ReadWriteLock } from '../partitions/readWriteLock.ts';
import type { SealedPartition } from '../partitions/sealedPartition.ts';
import type { Steps } from '../../../../core/steps.ts';
import { makeFolder } from '../../../kernel/files/wholeFile.ts';
import { LostPartitions } from './lostPartitions.ts';
import { SealedFiles } from './sealedFiles.ts';
import { TargetHeads, type Head, type TargetHeadsOptions } from './targetHeads.ts';

export interface TargetStoreOptions extends TargetHeadsOptions {
  /** Summaries of sealed partitions by file name; the caller keeps them between runs to avoid opening the files. */
  summaries: Map<string, PartitionSummary>;
  /** Names of the heads that were open when it was last saved; default none. */
  openHeads?: readonly string[];
  /** Journal records of its heads; default none. */
  journal?: readonly JournalRecord[];
  now: () => number;
}

export class TargetStore {
  private readonly heads: TargetHeads;
  private readonly sealed: SealedFiles;
  /** Starts of sealed partitions into which the clock was set back. */
  private readonly returning = new Set<number>();
  private readonly lock = new ReadWriteLock();
  private readonly lost: LostPartitions;
  /** True if the data folder is not the one that was opened: nothing there is read or written until `settleIn`. */
  private isDisplaced = false;

  private readonly exclusive = (work: () => Promise<void>): Promise<void> => this.lock.exclusive(work);

  private constructor(private readonly options: TargetStoreOptions) {
    this.lost = new LostPartitions(options);
    this.heads = new TargetHeads(options, this.lost);
    this.sealed = new SealedFiles(options, this.lost);
  }

  /** Opens or creates the folder: removes leftovers of an unfinished seal, sets damaged heads aside. */
  static async open(options: TargetStoreOptions): Promise<TargetStore> {
    const store = new TargetStore(options);
    await makeFolder(options.folder);
    await store.load();
    return store;
  }

  /** Makes room for the series of a scrape that `append` is about to add, in steps: new ones take time. */
  *meeting(atMs: number, samples: SampleBatch, roomBytes: number): Steps<void> {
    const head = this.headOf(atMs);
    if (head === null || head.sealing) return;
    this.useHead(head, roomBytes);
    yield* head.memory.meeting(samples);
  }

  /**
   * Adds one scrape in memory; `maintain` makes it durable. Returns false if its time is in a sealed partition: the
   * clock was set back, and the next `maintain` opens that partition again. `roomBytes`: memory for its series.
   */
  append(
    scrape: StoredScrape, samples: SampleBatch | null, extras: Readonly<Record<string, number>>,
    { beside = null, roomBytes = Infinity }: { beside?: SampleBatch | null; roomBytes?: number } = {}
  ): boolean {
    const head = this.headOf(scrape.startMs);
    if (head === null || head.sealing) return false;
    this.useHead(head, roomBytes);
    head.memory.add(scrape, samples, extras, beside);
    return true;
  }

  /** Returns the head for a time; null for a sealed partition, which the next `maintain` opens again. */
  private headOf(atMs: number): Head | null {
    const startMs = partitionStart(atMs, this.options.partitionMs);
    const known = this.heads.at(startMs);
    if (known !== undefined) return known;
    if (!this.sealed.at(startMs)) return this.heads.begin(startMs);
    this.returning.add(startMs);
    return null;
  }

  private useHead(head: Head, roomBytes: number): void {
    this.heads.current = head;
    head.memory.maxBytes = roomBytes - this.heads.seriesBytes() + head.memory.seriesBytes;
  }

  waitingChanges = (): number => this.heads.waitingChanges();

  /** Names of the files of heads. */
  openHeads = (): string[] => this.heads.onDisk();

  lostSpans = (): LostSpan[] => this.lost.spans();

  /** Estimated memory of the series. */
  seriesBytes = (): number => this.heads.seriesBytes();

  refusedSeries = (): string | null => this.heads.current?.memory.refused() ?? null;

  /** Its heads in memory. */
  partitions = (): HeadPartition[] => this.heads.all.map(({ memory }) => memory);

  /** Whether `maintain` must run now. */
  isUrgent(): boolean {
    return this.isDisplaced || this.returning.size > 0 || this.heads.lacksChunks
      || this.heads.all.some(({ memory }) => memory.committed.scrapes === 0);
  }

  /** Whether a head has enough data to be cut or accepts no more scrapes. */
  isRipe(): boolean {
    return this.heads.all.some((head) => this.heads.isGrown(head) || this.isOver(head, this.heads.current));
  }

  isMoved = (): Promise<boolean> => this.heads.isMoved();

  /** Closes the files of heads until they are written again. */
  rest = (): Promise<void> => this.heads.rest();

  private isOver(head: Head, current: Head | undefined): boolean {
    return (current !== undefined && head !== current) || head.memory.endMs <= this.options.now() - 60_000;
  }

  /** Commits pending data, cuts and seals what is due. Throws if that cannot be written; nothing is lost then. */
  async maintain(finish = false): Promise<void> {
    if (this.isDisplaced) await this.lock.exclusive(() => this.settleIn());
    for (const startMs of [...this.returning]) await this.lock.exclusive(() => this.reopen(startMs));
    if (this.heads.lacksChunks) await this.lock.exclusive(() => this.heads.takeBackChunks());
    for (const head of this.heads.all) await this.heads.watched(() => this.write(head, finish));
  }

  private async write(head: Head, finish: boolean): Promise<void> {
    await this.heads.commit(head, this.exclusive);
    if (finish || this.isOver(head, this.heads.current))
      await this.lock.exclusive(() => this.seal(head).finally(() => { head.sealing = false; }));
    else await this.heads.cut(head, this.exclusive);
  }

  /** Returns the partitions for a reader that holds this much of the heads. */
  view(held: readonly HeadHeld[]): Promise<{ sealed: SealedPartition[]; heads: HeadNews[] }> {
    const news = () => this.partitions().map((one) => headNews(one, held.find(({ id }) => id === one.id)));
    return this.lock.shared(() => this.heads.watched(
      async () => ({ sealed: this.sealed.readable(), heads: await Promise.all(news()) })
    ));
  }

  /** Checks a sealed partition that a reader could not read, see SealedFiles. */
  async inspect(path: string): Promise<void> {
    await this.sealed.inspect(path, this.exclusive);
  }

  /** Returns the times of the first and last scrape, and the number of scrapes. */
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
      for (const summary of await this.sealed.summaries()) add(summary);
      for (const { memory } of this.heads.all) {
        const { scrapes: own } = memory;
        add({ firstMs: own.at(0)?.startMs ?? null, lastMs: own.last()?.startMs ?? null, scrapes: own.length });
      }
    });
    return { firstMs, lastMs, scrapes };
  }

  /** Returns duration and error of the newest scrape; null if there is none. */
  async lastScrape(): Promise<{ durationSeconds: number; error: string | null } | null> {
    const scrape = await this.lock.shared(async () =>
      (this.heads.current ?? this.heads.all.at(-1))?.memory.scrapes.last() ?? await this.sealed.lastScrape());
    return scrape && { durationSeconds: scrape.durationSeconds, error: scrape.error?.message ?? null };
  }

  /** Checks sealed files, see SealedFiles; `all`: also those that could be read the last time. */
  check(all: boolean): Promise<void> {
    return this.sealed.check(all, this.exclusive);
  }

  /** Abandons all files, which are no longer at their paths: the data folder was deleted or replaced. */
  async abandon(): Promise<void> {
    if (this.isDisplaced) return;
    await this.lock.exclusive(async () => {
      this.isDisplaced = true;
      await this.heads.abandon();
      await this.sealed.abandon();
    });
  }

  /** Returns the sealed partitions, oldest first. */
  sealedPartitions(): readonly SealedPartition[] {
    return this.sealed.all;
  }

  /** Removes the summary of a sealed partition before it is deleted. */
  forget(path: string): void {
    this.options.summaries.delete(basename(path));
  }

  /** Frees the space of a sealed partition. */
  async deletePartition(path: string): Promise<void> {
    await this.lock.exclusive(() => this.sealed.delete(path));
  }

  async close(): Promise<void> {
    await this.lock.exclusive(async () => {
      await this.heads.close();
      await this.sealed.closeAll();
    });
  }

  private async load(): Promise<void> {
    const names = (await readdir(this.options.folder)).sort();
    for (const name of names.filter((one) => /\.tmp(\.wal)?$/.test(one)))
      await rm(join(this.options.folder, name), { force: true });
    for (const name of names) this.lost.remember(name);
    await this.setLogsAside(names);
    await this.take(names);
    for (const record of this.options.journal ?? []) this.heads.at(record.startMs)?.memory.resume(record);
    this.lost.findMissing(names, this.options.summaries, this.options.openHeads ?? []);
  }

  /** Sets aside logs without a file: a new file at the path would take the log for its own. */
  private async setLogsAside(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const head = name.endsWith('.head.duckdb.wal') ? name.slice(0, -'.wal'.length) : null;
      if (head === null || names.includes(head)) continue;
      const path = join(this.options.folder, name);
      // A crash while a sealed head was removed leaves its log.
      if (names.includes(head.replace('.head.', '.'))) await rm(path);
      else await this.lost.setAside(path, 'unreadable', 'the file that it belongs to is missing');
    }
  }

  /** Opens the partitions of the folder, except those for the time of a head in memory. */
  private async take(names: readonly string[]): Promise<void> {
    const heads: number[] = [];
    for (const name of names) {
      const parsed = parsePartitionFileName(name);
      if (!parsed) continue;
      const own = this.heads.at(parsed.startMs);
      if (own !== undefined) await this.heads.makeWay(name, own);
      else if (parsed.head) heads.push(parsed.startMs);
      else await this.sealed.add(parsed.startMs);
    }
    for (const startMs of heads) {
      // A crash between the rename and the removal leaves both; the sealed one is complete.
      if (this.sealed.at(startMs)) await this.heads.fileAt(startMs).remove();
      else await this.heads.recover(startMs);
    }
  }

  private async seal(head: Head): Promise<void> {
    head.sealing = true;
    if (head.memory.scrapes.length > 0) {
      await head.file.seal(head.memory, join(this.options.folder, partitionFileName(head.memory.startMs, false)));
      await this.sealed.add(head.memory.startMs);
    } else {
      await head.file.remove();
    }
    this.heads.drop(head);
  }

  /** Turns a sealed partition into a head again, because the clock was set back into it. */
  private async reopen(startMs: number): Promise<void> {
    const sealed = this.sealed.at(startMs);
    if (sealed !== undefined) {
      await this.sealed.moveTo(this.heads.fileAt(startMs).path, sealed);
      await this.heads.recover(startMs);
      this.heads.current = this.heads.at(startMs);
    }
    this.returning.delete(startMs);
  }

  /** Opens the partitions of the folder that is now at the path, and has the heads written into it. */
  private async settleIn(): Promise<void> {
    const { folder, summaries } = this.options;
    await makeFolder(folder);
    const names = (await readdir(folder)).sort();
    await this.sealed.abandon();
    this.lost.findMissing(names, summaries, [], false);
    await this.take(names);
    this.isDisplaced = false;
  }
}
