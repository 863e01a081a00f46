/** Sends changes of the data folder: contents first, then all changes as one object of the journal. */
import { isUtf8 } from 'node:buffer';
import { ok, type Result } from '../../../core/result.ts';
import type { ReplicatedPart } from '../../kernel/files/replicatedStore.ts';
import { sha256Of } from './fetching.ts';
import { MAX_OBJECT_BYTES, MAX_TEXT_BYTES, type IndexChange, type IndexEntry } from './indexFormat.ts';
import type { Journal } from './journal.ts';
import type { ObjectStore } from './objectStore.ts';
import type { SendList, Unsent } from './sendList.ts';

const AT_ONCE = 4;
const CHANGES_AT_ONCE = 200;
/** Shortest interval between sends of a name that changes often, such as a running replay. */
const AGAIN_AFTER_MS = 20_000;

export interface Sending {
  store: ObjectStore;
  journal: Journal;
  list: SendList;
  writer: string;
  partOf: (kind: string) => ReplicatedPart | undefined;
  /** Time each name was last sent, ms. */
  recent: Map<string, number>;
  notice: (sentence: string) => void;
  now: () => number;
}

/** `change` null: nothing to send. */
interface Prepared { unsent: Unsent; change: IndexChange | null }

/** Sends all changes that are made. After an error of the store, unsent ones stay listed. */
export async function sendAll(sending: Sending): Promise<Result<null>> {
  const { list, journal, recent, now } = sending;
  for (const [id, sentMs] of recent) if (sentMs < now() - AGAIN_AFTER_MS) recent.delete(id);
  for (;;) {
    const ready = list.ready().filter((one) => isDue(sending, one)).slice(0, CHANGES_AT_ONCE);
    if (ready.length === 0) return ok(null);
    const prepared: Prepared[] = [];
    for (let first = 0; first < ready.length; first += AT_ONCE) {
      const answers = await Promise.all(
        ready.slice(first, first + AT_ONCE).map((unsent) => prepare(sending, unsent))
      );
      for (const answer of answers) {
        if (!answer.ok) return answer;
        prepared.push(answer.value);
      }
    }
    const changes = prepared.map(({ change }) => change).filter((one) => one !== null);
    if (changes.length > 0) {
      const written = await journal.append(changes);
      if (!written.ok) return written;
    }
    for (const { unsent, change } of prepared) {
      const entry = change?.entry ?? null;
      if (entry !== null && 'object' in entry) recent.set(`${unsent.kind}/${unsent.name}`, now());
      await list.sent(unsent);
    }
  }
}

function isDue({ recent, partOf }: Sending, { kind, name, how }: Unsent): boolean {
  return partOf(kind) !== undefined && (how === 'remove' || !recent.has(`${kind}/${name}`));
}

async function prepare({ store, journal, writer, partOf, notice }: Sending, unsent: Unsent): Promise<Result<Prepared>> {
  const { kind, name, number } = unsent;
  const part = partOf(kind);
  const known = journal.entriesOf(kind).get(name);
  const nothing = ok({ unsent, change: null });
  if (part === undefined) return nothing;
  const bytes = await part.read(name);
  if (bytes === null) {
    // The change was listed but never made, or the copy was removed from the folder.
    return unsent.how === 'put' || known === undefined ? nothing
      : ok({ unsent, change: { kind, name, entry: null } });
  }
  // The removal failed, so the file still exists.
  if (unsent.how === 'remove') return nothing;
  if (bytes.length > MAX_OBJECT_BYTES) {
    notice(`${kind}/${name} is larger than ${MAX_OBJECT_BYTES / 2 ** 20} MiB and stays in the data folder alone.`);
    return nothing;
  }
  const entry = entryOf(bytes, `${writer}.${number.toString(36)}`);
  if (isSame(entry, known)) return nothing;
  if ('object' in entry) {
    // `refused` means that it was written before a crash or a lost answer.
    const put = await store.put(entry.object, bytes, { ifNoneMatch: true });
    if (!put.ok) return put;
  }
  return ok({ unsent, change: { kind, name, entry } });
}

/** `suffix`: unique to this content, so that a deleted object is never needed again. */
function entryOf(bytes: Uint8Array, suffix: string): IndexEntry {
  if (bytes.length <= MAX_TEXT_BYTES && isUtf8(bytes)) return { text: Buffer.from(bytes).toString() };
  const sha256 = sha256Of(bytes);
  return { object: `objects/${sha256}.${suffix}`, sha256, bytes: bytes.length };
}

function isSame(entry: IndexEntry, known: IndexEntry | undefined): boolean {
  if (known === undefined) return false;
  return 'text' in entry ? 'text' in known && known.text === entry.text
    : 'object' in known && known.sha256 === entry.sha256;
}

/** Returns whether the entry's content is this object. */
export function hasContent(entry: IndexEntry | null, object: string): boolean {
  return entry !== null && 'object' in entry && entry.object === object;
}
