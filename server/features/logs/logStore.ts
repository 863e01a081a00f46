/**
 * Stores opened logs that name no target: `logs/<id>.log.gz` in the data folder, and `logs/<id>.json` with the metadata
 * of each; keeps the newest.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FileIdentity } from '../../../core/contract/contract.ts';
import { fail, firstLine, ok, type Result } from '../../../core/result.ts';
import { change } from '../../kernel/files/change.ts';
import { lookForDamage } from '../../kernel/files/damagedGzip.ts';
import { JsonFolder } from '../../kernel/files/jsonFolder.ts';
import { openLocal, type ReplicatedStore, type OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { replicatedFolder } from '../../kernel/files/replicatedFolder.ts';
import { makeFolder, namesIn, removeFile, writeWhole } from '../../kernel/files/wholeFile.ts';

/** Limits of all logs together; the oldest are removed first. */
const KEPT = { files: 50, bytes: 256 * 2 ** 20 };
const MAX_FILE_BYTES = 64 * 2 ** 10;
const ID = /^[0-9a-f]{64}$/;
const compress = promisify(gzip);

export interface StoredLog {
  name: string; timeMs: number; sizeBytes: number; storedBytes: number; what: FileIdentity; facts: string | null;
  remedy: string | null; target: string | null;
  /** What it says together with the files that were opened with it; missing for a log that was opened alone. */
  together?: string;
}

export class LogStore {
  private known = new Map<string, StoredLog>();
  private looking: Promise<void> = Promise.resolve();

  private constructor(
    private readonly folder: string, private readonly files: JsonFolder<StoredLog>,
    private readonly lasting: ReplicatedStore,
    private readonly kept: typeof KEPT
  ) {}

  /** Opens the store. Never fails: a log with an unreadable file is reported and omitted. */
  static async open(
    dataDir: string, notice: (sentence: string) => void, openReplica: OpenReplicas = openLocal, kept = KEPT
  ): Promise<LogStore> {
    const folder = join(dataDir, 'logs');
    const lasting = await openReplica(
      replicatedFolder('logs', folder, /^[0-9a-f]{64}\.(?:json|log\.gz)$/, (name) => name.endsWith('.gz'))
    );
    const files = new JsonFolder<StoredLog>({
      folder, id: ID, maxBytes: MAX_FILE_BYTES, check: checked, notice, lasting, noun: 'opened log',
    });
    const store = new LogStore(folder, files, lasting, kept);
    store.known = await files.load();
    await store.findMissing(notice);
    store.looking = lookForDamage(store.newestFirst().map(
      ([id, { storedBytes }]) => ({ path: store.path(id), sizeBytes: storedBytes })
    ), (path, damage) => {
      const id = basename(path, '.log.gz');
      notice(`The opened log ${id}.log.gz is damaged (${damage}); open it again.`);
    });
    files.onOthers((id, stored) => {
      if (stored === null) store.known.delete(id);
      else store.known.set(id, stored);
    });
    return store;
  }

  get(id: string): Result<StoredLog> {
    const stored = this.known.get(id);
    return stored === undefined ? missing(id) : ok(stored);
  }

  /** Returns a log as it was opened, gzip. */
  async bytes(id: string): Promise<Result<Uint8Array>> {
    if (!this.known.has(id)) return missing(id);
    await this.lasting.fetch(`${id}.log.gz`);
    try {
      return ok(await readFile(this.path(id)));
    } catch (error) {
      return fail('not_found', `The log cannot be read (${firstLine(error)}); open it again.`);
    }
  }

