/**
 * Replicates the lasting parts of a data folder to an object store that several tsdbscopes share. A change is made in
 * the folder first and sent within a second or two; it waits in the folder while the store does not answer. Changes of
 * others are read every few seconds and applied to the folder.
 */
import { within, type Cancel, type Clock } from '../../../core/time/clock.ts';
import { fail, firstLine, ok, type Result } from '../../../core/result.ts';
import { SerialQueue } from '../../../core/serialQueue.ts';
import type { Faults } from '../../kernel/files/faults.ts';
import type { ReplicatedStore, ReplicatedPart } from '../../kernel/files/replicatedStore.ts';
import { Copies } from './copies.ts';
import type { IndexEntry } from './indexFormat.ts';
import { Journal, type Applied } from './journal.ts';
import { readKnownIndex, writeKnownIndex } from './knownIndex.ts';
import { isPassing, type ObjectStore } from './objectStore.ts';
import { hasContent, sendAll } from './sending.ts';
import { fetchEntry, isContent } from './fetching.ts';
import { SendList, type Unsent } from './sendList.ts';

const FAULT = 'objects';
/** Interval of reads of others' changes. */
const POLL_MS = 5000;
const MAX_PAUSE_MS = 30_000;
/** Changes within this time are sent together. */
const GATHER_MS = 1000;
const KNOWN_EVERY_MS = 300_000;
/** Longest wait of a start for the store; after it, opens with the folder's content. */
const START_MS = 10_000;

export interface ReplicatedObjectsOptions {
  store: ObjectStore;
  dataDir: string;
  /** Bucket and prefix as text; the known index of another place is ignored. */
  place: string;
  cacheBytes: number;
  faults: Pick<Faults, 'notice' | 'set' | 'mended'>;
  clock: Pick<Clock, 'nowMs' | 'background'>;
  pollMs?: number;
}

interface OpenPart { part: ReplicatedPart; listeners: ((name: string) => Promise<void>)[] }

export class ReplicatedObjects {
  private readonly parts = new Map<string, OpenPart>();
  private readonly turns = new SerialQueue();
  private readonly fetching = new Map<string, Promise<Result<boolean>>>();
  private readonly copies: Copies;
  /** Cancels the next round. */
  private cancel: Cancel | null = null;
  private failures = 0;
  private failure: string | null = null;
  private knownMs: number;
  private isClosed = false;
  private knownSeq: number;
  /** Time each name was last sent, ms. */
  private readonly recent = new Map<string, number>();
  /** Changes of others whose content could not be fetched. */
  private readonly missed = new Map<string, Applied>();

  private constructor(
    private readonly options: ReplicatedObjectsOptions, private readonly journal: Journal,
    private readonly list: SendList, private readonly writer: string,
  ) {
    this.copies = new Copies(options.cacheBytes, options.clock.nowMs);
    this.knownMs = options.clock.nowMs();
    this.knownSeq = journal.seq;
  }

  /** Reads the index; if the store does not answer, uses the last one known to the folder. Never fails. */
  static async open(options: ReplicatedObjectsOptions): Promise<ReplicatedObjects> {
    const { store, dataDir, place, faults, clock } = options;
    const { writer, seq, changes } = await readKnownIndex(dataDir, place, faults.notice);
    const journal = new Journal({ store, writer, now: clock.nowMs, notice: faults.notice });
    journal.restore(seq, changes);
    const list = await SendList.open(dataDir, faults.notice, clock.nowMs);
    const objects = new ReplicatedObjects(options, journal, list, writer);
    if (seq === 0) await writeKnownIndex(dataDir, { writer, place, seq, changes });
    await within(clock.background, START_MS, objects.turns.run(() => objects.told(journal.read())));
    return objects;
  }

