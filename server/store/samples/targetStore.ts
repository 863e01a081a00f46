/**
 * The partitions of one target in its folder: one head (two during the change-over), sealed ones before it. Only one
 * caller may run `maintain` at a time.
 */
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DuckEngine } from '../partitions/duckEngine.ts';
import type { LostSpan } from '../dataStore.ts';
import { HeadFile } from '../partitions/headFile.ts';
import { headNews, type HeadHeld, type HeadNews } from '../partitions/headNews.ts';
import { HeadPartition } from '../partitions/headPartition.ts';
import type { SampleBatch, StoredScrape } from '../partitions/headPartition.ts';
import { parsePartitionFileName, partitionFileName, partitionStart } from '../partitions/partitionNames.ts';
import type { PartitionSummary } from '../partitions/partitionRead.ts';
import { ReadWriteLock } from '../partitions/readWriteLock.ts';
import type { SealedPartition } from '../partitions/sealedPartition.ts';
import { isOfFile, storageFailure } from '../partitions/storageError.ts';
import type { Faults } from '../../files/faults.ts';
import type { Steps } from '../../../core/steps.ts';
import { identityOf, makeFolder } from '../../files/wholeFile.ts';
import { LostPartitions } from './lostPartitions.ts';
import { SealedFiles } from './sealedFiles.ts';

export interface TargetStoreOptions {
  engine: DuckEngine;
  folder: string;
  target: string;
  partitionMs: number;
  /** The head is cut after this many scrapes since the last cut. */
  cutScrapes: number;
  /** Summaries of sealed partitions by file name; the caller keeps them between runs to avoid opening the files. */
  summaries: Map<string, PartitionSummary>;
  /** Names of the heads that were open when it was last saved; default none. */
  openHeads?: readonly string[];
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
  private readonly sealed: SealedFiles;
  /** Starts of sealed partitions into which the clock was set back. */
  private readonly returning = new Set<number>();
  private readonly lock = new ReadWriteLock();
  private readonly lost: LostPartitions;
  /** The data folder is not the one that was opened: nothing there is read or written until `settleIn`. */
  private isDisplaced = false;

  private constructor(private readonly options: TargetStoreOptions) {
    this.lost = new LostPartitions(options);
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
    this.current = head;
    head.memory.maxBytes = roomBytes - this.seriesBytes() + head.memory.seriesBytes;
    yield* head.memory.meeting(samples);
  }

  /**
   * Adds one scrape in memory; `maintain` makes it durable. False when its time is in a sealed partition: the clock was
   * set back, and the next `maintain` opens that partition again. `roomBytes`: memory for its series.
   */
  append(
    scrape: StoredScrape, samples: SampleBatch | null, extras: Readonly<Record<string, number>>,
    { beside = null, roomBytes = Infinity }: { beside?: SampleBatch | null; roomBytes?: number } = {}
  ): boolean {
    const head = this.headOf(scrape.startMs);
    if (head === null || head.sealing) return false;
    this.current = head;
    head.memory.maxBytes = roomBytes - this.seriesBytes() + head.memory.seriesBytes;
    head.memory.add(scrape, samples, extras, beside);
    return true;
  }

  /** Null for a time in a sealed partition, which the next `maintain` opens again. */
  private headOf(atMs: number): Head | null {
    const startMs = partitionStart(atMs, this.options.partitionMs);
    const known = this.heads.find((one) => one.memory.startMs === startMs);
    if (known !== undefined) return known;
    if (this.sealed.at(startMs)) {
      this.returning.add(startMs);
      return null;
    }
    const head = this.newHead(startMs);
    this.heads.push(head);
    return head;
  }

  hasPending(): boolean {
    return this.heads.some((head) => head.memory.hasPending());
  }

  /** Changes in memory that are not on disk. */
  waitingChanges(): number {
    return this.heads.reduce((sum, { memory }) => sum + memory.tail.length - memory.committed.changes, 0);
  }

