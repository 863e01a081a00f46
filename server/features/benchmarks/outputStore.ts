/** Stores shared benchmark outputs: `benchmarks/<id>.json` in the data folder, one file each; keeps the newest. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { MAX_OUTPUT_BYTES } from '../../../core/bounds.ts';
import { isBenchmarkText } from '../../../core/text/benchmarkText.ts';
import type { BenchmarkOutput, BenchmarkOutputText } from '../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { change } from '../../kernel/files/change.ts';
import { FolderIndex } from '../../kernel/files/folderIndex.ts';
import { JsonFolder } from '../../kernel/files/jsonFolder.ts';
import { openLocal, type OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { replicatedFolder } from '../../kernel/files/replicatedFolder.ts';

/** Limits of all outputs together; the oldest are removed first. */
const KEPT = { files: 500, bytes: 32 * 2 ** 20 };
/** Maximum size of a file; exceeds that of its text, because quotation marks and tabs take two bytes in it. */
const MAX_FILE_BYTES = 3 * MAX_OUTPUT_BYTES;
const ID = /^[0-9a-f]{64}$/;

interface Stored extends Pick<BenchmarkOutputText, 'name' | 'text' | 'facts'> { timeMs: number }
interface Known extends BenchmarkOutput { fileBytes: number }

export class OutputStore {
  /** Stored outputs, without their texts. */
  private known = new Map<string, Known>();

  private constructor(private readonly files: JsonFolder<Stored>, private readonly kept: typeof KEPT) {}

  /** Opens the store. Never fails: an output with an unreadable file is reported and omitted. */
  static async open(
    dataDir: string, notice: (sentence: string) => void, openReplica: OpenReplicas = openLocal, kept = KEPT
  ): Promise<OutputStore> {
    const folder = join(dataDir, 'benchmarks');
    const lasting = await openReplica(replicatedFolder('benchmarks', folder, /^[0-9a-f]{64}\.json$/));
    const store = new OutputStore(new JsonFolder<Stored>({
      folder, id: ID, maxBytes: MAX_FILE_BYTES, check: checked, notice, lasting, noun: 'stored output of a benchmark',
      index: new FolderIndex(dataDir, 'benchmarks'),
    }), kept);
    for (const [id, stored] of await store.files.load()) store.known.set(id, knownOf(id, stored));
    store.files.onOthers((id, stored) => {
      if (stored === null) store.known.delete(id);
      else store.known.set(id, knownOf(id, stored));
    });
    return store;
  }

  /** Lists outputs, newest first. */
  list(): BenchmarkOutput[] {
    return this.newestFirst().map(({ id, name, time, sizeBytes }) => ({ id, name, time, sizeBytes }));
  }

  /** Returns an output. not_found if there is none; internal if its file cannot be read. */
  async get(id: string): Promise<Result<BenchmarkOutputText>> {
    const read = this.known.has(id) ? await this.files.read(id) : null;
    if (read?.ok === true) {
      const { name, text, facts } = read.value;
      return ok({ ...outputOf(id, read.value), name, text, ...facts === undefined ? {} : { facts } });
    }
    if (read?.error.errorType === 'internal')
      return fail('internal', `The output cannot be read (${read.error.message}); make its file readable.`);
    this.known.delete(id);
    return missing(id);
  }

  /**
   * Stores a text in UTF-8; one that is stored already becomes the newest. On error nothing changes: bad_data if it is
   * not a benchmark output, internal if it cannot be written. `facts`: what it says alone, if its comparison does not.
   */
  async put(
    name: string, bytes: Uint8Array, nowMs: number, facts?: string[]
  ): Promise<Result<BenchmarkOutput>> {
    const text = textOf(bytes);
    if (text === null || !isBenchmarkText(text))
      return fail('bad_data', 'The body holds no result of go test -bench and no output of time; send one as text.');
    const stored = { name, text, timeMs: nowMs, ...facts === undefined ? {} : { facts } };
    const id = idOf(stored);
    const known = knownOf(id, stored);
    if (known.fileBytes > MAX_FILE_BYTES)
      return fail('bad_data', 'The body is mostly control characters; send the output as plain text.');
    const done = await change(() => this.files.write(id, stored));
    if (!done.ok) return done;
    this.known.set(id, known);
    let [files, total] = [0, 0];
    for (const one of this.newestFirst()) {
      files += 1;
      total += one.fileBytes;
      // If the removal fails, the next call retries it.
      if (one.id !== id && (files > this.kept.files || total > this.kept.bytes)) await this.remove(one.id);
    }
    return ok(outputOf(id, stored));
  }

  /** Removes an output. not_found if there is none; internal if its file cannot be removed. */
  async remove(id: string): Promise<Result<null>> {
    if (!this.known.has(id)) return missing(id);
    const done = await change(() => this.files.remove(id));
    if (done.ok) this.known.delete(id);
    return done;
  }

  settled(): Promise<void> {
    return this.files.settled();
  }

  private newestFirst(): Known[] {
    return [...this.known.values()].sort((a, b) => b.time - a.time || (a.id < b.id ? -1 : 1));
  }
}

function missing(id: string): Result<never> {
  return fail(
    'not_found', `The benchmark output ${id.slice(0, 12)} is not stored here (deleted, removed for newer ones, or of `
      + 'another tsdbscope); ask for a new link, or paste it.'
  );
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8; the caller rejects it.
    return null;
  }
}

function idOf({ name, text }: Pick<Stored, 'name' | 'text'>): string {
  return createHash('sha256').update(name).update('\n').update(text).digest('hex');
}

function outputOf(id: string, { name, text, timeMs }: Stored): BenchmarkOutput {
  return { id, name, time: timeMs / 1000, sizeBytes: Buffer.byteLength(text) };
}

function knownOf(id: string, stored: Stored): Known {
  return { ...outputOf(id, stored), fileBytes: Buffer.byteLength(JSON.stringify(stored)) };
}

function checked(value: unknown, id: string): Result<Stored> {
  const { name, text, timeMs, facts } = (value ?? {}) as Partial<Record<keyof Stored, unknown>>;
  if (typeof name !== 'string' || typeof text !== 'string' || typeof timeMs !== 'number' || !Number.isFinite(timeMs))
    return fail('bad_data', 'it has no name, text or time');
  const own = Array.isArray(facts) ? { facts: facts.filter((one) => typeof one === 'string') } : {};
  return idOf({ name, text }) === id ? ok({ name, text, timeMs, ...own }) : fail('bad_data', 'its content is another');
}
