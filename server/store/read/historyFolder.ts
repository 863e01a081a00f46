/**
 * Answers of the targets' own query APIs for times not recorded here: one file per answer in a folder that all readers
 * share and that the next start of the program empties, since they can be queried again.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { deflate, inflate } from 'node:zlib';
import type { TargetWindow } from '../../metrics/series.ts';
import { targetSlug } from '../partitions/partitionNames.ts';
import type { SeriesFilter } from '../partitions/windowRead.ts';
import { HistoryStore } from './historyStore.ts';

const pack = promisify(deflate);
const unpack = promisify(inflate);
/** Targets whose history stays in memory. */
const MAX_TARGETS = 3;

export class HistoryFolder {
  private readonly store = new HistoryStore();
  /** Of the targets in memory, the last used last: the files that are read or being read. */
  private readonly read = new Map<string, Map<string, Promise<void>>>();
  private count = 0;

  constructor(private readonly folder: string) {}

  /** Of two answers for the same time one is kept. */
  async add(target: string, part: TargetWindow): Promise<void> {
    const folder = this.folderOf(target);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${Date.now()}-${process.pid}-${this.count++}`;
    const draft = join(folder, `${name}.tmp`);
    await writeFile(draft, await pack(serialize(part), { level: 1 }), { mode: 0o600 });
    await rename(draft, join(folder, name));
  }

  /** A part that is stored with the target, read once. */
  async addOnce(target: string, name: string, read: () => Promise<TargetWindow>): Promise<void> {
    const known = this.filesOf(target);
    let reading = known.get(name);
    if (reading === undefined) {
      reading = read().then((part) => { this.store.add(target, part); });
      known.set(name, reading);
    }
    await reading;
  }

  /** `startMs <= row < endMs` of the series that pass; null when there is no row. */
  async window(target: string, startMs: number, endMs: number, filter: SeriesFilter): Promise<TargetWindow | null> {
    const folder = this.folderOf(target);
    for (const name of (await namesIn(folder)).filter((one) => !one.endsWith('.tmp'))) {
      // What these files hold was written by `add`.
      await this.addOnce(
        target, name, async () => deserialize(await unpack(await readFile(join(folder, name)))) as TargetWindow
      );
    }
    return this.store.window(target, startMs, endMs, filter);
  }

  forget(target: string): void {
    this.store.forget(target);
    this.read.delete(target);
  }

  private filesOf(target: string): Map<string, Promise<void>> {
    const files = this.read.get(target) ?? new Map<string, Promise<void>>();
    this.read.delete(target);
    this.read.set(target, files);
    for (const oldest of [...this.read.keys()].slice(0, -MAX_TARGETS)) this.forget(oldest);
    return files;
  }

  private folderOf(target: string): string {
    return join(this.folder, targetSlug(target));
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
