/** The heads of one target, in memory and as files: usually one, two during the change-over. */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Faults } from '../../../kernel/files/faults.ts';
import { identityOf } from '../../../kernel/files/wholeFile.ts';
import { SpoolError, type ChunkSpool } from '../partitions/chunkSpool.ts';
import type { DuckEngine } from '../partitions/duckEngine.ts';
import { HeadFile } from '../partitions/headFile.ts';
import { keepLogBefore } from '../partitions/headLog.ts';
import { HeadPartition } from '../partitions/headPartition.ts';
import { partitionFileName } from '../partitions/partitionNames.ts';
import { isOfFile, storageFailure } from '../partitions/storageError.ts';
import type { LostPartitions } from './lostPartitions.ts';

export interface TargetHeadsOptions {
  engine: DuckEngine;
  folder: string;
  target: string;
  partitionMs: number;
  /** Scrapes since the last cut after which the head is cut. */
  cutScrapes: number;
  /** Cuts earlier the first time, so that targets that started together are not all cut together; default false. */
  spreadsCuts?: boolean;
  /** Receives chunks once they are in a file; default: they stay in memory. */
  spool?: ChunkSpool;
  faults: Faults;
}

export interface Head {
  memory: HeadPartition;
  file: HeadFile;
  /** True if it accepts no more scrapes. */
  sealing: boolean;
}

/** Runs work while no other of the target's files is used. */
type Exclusive = (work: () => Promise<void>) => Promise<void>;

/** Returns a fraction from 0.25 to 1, by the target's name. */
function shareOf(target: string): number {
  return 0.25 + 0.75 * createHash('sha256').update(target).digest().readUInt32BE() / 2 ** 32;
}

/** Number of changes that are cut early, to limit their memory. */
const CUT_CHANGES = 100_000;

export class TargetHeads {
  /** Heads, oldest first. */
  all: readonly Head[] = [];
  /** Head of the newest scrape. */
  current: Head | undefined;
  /** True if spooled chunks could not be read. */
  lacksChunks = false;

  constructor(private readonly options: TargetHeadsOptions, private readonly lost: LostPartitions) {}

  at(startMs: number): Head | undefined {
    return this.all.find(({ memory }) => memory.startMs === startMs);
  }

  /** Starts a new head, without a file until it is committed. */
  begin(startMs: number): Head {
    const memory = new HeadPartition(startMs, startMs + this.options.partitionMs);
    return this.add({ memory, file: this.fileAt(startMs), sealing: false });
  }

  drop(head: Head): void {
    head.memory.cutChunks.clear();
    this.all = this.all.filter((one) => one !== head);
    if (this.current === head) this.current = undefined;
  }

  fileAt(startMs: number): HeadFile {
    const { engine, folder, target, spool } = this.options;
    return new HeadFile(engine, join(folder, partitionFileName(startMs, true)), target, spool);
  }

  /** Number of changes in memory that are not on disk. */
  waitingChanges(): number {
    return this.all.reduce((sum, { memory }) => sum + memory.tail.length - memory.committed.changes, 0);
  }

  /** Returns the file names of heads that are on disk. */
  onDisk(): string[] {
    return this.all.filter(({ memory }) => memory.committed.scrapes > 0).map(({ file }) => basename(file.path));
  }

  /** Estimated memory of the series. */
  seriesBytes(): number {
    return this.all.reduce((sum, { memory }) => sum + memory.seriesBytes, 0);
  }

  /** Commits pending data; writes a deleted or replaced file again from memory. */
  async commit(head: Head, exclusive: Exclusive): Promise<void> {
    await this.holdOn(head, exclusive);
    await this.keep(head, () => head.file.commit(head.memory));
  }

  /** Cuts committed changes if there are enough. */
  async cut(head: Head, exclusive: Exclusive): Promise<void> {
    if (this.isGrown(head)) await exclusive(() => this.keep(head, () => head.file.cut(head.memory)));
  }

  /** Whether the head has enough data to be cut. */
  isGrown({ memory: { scrapes, cutScrape, tail, series } }: Head): boolean {
    const { cutScrapes, spreadsCuts = false, target } = this.options;
    const share = spreadsCuts && cutScrape === 0 ? shareOf(target) : 1;
    return scrapes.length - cutScrape >= share * cutScrapes || tail.length >= Math.max(CUT_CHANGES, 4 * series.length);
  }

  /** Whether a file was moved, deleted or replaced: the next commit writes its head again. */
  async isMoved(): Promise<boolean> {
    for (const { file } of this.all) if (await file.isMoved() !== 'no') return true;
    return false;
  }

