/**
 * Answers of the targets' own query APIs for times not recorded here: one file per answer in a folder that all readers
 * share and that the next start of the program empties, since they can be queried again.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { deflate, inflate } from 'node:zlib';
import { systemClock } from '../../../../core/time/clock.ts';
import { isMissing } from '../../../kernel/files/wholeFile.ts';
import type { TargetWindow } from '../../metrics/series.ts';
import type { SeriesFilter } from '../partitions/windowRead.ts';
import { HistoryStore } from './historyStore.ts';

const pack = promisify(deflate);
const unpack = promisify(inflate);
/** Number of targets, or stretches of them, whose history stays in memory. */
const MAX_TARGETS = 3;

let drafts = 0;

/** Parts of one target, and the files that are read or being read. */
interface Held { parts: HistoryStore; files: Map<string, Promise<void>>; users: number }

/** Targets by their id (see TargetDescription): one that is removed and added again gets a new id. */
export class HistoryFolder {
  /** Targets held in memory, the most recently used last. */
  private readonly held = new Map<string, Held>();
  private count = 0;

  /** `newestWins`: whose answers replace earlier ones for the same time. */
  constructor(
    private readonly folder: string, private readonly now = systemClock.nowMs,
    private readonly newestWins: (id: string) => boolean = () => false,
  ) {}

  /** Adds an answer; of two for the same time one is kept. */
  async add(id: string, part: TargetWindow): Promise<void> {
    await writePart(join(this.folder, id), `${this.now()}-${process.pid}-${this.count++}`, part);
  }

  /** Adds a part that is stored with the target, read once. */
  async addOnce(id: string, name: string, read: () => Promise<TargetWindow>): Promise<void> {
    await this.using(id, (held) => readOnce(held, name, read));
  }

  /** Returns rows `startMs <= row < endMs` of the series that pass; null if there is no row. */
  window(id: string, startMs: number, endMs: number, filter: SeriesFilter): Promise<TargetWindow | null> {
    const folder = join(this.folder, id);
    return this.using(id, async (held) => {
      for (const name of (await namesIn(folder)).filter((one) => !one.endsWith('.tmp'))) {
        await readOnce(held, name, () => readPart(join(folder, name)));
      }
      return held.parts.window(startMs, endMs, filter);
    });
  }

  forget(id: string): void {
    this.held.delete(id);
  }

  /** Runs `work` with the target's history; one in use is not evicted, because each user would read it again. */
  private async using<T>(id: string, work: (held: Held) => Promise<T>): Promise<T> {
    const held = this.held.get(id)
      ?? { parts: new HistoryStore(this.newestWins(id)), files: new Map<string, Promise<void>>(), users: 0 };
    this.held.delete(id);
    this.held.set(id, held);
    held.users++;
    try {
      return await work(held);
    } finally {
      held.users--;
      const unused = [...this.held].filter(([, { users }]) => users === 0);
      for (const [oldest] of unused.slice(0, Math.max(0, this.held.size - MAX_TARGETS))) this.forget(oldest);
    }
  }
}

export async function writePart(folder: string, name: string, part: TargetWindow): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `${name}.${process.pid}-${drafts++}.tmp`);
  await writeFile(draft, await pack(serialize(part), { level: 1 }), { mode: 0o600 });
  await rename(draft, join(folder, name));
}

/** Reads a part that `writePart` wrote. */
export async function readPart(path: string): Promise<TargetWindow> {
  return deserialize(await unpack(await readFile(path))) as TargetWindow;
}

/** Reads a part once; after a failure the next call reads it again. */
async function readOnce({ parts, files }: Held, name: string, read: () => Promise<TargetWindow>): Promise<void> {
  const reading = files.get(name) ?? read().then((part) => { parts.add(part); });
  files.set(name, reading);
  try {
    await reading;
  } catch (error) {
    files.delete(name);
    throw error;
  }
}

/** Returns the names in the folder, ascending; none if there is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
