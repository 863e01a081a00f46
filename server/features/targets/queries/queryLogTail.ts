/** Follows the query log of a target on this machine, across rotation by rename and by truncation. */
import { open, stat, type FileHandle } from 'node:fs/promises';
import type { LoggedQuery } from '../../../../core/contract/contract.ts';
import { firstLine } from '../../../../core/result.ts';
import { QueryReader } from '../../../analysis/logs/queries/readQueryLog.ts';

/** Shortest interval between two reads of the file. */
const EVERY_MS = 2000;
/** Bytes per chunk, with a pause after each, and bytes per call. */
const CHUNK_BYTES = 64 * 1024;
const MAX_BYTES = 1024 * 1024;
/** Only the end is read of a file that existed before, or when reading is further behind. */
const BEGIN_BYTES = 4 * 1024 * 1024;
const MAX_BEHIND_BYTES = 32 * 1024 * 1024;
/** Longer lines are skipped. */
const MAX_LINE_BYTES = 256 * 1024;
const NEWLINE = 10;

export interface QueryLogTailParts {
  path: string;
  take: (queries: LoggedQuery[]) => void;
  /** Called at each change with the problem in a sentence, or null when it can be read again. */
  onState: (problem: string | null) => void;
  steadyMs: () => number;
}

interface Followed { handle: FileHandle; inode: number; offset: number }

export class QueryLogTail {
  readonly #parts: QueryLogTailParts;
  #file: Followed | null = null;
  #rest: Buffer = Buffer.alloc(0);
  /** Whether reading is in the middle of a line whose beginning was not read. */
  #isInLine = false;
  #nextMs = -Infinity;
  #isBusy = false;
  #isFirst = true;
  #problem: string | null = null;

  constructor(parts: QueryLogTailParts) {
    this.#parts = parts;
  }

  /** Reads new lines of the file, at most every 2 s and never concurrently. Never throws. */
  async look(): Promise<void> {
    const nowMs = this.#parts.steadyMs();
    if (this.#isBusy || nowMs < this.#nextMs) return;
    this.#isBusy = true;
    this.#nextMs = nowMs + EVERY_MS;
    try {
      await this.#follow();
      this.#tell(null);
    } catch (error) {
      this.#tell(`The query log ${this.#parts.path} cannot be read (${firstLine(error)}).`);
    } finally {
      this.#isBusy = false;
    }
  }

  async close(): Promise<void> {
    const { handle } = this.#file ?? {};
    this.#file = null;
    await handle?.close();
  }

  async #follow(): Promise<void> {
    const { path } = this.#parts;
    let budget = MAX_BYTES;
    // Reads the open file to its end first, because lines may precede a rename.
    if (this.#file !== null) budget = await this.#read(this.#file, budget);
    const now = await stat(path).catch(async (error: unknown) => {
      await this.close();
      throw error;
    });
    if (!now.isFile()) throw new Error('it is no regular file');
    if (this.#file !== null && this.#file.inode === now.ino) return;
    if (this.#file !== null && budget <= 0) return;
    await this.close();
    const handle = await open(path, 'r');
    const { ino, size } = await handle.stat();
    const offset = this.#isFirst ? Math.max(0, size - BEGIN_BYTES) : 0;
    this.#begin(offset);
    this.#isFirst = false;
    this.#file = { handle, inode: ino, offset };
    await this.#read(this.#file, budget);
  }

  /** Reads the file; resolves to the rest of the budget. */
  async #read(file: Followed, budget: number): Promise<number> {
    const { size } = await file.handle.stat();
    if (size < file.offset) {
      file.offset = 0;
      this.#begin(0);
    } else if (size - file.offset > MAX_BEHIND_BYTES) {
      file.offset = size - BEGIN_BYTES;
      this.#begin(file.offset);
    }
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let left = budget;
    while (left > 0) {
      const { bytesRead } = await file.handle.read(chunk, 0, CHUNK_BYTES, file.offset);
      if (bytesRead === 0) break;
      file.offset += bytesRead;
      left -= bytesRead;
      this.#takeBytes(chunk.subarray(0, bytesRead));
    }
    return left;
  }

  #begin(offset: number): void {
    this.#rest = Buffer.alloc(0);
    this.#isInLine = offset > 0;
  }

  #takeBytes(bytes: Buffer): void {
    const found: LoggedQuery[] = [];
    const reader = new QueryReader(({ query }) => { found.push(query); });
    const all = Buffer.concat([this.#rest, bytes]);
    let from = 0;
    for (let to = all.indexOf(NEWLINE); to >= 0; to = all.indexOf(NEWLINE, from)) {
      if (!this.#isInLine) reader.takeLine(all.toString('utf8', from, to));
      this.#isInLine = false;
      from = to + 1;
    }
    this.#rest = all.subarray(from);
    if (this.#rest.length > MAX_LINE_BYTES) this.#begin(1);
    if (found.length > 0) this.#parts.take(found);
  }

  #tell(problem: string | null): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#parts.onState(problem);
  }
}
