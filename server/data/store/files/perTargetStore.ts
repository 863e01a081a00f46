/** One JSON document of the data folder that holds a value for each target. */
import { join } from 'node:path';
import { fail, firstLine, ok, type Result } from '../../../../core/result.ts';
import { JsonFolder } from '../../../kernel/files/jsonFolder.ts';

const MAX_BYTES = 2 ** 20;
/** Targets, including those no longer configured; the oldest are deleted first. */
const MAX_TARGETS = 1000;

export interface PerTargetOptions<V> {
  dataDir: string;
  /** Path of the document: `FOLDER/ID.json`. */
  folder: string;
  id: string;
  /** Returns the value as it was stored, or undefined to drop it. */
  check: (value: unknown) => V | undefined;
  /** Name of the document in a notice, and the consequence if it is damaged. */
  noun: string;
  consequence: string;
  /** Subject of the sentence about a failed write: "The switch". */
  what: string;
  notice: (sentence: string) => void;
}

export class PerTargetStore<V> {
  private values = new Map<string, V>();

  private constructor(private readonly files: JsonFolder<Record<string, V>>, private readonly id: string,
    private readonly what: string) {}

  /** Never fails: without a readable file no target has a value. */
  static async open<V>(options: PerTargetOptions<V>): Promise<PerTargetStore<V>> {
    const { dataDir, folder, id, check, noun, consequence, notice, what } = options;
    const store = new PerTargetStore<V>(new JsonFolder<Record<string, V>>({
      folder: join(dataDir, folder), id: new RegExp(`^${id}$`), maxBytes: MAX_BYTES, notice, noun, consequence,
      check: (value) => checked(value, check),
    }), id, what);
    store.values = new Map(Object.entries((await store.files.load()).get(id) ?? {}));
    return store;
  }

  get(target: string): V | undefined {
    return this.values.get(target);
  }

  /** Sets the target's value; undefined removes it. Returns `internal` and changes nothing if it cannot be written. */
  async put(target: string, value: V | undefined): Promise<Result<null>> {
    const next = new Map(this.values);
    next.delete(target);
    if (value !== undefined) next.set(target, value);
    const kept = new Map([...next].slice(-MAX_TARGETS));
    try {
      await this.files.write(this.id, Object.fromEntries(kept));
    } catch (error) {
      return fail(
        'internal',
        `${this.what} cannot be stored in the data folder (${firstLine(error)}); free space or make it writable.`
      );
    }
    this.values = kept;
    return ok(null);
  }

  settled(): Promise<void> {
    return this.files.settled();
  }
}

function checked<V>(value: unknown, check: (value: unknown) => V | undefined): Result<Record<string, V>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('bad_data', 'it is no object');
  const entries = Object.entries(value).flatMap(([target, one]: [string, unknown]) => {
    const good = check(one);
    return good === undefined ? [] : [[target, good] as const];
  });
  return ok(Object.fromEntries(entries));
}
