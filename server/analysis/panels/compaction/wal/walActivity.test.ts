import { describe, expect, it } from 'vitest';
import type { CompactionPanel, PanelFinding } from '../../../../../core/contract/contract.ts';
import { NO_INPUTS } from '../../../../../core/panels.ts';
import type { RoleWindow } from '../../../../data/metrics/roleNames.ts';
import { roleWindow } from '../../../../data/metrics/roles.ts';
import { findFindings } from '../../overview/findings.ts';
import { handMadeWindow, type HandMadeWindow } from '../../../../../testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../../../../../testdata/loadRecording.ts';
import { analysePanels } from '../../analyses.ts';

const MIB = 2 ** 20;
const each = (value: (i: number) => number): number[] => Array.from({ length: 600 }, (_, i) => value(i));
const calm: HandMadeWindow['roles'] = {
  processStartSeconds: each(() => 1_700_000_000), compactions: each((i) => Math.floor(i / 120)),
  headTruncations: each((i) => Math.floor(i / 120)), walFsyncs: each((i) => i), walFsyncSeconds: each((i) => 0.004 * i),
  walPageFlushes: each((i) => 10 * i), walWritesFailed: each(() => 0), walTruncationsFailed: each(() => 0),
  checkpointsFailed: each(() => 0), checkpointDeletionsFailed: each(() => 0),
};

function seen(window: RoleWindow): { panel: CompactionPanel; found: PanelFinding[] } {
  const answers = analysePanels(window, {
    stepMs: null, facts: {}, nowMs: window.endMs + 3_600_000, intervalSeconds: 1, timeoutSeconds: 1, inputs: NO_INPUTS,
  });
  return { panel: answers.compaction, found: findFindings(answers) };
}
const ofWal = (found: readonly PanelFinding[]): string[] =>
  found.map(({ code }) => code).filter((code) => /^wal-|^checkpoint-/.test(code));
const by = (more: HandMadeWindow['roles']): ReturnType<typeof seen> =>
  seen(handMadeWindow({ roles: { ...calm, ...more } }));

describe('the WAL', () => {
  it('of a real server: fsyncs as its own sum and count, truncations as its log has them', () => {
    const { panel: { wal }, found } = seen(roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0'));
    expect(wal?.fsyncs).toBe(11);
    expect(wal?.fsyncMeanSeconds).toBeCloseTo(0.41567898 / 11, 9);
    expect(wal?.fsyncQuantiles.map(({ quantile }) => quantile)).toEqual(['0.5', '0.9', '0.99']);
    expect(wal?.fsyncQuantiles[2]?.seconds.at(-1)).toBeCloseTo(0.193156993, 6);
    expect(wal?.truncations.count).toBe(4);
    expect(wal).toMatchObject({ failures: [], size: null });
    expect(Math.max(...wal?.pageFlushesPerSecond.map((rate) => rate ?? 0) ?? [])).toBeGreaterThan(10);
    expect(ofWal(found)).toEqual([]);
  });

  it('that works has figures and no finding', () => {
    const { panel: { wal }, found } = by({});
    expect(wal).toMatchObject({ fsyncs: 599, failures: [], truncations: { count: 0, seconds: null } });
    expect(wal?.fsyncMeanSeconds).toBeCloseTo(0.004, 9);
    expect(wal?.pageFlushesPerSecond.at(-1)).toBeCloseTo(10, 6);
    expect(ofWal(found)).toEqual([]);
  });

  it('a target without one has none', () => {
    expect(seen(handMadeWindow({ roles: { cpuSeconds: each((i) => i) } })).panel.wal).toBeNull();
  });

  it.each([
    ['walWritesFailed', 'wal-write-failed', 'critical', /^3 writes to the WAL failed, the last at/],
    ['walTruncationsFailed', 'wal-truncation-failed', 'warning', /^3 WAL truncations failed/],
    ['checkpointsFailed', 'checkpoint-failed', 'warning', /^3 WAL checkpoints failed/],
    ['checkpointDeletionsFailed', 'checkpoint-deletion-failed', 'warning', /^3 deletions of old checkpoints failed/],
  ] as const)('%s that rises is the finding %s', (role, code, severity, claim) => {
    // A later truncation succeeded, so the panel itself does not report it.
    const { panel, found } = by({
      [role]: each((i) => Math.min(3, Math.floor(i / 100))), walTruncateRuns: each((i) => (i < 400 ? 1 : 2)),
    });
    expect(panel.wal?.failures).toHaveLength(1);
    const [said] = found.filter((one) => one.code === code);
    expect(said).toMatchObject({ severity, sentence: expect.stringMatching(claim) as string });
    expect(said?.moment).toBe(1_800_000_300);
    expect(said?.sentence.split(' ').length).toBeLessThanOrEqual(20);
  });

  it('failures that the panel says are not said twice, and a counter that a restart resets is no failure', () => {
    const { panel, found } = by({ checkpointsFailed: each((i) => Math.floor(i / 100)) });
    expect(panel.finding.code).toBe('wal-not-truncated');
    expect(ofWal(found)).toEqual(['wal-not-truncated']);
    const reset = by({
      walWritesFailed: each((i) => (i < 300 ? 5 : 0)),
      processStartSeconds: each((i) => (i < 300 ? 1.7e9 : 1.8e9 + 300)),
    });
    expect(reset.panel.wal?.failures).toEqual([]);
  });

  it.each([
    ['grows through every truncation of the head', (i: number) => (600 + i) * MIB, false],
    ['falls at each', (i: number) => (600 + i % 120) * MIB, true],
    ['is too small to fall', (i: number) => (100 + i / 3) * MIB, true],
  ])('whose size %s', (_, size, falls) => {
    const { panel, found } = by({ walBytes: each(size) });
    expect(panel.wal?.size).toMatchObject({ falls, headTruncations: 4 });
    expect(ofWal(found)).toEqual(falls ? [] : ['wal-not-falling']);
  });

  it('with too few truncations of the head nothing is said of its size', () => {
    const twice = each((i) => Math.floor(i / 250));
    expect(by({ walBytes: each((i) => (600 + i) * MIB), headTruncations: twice, compactions: twice }).panel.wal?.size)
      .toBeNull();
  });
});
