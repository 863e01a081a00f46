/** The whole index, in objects of up to 2,000 names, read by a tsdbscope that knows nothing of the journal. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { fail, ok, type Result } from '../../../core/result.ts';
import { changeRow, checkedChange, type Head, type IndexChange } from './indexFormat.ts';
import type { ObjectStore } from './objectStore.ts';

const NAMES_IN_PART = 2000;
const MAX_PART_BYTES = 64 * 2 ** 20;
const AT_ONCE = 4;

/** Reads all parts. null: a part is gone, because the head has changed since. */
export async function readParts(store: ObjectStore, { parts }: Head): Promise<Result<IndexChange[] | null>> {
  const changes: IndexChange[] = [];
  for (let first = 0; first < parts.length; first += AT_ONCE) {
    const keys = parts.slice(first, first + AT_ONCE);
    const answers = await Promise.all(keys.map((key) => store.get(key)));
    for (const [i, answer] of answers.entries()) {
      if (!answer.ok) return answer;
      if (answer.value === null || answer.value === 'same') return ok(null);
      const read = await unpacked(answer.value.bytes);
      if (read === null) return fail('target_error', `The object ${keys[i] ?? ''} of the index is damaged; restore the `
        + 'bucket, or give tsdbscope another prefix: it sends what is in its folder there.');
      changes.push(...read);
    }
  }
  return ok(changes);
}

/** Writes the parts and resolves to their keys. `seq`: sequence number of the journal that they contain. */
export async function writeParts(
  store: ObjectStore, { seq, writer }: { seq: number; writer: string }, changes: readonly IndexChange[]
): Promise<Result<string[]>> {
  const keys: string[] = [];
  for (let first = 0; first < changes.length; first += NAMES_IN_PART) {
    const rows = changes.slice(first, first + NAMES_IN_PART).map(changeRow);
    const key = `index/${String(seq).padStart(12, '0')}-${writer}-${keys.length}.json.gz`;
    const put = await store.put(key, await promisify(gzip)(JSON.stringify(rows)));
    if (!put.ok) return put;
    keys.push(key);
  }
  return ok(keys);
}

/** Decodes a part. null: damaged, also by one invalid row, because a missing name would look removed. */
async function unpacked(bytes: Uint8Array): Promise<IndexChange[] | null> {
  try {
    const rows: unknown = JSON.parse((await promisify(gunzip)(bytes, { maxOutputLength: MAX_PART_BYTES })).toString());
    const changes = Array.isArray(rows) ? rows.map(checkedChange) : [null];
    return changes.includes(null) ? null : changes.filter((one) => one !== null);
  } catch {
    // Invalid gzip or JSON; the caller reports it.
    return null;
  }
}
