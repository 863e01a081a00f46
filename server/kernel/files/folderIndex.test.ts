import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ok } from '../../../core/result.ts';
import { FolderIndex } from './folderIndex.ts';
import { JsonFolder } from './jsonFolder.ts';
import { LOCAL_ONLY, type ReplicatedStore } from './replicatedStore.ts';

let dataDir: string;
let told: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'folder-index-'));
  told = [];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const INDEX = ['index', 'counts.json'];

/** Starts anew: what it knows is on disk. */
async function open(lasting: ReplicatedStore = LOCAL_ONLY): Promise<JsonFolder<number>> {
  const counts = new JsonFolder<number>({
    folder: join(dataDir, 'counts'), id: /^[a-z]+$/, maxBytes: 1000, check: (value) => ok(Number(value)), noun: 'count',
    notice: (sentence) => { told.push(sentence); }, lasting, index: new FolderIndex(dataDir, 'counts'),
  });
  await counts.load();
  return counts;
}

async function stored(...ids: string[]): Promise<JsonFolder<number>> {
  const counts = await open();
  for (const id of ids) await counts.write(id, 1);
  return counts;
}

it('names a document that something else deleted, once', async () => {
  const counts = await stored('a', 'b');
  await rm(counts.path('a'));
  await open();
  expect(told).toEqual([
    'The count a.json is missing, and tsdbscope did not delete it; restore it from a backup if it is needed.',
  ]);
  await open();
  expect(told).toHaveLength(1);
});

it('names some of many in one sentence, also where the whole folder is gone', async () => {
  await stored(...'abcdefg');
  await rm(join(dataDir, 'counts'), { recursive: true });
  await open();
  expect(told).toEqual([
    '7 files are missing, each a count, and tsdbscope did not delete them (a.json, b.json, c.json, d.json, e.json and '
      + '2 more); restore them from a backup if they are needed.',
  ]);
});

it('says nothing of what tsdbscope removed, or set aside and said so', async () => {
  const counts = await stored('a', 'b');
  await counts.remove('a');
  await writeFile(counts.path('b'), '{');
  await open();
  await open();
  expect(told).toEqual([expect.stringContaining('The count b.json is damaged') as string]);
});

it('knows documents from before it was kept', async () => {
  const counts = await stored('a');
  await rm(join(dataDir, ...INDEX));
  await open();
  await rm(counts.path('a'));
  await open();
  expect(told).toEqual([expect.stringContaining('a.json is missing') as string]);
});

it.each(['', '{"a":1}', '[1]'])('knows nothing where it is damaged: %j', async (text) => {
  const counts = await stored('a');
  await writeFile(join(dataDir, ...INDEX), text);
  await rm(counts.path('a'));
  await open();
  expect(told).toEqual([]);
});

it('does without it where it cannot be written, and reports nothing false later', async () => {
  const counts = await stored('a');
  await rm(join(dataDir, 'index'), { recursive: true });
  await writeFile(join(dataDir, 'index'), 'a file in its place');
  await counts.write('b', 2);
  await counts.remove('a');
  expect(JSON.parse(await readFile(counts.path('b'), 'utf8'))).toBe(2);
  await rm(join(dataDir, 'index'));
  await open();
  expect(told).toEqual([]);
});

it('is not used while an object store has the documents, whose removals by others are not known here', async () => {
  await stored('a');
  await open({ ...LOCAL_ONLY, isShared: true });
  await rm(join(dataDir, 'counts'), { recursive: true });
  await open();
  expect(told).toEqual([]);
});
