/** A real Prometheus is recorded, notes, profiles, embeds, replays and recordings are kept, and the power fails. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startPrometheus } from './lab/prometheusLab.ts';
import { Disk, EVERYTHING, NOTHING, type Image } from './lab/powerLoss/disk.ts';
import { journalObstacle, type JournalRecord } from './lab/powerLoss/journal.ts';
import { afterCut, cutsOf, journalledRun, pessimistic, torn } from './lab/powerLoss/powerRun.ts';

const CUTS = 10;
const obstacle = journalObstacle();

describe('the disk of the test', () => {
  const bytes = (text: string): Buffer => Buffer.from(text);
  let end = 0;
  const record = (type: JournalRecord['type'], fields: Partial<JournalRecord>): JournalRecord =>
    ({ type, path: '', second: '', handle: 0, timeMs: 0, number: 0, data: bytes(''), end: ++end, ...fields });
  const played = (records: JournalRecord[]): Disk => {
    const disk = new Disk('/d');
    for (const one of records) disk.play(one);
    return disk;
  };
  const create = (path: string, handle: number): JournalRecord => record('open', { path, handle, number: 0o100 });
  const sync = (handle: number): JournalRecord => record('sync', { handle, number: end });
  const plain = (image: Image): unknown =>
    Object.fromEntries([...image].map(([name, node]) => [name, Buffer.isBuffer(node) ? String(node) : plain(node)]));

  it('keeps a file only when its bytes and its name were synced', () => {
    const records = [create('/d/a', 1), record('write', { handle: 1, data: bytes('one') }), sync(1)];
    expect(plain(played(records).image(NOTHING))).toEqual({});
    records.push(record('open', { path: '/d', handle: 2 }), sync(2));
    records.push(record('write', { handle: 1, number: 3, data: bytes('two') }));
    expect(plain(played(records).image(NOTHING))).toEqual({ a: 'one' });
    expect(plain(played(records).image(EVERYTHING))).toEqual({ a: 'onetwo' });
  });

  it('keeps the old file under a name until the new name was synced', () => {
    const records = [
      create('/d/a', 1), record('write', { handle: 1, data: bytes('old') }), sync(1),
      record('open', { path: '/d', handle: 2 }), sync(2), create('/d/b', 3),
      record('write', { handle: 3, data: bytes('new') }), sync(3), record('rename', { path: '/d/b', second: '/d/a' }),
    ];
    expect(plain(played(records).image(NOTHING))).toEqual({ a: 'old' });
    expect(plain(played([...records, sync(2)]).image(NOTHING))).toEqual({ a: 'new' });
  });

  it('takes what was written while a sync was under way for unsynced, and tears a write in pieces', () => {
    const records = [create('/d/a', 1), record('open', { path: '/d', handle: 2 }), sync(2)];
    const before = end;
    records.push(record('write', { handle: 1, data: bytes('abcdef') }), record('sync', { handle: 1, number: before }));
    expect(plain(played(records).image(NOTHING))).toEqual({ a: '' });
    let piece = 0;
    expect(plain(played(records).image(() => piece++ === 1, 2))).toEqual({ a: '\0\0cd' });
  });
});

describe.skipIf(obstacle !== null)(`a loss of power${obstacle === null ? '' : ` (not tested: ${obstacle})`}`, () => {
  // With three targets a head's file is open only while it is written.
  const what = 'loses nothing that was answered as kept, and of scrapes at most the last two seconds';
  it.each([1, 3])(`${what}, of %i targets`, async (targets) => {
    const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-power-'));
    const lab = await startPrometheus({ targets: 0 });
    try {
      const run = await journalledRun(lab.url, 4, folder, targets);
      expect(run.acknowledged.length).toBeGreaterThan(15);
      const cuts = cutsOf(run, 1, Date.now());
      const places = cuts.map(({ place }) => place);
      expect(places).toEqual(expect.arrayContaining(['log write', 'head write', 'sealed sync']));
      // The later a cut, the more there is to lose.
      const latest = cuts.sort((a, b) => b.index - a.index).slice(0, CUTS);
      for (const [i, cut] of latest.entries()) {
        const after = await afterCut(run, cut, i % 2 === 0 ? pessimistic : torn(i), i % 4 === 1 ? 512 : 4096);
        expect(after.asked).toBeGreaterThan(0);
        expect(after.losses, `${cut.place}, record ${cut.index}, ${i % 2 === 0 ? 'all unsynced lost' : `torn ${i}`}`)
          .toEqual([]);
        expect(after.notices.filter((notice) => notice.includes('The lock'))).toEqual([]);
      }
    } finally {
      await lab.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
