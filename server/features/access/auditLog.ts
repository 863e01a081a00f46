/**
 * The audit log: `audit/audit.jsonl` in the data folder, one JSON line per entry, not subject to retention. A full file
 * becomes `audit.1.jsonl`, and so on; the last one is deleted.
 */
import { appendFile, lstat, open, rename, rm } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import type { AuditEntry } from '../../../core/contract/access.ts';
import { firstLine } from '../../../core/result.ts';
import { SerialQueue } from '../../../core/serialQueue.ts';
import type { Faults } from '../../kernel/files/faults.ts';
import { isMissing, makeFolder, setAside } from '../../kernel/files/wholeFile.ts';

const MAX_FILE_BYTES = 8 * 2 ** 20;
const FILES = 8;
/** Bytes per read from the end of a file; a line has some hundred bytes. */
const CHUNK_BYTES = 256 * 1024;
const FAULT = 'audit';
/** Maximum length of a text that a client sent. */
const MAX_TEXT = 200;

export interface AuditOptions {
  dataDir: string;
  /** Receives a notice of files set aside, and a fault while lines cannot be written or read. */
  faults: Pick<Faults, 'notice' | 'set' | 'mended'>;
  maxFileBytes?: number;
}

export class AuditLog {
  private readonly queue = new SerialQueue();
  private readonly folder: string;
  /** Whether the file was checked since the program started. */
  private isWhole = false;

  constructor(private readonly options: AuditOptions) {
    this.folder = join(options.dataDir, 'audit');
  }

  /** Adds an entry; returns at once. Lines are written in order. */
  add(entry: AuditEntry): void {
    const line = `${JSON.stringify({ ...entry, ...shortened(entry) })}\n`;
    void this.queue.run(() => this.append(line));
  }

  /** Returns the entries up to `endTime`, newest first; skips unreadable lines. */
  async read(limit: number, endTime = Infinity): Promise<AuditEntry[]> {
    // Waits for pending lines, so that the answer has every action before the request.
    await this.settled();
    const found: AuditEntry[] = [];
    for (let file = 0; file < FILES && found.length < limit; file += 1) {
      try {
        for await (const line of linesFromEnd(this.path(file))) {
          const entry = parsed(line);
          if (entry === null || entry.time > endTime) continue;
          found.push(entry);
          if (found.length >= limit) break;
        }
      } catch (error) {
        this.options.faults.set(
          `${FAULT}:${file}`,
          `The audit log ${this.path(file)} cannot be read (${firstLine(error)}); repair or move it.`
        );
      }
    }
    return found;
  }

  settled(): Promise<void> {
    return this.queue.settled();
  }

  private async append(line: string): Promise<void> {
    try {
      await this.write(line).catch(async (error: unknown) => {
        // The folder or the file may have been replaced since.
        if (!(await this.mend())) throw error;
        await this.write(line);
      });
      this.options.faults.mended(FAULT);
    } catch (error) {
      this.options.faults.set(
        FAULT, `The audit log in ${this.folder} cannot be written (${firstLine(error)}): what is done now is in no `
          + 'log. Make room or make it writable.'
      );
    }
  }

  private async write(line: string): Promise<void> {
    if (!this.isWhole) await this.mend();
    await makeFolder(this.folder);
    const size = await lstat(this.path(0)).then((stats) => stats.size, () => 0);
    if (size + line.length > (this.options.maxFileBytes ?? MAX_FILE_BYTES)) await this.rotate();
    await appendFile(this.path(0), line, { mode: 0o600 });
  }

  /** Sets aside a wrong folder or file, and terminates a line truncated by a crash; true if it did either. */
  private async mend(): Promise<boolean> {
    this.isWhole = true;
    const folder = await lstatOf(this.folder);
    if (folder !== null && !folder.isDirectory()) return this.replace(this.folder, 'is no folder');
    const file = await lstatOf(this.path(0));
    if (file === null || file.size === 0) return false;
    if (!file.isFile()) return this.replace(this.path(0), 'is no file');
    const end = await endOf(this.path(0));
    if (end.lines.every((line) => parsed(line) === null)) return this.replace(this.path(0), 'is damaged');
    if (end.isCut) await appendFile(this.path(0), '\n');
    return end.isCut;
  }

  private async replace(path: string, why: string): Promise<boolean> {
    const aside = await setAside(path);
    this.options.faults.notice(
      `The audit log ${path} ${why} and was set aside as ${aside ?? 'nothing'}; a new one begins.`
    );
    return true;
  }

  private async rotate(): Promise<void> {
    await rm(this.path(FILES - 1), { force: true });
    for (let file = FILES - 2; file >= 0; file -= 1) {
      await rename(this.path(file), this.path(file + 1)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    }
  }

  private path(file: number): string {
    return join(this.folder, file === 0 ? 'audit.jsonl' : `audit.${file}.jsonl`);
  }
}

function shortened({ user, subject }: AuditEntry): Pick<AuditEntry, 'user' | 'subject'> {
  return {
    user: user?.slice(0, MAX_TEXT) ?? null,
    subject: Object.fromEntries(Object.entries(subject).map(([key, value]) => [key, value.slice(0, MAX_TEXT)])),
  };
}

function parsed(line: string): AuditEntry | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && typeof (value as AuditEntry).time === 'number'
      ? value as AuditEntry : null;
  } catch {
    // Truncated by a crash.
    return null;
  }
}

async function lstatOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Returns the last lines of a file; `isCut`: the last one has no newline. */
async function endOf(path: string): Promise<{ lines: string[]; isCut: boolean }> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(CHUNK_BYTES, size);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return { lines: buffer.toString('utf8').split('\n').filter((line) => line !== ''), isCut: buffer.at(-1) !== 10 };
  } finally {
    await file.close();
  }
}

/** Yields the lines from the last to the first; none if there is no file. */
async function* linesFromEnd(path: string): AsyncGenerator<string> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (file === null) return;
  try {
    let rest = Buffer.alloc(0);
    for (let end = (await file.stat()).size; end > 0;) {
      const length = Math.min(CHUNK_BYTES, end);
      end -= length;
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, end);
      const whole = Buffer.concat([buffer, rest]);
      const from = end === 0 ? 0 : whole.indexOf(10) + 1;
      rest = whole.subarray(0, from);
      yield* whole.subarray(from).toString('utf8').split('\n').filter((line) => line !== '').reverse();
    }
  } finally {
    await file.close();
  }
}
