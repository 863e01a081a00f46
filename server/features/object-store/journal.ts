/**
 * The index of the shared data in an object store: a journal of numbered objects, each written only if absent. The
 * writer of number n has read all before it, so every tsdbscope has the same order of changes, and concurrent writes
 * are both kept. Readers request the next number and never list objects. From time to time one of them writes the whole
 * index (`head.json` says where), and deletes the part of the journal that is a day older.
 */
import { randomBytes } from 'node:crypto';
import { ok, type Result } from '../../../core/result.ts';
import {
  changeRow, checkedBatch, checkedHead, FORMAT, journalKey, type Head, type IndexChange, type IndexEntry,
} from './indexFormat.ts';
import { readParts, writeParts } from './indexParts.ts';
import type { Etag, ObjectStore, StoredObject } from './objectStore.ts';

const HEAD = 'head.json';
const MAX_INDEX_BYTES = 32 * 2 ** 20;
/** Minimum age of a pruned journal object, so that a tsdbscope that has read since then misses none. */
const PRUNED_AFTER_MS = 86_400_000;
const HEAD_EVERY_MS = 60_000;
const MARK_EVERY_MS = 3_600_000;
/** Number of parallel reads, after a first one has found an object. */
const AT_ONCE = 8;
/** Journal objects after which the whole index is written again. */
const OBJECTS_TO_WHOLE = 200;
const MAX_PRUNED_AT_ONCE = 2000;
const MAX_TRIES = 20;

/** A change in the journal. `before`: previous entry of the name; `isOurs`: written by this folder's tsdbscope. */
export interface Applied extends IndexChange { before: IndexEntry | null; isOurs: boolean; isThisRun: boolean }

export interface JournalOptions {
  store: ObjectStore;
  /** Id of this data folder: 8 hexadecimal digits. */
  writer: string;
  now: () => number;
  notice: (sentence: string) => void;
  /** Journal objects after which the whole index is written; default 200. */
  objectsToWhole?: number;
}

/** Reads and writes the journal. Callers must not overlap calls: each begins after the previous one has resolved. */
export class Journal {
  private readonly kinds = new Map<string, Map<string, IndexEntry>>();
  private readonly ownBatches = new Set<string>();
  private readonly applied: Applied[] = [];
  private last = 0;
  private head: { value: Head; etag: Etag } | null = null;
  private headMs = -Infinity;

  constructor(private readonly options: JournalOptions) {}

  get seq(): number {
    return this.last;
  }

  /** Returns the entries of a kind, oldest first. */
  entriesOf(kind: string): ReadonlyMap<string, IndexEntry> {
    return this.kinds.get(kind) ?? new Map<string, IndexEntry>();
  }

  all(): IndexChange[] {
    return [...this.kinds].flatMap(([kind, names]) => [...names].map(([name, entry]) => ({ kind, name, entry })));
  }

  /** Restores the state from an earlier run of this folder. */
  restore(seq: number, changes: readonly IndexChange[]): void {
    this.last = seq;
    for (const change of changes) this.set(change);
  }

  /** Removes and returns the changes of these kinds that were read or written since the last call, in order. */
  take(isWanted: (kind: string) => boolean): Applied[] {
    const all = this.applied.splice(0);
    this.applied.push(...all.filter(({ kind }) => !isWanted(kind)));
    return all.filter(({ kind }) => isWanted(kind));
  }

  /** Reads to the end, then the head, which tells whether a missing number was pruned. */
  async read(): Promise<Result<null>> {
    if (this.headMs === -Infinity) {
      const known = await this.readHead();
      if (!known.ok) return known;
    }
    const read = await this.readOn();
    return read.ok && this.options.now() - this.headMs > HEAD_EVERY_MS ? this.readHead() : read;
  }

