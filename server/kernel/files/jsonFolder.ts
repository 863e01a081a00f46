/**
 * A folder of JSON documents, `<id>.json` each. Writes resolve once the document is on disk; after a crash it is the
 * old one or the new one. Changes of one document run in call order; those of different ones do not wait.
 */
import { join } from 'node:path';
import { SerialQueue } from '../../../core/serialQueue.ts';
import { firstLine, type Failure, type Result } from '../../../core/result.ts';
import { goneNotice, type FolderIndex } from './folderIndex.ts';
import { readJson, type JsonKind } from './jsonFile.ts';
import { LOCAL_ONLY, type ReplicatedStore } from './replicatedStore.ts';
import { isMissing, makeFolder, namesIn, removeFile, setAside, writeWhole } from './wholeFile.ts';

export interface JsonFolderOptions<T> extends JsonKind<T> {
  folder: string;
  /** Matches valid ids; all other files in the folder are ignored. */
  id: RegExp;
  /** Noun for one document in notices: "stored replay". */
  noun: string;
  /** Consequence of a damaged document: the end of the notice. */
  consequence?: string;
  /** Documents in memory, by id: written again if the folder was deleted. */
  held?: () => Iterable<[string, T]>;
  /** Store that replicates its files; without it, only the folder. Opened before `load`. */
  lasting?: ReplicatedStore;
  /** Knows the documents across restarts, to report deleted ones. Unused with an object store, which has them too. */
  index?: FolderIndex;
  /** Receives one sentence for each damaged or unreadable document. */
  notice: (sentence: string) => void;
}

interface Queue { queue: SerialQueue; users: number }

export class JsonFolder<T> {
  private readonly queues = new Map<string, Queue>();

  constructor(private readonly options: JsonFolderOptions<T>) {}

  path(id: string): string {
    return join(this.options.folder, `${id}.json`);
  }

  /**
   * Returns all documents, by id; none if there is no folder. Renames a damaged one to `.damaged`, and leaves an
   * unreadable one in place; reports either, and an unreadable folder, as a notice. Must be called before anything is
   * written.
   */
  async load(): Promise<Map<string, T>> {
    const { folder, id: isId, noun, notice } = this.options;
    const names = await namesIn(folder).catch((error: unknown) => {
      const reason = `(${firstLine(error)})`;
      if (isMissing(error)) return [];
      notice(`The folder ${folder} cannot be read ${reason}; it opens without any ${noun}.`);
      return null;
    });
    const documents = new Map<string, T>();
    const present: string[] = [];
    for (const name of names ?? []) {
      const id = idOf(name);
      if (!isId.test(id)) continue;
      const read = await this.read(id);
      if (read?.ok === true) documents.set(id, read.value);
      // Others were set aside.
      if (read?.ok === true || read?.error.errorType === 'internal') present.push(name);
    }
    if (names !== null) await this.reportGone(present);
    return documents;
  }

  private async reportGone(present: readonly string[]): Promise<void> {
    const { id: isId, noun, notice } = this.options;
    const isShared = this.index === undefined;
    const gone = await this.options.index?.take((name) => isId.test(idOf(name)), isShared ? [] : present) ?? [];
    const sentence = isShared ? null : goneNotice(noun, gone);
    if (sentence !== null) notice(sentence);
  }

  /** Reads one document like `load`; null if there is none. */
  async read(id: string): Promise<Result<T> | null> {
    const read = await readJson(this.path(id), this.options, id);
    if (read !== null && !read.ok) this.options.notice(await this.setAside(id, read.error));
    return read;
  }

  write(id: string, value: T): Promise<void> {
    return this.inTurn(id, async () => {
      const isNew = await makeFolder(this.options.folder);
      await this.lasting.change([`${id}.json`], 'put', () => writeWhole(this.path(id), JSON.stringify(value)));
      await this.index?.add(`${id}.json`);
      if (isNew) await this.writeAll(id);
    });
  }

  /** Writes again what the caller holds, because the folder was missing. */
  private async writeAll(exceptId: string): Promise<void> {
    for (const [id, value] of this.options.held?.() ?? []) {
      if (id !== exceptId) await this.inTurn(id, () => writeWhole(this.path(id), JSON.stringify(value)));
    }
  }

  /** Removes a document; no error if there is none. */
  remove(id: string): Promise<void> {
    return this.inTurn(id, async () => {
      await this.index?.remove(`${id}.json`);
      await this.lasting.change([`${id}.json`], 'remove', () => removeFile(this.path(id)));
    });
  }

  /** Calls the listener with a document that another tsdbscope wrote, or null if it removed it. */
  onOthers(listener: (id: string, value: T | null) => Promise<void> | void): void {
    this.lasting.onOthers(async (name) => {
      const id = idOf(name);
      if (!this.options.id.test(id)) return;
      const read = await this.read(id);
      if (read === null || read.ok) await listener(id, read?.value ?? null);
    });
  }

  private get lasting(): ReplicatedStore {
    return this.options.lasting ?? LOCAL_ONLY;
  }

  private get index(): FolderIndex | undefined {
    return this.lasting.isShared ? undefined : this.options.index;
  }

  /** Resolves once all changes so far are done. */
  async settled(): Promise<void> {
    await Promise.all([...this.queues.values()].map(({ queue }) => queue.settled()));
  }

  /** Renames a damaged document and resolves to the notice. */
  private async setAside(id: string, { errorType, message }: Failure): Promise<string> {
    const { noun, consequence = 'the others are not affected' } = this.options;
    const what = `The ${noun} ${id}.json`;
    if (errorType === 'internal')
      return `${what} cannot be read (${message}); make it readable and restart. The others are not affected.`;
    const moved = await setAside(this.path(id)).then((aside) => aside !== null, () => false);
    if (moved) await this.index?.remove(`${id}.json`);
    return `${what} is damaged (${message})${moved ? ` and was set aside as ${id}.json.damaged` : ''}; ${consequence}.`;
  }

  private async inTurn(id: string, work: () => Promise<void>): Promise<void> {
    const entry = this.queues.get(id) ?? { queue: new SerialQueue(), users: 0 };
    this.queues.set(id, entry);
    entry.users += 1;
    try {
      await entry.queue.run(work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.queues.delete(id);
    }
  }
}

/** Returns the id of a document by its file name; '' for other files. */
function idOf(name: string): string {
  return name.endsWith('.json') ? name.slice(0, -'.json'.length) : '';
}
