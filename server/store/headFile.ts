/** The file behind a head partition: batched commits, cuts into chunks, recovery at start, sealing at the end. */
import { blobValue } from '@duckdb/node-api';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { ChangeEncoder } from './changeCodec.ts';
import { ABSENT } from './changeTail.ts';
import type { DuckEngine, DuckWriter } from './duckEngine.ts';
import { HeadPartition } from './headPartition.ts';
import { readChanges, readChunks, readScrapes, readSeries } from './partitionRead.ts';
import { changeColumns, chunkColumns, createTables, FORMAT, scrapeColumns, seriesColumns } from './partitionSchema.ts';
import type { Chunk } from './partitionSchema.ts';

/** Runs work while no reader is at the file. */
export type Alone = <T>(work: () => Promise<T>) => Promise<T>;

export class HeadFile {
  private opening: Promise<string> | null = null;

  constructor(private readonly engine: DuckEngine, readonly path: string, private readonly target: string) {}

  /** Reads what an earlier run left. */
  async recover(startMs: number, endMs: number): Promise<HeadPartition> {
    const alias = await this.open();
    const head = new HeadPartition(startMs, endMs);
    const scrapes = await readScrapes(this.engine, alias);
    const tail = await readChanges(this.engine, alias);
    head.restore(scrapes, await readSeries(this.engine, alias), tail, tail.length > 0 ? tail.scrape[0] ?? 0 : scrapes.length);
    return head;
  }

  /**
   * Writes what is pending in one transaction and returns once it is on the disk. After a failure nothing or all
   * of it is there; the file is opened anew then, alone, to see which.
   */
  async commit(head: HeadPartition, alone: Alone): Promise<void> {
    if (!head.hasPending()) return;
    const alias = await this.open();
    const from = head.committed;
    const to = { scrapes: head.scrapes.length, series: head.series.length, changes: head.tail.length };
    const series = seriesColumns(head.series.slice(from.series, to.series), from.series);
    const scrapes = scrapeColumns(head.scrapes.slice(from.scrapes, to.scrapes), from.scrapes);
    const changes = changeColumns(head.tail, from.changes, to.changes);
    try {
      await this.engine.transaction(async (write) => {
        await write.append(alias, 'series', series);
        await write.append(alias, 'scrapes', scrapes);
        await write.append(alias, 'changes', changes);
      });
    } catch (error) {
      const there = await alone(async () => {
        await this.reopen();
        return this.count('scrapes');
      });
      if (there < to.scrapes) throw error;
    }
    head.committed = to;
  }

  /**
   * Moves the committed changes into chunks, one per series that changed. No reader may run meanwhile: it would
   * see them twice or not at all.
   */
  async cut(head: HeadPartition): Promise<void> {
    const rows = head.committed.changes;
    const alias = await this.open();
    if (rows > 0) {
      const chunks = encodeTail(head, rows);
      const before = head.committed.scrapes;
      try {
        await this.engine.transaction((write) => writeChunks(write, alias, chunks));
      } catch (error) {
        await this.reopen();
        if (await this.count('changes') > 0) throw error;
      }
      head.tail.dropFirst(rows);
      head.committed = { ...head.committed, changes: 0 };
      head.cutScrape = before;
    }
    try {
      await this.engine.run(`CHECKPOINT ${alias}`);
    } catch (error) {
      // A failed checkpoint shuts the file inside DuckDB; everything is still in the log.
      await this.reopen();
      throw error;
    }
  }

  /** Of the committed changes that have become chunks already. */
  async chunks(ids: readonly number[] | null, lastScrape: number): Promise<Chunk[]> {
    if (!this.opening && !existsSync(this.path)) return [];
    return readChunks(this.engine, await this.open(), ids, lastScrape);
  }

  /**
   * Copies everything, sorted by series and time, to `path` by way of a temporary file, then removes this one.
   * Call `commit` and `cut` first.
   */
  async seal(path: string): Promise<void> {
    const temporary = `${path}.tmp`;
    await rm(temporary, { force: true });
    await rm(`${temporary}.wal`, { force: true });
    const source = await this.open();
    try {
      const copy = await this.engine.pin(temporary);
      for (const sql of createTables(copy)) await this.engine.run(sql);
      await this.engine.transaction(async (write) => {
        await write.run(`INSERT INTO ${copy}.meta SELECT * FROM ${source}.meta`);
        await write.run(`INSERT INTO ${copy}.series SELECT * FROM ${source}.series ORDER BY id`);
        await write.run(`INSERT INTO ${copy}.scrapes SELECT * FROM ${source}.scrapes ORDER BY scrape`);
        await write.run(`INSERT INTO ${copy}.chunks SELECT * FROM ${source}.chunks ORDER BY series, first_scrape`);
      });
      await this.engine.run(`CHECKPOINT ${copy}`);
    } finally {
      await this.engine.detach(temporary);
    }
    await rename(temporary, path);
    await this.remove();
  }

  async close(): Promise<void> {
    // Whether it was opened or failed to: afterwards it is not open.
    await this.opening?.catch(() => undefined);
    this.opening = null;
    await this.engine.detach(this.path);
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.path, { force: true });
    await rm(`${this.path}.wal`, { force: true });
  }

  private open(): Promise<string> {
    this.opening ??= this.attach().catch((error: unknown) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  private async attach(): Promise<string> {
    const alias = await this.engine.pin(this.path);
    try {
      const tables = await this.engine.columns(`SELECT table_name FROM duckdb_tables() WHERE database_name = '${alias}'`);
      if (!tables[0]?.includes('meta')) await this.create(alias);
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

async function writeChunks(write: DuckWriter, alias: string, chunks: Chunk[]): Promise<void> {
  await write.append(alias, 'chunks', chunkColumns(chunks, blobValue));
  await write.run(`DELETE FROM ${alias}.changes`);
}

/** The first `rows` changes of the tail as chunks, by series. */
export function encodeTail(head: HeadPartition, rows: number): Chunk[] {
  const { scrape, series, value, state } = head.tail;
  const encoders = new Map<number, ChangeEncoder>();
  for (let row = 0; row < rows; row++) {
    const id = series[row] ?? 0;
    const at = scrape[row] ?? 0;
    let encoder = encoders.get(id);
    if (!encoder) encoders.set(id, encoder = new ChangeEncoder(at));
    if (state[row] === ABSENT) encoder.gone(at);
    else encoder.value(at, value[row] ?? NaN);
  }
  return [...encoders].sort((a, b) => a[0] - b[0])
    .map(([id, encoder]) => ({ series: id, firstScrape: encoder.firstScrape, data: encoder.finish() }));
}
