/**
 * The names of the files that a folder of the data folder holds, in `index/<name>.json` next to it: without them, a
 * file that something else deletes while tsdbscope is stopped leaves no trace.
 */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ok, fail, type Result } from '../../../core/result.ts';
import { SerialQueue } from '../../../core/serialQueue.ts';
import { readJson } from './jsonFile.ts';
import { makeFolder, writeWhole } from './wholeFile.ts';

const MAX_BYTES = 4 * 2 ** 20;
/** Names in a notice; the others are counted. */
const MAX_NAMED = 5;

/**
 * A name is added after its file was written and removed before its file is, so that a crash between the two reports
 * nothing that tsdbscope did itself.
 */
export class FolderIndex {
  private names: Set<string> | null = null;
  private readonly queue = new SerialQueue();
  private readonly path: string;

  constructor(dataDir: string, name: string) {
    this.path = join(dataDir, 'index', `${name}.json`);
  }

  /**
   * Takes over the files that are there, at the start; returns those that were known and are gone. `isOwn`: names that
   * the caller stores, where several share an index.
   */
  take(isOwn: (name: string) => boolean, present: readonly string[]): Promise<string[]> {
    return this.queue.run(async () => {
      const known = await this.known();
      const there = new Set(present);
      const gone = [...known].filter((name) => isOwn(name) && !there.has(name)).sort();
      const added = present.filter((name) => !known.has(name));
      for (const name of gone) known.delete(name);
      for (const name of added) known.add(name);
      if (gone.length + added.length > 0) await this.write(known);
      return gone;
    });
  }

  add(name: string): Promise<void> {
    return this.queue.run(async () => {
      const known = await this.known();
      if (!known.has(name)) await this.write(known.add(name));
    });
  }

  remove(name: string): Promise<void> {
    return this.queue.run(async () => {
      const known = await this.known();
      if (known.delete(name)) await this.write(known);
    });
  }

  /** An index that is damaged or cannot be read knows nothing. */
  private async known(): Promise<Set<string>> {
    if (this.names === null) {
      const read = await readJson(this.path, { maxBytes: MAX_BYTES, check: checkedNames });
      this.names ??= new Set(read?.ok === true ? read.value : []);
    }
    return this.names;
  }

  /** Never fails: without room for it there is no index, instead of an old one that reports what was removed. */
  private async write(names: ReadonlySet<string>): Promise<void> {
    try {
      await makeFolder(dirname(this.path));
      await writeWhole(this.path, JSON.stringify([...names].sort()));
    } catch {
      await rm(this.path, { force: true }).catch(() => undefined);
    }
  }
}

/** Returns the notice about files that are gone; null if there are none. `noun`: of one file. */
export function goneNotice(noun: string, gone: readonly string[]): string | null {
  const [only] = gone;
  if (only === undefined) return null;
  const more = gone.length - MAX_NAMED;
  const named = `${gone.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return gone.length === 1
    ? `The ${noun} ${only} is missing, and tsdbscope did not delete it; restore it from a backup if it is needed.`
    : `${gone.length} files are missing, each a ${noun}, and tsdbscope did not delete them (${named}); restore them `
      + 'from a backup if they are needed.';
}

function checkedNames(value: unknown): Result<string[]> {
  return Array.isArray(value) && value.every((name): name is string => typeof name === 'string') ? ok(value)
    : fail('bad_data', 'it is no list of names');
}
