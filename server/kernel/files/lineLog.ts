/**
 * A file of JSON lines, one for each change; the newest of an id counts. Lines are appended and synced, so that a crash
 * loses at most the line being written; that one is dropped when the file is read.
 */
import { open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SerialQueue } from '../../../core/serialQueue.ts';
import { isMissing, makeFolder, setAside, syncFolder, writeWhole } from './wholeFile.ts';

/** Lines that nobody needs any more, before the file is written anew. */
const MAX_STALE = 2000;
const MAX_FILE_BYTES = 64 * 2 ** 20;

export interface LineLogOptions<T> {
  path: string;
  /** null: not readable as one. */
  check: (value: unknown) => T | null;
  idOf: (value: T) => string;
  /** What is kept, oldest first: all that stays when the file is written anew. */
  held: () => Iterable<T>;
  /** Called with a sentence when some of the file is lost. */
  notice: (sentence: string) => void;
}

export class LineLog<T> {
  private readonly queue = new SerialQueue();
  private lines = 0;
  private rewrites = 0;

  constructor(private readonly options: LineLogOptions<T>) {}

  /** Oldest first, by when an id came first. Never fails: of a file that cannot be read nothing is known. */
  async load(): Promise<T[]> {
    const { path, check, idOf, notice } = this.options;
    const text = await this.read();
    if (text === null) return [];
    const lines = text.split('\n');
    const cut = lines.pop() !== '';
    const found = new Map<string, T>();
    let unreadable = 0;
    for (const line of lines) {
      const value = check(parsed(line));
      if (value === null) unreadable += 1;
      else found.set(idOf(value), value);
    }
    if (unreadable > 0) notice(`${unreadable} lines of ${path} are damaged and were left out; the others are read.`);
    // After a line that was cut off nothing may be appended.
    this.lines = cut || unreadable > 0 ? Infinity : lines.length;
    return [...found.values()];
  }

  /**
   * In the order asked for; `held` has it already. Rejects where it cannot be written. Without a sync, a loss of power
   * may lose the line.
   */
  append(value: T, isSynced = true): Promise<void> {
    const asked = this.rewrites;
    return this.queue.run(async () => {
      // Written with all the others since it was asked for.
      if (this.rewrites > asked) return;
      const { path, held } = this.options;
      const kept = [...held()];
      if (this.lines > kept.length + MAX_STALE) {
        await makeFolder(dirname(path));
        await writeWhole(path, kept.map((one) => `${JSON.stringify(one)}\n`).join(''));
        this.lines = kept.length;
        this.rewrites += 1;
        return;
      }
      const isNew = this.lines === 0;
      if (isNew) await makeFolder(dirname(path));
      // Half a line may be there when it fails.
      const before = this.lines;
      this.lines = Infinity;
      const file = await open(path, 'a', 0o600);
      try {
        await file.appendFile(`${JSON.stringify(value)}\n`);
        if (isSynced) await file.datasync();
      } finally {
        await file.close();
      }
      if (isNew) await syncFolder(dirname(path));
      this.lines = before + 1;
    });
  }

  settled(): Promise<void> {
    return this.queue.settled();
  }

  private async read(): Promise<string | null> {
    const { path, notice } = this.options;
    try {
      if ((await stat(path)).size <= MAX_FILE_BYTES) return await readFile(path, 'utf8');
      await setAside(path);
      notice(`${path} is far too large and was set aside as .damaged; it starts empty.`);
      return null;
    } catch (error) {
      if (isMissing(error)) return null;
      notice(`${path} cannot be read (${error instanceof Error ? error.message : 'unknown'}); it starts empty.`);
      this.lines = Infinity;
      return null;
    }
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Not JSON: the caller counts it.
    return null;
  }
}
