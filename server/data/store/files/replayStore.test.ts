import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finding } from '../../../../core/finding.ts';
import { measuredReplay as measured } from '../../../../testdata/measuredReplay.ts';
import { mountSmall, noMount, unmount } from '../../../../testdata/mounts.ts';
import { MAX_REPLAYS, ReplayStore, type ReplayOrigin } from './replayStore.ts';

let folder: string;
let told: string[];
beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'tsdbscope-replays-')); told = []; });
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (): Promise<ReplayStore> => ReplayStore.open(folder, (problem) => { told.push(problem); });
const live: ReplayOrigin = { source: 'live', target: 'prom', name: 'prom' };

describe('replays', () => {
  it('survive the end of the program, with their profiles; measured again they are the same ones', async () => {
    const store = await open();
    const first = await store.put(measured(100), live);
    await store.put(measured(200), live);
    await store.attachProfile(first?.id ?? '', 'middle', 'f00d');
    await store.put(measured(100, { outcome: 'finished', end: 160, totalSeconds: 60 }), live);
    const again = await open();
    expect(again.list().map(({ start, outcome, profiles }) => [start, outcome, profiles]))
      .toEqual([[200, 'going', []], [100, 'finished', [{ moment: 'middle', profileId: 'f00d' }]]]);
    expect(again.get(first?.id ?? '')).toMatchObject({ points: [{ segment: 1 }], totalSeconds: 60 });
    expect(await again.attachProfile('0'.repeat(32), 'start', 'f00d')).toBe(false);
    expect(told).toEqual([]);
  });

  it('that were not seen to end are closed at the last that was seen of them', async () => {
    const store = await open();
    const replay = await store.put(measured(100), live);
    await store.close(replay?.id ?? '', 'Gone meanwhile.');
    expect(store.get(replay?.id ?? ''))
      .toMatchObject({ outcome: 'killed', end: 103, ending: 'Gone meanwhile.', phases: [{ end: 103 }] });
  });

  it('are bounded: the oldest go, also from the disk', async () => {
    const store = await open();
    for (let i = 0; i < MAX_REPLAYS + 3; i++) await store.put(measured(i), live);
    expect(store.list()).toHaveLength(MAX_REPLAYS);
    expect(store.list().at(-1)?.start).toBe(3);
    expect(await readdir(join(folder, 'replays'))).toHaveLength(MAX_REPLAYS);
  });

  it('that the reader removed stay away, unless asked for again', async () => {
    const store = await open();
    const replay = await store.put(measured(100), live);
    expect(await store.remove(replay?.id ?? '')).toMatchObject({ ok: true });
    expect(await store.remove(replay?.id ?? '')).toMatchObject({ ok: false, error: { errorType: 'not_found' } });
    const again = await open();
    expect(await again.put(measured(100), live)).toBeUndefined();
    expect(again.list()).toEqual([]);
    expect(await again.add(measured(100), live)).toMatchObject({ ok: true, value: { start: 100 } });
    expect(await again.put(measured(100), live)).toMatchObject({ start: 100 });
  });
});

describe('a damaged file', () => {
  it.each([
    ['cut off', (text: string) => text.slice(0, text.length / 2)],
    ['of something else', () => '{"id":"x"}'],
    ['with a start that is none', (text: string) => text.replace('"start":100', '"start":"soon"')],
    ['empty', () => ''],
  ])('%s is set aside and told; the others are there', async (_how, damage) => {
    const store = await open();
    const replay = await store.put(measured(100), live);
    await store.put(measured(200), live);
    const name = `${replay?.id ?? ''}.json`;
    const path = join(folder, 'replays', name);
    await writeFile(path, damage(await readFile(path, 'utf8')));
    const again = await open();
    expect(again.list().map(({ start }) => start)).toEqual([200]);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`${name} is damaged`);
    expect(await readdir(join(folder, 'replays'))).toContain(`${name}.damaged`);
    expect(told).toHaveLength(1);
  });
  it('of an older version keeps its finding: the sentence is the claim', async () => {
    const replay = await (await open()).put(measured(100), live);
    const path = join(folder, 'replays', `${replay?.id ?? ''}.json`);
    const old = { severity: 'warning', sentence: 'The start took 64.7 s.', time: 100 };
    await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')) as object, finding: old }));
    const kept = (await open()).get(replay?.id ?? '');
    expect(kept?.finding)
      .toEqual(finding({ code: 'stored', severity: 'warning', claim: [{ text: old.sentence }], moment: 100 }));
  });
  it('of what was removed costs only that', async () => {
    await (await open()).put(measured(100), live);
    await writeFile(join(folder, 'replays', 'removed.json'), '{');
    const again = await open();
    expect(again.list()).toHaveLength(1);
    expect(told).toHaveLength(1);
  });
});

it('a folder that cannot be written is told once, and what is in memory stays', async () => {
  await writeFile(join(folder, 'replays'), 'a file where the folder should be');
  const store = await open();
  await store.put(measured(100), live);
  await store.put(measured(200), live);
  expect(store.list()).toHaveLength(2);
  expect(told.some((notice) => notice.includes('cannot be stored in the data folder'))).toBe(true);
});

describe.skipIf(noMount !== null)(`on a full disk${noMount === null ? '' : ` (skipped: ${noMount})`}`, () => {
  const disk = (): string => join(folder, 'disk');
  beforeEach(() => { mountSmall(disk(), 64); });
  afterEach(() => { unmount(disk()); });

  it('a start of a log is refused in words and not listed; one seen is written once there is space', async () => {
    const store = await ReplayStore.open(disk(), (problem) => { told.push(problem); });
    const log: ReplayOrigin = { source: 'log', target: null, name: 'prometheus.log' };
    await writeFile(join(disk(), 'ballast'), Buffer.alloc(60_000, 1));
    await writeFile(join(disk(), 'rest'), Buffer.alloc(64_000, 1)).catch(() => undefined);
    expect(await store.add(measured(100), log)).toMatchObject({
      ok: false,
      error: {
        errorType: 'disk_full', message: expect.stringMatching(/cannot be stored .*ENOSPC.*free space/) as string,
      },
    });
    expect(store.list()).toEqual([]);
    await store.put(measured(200), live);
    expect(store.list().map(({ start }) => start)).toEqual([200]);
    expect(told).toHaveLength(1);
    await rm(join(disk(), 'rest'), { force: true });
    await rm(join(disk(), 'ballast'));
    await store.put(measured(200), live);
    expect(await store.add(measured(100), log)).toMatchObject({ ok: true });
    const again = await ReplayStore.open(disk(), (problem) => { told.push(problem); });
    expect(again.list().map(({ start }) => start)).toEqual([200, 100]);
  });
});

it('a folder that somebody deleted is written again with all that is in memory', async () => {
  const store = await open();
  await store.put(measured(100), live);
  await store.put(measured(200), live);
  await rm(join(folder, 'replays'), { recursive: true });
  await store.put(measured(300), live);
  expect((await open()).list().map(({ start }) => start)).toEqual([300, 200, 100]);
  expect(told).toEqual([]);
});
