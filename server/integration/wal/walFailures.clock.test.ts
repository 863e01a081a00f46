/** Failures of the WAL of a real Prometheus, each by a fault of its file system, and what is said of them. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PanelFinding } from '../../../core/contract/contract.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

/** A head compaction, and with it a truncation of the WAL, each 10 s; a segment of 10 MB each half minute. */
const LOAD = {
  targets: 4, seriesPerTarget: 6000, blockDuration: '10s', maxBlockDuration: '10s', walCompression: false,
  maxSeconds: 900,
};
const PATIENCE_MS = 150_000;
const MOST_SEGMENTS = 400;

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
  const { dataDir, remove } = newDataDir();
  let lab: PrometheusLab;
  let scope: Tsdbscope;
  let wal: string;
  /** From here on a finding counts: each fault has a window of its own. */
  let sinceSeconds = 0;
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
  const findings = (): Promise<PanelFinding[]> =>
    scope.get<PanelFinding[]>(`/targets/${new URL(lab.url).host}/findings?start=${sinceSeconds}`);
  const found = (...codes: string[]): Promise<PanelFinding[]> => eventually(
    codes.join(' or '), PATIENCE_MS, findings, (all) => all.some(({ code }) => codes.includes(code)), 1000
  );
  const counted = async (name: string): Promise<number> =>
    Number(new RegExp(`^prometheus_tsdb_${name} (\\S+)$`, 'm').exec(
      await (await fetch(`${lab.url}/metrics`)).text()
    )?.[1]);
  const completed = (): number => lab.log().match(/WAL checkpoint complete/g)?.length ?? 0;
  const another = async (): Promise<void> => {
    const before = completed();
    await eventually('a checkpoint', PATIENCE_MS, () => Promise.resolve(completed()), (now) => now > before, 500);
  };
  const told = (all: readonly PanelFinding[]): string =>
    all.map(({ code, severity, sentence }) => `${code} (${severity}): ${sentence}`).join('\n');

  beforeAll(async () => {
    lab = await startPrometheus(LOAD);
    wal = join(lab.dataFolder, 'wal');
    scope = await startTsdbscope([lab.url], dataDir);
    await another();
  }, 240_000);

  afterAll(async () => {
    release();
    await scope.stop();
    await lab.stop();
    remove();
  });

  it('works: no finding about it', async () => {
    await another();
    sinceSeconds = 0;
    expect((await findings()).filter(({ code }) => /^wal-|^checkpoint-/.test(code))).toEqual([]);
  });

  it('a file in the place of the folder of the next checkpoint: no checkpoint succeeds, then one does', async () => {
    sinceSeconds = Date.now() / 1000;
    const places = Array.from(
      { length: MOST_SEGMENTS }, (_, n) => join(wal, `checkpoint.${String(n).padStart(8, '0')}.tmp`)
    );
    for (const place of places) closeSync(openSync(place, 'w'));
    const during = await found('wal-not-truncated');
    console.log(told(during));
    expect(await counted('checkpoint_creations_failed_total')).toBeGreaterThan(0);
    expect(during.find(({ code }) => code === 'wal-not-truncated'))
      .toMatchObject({ severity: 'warning', panel: 'compaction' });
    for (const place of places) rmSync(place, { force: true });
    const after = await found('checkpoint-failed');
    console.log(told(after));
    expect(after.find(({ code }) => code === 'checkpoint-failed')).toMatchObject({
      severity: 'warning', sentence: expect.stringMatching(/^\d+ WAL checkpoints? failed, the last at/) as string,
    });
  });

  it('segments that cannot be removed: the truncation fails, and the checkpoint is complete all the same', async () => {
    sinceSeconds = Date.now() / 1000;
    const complete = completed();
    hold(...readdirSync(wal).filter((name) => /^\d{8}$/.test(name)).sort().slice(0, -1).map((name) => join(wal, name)));
    const during = await found('wal-not-truncated');
    console.log(told(during));
    expect(await counted('wal_truncations_failed_total')).toBeGreaterThan(0);
    await eventually('a checkpoint', PATIENCE_MS, () => Promise.resolve(completed()), (now) => now > complete, 500);
    // The server times such a truncation as one that succeeded.
    expect((await findings()).map(({ code }) => code)).toContain('wal-not-truncated');
    release();
    const after = await found('wal-truncation-failed');
    console.log(told(after));
    expect(after.find(({ code }) => code === 'wal-truncation-failed')).toMatchObject({
      severity: 'warning', sentence: expect.stringMatching(/^\d+ WAL truncations? failed, the last at/) as string,
    });
  });

  it('an old checkpoint that cannot be removed', async () => {
    await another();
    sinceSeconds = Date.now() / 1000;
    const old = readdirSync(wal).filter((name) => /^checkpoint\.\d{8}$/.test(name)).sort().at(-1) ?? '';
    writeFileSync(join(wal, old, 'held'), '');
    hold(join(wal, old, 'held'));
    const during = await found('checkpoint-deletion-failed');
    console.log(told(during));
    expect(await counted('checkpoint_deletions_failed_total')).toBeGreaterThan(0);
    expect(during.find(({ code }) => code === 'checkpoint-deletion-failed')).toMatchObject({
      severity: 'warning', sentence: expect.stringMatching(/^\d+ deletions? of/) as string,
    });
    release();
  });

  it('a folder in which no segment can be made: compactions fail first, writes once the segment is full', async () => {
    await another();
    sinceSeconds = Date.now() / 1000;
    const counters = (): Promise<number[]> =>
      Promise.all(['wal_truncations_failed_total', 'checkpoint_creations_failed_total'].map(counted));
    const before = await counters();
    hold(wal);
    const first = await found('compaction-failing');
    console.log(told(first));
    // A truncation begins with a new segment; that it failed is in no counter of the WAL.
    expect(await counters()).toEqual(before);
    const during = await found('wal-write-failed');
    console.log(told(during));
    expect(await counted('wal_writes_failed_total')).toBeGreaterThan(0);
    expect(during.find(({ code }) => code === 'wal-write-failed')).toMatchObject({
      severity: 'critical', sentence: expect.stringMatching(/^[\d,]+ writes? to the WAL failed, the last at/) as string,
    });
    release();
  });
});
