/**
 * Fsyncs of a real Prometheus that fail, and what is said of them: which counter rises depends on the file. Injected
 * errors stand in for a disk that fails.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failFsyncs, whyNoTrace, type FailingFsync } from './failingFsync.ts';
import { startWalLab, type WalLab } from './walLab.ts';

const MAX_FILES = 400;
const FAILURES = [
  'wal_writes_failed_total', 'wal_truncations_failed_total', 'checkpoint_creations_failed_total',
  'checkpoint_deletions_failed_total', 'head_truncations_failed_total', 'compactions_failed_total',
] as const;

const noTrace: string | null = whyNoTrace();

const numbered = (folder: string, digits: number): string[] =>
  Array.from({ length: MAX_FILES }, (_, n) => join(folder, String(n).padStart(digits, '0')));

describe.skipIf(noTrace !== null)(`fsyncs that fail${noTrace === null ? '' : ` (not tested: ${noTrace})`}`, () => {
  let lab: WalLab;
  let failing: FailingFsync | null = null;

  const fail = async (...paths: string[]): Promise<FailingFsync> => {
    failing = await failFsyncs(lab.prometheus.pid, paths);
    return failing;
  };
  const counters = async (): Promise<Partial<Record<string, number>>> =>
    Object.fromEntries(await Promise.all(FAILURES.map(async (name) => [name, await lab.counted(name)] as const)));
  const walFindings = async (): Promise<string[]> =>
    (await lab.findings()).map(({ code }) => code).filter((code) => /^wal-|^checkpoint-|^compaction-fail/.test(code));

  beforeAll(async () => { lab = await startWalLab(); }, 240_000);

  afterAll(async () => {
    await failing?.stop();
    await lab.stop();
  });

  it('of a full segment: only logged, so no counter rises; the log, opened, has it as a finding', async () => {
    lab.begin();
    const before = await counters();
    const fault = await fail(...numbered(lab.walFolder, 8));
    await expect.poll(() => fault.failed()).toBeGreaterThan(0);
    await lab.anotherCheckpoint();
    await fault.stop();
    expect(lab.prometheus.log())
      .toMatch(/msg="sync previous segment" err="sync data\/wal\/\d{8}: input\/output error"/);
    expect(await counters()).toEqual(before);
    expect(await walFindings()).toEqual([]);
    const answer = await lab.scope.fetch('/api/v1/logs/compaction', { method: 'POST', body: lab.prometheus.log() });
    expect(await answer.json()).toMatchObject({
      data: { finding: { code: 'log-wal-not-synced', severity: 'warning' } },
    });
  });

  it('of the folder of the WAL: no checkpoint succeeds, then one does', async () => {
    lab.begin();
    const before = await counters();
    const fault = await fail(lab.walFolder);
    const during = await lab.found('wal-not-truncated');
    expect(during.find(({ code }) => code === 'wal-not-truncated'))
      .toMatchObject({ severity: 'warning', panel: 'compaction' });
    const after = await counters();
    await fault.stop();
    // Each is counted as a failed checkpoint, and as a failed compaction.
    const rose = FAILURES.filter((name) => (after[name] ?? 0) > (before[name] ?? 0));
    expect(rose).toEqual(['checkpoint_creations_failed_total', 'compactions_failed_total']);
    const again = await lab.found('checkpoint-failed');
    expect(again.find(({ code }) => code === 'checkpoint-failed')).toMatchObject({
      severity: 'warning', sentence: expect.stringMatching(/^\d+ WAL checkpoints? failed, the last at/) as string,
    });
  });

  it('of the folder of the blocks: no compaction succeeds, and nothing is said of the WAL', async () => {
    lab.begin();
    const before = await counters();
    const fault = await fail(lab.prometheus.dataFolder);
    const during = await lab.found('compaction-failing');
    const after = await counters();
    await fault.stop();
    expect(FAILURES.filter((name) => (after[name] ?? 0) > (before[name] ?? 0))).toEqual(['compactions_failed_total']);
    expect(during.find(({ code }) => code === 'compaction-failing')).toMatchObject({ panel: 'compaction' });
    expect(during.filter(({ code }) => /^wal-|^checkpoint-/.test(code))).toEqual([]);
  });

  it('of the head chunks: the server ends in a panic', async () => {
    lab.begin();
    await fail(...numbered(join(lab.prometheus.dataFolder, 'chunks_head'), 6));
    const during = await lab.found('target-down');
    expect(lab.prometheus.log()).toMatch(/panic: sync data\/chunks_head\/\d{6}: input\/output error/);
    expect(during.find(({ code }) => code === 'target-down')).toMatchObject({ severity: 'critical' });
  });
});
