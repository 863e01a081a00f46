import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TargetWindow } from '../../metrics/series.ts';
import { HistoryFolder } from './historyFolder.ts';

let folder: string;

beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'tsdbscope-history-')); });
afterEach(() => rm(folder, { recursive: true, force: true }));

function part(startMs: number): TargetWindow {
  return {
    startMs, endMs: startMs + 1,
    scrapes: {
      length: 1, startMs: Float64Array.of(startMs), durationSeconds: new Float64Array(1), status: Uint16Array.of(200),
      bytes: new Float64Array(1), error: [null], repeated: new Uint8Array(1),
    },
    series: [{ name: 'a', labels: {}, values: Float64Array.of(7), present: Uint8Array.of(1) }],
  };
}

const all = (): boolean => true;
const timesOf = async (history: HistoryFolder, id: string): Promise<number[]> =>
  [...(await history.window(id, 0, 1e9, all))?.scrapes.startMs ?? []];

it('a part that could not be read is read the next time', async () => {
  const history = new HistoryFolder(folder);
  await history.add('one', part(1000));
  const [name = ''] = await readdir(join(folder, 'one'));
  const file = join(folder, 'one', name);
  const whole = await readFile(file);
  await writeFile(file, whole.subarray(0, 10));
  await expect(timesOf(history, 'one')).rejects.toThrow();
  await writeFile(file, whole);
  expect(await timesOf(history, 'one')).toEqual([1000]);
});

it('a target that is being read stays whole while many others are', async () => {
  const history = new HistoryFolder(folder);
  let come: (part: TargetWindow) => void = () => undefined;
  const reading = history.addOnce('one', 'incident', () => new Promise((resolve) => { come = resolve; }));
  for (const id of ['two', 'three', 'four', 'five']) expect(await timesOf(history, id)).toEqual([]);
  come(part(1000));
  await reading;
  let reads = 0;
  await history.addOnce('one', 'incident', () => {
    reads++;
    return Promise.resolve(part(1000));
  });
  expect(await timesOf(history, 'one')).toEqual([1000]);
  expect(reads).toBe(0);
});

it('of many targets a few stay in memory; the others are read again', async () => {
  const history = new HistoryFolder(folder);
  const ids = ['one', 'two', 'three', 'four', 'five'];
  for (const [i, id] of ids.entries()) await history.add(id, part(1000 * i));
  for (const round of [1, 2]) {
    for (const [i, id] of ids.entries()) expect([round, await timesOf(history, id)]).toEqual([round, [1000 * i]]);
  }
  await rm(join(folder, 'five'), { recursive: true });
  await rm(join(folder, 'one'), { recursive: true });
  expect(await timesOf(history, 'five')).toEqual([4000]);
  expect(await timesOf(history, 'one')).toEqual([]);
});