  /** Closes the files until the next write, see HeadFile. */
  async rest(): Promise<void> {
    for (const { file } of this.all) await file.rest();
  }

  /** Opens a head that an earlier run wrote; a damaged file is set aside. */
  async recover(startMs: number): Promise<void> {
    const file = this.fileAt(startMs);
    try {
      const memory = await file.recover(startMs, startMs + this.options.partitionMs);
      this.add({ file, memory, sealing: false });
    } catch (error) {
      if (!isOfFile(error)) throw error;
      const failure = storageFailure(error);
      await file.close();
      if (failure === 'corrupt' && await file.undoCheckpoint()) {
        await this.recover(startMs);
        return;
      }
      // The file may be readable without its log: only the log is set aside at first.
      const path = failure === 'corruptLog' ? `${file.path}.wal` : file.path;
      const aside = await this.lost.setAside(path, failure === 'other' ? 'unreadable' : 'corrupt', error);
      if (failure === 'corruptLog') {
        await keepLogBefore(file.path, error, aside);
        await this.recover(startMs);
      } else await rm(`${file.path}.wal`, { force: true });
    }
  }

  /** Handles another file for the time of an open head: deletes an older state of it, sets another recording aside. */
  async makeWay(name: string, { file, memory }: Head): Promise<void> {
    const path = join(this.options.folder, name);
    await file.abandon();
    memory.restartFile();
    const found = path !== file.path ? null
      : await this.fileAt(memory.startMs).recover(memory.startMs, memory.endMs).catch(() => null);
    await this.options.engine.detach(path);
    if (found?.scrapes.slice().every((scrape, i) => scrape.startMs === memory.scrapes.at(i)?.startMs) === true) {
      await rm(path);
      await rm(`${path}.wal`, { force: true });
    } else {
      await this.lost.setAside(path, 'replaced', 'another recording of the same time');
    }
  }

  /** Abandons the files, which are no longer at their paths; the next commits write everything into new ones. */
  async abandon(): Promise<void> {
    for (const { file, memory } of this.all) {
      await file.abandon();
      memory.restartFile();
    }
  }

  async close(): Promise<void> {
    for (const { file, memory } of this.all) {
      await file.close();
      memory.cutChunks.clear();
    }
  }

  private add(head: Head): Head {
    this.all = [...this.all, head].sort((a, b) => a.memory.startMs - b.memory.startMs);
    return head;
  }

  /** Runs work that reads chunks; if they cannot be read, `takeBackChunks` is due. */
  async watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.lacksChunks ||= error instanceof SpoolError;
      throw error;
    }
  }

  /** Restores the chunks from the files into memory. */
  async takeBackChunks(): Promise<void> {
    for (const { file, memory } of this.all) {
      const { startMs } = memory;
      if (!await file.takeBackChunks(memory)) this.options.faults.notice(
        `Samples of target "${this.options.target}" from ${new Date(startMs).toISOString()} on are lost: `
          + 'neither the file of that time nor its copy can be read. The newest minutes are kept.'
      );
    }
    this.lacksChunks = false;
  }

  /** Runs a write; a damaged file is set aside and everything in memory is written to a new one. */
  private async keep(head: Head, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      const failure = storageFailure(error);
      if (failure !== 'corrupt' && failure !== 'corruptLog') throw error;
      await head.file.close();
      await this.lost.setAside(head.file.path, 'rewritten', error);
      await rm(`${head.file.path}.wal`, { force: true });
      head.memory.restartFile();
      await head.file.commit(head.memory);
    }
  }

  /** Runs before each write: has a deleted or replaced head written again from memory, into a new file. */
  private async holdOn({ file, memory }: Head, exclusive: Exclusive): Promise<void> {
    const moved = await file.isMoved();
    if (moved === 'no') return;
    const path = moved === 'log' ? `${file.path}.wal` : file.path;
    await exclusive(async () => {
      if (moved === 'file') {
        await file.abandon();
        memory.restartFile();
      }
      const isTaken = await identityOf(path) !== null;
      if (isTaken) await this.lost.setAside(path, 'replaced', 'it is not the one that was opened');
      if (moved === 'log') await file.rewriteLog(memory);
      else await rm(`${path}.wal`, { force: true });
    });
    const what = `The open file of target "${this.options.target}", ${path}, was moved or deleted`;
    this.options.faults.notice(`${what}; it is written again from memory.`);
  }
}