  /** Stores a log, plain or gzip; one that is stored already becomes the newest, and keeps its target. */
  async put(bytes: Uint8Array, log: Omit<StoredLog, 'storedBytes' | 'target'>): Promise<Result<string>> {
    const id = createHash('sha256').update(bytes).digest('hex');
    const packed = bytes[0] === 0x1f && bytes[1] === 0x8b ? bytes : await compress(bytes);
    const stored = { ...log, storedBytes: packed.length, target: this.known.get(id)?.target ?? null };
    const done = await change(async () => {
      await makeFolder(this.folder);
      await this.lasting.change([`${id}.log.gz`], 'put', () => writeWhole(this.path(id), packed));
      await this.files.write(id, stored);
    });
    if (!done.ok) return done;
    this.known.set(id, stored);
    let [files, total] = [0, 0];
    for (const [one, { storedBytes }] of this.newestFirst()) {
      files += 1;
      total += storedBytes;
      if (one !== id && (files > this.kept.files || total > this.kept.bytes)) await this.remove(one);
    }
    return ok(id);
  }

  /** Returns the ids of a target's logs, newest first. */
  joinedTo(target: string): string[] {
    return this.newestFirst().flatMap(([id, log]) => (log.target === target ? [id] : []));
  }

  /** Assigns a log to a target. */
  async join(id: string, target: string): Promise<Result<null>> {
    return this.amend(id, { target });
  }

  /** Stores what a log says together with the files that were opened with it. */
  async keepTogether(id: string, together: string): Promise<Result<null>> {
    return this.amend(id, { together });
  }

  private async amend(id: string, changes: Partial<Pick<StoredLog, 'target' | 'together'>>): Promise<Result<null>> {
    const stored = this.known.get(id);
    if (stored === undefined) return missing(id);
    const amended = { ...stored, ...changes };
    const done = await change(() => this.files.write(id, amended));
    if (done.ok) this.known.set(id, amended);
    return done;
  }

  /** Removes a log. not_found if there is none; internal if its file cannot be removed. */
  async remove(id: string): Promise<Result<null>> {
    if (!this.known.has(id)) return missing(id);
    const done = await change(async () => {
      await this.files.remove(id);
      await this.lasting.change([`${id}.log.gz`], 'remove', () => removeFile(this.path(id)));
    });
    if (done.ok) this.known.delete(id);
    return done;
  }

  /** Resolves once all changes so far, and the check of the files found at the start, are done. */
  async settled(): Promise<void> {
    await Promise.all([this.files.settled(), this.looking]);
  }

  /** Finds logs without metadata, and metadata without a log. */
  private async findMissing(notice: (sentence: string) => void): Promise<void> {
    const names = new Set(await namesIn(this.folder).catch(() => []));
    for (const id of this.known.keys()) {
      if (!names.has(`${id}.log.gz`) && this.lasting.sizeOf(`${id}.log.gz`) === null)
        notice(`The opened log ${id}.log.gz is missing; open it again.`);
    }
    for (const name of names) {
      const [id = ''] = name.split('.', 1);
      if (name.endsWith('.log.gz') && !names.has(`${id}.json`) && !names.has(`${id}.json.damaged`))
        notice(`What is known of the opened log ${name} is missing; open it again.`);
    }
  }

  private newestFirst(): [string, StoredLog][] {
    return [...this.known].sort(([, a], [, b]) => b.timeMs - a.timeMs);
  }

  private path(id: string): string {
    return join(this.folder, `${id}.log.gz`);
  }
}

function missing(id: string): Result<never> {
  return fail(
    'not_found', `The log ${id.slice(0, 12)} is not stored here (deleted, removed for newer ones, or of another `
      + 'tsdbscope); open it again.'
  );
}

/** Checks the fields that other code relies on. */
function checked(value: unknown): Result<StoredLog> {
  const { name, timeMs, storedBytes, sizeBytes, what } = (value ?? {}) as Partial<Record<keyof StoredLog, unknown>>;
  const isWhole = typeof name === 'string' && [timeMs, storedBytes, sizeBytes].every(Number.isFinite)
    && typeof what === 'object' && what !== null && 'format' in what && 'name' in what;
  return isWhole ? ok(value as StoredLog) : fail('bad_data', 'it has no name, time, size or kind');
}
