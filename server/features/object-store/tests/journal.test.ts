import { expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { Journal, type JournalOptions } from '../journal.ts';
import { journalKey } from '../indexFormat.ts';
import { MemoryBucket } from './memoryObjects.ts';

const DAY_MS = 86_400_000;
const any = (): boolean => true;

let writers = 0;
function journalOf(bucket: MemoryBucket, options: Partial<JournalOptions> = {}): Journal {
  writers += 1;
  return new Journal({
    store: bucket.store(), writer: writers.toString(16).padStart(8, '0'), now: () => 0,
    notice: (sentence) => { throw new Error(sentence); }, ...options,
  });
}
const put = (name: string, text = name) => ({ kind: 'notes', name, entry: { text } });
const names = (journal: Journal): string[] => [...journal.entriesOf('notes').keys()].sort();

it('keeps what many writers append at once, in one order for all', async () => {
  const bucket = new MemoryBucket();
  const journals = Array.from({ length: 8 }, () => journalOf(bucket));
  await Promise.all(journals.map(async (journal, i) => {
    for (let n = 0; n < 5; n++) {
      const written = await journal.append([put(`from-${i}-${n}`), put('shared', `by ${i}-${n}`)]);
      expect(written).toMatchObject({ ok: true });
    }
  }));
  for (const journal of journals) expect(await journal.read()).toMatchObject({ ok: true });
  const [first] = journals;
  if (first === undefined) throw new Error('there is one');
  expect(names(first)).toHaveLength(41);
  for (const journal of journals) {
    expect(journal.seq).toBe(40);
    expect(journal.all().map((one) => JSON.stringify(one)).sort())
      .toEqual(first.all().map((one) => JSON.stringify(one)).sort());
  }
});

it('finds its own change in the journal where the answer was lost', async () => {
  const bucket = new MemoryBucket();
  const store = bucket.store();
  const journal = journalOf(bucket, { store });
  store.losesAnswers = true;
  expect(await journal.append([put('a')])).toMatchObject({ ok: false, error: { errorType: 'timeout' } });
  store.losesAnswers = false;
  await journal.read();
  expect(journal.take(any)).toMatchObject([{ name: 'a', isThisRun: true }]);
  expect(journal.seq).toBe(1);
});

it('begins with the whole index, and prunes the journal a day later without losing who reads slowly', async () => {
  const bucket = new MemoryBucket();
  let nowMs = 10 * DAY_MS;
  const options = { now: () => nowMs, objectsToWhole: 5 };
  const writer = journalOf(bucket, options);
  const slow = journalOf(bucket, options);
  await writer.append([put('gone')]);
  await slow.read();
  expect(slow.seq).toBe(1);
  for (let i = 0; i < 30; i++) await writer.append([put(`n${i}`), { kind: 'notes', name: 'gone', entry: null }]);
  expect(bucket.keys('journal/')).toHaveLength(31);
  nowMs += 2 * DAY_MS;
  for (let i = 30; i < 40; i++) await writer.append([put(`n${i}`)]);
  expect(bucket.objects.has(journalKey(2))).toBe(false);
  expect(bucket.keys('index/')).toHaveLength(1);
  const fresh = journalOf(bucket, options);
  await fresh.read();
  expect(names(fresh)).toEqual(names(writer));
  // Number 2 is missing, but `slow` must not write one of its own there.
  slow.take(any);
  expect(await slow.append([put('late')])).toMatchObject({ ok: true });
  expect(slow.take(any).filter(({ entry }) => entry === null)).toMatchObject([{ name: 'gone' }]);
  await writer.read();
  expect(names(writer)).toContain('late');
  expect(slow.seq).toBe(writer.seq);
});

it.each([
  ['no JSON', 'garbage'], ['another document', '[]'], ['no changes', '{"format":1,"writer":"a","batch":"b"}'],
])('passes over an object of the journal that is %s, and says so', async (_, text) => {
  const bucket = new MemoryBucket();
  bucket.objects.set(journalKey(1), Buffer.from(text));
  const notices: string[] = [];
  const journal = journalOf(bucket, { notice: (sentence) => notices.push(sentence) });
  expect(await journal.append([put('a')])).toMatchObject({ ok: true });
  expect(journal.seq).toBe(2);
  expect(notices).toEqual([expect.stringMatching(/^The object journal\/0+1\.json of the bucket is damaged/)]);
});

it('leaves out changes that are none: paths, foreign objects, sizes', async () => {
  const bucket = new MemoryBucket();
  const object = { object: `objects/${'a'.repeat(64)}.00000001.1`, sha256: 'a'.repeat(64), bytes: 3 };
  bucket.objects.set(journalKey(1), Buffer.from(JSON.stringify({
    format: 1, writer: 'w', batch: 'b', changes: [
      ['notes', '../key', { text: 'x' }], ['notes', '.hidden', { text: 'x' }], ['Notes', 'a', { text: 'x' }],
      ['notes', 'b', { ...object, object: 'other/secret' }], ['notes', 'c', { ...object, bytes: 2 ** 40 }],
      ['notes', 'd', { text: 'x'.repeat(20_000) }], 7, ['notes', 'good', object], ['notes', 'e', { text: 5 }],
    ],
  })));
  const notices: string[] = [];
  const journal = journalOf(bucket, { notice: (sentence) => notices.push(sentence) });
  await journal.read();
  expect(names(journal)).toEqual(['good']);
  expect(notices).toEqual([expect.stringContaining('8 changes in the object')]);
});

it('stops where a newer version wrote, and where the whole index is damaged', async () => {
  const newer = new MemoryBucket();
  newer.objects.set(journalKey(1), Buffer.from('{"format":2}'));
  expect(await journalOf(newer).append([put('a')])).toMatchObject({
    ok: false, error: { message: 'A newer version of tsdbscope wrote to the bucket; update this one.' },
  });
  expect(newer.keys('journal/')).toHaveLength(1);
  const damaged = new MemoryBucket();
  const part = 'index/000000000009-00000001-0.json.gz';
  damaged.objects.set('head.json', Buffer.from(JSON.stringify({
    format: 1, seq: 9, parts: [part], prunedTo: 9, marks: [],
  })));
  damaged.objects.set(part, gzipSync('[["notes","a",{"text":"x"}],["notes"]]'));
  const read = await journalOf(damaged).read();
  expect(!read.ok && read.error.message).toMatch(/of the index is damaged; restore the bucket/);
});
