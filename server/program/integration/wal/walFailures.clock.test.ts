/** Failures of the WAL of a real Prometheus, each by a fault of its file system, and what is said of them. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWalLab, type WalLab } from './walLab.ts';

const MAX_SEGMENTS = 400;

/** Even root cannot change, remove or add to what is immutable. Why this system has no such flag; null if it has. */
const noFlag: string | null = whyNot();
const immutable = (is: boolean, ...paths: string[]): void => {
  execFileSync('chattr', [is ? '+i' : '-i', ...paths]);
};

function whyNot(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-flag-'));
  try {
    execFileSync('chattr', ['+i', folder], { stdio: 'ignore' });
    execFileSync('chattr', ['-i', folder]);
    return null;
  } catch {
    return 'no file can be made immutable here';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.skipIf(noFlag !== null)(`a WAL that fails${noFlag === null ? '' : ` (not tested: ${noFlag})`}`, () => {
  let lab: WalLab;
  let wal: string;
  const made: string[] = [];

  const hold = (...paths: string[]): void => {
    made.push(...paths);
    immutable(true, ...paths);
  };
  const release = (): void => {
    for (const path of made.splice(0)) {
      // A file that went with its folder is released as well.
      try { immutable(false, path); } catch (error) { console.log(`not released: ${String(error)}`); }
    }
  };

  beforeAll(async () => {
    lab = await startWalLab();
    wal = lab.walFolder;
  }, 240_000);

  afterAll(async () => {
    release();
    await lab.stop();
  });

  it('works: no finding about it', async () => {
    await lab.anotherCheckpoint();
    expect((await lab.findings()).filter(({ code }) => /^wal-|^checkpoint-/.test(code))).toEqual([]);
  });

  it('a file in the place of the folder of the next checkpoint: no checkpoint succeeds, then one does', async () => {
    lab.begin();
    const places = Array.from(
      { length: MAX_SEGMENTS }, (_, n) => join(wal, `checkpoint.${String(n).padStart(8, '0')}.tmp`)
    );
    for (const place of places) closeSync(openSync(place, 'w'));
    const during = await lab.found('wal-not-truncated');
    expect(await lab.counted('checkpoint_creations_failed_total')).toBeGreaterThan(0);
    expect(during.find(({ code }) => code === 'wal-not-truncated'))
      .toMatchObject({ severity: 'warning', panel: 'compaction' });
    for (const place of places) rmSync(place, { force: true });
    const after = await lab.found('checkpoint-failed');
    expect(after.find(({ code }) => code === 'checkpoint-failed')).toMatchObject({
      severity: 'warning', sentence: expect.stringMatching(/^\d+ WAL checkpoints? failed, the last at/) as string,
    });
  });

  it('segments that cannot be removed: the truncation fails, and the checkpoint is complete all the same', async () => {
    lab.begin();
    const complete = lab.checkpoints();
    hold(...readdirSync(wal).filter((name) => /^\d{8}$/.test(name)).sort().slice(0, -1).map((name) => join(wal, name)));
    await lab.found('wal-not-truncated');
    expect(await lab.counted('wal_truncations_failed_total')).toBeGreaterThan(0);
    await expect.poll(() => lab.checkpoints()).toBeGreaterThan(complete);
    // The server times such a truncation as one that succeeded.
    expect((await lab.findings()).map(({ code }) => code)).toContain('wal-not-truncated');
    release();
    const after = await lab.found('wal-truncation-failed');
    expect(after.find(({ code }) => code === 'wal-truncation-failed')).toMatchObject({
      severity: 'warning', sentence: expect.stringMatching(/^\d+ WAL truncations? failed, the last at/) as string,
    });
  });

  it('head chunks that cannot be removed: the head truncation fails, and is a failed compaction alone', async () => {
    await lab.anotherCheckpoint();
    lab.begin();
    const chunks = join(lab.prometheus.dataFolder, 'chunks_head');
    const old = (): string[] => readdirSync(chunks).filter((name) => /^\d{6}$/.test(name)).sort().slice(0, -1);
    // The next file comes at the boundary of a block, half a block before the truncation.
    await expect.poll(old, { interval: 100 }).not.toEqual([]);
    hold(...old().map((name) => join(chunks, name)));
    const during = await lab.found('compaction-failing', 'compaction-recovered');
    release();
    expect(await lab.counted('head_truncations_failed_total')).toBeGreaterThan(0);
    expect(during.filter(({ code }) => /^wal-|^checkpoint-/.test(code))).toEqual([]);
  });

  it('an old checkpoint that cannot be removed', async () => {
    await lab.anotherCheckpoint();
    lab.begin();
    const old = readdirSync(wal).filter((name) => /^checkpoint\.\d{8}$/.test(name)).sort().at(-1) ?? '';
    writeFileSync(join(wal, old, 'held'), '');
    hold(join(wal, old, 'held'));
    const during = await lab.found('checkpoint-deletion-failed');
    expect(await lab.counted('checkpoint_deletions_failed_total')).toBeGreaterThan(0);
    expect(during.find(({ code }) => code === 'checkpoint-deletion-failed')).toMatchObject({
      severity: 'warning', sentence: expect.stringMatching(/^\d+ deletions? of/) as string,
    });
    release();
  });

  it('a folder in which no segment can be made: compactions fail first, writes once the segment is full', async () => {
    await lab.anotherCheckpoint();
    lab.begin();
    const counted = ['wal_truncations_failed_total', 'checkpoint_creations_failed_total'];
    const counters = (): Promise<number[]> => Promise.all(counted.map((name) => lab.counted(name)));
    const before = await counters();
    hold(wal);
    await lab.found('compaction-failing');
    // A truncation begins with a new segment; that it failed is in no counter of the WAL.
    expect(await counters()).toEqual(before);
    const during = await lab.found('wal-write-failed');
    expect(await lab.counted('wal_writes_failed_total')).toBeGreaterThan(0);
    expect(during.find(({ code }) => code === 'wal-write-failed')).toMatchObject({
      severity: 'critical', sentence: expect.stringMatching(/^[\d,]+ writes? to the WAL failed, the last at/) as string,
    });
    release();
  });
});
