/**
 * Who did what: `audit/audit.jsonl` in the data folder, a line of JSON each, apart from what retention removes. A file
 * that is full becomes `audit.1.jsonl`, and so on; the last of them goes.
 */
import { appendFile, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry } from '../../core/contract/access.ts';
import { firstLine } from '../../core/result.ts';
import { SerialQueue } from '../../core/serialQueue.ts';
import { isMissing, makeFolder } from '../files/wholeFile.ts';

const MAX_FILE_BYTES = 8 * 2 ** 20;
const FILES = 8;
/** Read from the end of a file at once; a line is some hundred bytes. */
const CHUNK_BYTES = 256 * 1024;
/** Of a text that a client sent. */
const MAX_TEXT = 200;

export interface AuditOptions {
  dataDir: string;
  /** Called with one sentence when a line could not be written. */
  notice: (sentence: string) => void;
  maxFileBytes?: number;
}

export class AuditLog {
  private readonly queue = new SerialQueue();
  private readonly folder: string;
  private isFailing = false;

  constructor(private readonly options: AuditOptions) {
    this.folder = join(options.dataDir, 'audit');
  }

  /** Returns at once; lines are written in order. */
  add(entry: AuditEntry): void {
    const line = `${JSON.stringify({ ...entry, ...shortened(entry) })}\n`;
    void this.queue.run(() => this.append(line));
  }

  /** Newest first, of those until `endTime`; a line that cannot be read is skipped. */
  async read(limit: number, endTime = Infinity): Promise<AuditEntry[]> {
    // What was done before it was asked is in the answer, though its line may be on its way to the disk.
    await this.settled();
    const found: AuditEntry[] = [];
    for (let file = 0; file < FILES && found.length < limit; file += 1) {
      for await (const line of linesFromEnd(this.path(file))) {
        const entry = parsed(line);
        if (entry === null || entry.time > endTime) continue;
        found.push(entry);
        if (found.length >= limit) break;
      }
    }
    return found;
  }

  settled(): Promise<void> {
    return this.queue.settled();
  }

  private async append(line: string): Promise<void> {
    try {
      await makeFolder(this.folder);
      const size = await stat(this.path(0)).then((stats) => stats.size, () => 0);
      if (size + line.length > (this.options.maxFileBytes ?? MAX_FILE_BYTES)) await this.rotate();
      await appendFile(this.path(0), line, { mode: 0o600 });
      this.isFailing = false;
    } catch (error) {
      // Once, not with every line.
      if (!this.isFailing) this.options.notice(`The audit log cannot be written (${firstLine(error)}).`);
      this.isFailing = true;
    }
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
    // Cut by a crash.
    return null;
  }
}

/** None where there is no file. */
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
