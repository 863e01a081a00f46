/** The file behind a head partition: batched commits, cuts into chunks, recovery at start, sealing at the end. */
import { createReadStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { identityOf, makeFolder, syncFolder, writeWhole } from '../../../kernel/files/wholeFile.ts';
import type { ChunkSpool } from './chunkSpool.ts';
import type { DuckEngine } from './duckEngine.ts';
import { checkLog } from './headLog.ts';
import { HeadPartition } from './headPartition.ts';
import { FORMAT } from './partitionNames.ts';
import { readChanges, readChunks, readScrapes, readSeries } from './partitionRead.ts';
import { changeColumns, chunkColumns, createTables, scrapeColumns, seriesColumns } from './partitionSchema.ts';

export class HeadFile {
  private opening: Promise<string> | null = null;
  /** Identities of the file and of its log as last written; null: none, or not known. */
  private identity: string | null = null;
  private logIdentity: string | null = null;
  /** True if the result of the last commit is unknown: the file could not be opened again. */
  private isUnsure = false;
  /** DuckDB syncs its files, not the folder: the name of a new file or log is durable only after that. */
  private namesAreSynced = false;

  /** `spool`: receives the chunks that are in the file; null: they stay in memory. */
  constructor(
    private readonly engine: DuckEngine, readonly path: string, private readonly target: string,
    private readonly spool: ChunkSpool | null = null,
  ) {}

  /** Reads the head that an earlier run wrote. */
  async recover(startMs: number, endMs: number): Promise<HeadPartition> {
    await checkLog(`${this.path}.wal`);
    const alias = await this.open();
    await rm(this.before, { force: true });
    const head = new HeadPartition(startMs, endMs);
    head.restore({
      scrapes: await readScrapes(this.engine, alias),
      series: await readSeries(this.engine, alias),
      chunks: await readChunks(this.engine, alias, null, Infinity),
      changes: await readChanges(this.engine, alias),
    });
    await this.spill(head);
    await this.rest();
    return head;
  }

  /**
   * Writes pending data in one transaction and returns once it is on disk. After a failure nothing or all of it is on
   * disk; the file is then opened again to find out.
   */
  async commit(head: HeadPartition): Promise<void> {
    if (head.hasPending()) await this.write(head);
    if (this.namesAreSynced || this.opening === null) return;
    await syncFolder(dirname(this.path));
    this.namesAreSynced = true;
  }

  private async write(head: HeadPartition): Promise<void> {
    const alias = await this.open();
    if (this.isUnsure) await this.recount(head);
    const from = head.committed;
    const to = { scrapes: head.scrapes.length, series: head.series.length, changes: head.tail.length, chunks: true };
    const series = seriesColumns(head.series.slice(from.series, to.series), from.series);
    const scrapes = scrapeColumns(head.scrapes.slice(from.scrapes, to.scrapes), from.scrapes);
    const changes = changeColumns(head.tail, from.changes, to.changes);
    const chunks = from.chunks ? [] : await head.cutChunks.all();
    try {
      await this.engine.transaction(async (write) => {
        await write.append(alias, 'series', series);
        await write.append(alias, 'scrapes', scrapes);
        await write.append(alias, 'changes', changes);
        await write.append(alias, 'chunks', chunkColumns(chunks));
      });
    } catch (error) {
      this.isUnsure = true;
      await this.reopen();
      this.isUnsure = false;
      if (await this.count('scrapes') < to.scrapes) throw error;
    }
    head.committed = to;
    this.logIdentity = await identityOf(`${this.path}.wal`);
  }

  /** Counts the content of the file as committed, after a commit with an unknown result. */
  private async recount(head: HeadPartition): Promise<void> {
    const held = await this.held();
    if (held.scrapes > head.committed.scrapes) head.committed = held;
    this.isUnsure = false;
  }

  /** Returns how much the file holds, including its log. */
  private async held(): Promise<HeadPartition['committed']> {
    const [scrapes, series] = [await this.count('scrapes'), await this.count('series')];
    return { scrapes, series, changes: await this.count('changes'), chunks: true };
  }

  /** Whether the open file or its log was deleted, moved or replaced: the next start would miss what is written. */
  async isMoved(): Promise<'no' | 'file' | 'log'> {
    if (this.identity === null) return 'no';
    if (await identityOf(this.path) !== this.identity) return 'file';
    if (this.logIdentity === null) return 'no';
    return await identityOf(`${this.path}.wal`) === this.logIdentity ? 'no' : 'log';
  }

  /** Replaces a missing log: writes its content to the file itself, or by the next commit if the file was closed. */
  async rewriteLog(head: HeadPartition): Promise<void> {
    const wasOpen = this.opening !== null;
    const alias = await this.open();
    if (wasOpen) await this.checkpoint(alias);
    else head.committed = await this.held();
  }

  /** Abandons a file that is no longer at its path; the next commit makes a new one there. */
  async abandon(): Promise<void> {
    await this.opening?.catch(() => undefined);
    this.opening = this.identity = this.logIdentity = null;
    this.isUnsure = false;
    await this.engine.detach(this.path);
  }

  /**
   * Moves the committed changes into chunks, one per changed series, on disk and then in memory. No reader may run
   * meanwhile.
   */
  async cut(head: HeadPartition): Promise<void> {
    const { changes: rows, scrapes: cutScrape } = head.committed;
    const alias = await this.open();
    if (rows > 0) {
      const chunks = head.encodeTail(rows);
      try {
        await this.engine.transaction(async (write) => {
          await write.append(alias, 'chunks', chunkColumns(chunks));
          await write.run(`DELETE FROM ${alias}.changes`);
        });
      } catch (error) {
        await this.reopen();
        if (await this.count('changes') > 0) throw error;
      }
      head.cut(chunks, rows, cutScrape);
    }
    try {
      await this.checkpoint(alias);
    } catch (error) {
      // A failed checkpoint invalidates the file inside DuckDB; everything is still in the log.
      await this.reopen();
      throw error;
    }
    await this.spill(head);
  }

  private async spill(head: HeadPartition): Promise<void> {
    if (this.spool !== null) await head.cutChunks.spill(this.spool);
  }

  /**
   * Restores chunks from the file after the spool failed. False if they are missing there too; cut changes are lost
   * then.
   */
  async takeBackChunks(head: HeadPartition): Promise<boolean> {
    const isThere = head.committed.chunks && await this.isMoved() === 'no';
    head.replaceChunks(isThere ? await readChunks(this.engine, await this.open(), null, Infinity) : []);
    head.committed = { ...head.committed, chunks: true };
    return isThere;
  }

  /**
   * DuckDB overwrites blocks that the file still needs, and rejects the file if one was only partly written: a copy of
   * the file and its log are kept until the checkpoint is complete.
   */
  private async checkpoint(alias: string): Promise<void> {
    this.logIdentity = null;
    await writeWhole(this.before, createReadStream(this.path));
    // The next commit begins a new log.
    this.namesAreSynced = false;
    await this.engine.run(`CHECKPOINT ${alias}`);
    await rm(this.before, { force: true });
  }

  /** Restores the file as it was before a checkpoint that a power failure interrupted. False if there was none. */
  async undoCheckpoint(): Promise<boolean> {
    if (!existsSync(this.before)) return false;
    await rename(this.before, this.path);
    return true;
  }

  /**
   * Writes the whole partition from memory, sorted by series and time, to `path` through a temporary file, then
   * removes this file. The head must not accept scrapes any more.
   */
  async seal(head: HeadPartition, path: string): Promise<void> {
    const chunks = [...await head.cutChunks.all(), ...head.encodeTail(head.tail.length)]
      .sort((a, b) => a.series - b.series || a.firstScrape - b.firstScrape);
    const temporary = `${path}.tmp`;
    await rm(temporary, { force: true });
    await rm(`${temporary}.wal`, { force: true });
    try {
      const alias = await this.engine.pin(temporary);
      await this.create(alias);
      await this.engine.transaction(async (write) => {
        await write.append(alias, 'series', seriesColumns(head.series, 0));
        await write.append(alias, 'scrapes', scrapeColumns(head.scrapes.slice(), 0));
        await write.append(alias, 'chunks', chunkColumns(chunks));
      });
      await this.engine.run(`CHECKPOINT ${alias}`);
    } finally {
      await this.engine.detach(temporary);
    }
    await rename(temporary, path);
    // Before the head is removed: the disk may lose the new name but keep the removal.
    await syncFolder(dirname(path));
    await this.remove();
  }

  /** Frees the memory that DuckDB holds for the file, until it is written again. */
  async rest(): Promise<void> {
    const { opening } = this;
    if (opening === null) return;
    await opening;
    this.opening = null;
    await this.engine.detach(this.path);
  }

  async close(): Promise<void> {
    // Closed afterwards, whether opening succeeded or failed.
    await this.opening?.catch(() => undefined);
    this.opening = this.identity = this.logIdentity = null;
    await this.engine.detach(this.path);
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.path, { force: true });
    await rm(`${this.path}.wal`, { force: true });
    await rm(this.before, { force: true });
  }

  private get before(): string {
    return `${this.path}.before`;
  }

  private open(): Promise<string> {
    this.opening ??= this.attach().catch((error: unknown) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  private async attach(): Promise<string> {
    // The folder may have been deleted.
    await makeFolder(dirname(this.path));
    this.namesAreSynced = false;
    // A log without its file belongs to a head that was never acknowledged, or is sealed.
    if (!existsSync(this.path)) await rm(`${this.path}.wal`, { force: true });
    const known = this.identity;
    const alias = await this.engine.pin(this.path);
    try {
      if (known !== null && await identityOf(this.path) !== known)
        throw new Error(`${this.path} was moved or deleted before it was opened again; it is written anew.`);
      const tables = await this.engine.columns(
        `SELECT table_name FROM duckdb_tables() WHERE database_name = '${alias}'`
      );
      if (!tables[0]?.includes('meta')) await this.create(alias);
      this.identity = await identityOf(this.path);
      this.logIdentity = await identityOf(`${this.path}.wal`);
    } catch (error) {
      await this.engine.detach(this.path);
      throw error;
    }
    return alias;
  }

  private async create(alias: string): Promise<void> {
    await this.engine.transaction(async (write) => {
      for (const sql of createTables(alias)) await write.run(sql);
      await write.run(`INSERT INTO ${alias}.meta VALUES (?, ?)`, [FORMAT, this.target]);
    });
  }

  private async reopen(): Promise<void> {
    await this.close();
    await this.open();
  }

  private async count(table: string): Promise<number> {
    const [column] = await this.engine.columns(`SELECT count(*) FROM ${await this.open()}.${table}`);
    return Number(column?.[0] ?? 0);
  }
}