  /** Appends the changes after those of others. After an error they may be in the journal or not. */
  async append(changes: readonly IndexChange[]): Promise<Result<null>> {
    const batch = randomBytes(8).toString('hex');
    this.ownBatches.add(batch);
    const { store, writer } = this.options;
    const bytes = Buffer.from(JSON.stringify({ format: FORMAT, writer, batch, changes: changes.map(changeRow) }));
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const read = await this.read();
      if (!read.ok) return read;
      if (!this.ownBatches.has(batch)) return this.writeWhole();
      const put = await store.put(journalKey(this.last + 1), bytes, { ifNoneMatch: true });
      if (!put.ok) return put;
      if (put.value.kind === 'refused') continue;
      this.ownBatches.delete(batch);
      this.last += 1;
      for (const change of changes) this.apply(change, { isOurs: true, isThisRun: true });
      return this.writeWhole();
    }
    return { ok: false, error: {
      errorType: 'busy', message: 'Others write to the index of the bucket all the time; tsdbscope tries again.',
    } };
  }

  private async readOn(): Promise<Result<null>> {
    for (let wide = 1; ; wide = AT_ONCE) {
      const from = this.last + 1;
      const answers = await Promise.all(Array.from(
        { length: wide }, (_, i) => this.options.store.get(journalKey(from + i), { maxBytes: MAX_INDEX_BYTES })
      ));
      for (const answer of answers) {
        if (!answer.ok) return answer;
        if (answer.value === null || answer.value === 'same') return ok(null);
        const read = this.readBatch(answer.value);
        if (!read.ok) return read;
        this.last += 1;
      }
    }
  }

  /** Applies one journal object. Skips a damaged one, which no other tsdbscope can read either. */
  private readBatch({ bytes }: StoredObject): Result<null> {
    const key = journalKey(this.last + 1);
    const checked = checkedBatch(parsed(bytes));
    if (!checked.ok) {
      if (checked.error.errorType === 'forbidden') return checked;
      this.options.notice(`The object ${key} of the bucket is damaged (${checked.error.message}) and was passed over.`);
      return ok(null);
    }
    const { writer, batch, changes, unreadable } = checked.value;
    if (unreadable > 0)
      this.options.notice(`${unreadable} changes in the object ${key} of the bucket are damaged and were passed over.`);
    const isThisRun = this.ownBatches.delete(batch);
    for (const change of changes) this.apply(change, { isOurs: writer === this.options.writer, isThisRun });
    return ok(null);
  }

  /** Reads the head, and the whole index if the journal's next objects are many or may be pruned. */
  private async readHead(): Promise<Result<null>> {
    const { store, now } = this.options;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const known = this.head === null ? {} : { ifNoneMatch: this.head.etag };
      const read = await store.get(HEAD, { maxBytes: MAX_INDEX_BYTES, ...known });
      if (!read.ok) return read;
      if (read.value !== null && read.value !== 'same') {
        const head = checkedHead(parsed(read.value.bytes));
        if (!head.ok) return head.error.errorType === 'forbidden' ? head : { ok: false, error: {
          errorType: 'target_error', message: `The object ${HEAD} of the bucket is damaged (${head.error.message}); `
            + 'restore it, or give tsdbscope another prefix: it sends what is in its folder there.',
        } };
        this.head = { value: head.value, etag: read.value.etag };
      }
      const value = this.head?.value;
      if (value !== undefined && (value.prunedTo > this.last || value.seq - this.last > OBJECTS_TO_WHOLE)) {
        const parts = await readParts(store, value);
        if (!parts.ok) return parts;
        if (parts.value === null) continue;
        this.takeWhole(value.seq, parts.value);
      }
      this.headMs = now();
      return ok(null);
    }
    return ok(null);
  }

  private takeWhole(seq: number, changes: readonly IndexChange[]): void {
    const now = new Set(changes.map(({ kind, name }) => `${kind}/${name}`));
    const gone = this.all().filter(({ kind, name }) => !now.has(`${kind}/${name}`));
    const others = { isOurs: false, isThisRun: false };
    for (const { kind, name } of gone) this.apply({ kind, name, entry: null }, others);
    for (const change of changes) {
      const before = this.kinds.get(change.kind)?.get(change.name);
      if (JSON.stringify(before) !== JSON.stringify(change.entry)) this.apply(change, others);
    }
    this.last = seq;
  }

  /** Writes the whole index if due. A failure is not an error of the change written before. */
  private async writeWhole(): Promise<Result<null>> {
    const { store, writer, now, objectsToWhole = OBJECTS_TO_WHOLE } = this.options;
    const before = this.head;
    const seq = this.last;
    if (seq - (before?.value.seq ?? 0) < objectsToWhole) return ok(null);
    const parts = await writeParts(store, { seq, writer }, this.all());
    if (!parts.ok) return ok(null);
    const { marks = [], prunedTo = 0, parts: old = [] } = before?.value ?? {};
    const isDue = (marks.at(-1)?.atMs ?? 0) < now() - MARK_EVERY_MS;
    const over = marks.filter(({ atMs }) => atMs < now() - PRUNED_AFTER_MS);
    const pruneTo = Math.min(over.at(-1)?.seq ?? prunedTo, prunedTo + MAX_PRUNED_AT_ONCE);
    const head: Head = {
      seq, parts: parts.value, prunedTo: pruneTo,
      marks: [...marks.filter((mark) => mark.seq > pruneTo), ...(isDue ? [{ seq, atMs: now() }] : [])],
    };
    const bytes = Buffer.from(JSON.stringify({ format: FORMAT, ...head }));
    const put = await store.put(HEAD, bytes, before === null ? { ifNoneMatch: true } : { ifMatch: before.etag });
    if (!put.ok) return ok(null);
    const isWritten = put.value.kind === 'stored';
    if (put.value.kind === 'stored') this.head = { value: head, etag: put.value.etag };
    else await this.readHead();
    // Deletes after writing the head, so that a reader that misses a number sees that it was pruned.
    const pruned = isWritten ? Array.from({ length: pruneTo - prunedTo }, (_, i) => journalKey(prunedTo + 1 + i)) : [];
    for (const key of [...(isWritten ? old : parts.value), ...pruned]) await store.delete(key);
    return ok(null);
  }

  private apply(change: IndexChange, whose: Pick<Applied, 'isOurs' | 'isThisRun'>): void {
    const before = this.kinds.get(change.kind)?.get(change.name) ?? null;
    this.set(change);
    this.applied.push({ ...change, ...whose, before });
  }

  private set({ kind, name, entry }: IndexChange): void {
    const names = this.kinds.get(kind) ?? new Map<string, IndexEntry>();
    this.kinds.set(kind, names);
    if (entry === null) names.delete(name);
    else names.set(name, entry);
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    // Not JSON; null fails every validation.
    return null;
  }
}
