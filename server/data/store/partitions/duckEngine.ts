/**
 * One in-memory DuckDB that the partition files are attached to: one buffer pool and one thread for everything, so
 * that memory stays bounded however many partitions there are.
 */
import type { DuckDBConnection, DuckDBInstance, DuckDBType, DuckDBValue, JS } from '@duckdb/node-api';
import { SerialQueue } from '../../../../core/serialQueue.ts';
import { duckdb } from './duckPackage.ts';

/** Keeps files small: a partition of a few hundred kB must not be rounded up to DuckDB's usual 256 KiB blocks. */
const BLOCK_BYTES = 16384;
/** Rows of one DuckDB vector; a data chunk holds no more. */
const CHUNK_ROWS = 2048;
const MEMORY = '128MB';
/** Sealed partitions kept open for the next read. */
const MAX_IDLE_FILES = 16;
/**
 * DuckDB keeps some kilobytes of each file that was ever attached (3 to 4 in our measurements, more with more tables)
 * until the database they were attached to is closed: after this many files, a database without files is replaced.
 */
const RENEW_AFTER_FILES = 100;

interface OpenFile {
  alias: string;
  /** Id of the SealedPartition; null for a file that is written here. */
  id: string | null;
  users: number;
  pinned: boolean;
  /** Called when the last user has finished. */
  unused: () => void;
}

export interface ColumnSpec { type: DuckDBType; values: readonly DuckDBValue[] }

interface Connections { instance: DuckDBInstance; writer: DuckDBConnection; reader: DuckDBConnection }