  /** Updates the part's folder from the index, and queues files that are not in the index yet. */
  openReplica = async (part: ReplicatedPart): Promise<ReplicatedStore> => {
    const own: OpenPart = { part, listeners: [] };
    await this.turns.run(async () => {
      this.parts.set(part.kind, own);
      const here = new Set(await part.names());
      const changed = new Set(this.journal.take((kind) => kind === part.kind).map(({ name }) => name));
      for (const [name, entry] of this.journal.entriesOf(part.kind)) {
        const isHere = here.delete(name);
        if (!isHere && part.copies?.isCopy(name) === true) continue;
        if (!isHere || changed.has(name)) await this.follow(part, name, entry);
        else await this.countCopy(part, name, entry);
      }
      for (const name of here) {
        if (this.list.has(part.kind, name)) continue;
        if (changed.has(name)) await part.remove(name);
        else await this.list.add({ kind: part.kind, name, how: 'put', isMade: true }, false);
      }
    });
    this.soon(0);
    return {
      isShared: true,
      change: async (names, how, work) => {
        const listed = await this.listed(part, names, how);
        this.tellFailure();
        try {
          await work();
        } finally {
          // Also after a failure: sending compares the folder with the store.
          for (const one of listed) one.isMade = true;
          this.soon(GATHER_MS);
        }
      },
      fetch: (name) => this.fetch(part, name),
      sizeOf: (name) => {
        const entry = this.journal.entriesOf(part.kind).get(name);
        return entry === undefined ? null : 'text' in entry ? Buffer.byteLength(entry.text) : entry.bytes;
      },
      names: () => [...this.journal.entriesOf(part.kind).keys()],
      onOthers: (listener) => { own.listeners.push(listener); },
    };
  };

  /** Sends the waiting changes, as far as the store answers. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.cancel?.();
    await this.turns.run(async () => {
      this.recent.clear();
      if (this.failures === 0) await this.told(this.round());
      await this.writeKnown();
      await this.list.settled();
    });
    this.options.store.close();
  }

  private async listed({ kind }: ReplicatedPart, names: readonly string[], how: Unsent['how']): Promise<Unsent[]> {
    const listed: Unsent[] = [];
    for (const [i, name] of names.entries()) {
      // Syncing the last line also syncs all lines before it.
      listed.push(await this.list.add({ kind, name, how, isMade: false }, i === names.length - 1));
      this.copies.forget(`${kind}/${name}`);
    }
    return listed;
  }

  private fetch(part: ReplicatedPart, name: string): Promise<Result<boolean>> {
    const id = `${part.kind}/${name}`;
    const running = this.fetching.get(id);
    if (running !== undefined) return running;
    const begun = this.fetchNow(part, name).finally(() => { this.fetching.delete(id); });
    this.fetching.set(id, begun);
    return begun;
  }

  private async fetchNow(part: ReplicatedPart, name: string): Promise<Result<boolean>> {
    const id = `${part.kind}/${name}`;
    this.copies.used(id);
    if (((await part.copies?.stat(name)) ?? null) !== null) return ok(true);
    const entry = this.journal.entriesOf(part.kind).get(name);
    if (entry === undefined || this.list.has(part.kind, name)) return ok(false);
    const bytes = await fetchEntry(this.options.store, entry, name);
    if (!bytes.ok) return bytes;
    // Changed or removed meanwhile.
    if (this.list.has(part.kind, name)) return ok(false);
    try {
      await part.write(name, bytes.value);
      await this.countCopy(part, name, entry);
      await this.copies.trim();
    } catch (error) {
      return fail(
        'internal', `${name} cannot be kept in the data folder (${firstLine(error)}); make room or make it writable.`
      );
    }
    return ok(true);
  }

  private soon(delayMs: number): void {
    if (this.isClosed) return;
    // During a backoff, changes wait for the store like everything else.
    if (this.cancel !== null && (this.failures > 0 || delayMs >= POLL_MS)) return;
    this.cancel?.();
    this.cancel = this.options.clock.background.after(delayMs, () => {
      this.cancel = null;
      void this.turns.run(() => this.told(this.round())).finally(() => { this.soon(this.pauseMs()); });
    });
  }

  private pauseMs(): number {
    const { pollMs = POLL_MS } = this.options;
    const pauseMs = Math.min(pollMs * 2 ** Math.min(this.failures, 10), Math.max(pollMs, MAX_PAUSE_MS));
    // Jitter, so that several tsdbscopes do not ask at the same time.
    return pauseMs * (0.8 + 0.4 * Math.random());
  }

  /** Runs one round: applies changes of others, then sends the waiting ones. */
  private async round(): Promise<Result<null>> {
    const read = await this.journal.read();
    if (read.ok) this.failures = 0;
    await this.followAll();
    if (!read.ok) return read;
    const sent = await sendAll({
      store: this.options.store, journal: this.journal, list: this.list, writer: this.writer,
      partOf: (kind) => this.parts.get(kind)?.part, notice: this.options.faults.notice, now: this.options.clock.nowMs,
      recent: this.recent,
    });
    await this.followAll();
    if (this.options.clock.nowMs() - this.knownMs > KNOWN_EVERY_MS) await this.writeKnown();
    await this.copies.trim();
    return sent;
  }

