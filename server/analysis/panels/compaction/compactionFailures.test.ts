import { describe, expect, it } from 'vitest';
import { handMadeWindow, type HandMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analyseCompaction } from './compaction.ts';

type Panel = ReturnType<typeof analyseCompaction>;

const START = 1_800_000_000;
const panelOf = (window: HandMadeWindow): Panel =>
  analyseCompaction(handMadeWindow(window), { facts: {}, stepMs: null, nowMs: 0 });

/** Returns 40 scrapes, one per second, with one failure at 20; the process is down at `goneAt` for 3 s. */
function failing(goneAt: number | null): HandMadeWindow {
  const away = (i: number): boolean => goneAt !== null && i >= goneAt && i < goneAt + 3;
  const known = (value: (i: number) => number): (number | null)[] =>
    Array.from({ length: 40 }, (_, i) => (away(i) ? null : value(i)));
  const isNew = (i: number): boolean => goneAt !== null && i >= goneAt + 3;
  return {
    ticks: Array.from({ length: 40 }, (_, i) => (away(i) ? 'refused' : 'ok')),
    roles: {
      processStartSeconds: known((i) => (isNew(i) ? START + (goneAt ?? 0) + 2.5 : START - 900)),
      cpuSeconds: known((i) => (isNew(i) ? 0.1 * i : 900 + i)),
      compactions: known((i) => (isNew(i) ? 0 : 5)),
      compactionsFailed: known((i) => (isNew(i) ? 0 : i < 20 ? 0 : 1)),
    },
  };
}

describe('a compaction that is counted as failed', () => {
  it('right before the process ends was cancelled: no warning', () => {
    const panel = panelOf(failing(23));
    expect(panel.keepingUp.verdict).not.toBe('failing');
    expect(panel.keepingUp.sentence)
      .toContain('1 compaction failed within 16 s of the end of the process, probably cancelled by a shutdown.');
  });

  it('before a process that did not answer for long, and then was another, failed', () => {
    const away = failing(22);
    const isHung = (i: number): boolean => i >= 22 && i < 25;
    const hung = { ...away, ticks: Array.from({ length: 40 }, (_, i) => (isHung(i) ? 'timeout' as const : 'ok')) };
    expect(panelOf(hung).keepingUp.verdict).not.toBe('failing');
    expect(panelOf({ ...hung, stepMs: 10_000 }).keepingUp.verdict).toBe('failing');
  });

  it('by a process that goes on failed', () => {
    expect(panelOf(failing(null)).keepingUp.verdict).toBe('failing');
    expect(panelOf(failing(37)).keepingUp.verdict).toBe('failing');
  });
});

describe('the WAL', () => {
  /** Tries once a minute; `works` decides which tries succeed. */
  const tried = (works: (minute: number) => boolean): Panel => {
    const minutes = Array.from({ length: 10 }, (_, minute) => minute);
    const at = (i: number): number => Math.floor(i / 6);
    const known = (value: (i: number) => number): number[] => Array.from({ length: 60 }, (_, i) => value(i));
    return panelOf({
      roles: {
        processStartSeconds: known(() => START - 900), cpuSeconds: known((i) => i), compactions: known((i) => at(i)),
        checkpointCreations: known((i) => at(i)),
        checkpointsFailed: known((i) => minutes.filter((one) => one > 0 && one <= at(i) && !works(one)).length),
        walBytes: known((i) => 1e9 + 1e8 * i),
      },
    });
  };

  it('whose checkpoints fail is not truncated, and grows', () => {
    const { finding, keepingUp } = tried((minute) => minute < 5);
    expect(finding).toMatchObject({ code: 'wal-not-truncated', severity: 'warning' });
    expect(keepingUp.sentence).toMatch(/WAL grew from/);
  });

  it('whose checkpoint runs when it is scraped has not succeeded by that', () => {
    const known = (value: (i: number) => number): number[] => Array.from({ length: 60 }, (_, i) => value(i));
    // Each try begins at a multiple of ten seconds and fails three seconds later.
    const { finding, keepingUp } = panelOf({
      roles: {
        processStartSeconds: known(() => START - 900), cpuSeconds: known((i) => i),
        compactions: known((i) => Math.floor(i / 10)), checkpointCreations: known((i) => Math.floor(i / 10)),
        walTruncateRuns: known(() => 7),
        checkpointsFailed: known((i) => Math.max(0, Math.floor((i - 3) / 10))),
      },
    });
    expect(finding.code).toBe('wal-not-truncated');
    expect(keepingUp.sentence).toContain('5 checkpoints failed');
  });

  it.each([['in the same scrape', 0], ['in the next', 1]])(
    'whose segments cannot be removed is not truncated, though each try is timed %s as one that succeeded',
    (_when, later) => {
      const known = (value: (i: number) => number): number[] => Array.from({ length: 60 }, (_, i) => value(i));
      const truncated = (until: number): Panel => panelOf({
        roles: {
          processStartSeconds: known(() => START - 900), cpuSeconds: known((i) => i),
          compactions: known((i) => Math.floor(i / 10)), checkpointCreations: known((i) => Math.floor(i / 10)),
          walTruncateRuns: known((i) => 7 + Math.floor(Math.max(0, i - later) / 10)),
          walTruncationsFailed: known((i) => Math.floor(Math.min(i, until) / 10)),
        },
      });
      expect(truncated(60).finding.code).toBe('wal-not-truncated');
      expect(truncated(60).keepingUp.sentence).toContain('5 truncations failed');
      expect(truncated(30).finding.code).not.toBe('wal-not-truncated');
    }
  );

  it('whose checkpoints failed and succeed again is truncated', () => {
    expect(tried((minute) => minute !== 5).finding.code).not.toBe('wal-not-truncated');
    expect(tried(() => true).finding.code).not.toBe('wal-not-truncated');
  });
});
