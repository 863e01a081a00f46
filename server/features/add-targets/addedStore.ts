/** Stores targets added on the page or by the API: `added/<id>.json` in the data folder, one file each. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../core/result.ts';
import { change } from '../../kernel/files/change.ts';
import { JsonFolder } from '../../kernel/files/jsonFolder.ts';
import { openLocal, type OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { replicatedFolder } from '../../kernel/files/replicatedFolder.ts';

const MAX_BYTES = 16 * 2 ** 10;
const ID = /^[0-9a-f]{32}$/;

/** `by` null: login was not required. */
export interface StoredAdded { name: string; url: string; by: string | null; timeMs: number }

export class AddedStore {
  /** Added targets by the id of their name. */
  private added = new Map<string, StoredAdded>();
  private listener: () => Promise<void> = () => Promise.resolve();

  private constructor(
    private readonly files: JsonFolder<StoredAdded>,
    /** Whether added targets are shared with other tsdbscopes. */
    readonly isShared: boolean
  ) {}

  /** Opens the store. Never fails: a target with an unreadable file must be added again. */
  static async open(
    dataDir: string, notice: (sentence: string) => void, openReplica: OpenReplicas = openLocal
  ): Promise<AddedStore> {
    const folder = join(dataDir, 'added');
    const lasting = await openReplica(replicatedFolder('added', folder, /^[0-9a-f]{32}\.json$/));
    const store: AddedStore = new AddedStore(new JsonFolder<StoredAdded>({
      folder, id: ID, maxBytes: MAX_BYTES, check: checked, notice, lasting, held: () => store.added,
      noun: 'file of an added target', consequence: 'add the target again',
    }), lasting.isShared);
    store.added = await store.files.load();
    store.files.onOthers(async (id, added) => {
      if (added === null) store.added.delete(id);
      else store.added.set(id, added);
      await store.listener();
    });
    return store;
  }

  /** Sets the listener that is called after another tsdbscope added or removed a target. */
  onOthers(listener: () => Promise<void>): void {
    this.listener = listener;
  }

  /** Returns the targets in the order in which they were added. */
  list(): StoredAdded[] {
    return [...this.added.values()].sort((a, b) => a.timeMs - b.timeMs || (a.name < b.name ? -1 : 1));
  }

  /** Adds a target. `internal` if it cannot be written; then nothing changes. */
  async add(added: StoredAdded): Promise<Result<null>> {
    const id = idOf(added.name);
    const done = await change(() => this.files.write(id, added));
    if (done.ok) this.added.set(id, added);
    return done;
  }

  /** Removes a target, with the errors of `add`; no error if there is none. */
  async remove(name: string): Promise<Result<null>> {
    const id = idOf(name);
    const done = await change(() => this.files.remove(id));
    if (done.ok) this.added.delete(id);
    return done;
  }

  settled(): Promise<void> {
    return this.files.settled();
  }
}

function idOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}

function checked(value: unknown, id: string): Result<StoredAdded> {
  const { name, url, by = null, timeMs } = (value ?? {}) as Partial<Record<keyof StoredAdded, unknown>>;
  if (typeof name !== 'string' || typeof url !== 'string' || typeof timeMs !== 'number')
    return fail('bad_data', 'it has no name, address or time');
  if (idOf(name) !== id) return fail('bad_data', 'its name is another');
  return ok({ name, url, by: typeof by === 'string' ? by : null, timeMs });
}
