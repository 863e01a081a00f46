/**
 * A file of JSON lines, one for each change; the last line of an id counts. Lines are appended and synced, so that a
 * crash loses at most the line being written, which is dropped on reading.
 */
import { open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SerialQueue } from '../../../core/serialQueue.ts';
import { isMissing, makeFolder, setAside, syncFolder, writeWhole } from './wholeFile.ts';

/** Superseded lines that cause the file to be rewritten. */
const MAX_STALE = 2000;
const MAX_FILE_BYTES = 64 * 2 ** 20;

export interface LineLogOptions<T> {
  path: string;
  /** Returns null for an invalid value. */
  check: (value: unknown) => T | null;
  idOf: (value: T) => string;
  /** Kept values, oldest first: all that remain after a rewrite. */
  held: () => Iterable<T>;
  /** Receives a sentence when part of the file is lost. */
  notice: (sentence: string) => void;
}

export class LineLog<T> {
  private readonly queue = new SerialQueue();
  private lines = 0;
  private rewrites = 0;

  constructor(private readonly options: LineLogOptions<T>) {}

  /**
   * Returns the values in the order in which their ids first appeared. Never fails: an unreadable file counts as empty.
   */
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
    // Nothing may be appended after a truncated line.
    this.lines = cut || unreadable > 0 ? Infinity : lines.length;
    return [...found.values()];
  }

  /**
   * Appends in call order a value that `held` already includes. Rejects if it cannot be written. Without a sync, a
   * power loss may lose the line.
   */
  append(value: T, isSynced = true): Promise<void> {
    const asked = this.rewrites;
    return this.queue.run(async () => {
      // A rewrite since the call already included it.
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
      // A failed write may leave half a line.
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