async function connect(tempDir: string): Promise<Connections> {
  const instance = await duckdb().DuckDBInstance.create(':memory:', {
    memory_limit: MEMORY,
    threads: '1',
    temp_directory: tempDir,
    // Checkpoints run when the head is cut; one in between would only write what the next cut deletes.
    wal_autocheckpoint: '1TB',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const writer = await instance.connect();
  // Detaching a file leaves its log, which the next start reads: only headFile.ts makes a checkpoint safe.
  await writer.run('PRAGMA disable_checkpoint_on_shutdown');
  return { instance, writer, reader: await instance.connect() };
}

export class DuckEngine {
  private readonly files = new Map<string, OpenFile>();
  private nextAlias = 0;
  private readonly writing = new SerialQueue();
  private readonly reading = new SerialQueue();
  private opened: Promise<Connections> | null = null;
  /** Number of files detached since the database was opened. */
  private detached = 0;
  private apartCount = 0;

  private constructor(private readonly tempDir: string) {}

  /** `tempDir`: folder that queries spill to; these queries do not. */
  static async open(tempDir: string): Promise<DuckEngine> {
    const engine = new DuckEngine(tempDir);
    await engine.connections();
    return engine;
  }

  /** Returns an engine that opens with its first use. */
  static opening(tempDir: string): DuckEngine {
    return new DuckEngine(tempDir);
  }

  /**
   * Attaches a sealed file while `work` runs, and keeps it attached for a while after. Detaches a file with another
   * `id` at the same path first, because it was replaced.
   */
  async withFile<T>(
    { path, id }: { path: string; id: string }, work: (alias: string) => Promise<T>
  ): Promise<T> {
    const file = await this.exclusiveWrite(async () => {
      if (this.files.has(path) && this.files.get(path)?.id !== id) await this.drop(path);
      const attached = await this.attach(path, id);
      attached.users++;
      return attached;
    });
    try {
      return await work(file.alias);
    } finally {
      file.users--;
      if (file.users === 0) file.unused();
      await this.closeIdle();
    }
  }

  /** Attaches for reading and writing until `detach`; creates the file when there is none. */
  async pin(path: string): Promise<string> {
    const file = await this.exclusiveWrite(() => this.attach(path, null));
    file.pinned = true;
    return file.alias;
  }

  /** Detaches the file after its last read; no error if it is not attached. */
  async detach(path: string): Promise<void> {
    await this.exclusiveWrite(async () => {
      await this.drop(path);
      await this.renewWhenDue();
    });
  }

  /** Runs statements of one transaction; rolls back and throws when one fails. */
  async transaction(work: (run: DuckWriter) => Promise<void>): Promise<void> {
    await this.exclusiveWrite(async () => {
      const { writer } = await this.connections();
      await writer.run('BEGIN');
      try {
        await work(new DuckWriter(writer));
        await writer.run('COMMIT');
      } catch (error) {
        // A failed COMMIT rolls back on its own; then this ROLLBACK fails, which does not matter.
        await writer.run('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  /**
   * Returns the free memory of the whole process to the system. The allocators keep memory between used blocks; DuckDB
   * makes them release it (glibc's `malloc_trim`) when its limit is set, even to the same value. Opens nothing for it.
   */
  async trim(): Promise<void> {
    if (this.opened !== null) await this.run(`SET memory_limit = '${MEMORY}'`);
  }

  /** Runs a statement without a transaction, on the writing connection. */
  async run(sql: string): Promise<void> {
    await this.exclusiveWrite(() => this.write(sql));
  }

  /** Runs long work on a connection with temporary tables of its own, while others read and write. */
  async apart<T>(work: (run: DuckWriter) => Promise<T>): Promise<T> {
    this.apartCount++;
    try {
      const { instance } = await this.connections();
      const connection = await instance.connect();
      try {
        return await work(new DuckWriter(connection));
      } finally {
        connection.closeSync();
      }
    } finally {
      this.apartCount--;
    }
  }

  /** Returns the columns of the answer, in the order of the select list. */
  async columns(sql: string, values: DuckDBValue[] = []): Promise<JS[][]> {
    return this.reading.run(async () => {
      const { reader } = await this.connections();
      return (await reader.runAndReadAll(sql, values)).getColumnsJS();
    });
  }

  async close(): Promise<void> {
    await this.writing.settled();
    await this.reading.settled();
    for (const path of [...this.files.keys()]) await this.detach(path);
    await this.closeDatabase();
  }

  /** Closes the database; its next use opens it again. */
  private async closeDatabase(): Promise<void> {
    const { opened } = this;
    this.opened = null;
    this.detached = 0;
    if (opened === null) return;
    const { instance, writer, reader } = await opened;
    reader.closeSync();
    writer.closeSync();
    instance.closeSync();
  }

  /**
   * Runs within an exclusive write. Closes the database if no file is in use and nothing runs apart, else next time.
   */
  private async renewWhenDue(): Promise<void> {
    if (this.detached < RENEW_AFTER_FILES || this.apartCount > 0) return;
    if ([...this.files.values()].some(({ pinned, users }) => pinned || users > 0)) return;
    for (const path of [...this.files.keys()]) await this.drop(path);
    await this.reading.run(() => this.closeDatabase());
  }

  private connections(): Promise<Connections> {
    this.opened ??= connect(this.tempDir).catch((error: unknown) => {
      // Retries later: there may be enough memory then.
      this.opened = null;
      throw error;
    });
    return this.opened;
  }

  private async write(sql: string): Promise<void> {
    await (await this.connections()).writer.run(sql);
  }

  private async attach(path: string, id: string | null): Promise<OpenFile> {
    const known = this.files.get(path);
    if (known) {
      // Last used last, so that the oldest is closed first.
      this.files.delete(path);
      this.files.set(path, known);
      return known;
    }
    const file: OpenFile = { alias: `p${this.nextAlias++}`, id, users: 0, pinned: false, unused: () => undefined };
    const options = id === null ? `BLOCK_SIZE ${BLOCK_BYTES}` : 'READ_ONLY';
    await this.write(`ATTACH '${path.replaceAll("'", "''")}' AS ${file.alias} (${options})`);
    this.files.set(path, file);
    return file;
  }

  private async drop(path: string): Promise<void> {
    const file = this.files.get(path);
    if (!file) return;
    if (file.users > 0) await new Promise<void>((resolve) => { file.unused = resolve; });
    this.files.delete(path);
    await this.write(`DETACH ${file.alias}`);
    this.detached++;
  }

  private async closeIdle(): Promise<void> {
    const idle = [...this.files].filter(([, file]) => file.users === 0 && !file.pinned);
    for (const [path, file] of idle.slice(0, Math.max(0, idle.length - MAX_IDLE_FILES))) {
      await this.exclusiveWrite(async () => {
        if (file.users === 0) await this.drop(path);
        await this.renewWhenDue();
      });
    }
  }

  private exclusiveWrite<T>(work: () => Promise<T>): Promise<T> {
    return this.writing.run(work);
  }
}

/** The operations of a transaction. */
export class DuckWriter {
  constructor(private readonly connection: DuckDBConnection) {}

  async run(sql: string, values: DuckDBValue[] = []): Promise<void> {
    await this.connection.run(sql, values);
  }

  /** Appends columns of equal length to `alias.table`. */
  async append(alias: string, table: string, columns: readonly ColumnSpec[]): Promise<void> {
    const rows = columns[0]?.values.length ?? 0;
    if (rows === 0) return;
    const appender = await this.connection.createAppender(table, 'main', alias);
    try {
      for (let from = 0; from < rows; from += CHUNK_ROWS) {
        const to = Math.min(rows, from + CHUNK_ROWS);
        const chunk = duckdb().DuckDBDataChunk.create(columns.map((column) => column.type), to - from);
        chunk.setColumns(columns.map((column) => column.values.slice(from, to)));
        appender.appendDataChunk(chunk);
      }
      appender.flushSync();
    } finally {
      appender.closeSync();
    }
  }
}
