/** The text format of the index's objects, and its validation, as a bucket's content is not trusted. Pure. */
import { fail, ok, type Result } from '../../../core/result.ts';
import { isRecord } from '../../../core/contract/isRecord.ts';

export const FORMAT = 1;
/** Largest content stored in the index itself; larger ones are separate objects. */
export const MAX_TEXT_BYTES = 16 * 1024;
export const MAX_OBJECT_BYTES = 128 * 2 ** 20;
const MAX_CHANGES = 20_000;
const MAX_MARKS = 100;
const MAX_PARTS = 2000;
const KIND = /^[a-z]{1,20}$/;
const NAME = /^[\w-][\w.-]{0,149}$/;
const OBJECT = /^objects\/[0-9a-f]{64}\.[0-9a-f]{8}\.[0-9a-z]{1,12}$/;
const PART = /^index\/[0-9]{12}-[0-9a-f]{8}-[0-9]{1,4}\.json\.gz$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** Index entry of a name: its content, or the object with its content. */
export type IndexEntry = { text: string } | { object: string; sha256: string; bytes: number };

/** Change of a name; `entry` null: removed. */
export interface IndexChange { kind: string; name: string; entry: IndexEntry | null }

/** One object of the journal. `batch`: id by which a writer recognizes its own. */
export interface JournalBatch { writer: string; batch: string; changes: IndexChange[] }

/**
 * Start of reading: `parts` contain the journal up to `seq`; its objects up to `prunedTo` may be deleted already.
 * `marks`: its sequence number at earlier times.
 */
export interface Head { seq: number; parts: string[]; prunedTo: number; marks: { seq: number; atMs: number }[] }

export function journalKey(seq: number): string {
  return `journal/${String(seq).padStart(12, '0')}.json`;
}

/**
 * Validates a journal object. Errors: `bad_data` with the end of a sentence; `forbidden` with a whole one for a later
 * format. Invalid changes are skipped and counted.
 */
export function checkedBatch(value: unknown): Result<JournalBatch & { unreadable: number }> {
  const read = withFormat(value);
  if (!read.ok) return read;
  const { writer, batch } = read.value;
  if (typeof writer !== 'string' || typeof batch !== 'string' || !Array.isArray(read.value['changes']))
    return fail('bad_data', 'it is no object of a journal');
  const all: unknown[] = read.value['changes'];
  const changes = all.slice(0, MAX_CHANGES).map(checkedChange).filter((one) => one !== null);
  return ok({ writer, batch, changes, unreadable: all.length - changes.length });
}

export function checkedHead(value: unknown): Result<Head> {
  const read = withFormat(value);
  if (!read.ok) return read;
  const { seq, parts, prunedTo, marks } = read.value;
  const isPart = (part: unknown): part is string => typeof part === 'string' && PART.test(part);
  const isMark = (mark: unknown): mark is Head['marks'][number] =>
    isRecord(mark) && isCount(mark['seq']) && isCount(mark['atMs']);
  const isGood = isCount(seq) && isCount(prunedTo) && prunedTo <= seq
    && Array.isArray(parts) && parts.length <= MAX_PARTS && parts.every(isPart)
    && Array.isArray(marks) && marks.length <= MAX_MARKS && marks.every(isMark);
  return isGood ? ok({ seq, prunedTo, parts: parts, marks: marks })
    : fail('bad_data', 'it is no head of an index');
}

/** Returns the change from one line of a part, `[kind, name, entry]`; null if invalid. */
export function checkedChange(value: unknown): IndexChange | null {
  if (!Array.isArray(value)) return null;
  const [kind, name, entry] = value as unknown[];
  if (typeof kind !== 'string' || !KIND.test(kind) || typeof name !== 'string' || !NAME.test(name)) return null;
  if (entry === null) return { kind, name, entry: null };
  if (!isRecord(entry)) return null;
  const { text, object, sha256, bytes } = entry;
  if (typeof text === 'string' && text.length <= MAX_TEXT_BYTES) return { kind, name, entry: { text } };
  const isObject = typeof object === 'string' && OBJECT.test(object) && typeof sha256 === 'string'
    && SHA256.test(sha256) && isCount(bytes) && bytes <= MAX_OBJECT_BYTES;
  return isObject ? { kind, name, entry: { object, sha256, bytes } } : null;
}

export function changeRow({ kind, name, entry }: IndexChange): [string, string, IndexEntry | null] {
  return [kind, name, entry];
}

function withFormat(value: unknown): Result<Record<string, unknown>> {
  if (!isRecord(value)) return fail('bad_data', 'it is not an object');
  if (isCount(value['format']) && value['format'] > FORMAT)
    return fail('forbidden', 'A newer version of tsdbscope wrote to the bucket; update this one.');
  return value['format'] === FORMAT ? ok(value) : fail('bad_data', 'its format is none');
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
