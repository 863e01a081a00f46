import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { IndexEntry } from './indexFormat.ts';
import type { ObjectStore } from './objectStore.ts';

/** Returns the content of a name, checked against its hash. `not_found`: another tsdbscope removed its object since. */
export async function fetchEntry(store: ObjectStore, entry: IndexEntry, name: string): Promise<Result<Uint8Array>> {
  if ('text' in entry) return ok(Buffer.from(entry.text));
  const read = await store.get(entry.object, { maxBytes: entry.bytes });
  if (!read.ok) return read;
  if (read.value === null || read.value === 'same')
    return fail('not_found', `The object of ${name} is gone from the bucket; it may have been removed a moment ago.`);
  const { bytes } = read.value;
  return sha256Of(bytes) === entry.sha256 ? ok(bytes)
    : fail('bad_data', `The object of ${name} in the bucket is damaged: it is not what was written.`);
}

export function isContent(entry: IndexEntry, bytes: Uint8Array): boolean {
  return 'text' in entry ? Buffer.from(entry.text).equals(bytes) : sha256Of(bytes) === entry.sha256;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
