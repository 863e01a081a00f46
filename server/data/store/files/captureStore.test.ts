import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Capture } from '../../../../core/contract/contract.ts';
import { Faults } from '../../../kernel/files/faults.ts';
import { CaptureStore } from './captureStore.ts';

let dataDir: string;
let faults: Faults;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'capture-store-'));
  faults = new Faults();
});
afterEach(() => { rmSync(dataDir, { recursive: true, force: true }); });

const file = (): string => join(dataDir, 'captures', 'captures.ndjson');
const open = (): Promise<CaptureStore> => CaptureStore.open(dataDir, faults);

function capture(id: string, change: Partial<Capture> = {}): Capture {
  return {
    id, target: 't', kind: 'cpu', seconds: 10, at: 'now', everySeconds: null, gc: false, delta: null, state: 'done',
    startTime: 1, endTime: 2, progressRatio: 1, reason: { how: 'person', sentence: null }, client: null,
    profileId: 'p', sizeBytes: 1, note: null, error: null, errorType: null, ...change,
  };
}

describe('the list of captures on disk', () => {
  it('is there after a restart, each as it was last, in the order they began', async () => {
    const store = await open();
    void store.put(capture('a', { state: 'running' }));
    void store.put(capture('b'));
    void store.put(capture('a', { state: 'failed', error: 'It was cancelled.' }));
    await store.settled();
    expect((await open()).all()).toEqual([capture('a', { state: 'failed', error: 'It was cancelled.' }), capture('b')]);
    expect(faults.report()).toEqual({ notices: [], faults: [] });
  });

  it('loses a line that a crash cut off, and no other one; what follows is read again', async () => {
    const store = await open();
    void store.put(capture('a'));
    await store.settled();
    appendFileSync(file(), '{"id":"b","targ');
    const second = await open();
    expect(second.all().map(({ id }) => id)).toEqual(['a']);
    void second.put(capture('c'));
    await second.settled();
    expect((await open()).all().map(({ id }) => id)).toEqual(['a', 'c']);
    expect(faults.report().notices).toEqual([]);
  });

  it('says how many lines are damaged, and reads the others', async () => {
    const store = await open();
    void store.put(capture('a'));
    void store.put(capture('b'));
    await store.settled();
    const [first = '', second = ''] = readFileSync(file(), 'utf8').split('\n');
    writeFileSync(file(), `${first}\nrubbish\n{"id": 7}\n${second}\n`);
    expect((await open()).all().map(({ id }) => id)).toEqual(['a', 'b']);
    expect(faults.report().notices).toEqual([expect.stringContaining('2 lines of')]);
  });

  it('keeps 300 of a target and 300 continuous ones apart, and the file does not grow for ever', async () => {
    const store = await open();
    void store.put(capture('own'));
    void store.put(capture('booked', { state: 'waiting', at: 'time' }));
    for (let i = 0; i < 3000; i++) void store.put(capture(`c${i}`, { reason: { how: 'continuous', sentence: null } }));
    await store.settled();
    const kept = (await open()).all();
    expect(kept).toHaveLength(302);
    expect(kept.slice(0, 3).map(({ id }) => id)).toEqual(['own', 'booked', 'c2700']);
    expect(readFileSync(file(), 'utf8').split('\n').length).toBeLessThan(2500);
  });

  it('keeps those of a hundred targets', async () => {
    const store = await open();
    for (let i = 0; i < 103; i++) void store.put(capture(`c${i}`, { target: `t${i}` }));
    await store.settled();
    expect(store.all()).toHaveLength(100);
    expect(store.ofTarget('t102')).toHaveLength(1);
    expect(store.get('c0')).toBeUndefined();
  });

  it('reports a folder that cannot be written, keeps the list in memory, and writes it all once it can', async () => {
    writeFileSync(join(dataDir, 'captures'), 'a file stands where the folder should be');
    const store = await open();
    expect(await store.put(capture('a'))).toMatchObject({ ok: false, error: { errorType: 'internal' } });
    expect(faults.report().faults).toMatchObject([{ message: expect.stringContaining('cannot be written') as string }]);
    expect(store.get('a')).toBeDefined();
    rmSync(join(dataDir, 'captures'));
    void store.put(capture('b'));
    await store.settled();
    expect(faults.report().faults).toEqual([]);
    expect((await open()).all().map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