  private async told(asked: Promise<Result<null>>): Promise<void> {
    const { faults } = this.options;
    const answer = await asked.catch((error: unknown) => fail('internal', `${firstLine(error)}; it is tried again.`));
    if (answer.ok) {
      [this.failures, this.failure] = [0, null];
      faults.mended(FAULT);
      return;
    }
    [this.failures, this.failure] = [this.failures + 1, answer.error.message];
    this.tellFailure();
  }

  private tellFailure(): void {
    if (this.failure !== null) this.options.faults.set(FAULT, `${this.failure} ${this.list.words}`);
  }

  /** Applies the changes that were read, only the last one of each name. */
  private async followAll(): Promise<void> {
    const newest = new Map(this.missed);
    this.missed.clear();
    for (const one of this.journal.take((kind) => this.parts.has(kind))) {
      if (one.isOurs && one.before !== null && 'object' in one.before && !hasContent(one.entry, one.before.object))
        await this.options.store.delete(one.before.object);
      newest.set(`${one.kind}/${one.name}`, one);
    }
    for (const { kind, name, entry, isThisRun } of newest.values()) {
      const open = this.parts.get(kind);
      if (open === undefined || this.list.has(kind, name)) continue;
      if (isThisRun) await this.countCopy(open.part, name, entry);
      else if (await this.follow(open.part, name, entry)) for (const listener of open.listeners) await listener(name);
    }
  }

  /** Applies one entry. Resolves to true once the folder matches the index; false if it is unchanged. */
  private async follow(part: ReplicatedPart, name: string, entry: IndexEntry | null): Promise<boolean> {
    const id = `${part.kind}/${name}`;
    const { notice } = this.options.faults;
    if (this.list.has(part.kind, name)) return false;
    if (!part.isName(name)) {
      notice(`The bucket has ${JSON.stringify(id)}, which is none that tsdbscope keeps; it is left alone.`);
      return false;
    }
    if (entry === null || part.copies?.isCopy(name) === true) {
      const here = entry === null ? null : await part.read(name);
      if (here !== null && entry !== null && isContent(entry, here)) await this.countCopy(part, name, entry);
      else {
        // The new content is fetched on demand.
        this.copies.forget(id);
        await part.remove(name);
      }
      return true;
    }
    const bytes = 'object' in entry && this.failures > 0 ? null
      : await fetchEntry(this.options.store, entry, name);
    if (bytes === null || (!bytes.ok && isPassing(bytes.error))) {
      this.missed.set(id, { kind: part.kind, name, entry, before: null, isOurs: false, isThisRun: false });
      return false;
    }
    // The object is gone because of a newer change, which is read soon.
    if (!bytes.ok && bytes.error.errorType === 'not_found') return false;
    try {
      if (!bytes.ok) throw new Error(bytes.error.message);
      await part.write(name, bytes.value);
      return true;
    } catch (error) {
      notice(`${id} of the bucket cannot be kept here: ${firstLine(error)}`);
      return false;
    }
  }

  private async countCopy(part: ReplicatedPart, name: string, entry: IndexEntry | null): Promise<void> {
    if (this.list.has(part.kind, name)) return;
    const found = entry !== null && part.copies?.isCopy(name) === true ? await part.copies.stat(name) : null;
    if (found !== null)
      this.copies.add(`${part.kind}/${name}`, found.bytes, () => part.remove(name), found.usedMs);
  }

  private async writeKnown(): Promise<void> {
    const { dataDir, place, clock } = this.options;
    const { seq } = this.journal;
    this.knownMs = clock.nowMs();
    // Not written while contents are missing, so that the next start sees them as changed.
    if (seq === this.knownSeq || this.missed.size > 0) return;
    await writeKnownIndex(dataDir, { writer: this.writer, place, seq, changes: this.journal.all() });
    this.knownSeq = seq;
  }
}
