import {
  appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Note } from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import { noteFileName } from './noteFile.ts';
import { MAX_NOTES } from './noteLimits.ts';
import { NoteStore } from './noteStore.ts';

let folder: string;
let told: string[];
const NOW = 1_795_190_400_000;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notes-'));
  told = [];
});
afterEach(() => { rmSync(folder, { recursive: true, force: true }); });

const open = (): Promise<NoteStore> => NoteStore.open(folder, (problem) => told.push(problem));
const path = (target: string): string => join(folder, 'notes', noteFileName(target));

function good(result: Result<Note>): Note {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('notes in the data folder', () => {
  it('are there again after a restart, as last changed, without those removed', async () => {
    const store = await open();
    const first = good(await store.add('prom', { time: 100.0004, text: ' restarted\r\nby hand ', author: 'Ann' }, NOW));
    expect(first).toMatchObject(
      { time: 100, endTime: null, text: 'restarted\nby hand', author: 'Ann', createdAt: NOW / 1000, revision: 1 }
    );
    const second = good(await store.add('prom', { time: 50, endTime: 60, text: 'load test' }, NOW));
    const third = good(await store.add('prom', { time: 70, text: 'mistake' }, NOW));
    const changed = good(
      await store.change('prom', first.id, { text: 'restarted by Ann' }, { revision: 1, nowMs: NOW + 5000 })
    );
    expect(changed).toMatchObject({ text: 'restarted by Ann', time: 100, revision: 2, updatedAt: NOW / 1000 + 5 });
    good(await store.remove('prom', third.id, 1));
    expect((await open()).list('prom')).toEqual([second, changed]);
    expect((await open()).list('other')).toEqual([]);
    expect(told).toEqual([]);
  });

  it('are listed where they touch the window, both ends in, spans with any part of them', async () => {
    const store = await open();
    for (const [time, endTime] of [[10, null], [20, null], [5, 15], [16, 19], [21, 30], [1, 40]] as const) {
      good(await store.add('prom', { time, endTime, text: `${time}-${endTime}` }, NOW));
    }
    expect(store.list('prom', 10, 20).map(({ text }) => text)).toEqual(['1-40', '5-15', '10-null', '16-19', '20-null']);
  });

  it('of two changes on one revision the second is refused and says so; so is a removal', async () => {
    const store = await open();
    const { id } = good(await store.add('prom', { time: 1, text: 'a' }, NOW));
    const [one, two] = await Promise.all([
      store.change('prom', id, { text: 'b' }, { revision: 1, nowMs: NOW }),
      store.change('prom', id, { text: 'c' }, { revision: 1, nowMs: NOW }),
    ]);
    expect(one.ok).toBe(true);
    expect(two).toMatchObject({
      ok: false,
      error: {
        errorType: 'busy',
        message:
          'The note was changed meanwhile (it is at revision 2, yours was made on 1); read it again, then change it.',
      },
    });
    expect(await store.remove('prom', id, 1)).toMatchObject({ ok: false, error: { errorType: 'busy' } });
    expect(store.get('prom', id)?.text).toBe('b');
  });

  it('brings a removed note back with a new revision, once, and only to its own target', async () => {
    const store = await open();
    const note = good(await store.add('prom', { time: 1, text: 'a' }, NOW));
    good(await store.remove('prom', note.id, 1));
    expect(await store.restore('other', note.id, NOW)).toMatchObject({ ok: false, error: { errorType: 'not_found' } });
    expect(good(await store.restore('prom', note.id, NOW))).toEqual({ ...note, revision: 2 });
    expect((await store.restore('prom', note.id, NOW)).ok).toBe(false);
    expect((await open()).list('prom')).toHaveLength(1);
  });

  it('refuses one more than there may be, in a sentence', async () => {
    const store = await open();
    const many = Array.from(
      { length: MAX_NOTES },
      (_, i) => ({
        id: i.toString(16).padStart(16, '0'), time: i, endTime: null, text: 'x', author: null, createdAt: 1,
        updatedAt: 1, revision: 1,
      })
    );
    expect(await store.takeOver('prom', many)).toEqual({ ok: true, value: MAX_NOTES });
    expect(await store.add('prom', { time: 1, text: 'x' }, NOW)).toMatchObject({
      ok: false,
      error: {
        errorType: 'too_large',
        message: '"prom" has 2000 notes; at most 2000 are kept for a target. Remove some first.',
      },
    });
    expect((await store.change('prom', '0'.repeat(16), { text: 'y' }, { revision: 1, nowMs: NOW })).ok).toBe(true);
  });

  it('refuses more notes than there may be of all targets together', async () => {
    const store = await open();
    const many = Array.from(
      { length: MAX_NOTES },
      (_, i) => ({
        id: i.toString(16).padStart(16, '0'), time: i, endTime: null, text: 'x', author: null, createdAt: 1,
        updatedAt: 1, revision: 1,
      })
    );
    for (let target = 0; target < 10; target += 1) expect((await store.takeOver(`prom-${target}`, many)).ok).toBe(true);
    expect(await store.add('prom-10', { time: 1, text: 'x' }, NOW)).toMatchObject({
      ok: false,
      error: {
        errorType: 'too_large', message: expect.stringContaining('All targets together have 20000 notes') as string,
      },
    });
  });

  it('remembers the newest hundred that were removed', async () => {
    const store = await open();
    const notes = Array.from(
      { length: 101 },
      (_, i) => ({
        id: i.toString(16).padStart(16, '0'), time: i, endTime: null, text: 'x', author: null, createdAt: 1,
        updatedAt: 1, revision: 1,
      })
    );
    await store.takeOver('prom', notes);
    for (const { id } of notes) good(await store.remove('prom', id, 1));
    expect(await store.restore('prom', '0'.repeat(16), NOW))
      .toMatchObject({ ok: false, error: { errorType: 'not_found' } });
    expect((await store.restore('prom', '1'.padStart(16, '0'), NOW)).ok).toBe(true);
  });

  it('takes over notes of an incident file, skipping what is none', async () => {
    const store = await open();
    const fine = {
      id: 'a'.repeat(16), time: 1, endTime: null, text: 'x', author: null, createdAt: 1, updatedAt: 1, revision: 3,
    };
    const bad = [
      { ...fine, id: '../../x' }, { ...fine, id: 'b'.repeat(16), text: '' }, null, 'text',
      { ...fine, id: 'c'.repeat(16), revision: 0 },
    ];
    expect(await store.takeOver('prom', [fine, ...bad, fine])).toEqual({ ok: true, value: 2 });
    expect(store.list('prom')).toEqual([fine]);
  });

  it('removes all of a target, and nothing of another', async () => {
    const store = await open();
    good(await store.add('prom', { time: 1, text: 'a' }, NOW));
    good(await store.add('other', { time: 1, text: 'b' }, NOW));
    expect(await store.removeTarget('prom')).toEqual({ ok: true, value: null });
    expect(readdirSync(join(folder, 'notes'))).toEqual([noteFileName('other')]);
    good(await store.add('prom', { time: 2, text: 'c' }, NOW));
    expect((await open()).list('prom').map(({ text }) => text)).toEqual(['c']);
  });

  it('keeps a target of any name within its folder', async () => {
    const store = await open();
    const name = '../../etc/passwd\n"}';
    good(await store.add(name, { time: 1, text: 'a' }, NOW));
    expect(existsSync(path(name))).toBe(true);
    expect((await open()).list(name)).toHaveLength(1);
  });

  it('writes a file of many changes anew, with the same notes', async () => {
    const store = await open();
    const { id } = good(await store.add('prom', { time: 1, text: 'a' }, NOW));
    for (let revision = 1; revision <= 450; revision += 1)
      good(await store.change('prom', id, { text: `${revision}` }, { revision, nowMs: NOW }));
    expect(readFileSync(path('prom'), 'utf8').split('\n').length).toBeLessThan(260);
    expect((await open()).list('prom')).toMatchObject([{ text: '450', revision: 451 }]);
  });
});

describe('a damaged file', () => {
  it('that somebody deleted, alone or with its folder, is written again with every note', async () => {
    const store = await open();
    const add = async (target: string, text: string): Promise<void> => {
      good(await store.add(target, { time: 1, text }, NOW));
    };
    await add('prom', 'first');
    await add('other', 'kept');
    rmSync(path('prom'));
    await add('prom', 'second');
    expect((await open()).list('prom').map(({ text }) => text)).toHaveLength(2);
    rmSync(join(folder, 'notes'), { recursive: true });
    await add('prom', 'third');
    const again = await open();
    expect(again.list('prom').map(({ text }) => text).sort()).toEqual(['first', 'second', 'third']);
    expect(again.list('other').map(({ text }) => text)).toEqual(['kept']);
    expect(told).toEqual([]);
  });

  it('cut off in its last line (a crash, a full disk) loses '
    + 'that line alone, and is whole after the next note', async () => {
    const store = await open();
    good(await store.add('prom', { time: 1, text: 'a' }, NOW));
    good(await store.add('prom', { time: 2, text: 'b' }, NOW));
    truncateSync(path('prom'), readFileSync(path('prom')).length - 10);
    const again = await open();
    expect(again.list('prom').map(({ text }) => text)).toEqual(['a']);
    good(await again.add('prom', { time: 3, text: 'c' }, NOW));
    expect((await open()).list('prom').map(({ text }) => text)).toEqual(['a', 'c']);
    expect(told).toEqual([]);
  });

  it('with lines that are none keeps the others, sets a copy aside and tells', async () => {
    const store = await open();
    good(await store.add('prom', { time: 1, text: 'a' }, NOW));
    appendFileSync(path('prom'), '{"note":{"id":"x"}}\nnot json\n');
    expect((await open()).list('prom')).toHaveLength(1);
    expect(told).toEqual([expect.stringContaining('2 lines of the notes of "prom" are damaged')]);
    expect(existsSync(`${path('prom')}.damaged`)).toBe(true);
    told = [];
    await open();
    expect(told).toEqual([]);
  });

  it('that names no target is set aside whole', async () => {
    await (await open()).add('prom', { time: 1, text: 'a' }, NOW);
    writeFileSync(path('prom'), 'rubbish\n');
    const store = await open();
    expect(store.list('prom')).toEqual([]);
    expect(told[0]).toContain('set aside');
  });

  it('that cannot be written refuses the note and keeps nothing of it', async () => {
    writeFileSync(join(folder, 'notes'), 'a file where the folder should be');
    const store = await open();
    expect(await store.add('prom', { time: 1, text: 'a' }, NOW))
      .toMatchObject({ ok: false, error: { errorType: 'internal' } });
    expect(store.list('prom')).toEqual([]);
  });
});