  /** Of heads that are on disk. */
  openHeads(): string[] {
    return this.heads.filter(({ memory }) => memory.committed.scrapes > 0).map(({ file }) => basename(file.path));
  }

  /** See LostPartitions. */
  lostSpans = (): LostSpan[] => this.lost.spans();

  /** Estimated memory of the series. */
  seriesBytes = (): number => this.heads.reduce((sum, { memory }) => sum + memory.seriesBytes, 0);

  /** See HeadPartition. */
  refusedSeries = (): string | null => this.current?.memory.refused() ?? null;

  /** Commits what is pending, cuts and seals what is due. Throws when it cannot be written; nothing is lost then. */
  async maintain(finish = false): Promise<void> {
    if (this.isDisplaced) await this.lock.exclusive(() => this.settleIn());
    for (const startMs of [...this.returning]) await this.lock.exclusive(() => this.reopen(startMs));
    for (const head of [...this.heads]) {
      await this.holdOn(head);
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
      sealed: this.sealed.readable(),
      heads: this.heads.map(({ memory }) => headNews(memory, held.find(({ id }) => id === memory.id))),
    }));
  }

  /** A reader could not read a sealed partition: see SealedFiles. */
  async inspect(path: string): Promise<void> {
    await this.sealed.inspect(path, (work) => this.lock.exclusive(work));
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
      for (const summary of await this.sealed.summaries()) add(summary);
      for (const { memory } of this.heads) {
        const { scrapes: own } = memory;
        add({ firstMs: own[0]?.startMs ?? null, lastMs: own.at(-1)?.startMs ?? null, scrapes: own.length });
      }
    });
    return { firstMs, lastMs, scrapes };
  }

  /** Result of the newest scrape. */
  async lastScrape(): Promise<{ durationSeconds: number; error: string | null } | null> {
    const scrape = await this.lock.shared(async () =>
      (this.current ?? this.heads.at(-1))?.memory.scrapes.at(-1) ?? await this.sealed.lastScrape());
    return scrape && { durationSeconds: scrape.durationSeconds, error: scrape.error?.message ?? null };
  }

  /** See SealedFiles; `all`: also those that could be read the last time. */
  check(all: boolean): Promise<void> {
    return this.sealed.check(all, (work) => this.lock.exclusive(work));
  }

  /** Lets go of all files, which are no longer at their paths: the data folder was deleted or is another one. */
  async abandon(): Promise<void> {
    if (this.isDisplaced) return;
    await this.lock.exclusive(async () => {
      this.isDisplaced = true;
      for (const { file, memory } of this.heads) {
        await file.abandon();
        memory.restartFile();
      }
      await this.sealed.abandon();
    });
  }

  /** Oldest first. */
  sealedPartitions(): readonly SealedPartition[] {
    return this.sealed.all;
  }

  /** A sealed partition is about to be deleted: its summary goes first. */
  forget(path: string): void {
    this.options.summaries.delete(basename(path));
  }

  /** Frees the space of a sealed partition. */
  async deletePartition(path: string): Promise<void> {
    await this.lock.exclusive(() => this.sealed.delete(path));
  }

  async close(): Promise<void> {
    await this.lock.exclusive(async () => {
      for (const head of this.heads) await head.file.close();
      await this.sealed.closeAll();
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
    for (const name of names) this.lost.remember(name);
    await this.setLogsAside(names);
    await this.take(names);
    this.lost.findMissing(names, this.options.summaries, this.options.openHeads ?? []);
  }

  /** A log whose file is gone: a new file at its place would take it for its own. */
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

  /** Takes the partitions of the folder. One of the time of a head in memory makes way for it. */
  private async take(names: readonly string[]): Promise<void> {
    const heads: number[] = [];
    for (const name of names) {
      const parsed = parsePartitionFileName(name);
      if (!parsed) continue;
      const own = this.heads.find(({ memory }) => memory.startMs === parsed.startMs);
      if (own !== undefined) await this.makeWay(name, own);
      else if (parsed.head) heads.push(parsed.startMs);
      else await this.sealed.add(parsed.startMs);
    }
    for (const startMs of heads) {
      // A crash between the rename and the removal leaves both; the sealed one is complete.
      if (this.sealed.at(startMs)) await this.headFile(startMs).remove();
      else await this.recoverHead(startMs);
    }
    this.heads.sort((a, b) => a.memory.startMs - b.memory.startMs);
  }

  private async recoverHead(startMs: number): Promise<void> {
    const file = this.headFile(startMs);
    try {
      const memory = await file.recover(startMs, startMs + this.options.partitionMs);
      this.heads.push({ file, memory, sealing: false });
    } catch (error) {
      if (!isOfFile(error)) throw error;
      const failure = storageFailure(error);
      await file.close();
      if (failure === 'corrupt' && await file.undoCheckpoint()) {
        await this.recoverHead(startMs);
        return;
      }
      // The file may be readable without its log: only the log is set aside at first.
      const path = failure === 'corruptLog' ? `${file.path}.wal` : file.path;
      const aside = await this.lost.setAside(path, failure === 'other' ? 'unreadable' : 'corrupt', error);
      if (failure === 'corruptLog') {
        await file.keepLogBefore(error, aside);
        await this.recoverHead(startMs);
      } else await rm(`${file.path}.wal`, { force: true });
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
    this.heads = this.heads.filter((one) => one !== head);
    if (this.current === head) this.current = undefined;
  }

  /** Makes a sealed partition the head again: the clock was set back into it. */
  private async reopen(startMs: number): Promise<void> {
    const sealed = this.sealed.at(startMs);
    if (sealed !== undefined) {
      await this.sealed.moveTo(this.headFile(startMs).path, sealed);
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
      await this.lost.setAside(head.file.path, 'corrupt', error);
      await rm(`${head.file.path}.wal`, { force: true });
      head.memory.restartFile();
      await head.file.commit(head.memory);
    }
  }

  /** Before each write: a head that somebody deleted or replaced is written again from memory, into a new file. */
  private async holdOn({ file, memory }: Head): Promise<void> {
    const moved = await file.isMoved();
    if (moved === 'no') return;
    const path = moved === 'log' ? `${file.path}.wal` : file.path;
    await this.lock.exclusive(async () => {
      if (moved === 'file') {
        await file.abandon();
        memory.restartFile();
      }
      const isTaken = await identityOf(path) !== null;
      if (isTaken) await this.lost.setAside(path, 'replaced', 'it is not the one that was opened');
      if (moved === 'log') await file.rewriteLog();
      else await rm(`${path}.wal`, { force: true });
    });
    const what = `The open file of target "${this.options.target}", ${path}, was moved or deleted`;
    this.options.faults.notice(`${what}; it is written again from memory.`);
  }

  /** Takes what is in the folder that is there now, and has the heads written into it. */
  private async settleIn(): Promise<void> {
    const { folder, summaries } = this.options;
    await makeFolder(folder);
    const names = (await readdir(folder)).sort();
    await this.sealed.abandon();
    this.lost.findMissing(names, summaries, [], false);
    await this.take(names);
    this.isDisplaced = false;
  }

  /** A file of the time of an open head: an older state of it goes, another recording is set aside. */
  private async makeWay(name: string, { file, memory }: Head): Promise<void> {
    const path = join(this.options.folder, name);
    await file.abandon();
    memory.restartFile();
    const found = path !== file.path ? null
      : await this.headFile(memory.startMs).recover(memory.startMs, memory.endMs).catch(() => null);
    await this.options.engine.detach(path);
    if (found?.scrapes.every((scrape, i) => scrape.startMs === memory.scrapes[i]?.startMs) === true) {
      await rm(path);
      await rm(`${path}.wal`, { force: true });
    } else {
      await this.lost.setAside(path, 'replaced', 'another recording of the same time');
    }
  }
}
