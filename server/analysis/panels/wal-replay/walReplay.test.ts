import { elementAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import type { WalReplayPanel } from '../../../../core/contract/contract.ts';
import { expectGolden, quantitiesOf, timesOf } from '../../../../testdata/goldenFindings.ts';
import { names, panelOf, runs, START } from '../../../../testdata/handMadeReplay.ts';
import type { HandMadeWindow } from '../../../../testdata/handMadeWindow.ts';

const seconds = (panel: WalReplayPanel): number[] =>
  panel.phases.map(({ durationSeconds }) => Math.round(durationSeconds * 10) / 10);

describe('phases by hand, scrapes at 0, 1, 2 ... s', () => {
  /** Window with 2 s down, 3 s of opening, a checkpoint before segments 5 to 8 (2 s each), ready at 20. */
  const withCheckpoint: HandMadeWindow = {
    ticks: runs<'ok' | 'refused'>([2, 'ok'], [2, 'refused'], [18, 'ok']),
    roles: {
      ready: runs<number | null>([2, 1], [2, null], [16, 0], [2, 1]),
      processStartSeconds: runs<number | null>([2, START - 900], [2, null], [18, START + 3.5]),
      replaySegmentMin: runs<number | null>([2, 0], [2, null], [3, 0], [15, 5]),
      replaySegmentMax: runs<number | null>([2, 0], [2, null], [3, 0], [15, 9]),
      replaySegmentCurrent: runs<number | null>([2, 0], [2, null], [3, 0], [7, 5], [2, 6], [2, 7], [1, 8], [3, 9]),
      residentBytes: runs<number | null>([2, 5e8], [2, null], [18, 4e8]),
      replaySeconds: runs<number | null>([2, 3], [2, null], [15, 0], [3, 15.5]),
    },
  };

  it('segments begin when polls saw them begin, also when the cursor moved on before the scrape that tells it', () => {
    const panel = panelOf({
      ticks: runs<'ok'>([14, 'ok']),
      roles: {
        ready: runs<number | null>([12, 0], [2, 1]),
        processStartSeconds: runs<number | null>([14, START - 0.5]),
        replaySegmentMin: runs<number | null>([12, 0], [2, null]),
        replaySegmentMax: runs<number | null>([4, 0], [8, 4], [2, null]),
        // Row 4 is the first to report the segments, and is already at 1.
        replaySegmentCurrent: runs<number | null>([4, 0], [2, 1], [2, 2], [2, 3], [2, 4], [2, null]),
        replaySegmentTimeSeconds: runs<number | null>(
          [4, null], [2, START + 3.9], [2, START + 5.75], [2, START + 7.75], [2, START + 9.75], [2, null]
        ),
        replayRunTimeSeconds: runs<number | null>([4, null], [8, START + 3.25], [2, null]),
        replaySeconds: runs<number | null>([12, 0], [2, 9]),
      },
    });
    const segments = panel.phases.find(({ name }) => name === 'segments');
    expect(segments?.start).toBeCloseTo(START + 3.25, 3);
    expect(segments?.end).toBeCloseTo(START + 9.75, 3);
  });

  it('away, opening, checkpoint while the cursor stands at its minimum, segments, finishing', () => {
    const panel = panelOf(withCheckpoint);
    expect(names(panel)).toEqual(['unreachable', 'opening', 'mmapped-chunks', 'checkpoint', 'segments', 'finishing']);
    expect(elementAt(panel.phases, 4).segments).toBe(4);
    expect(panel.state).toBe('done');
    expect(panel.segments).toEqual({ min: 5, max: 9, current: 9 });
    expect(panel.totalDurationSeconds).toBeCloseTo(16.25, 1);
    expect(panel.reportedDurationSeconds).toBe(15.5);
    // The cursor is at 5 from 7 s to 13 s, for the checkpoint and segment 5.
    const checkpointEnd = (elementAt(panel.phases, 3).end ?? NaN) - START;
    expect(checkpointEnd).toBeGreaterThan(8);
    expect(checkpointEnd).toBeLessThan(13);
  });

  it('{0,0,0} before the segments is no progress', () => {
    const panel = panelOf(
      { ...withCheckpoint, ticks: withCheckpoint.ticks?.slice(0, 7), roles: cut(withCheckpoint.roles, 7) }
    );
    expect(panel).toMatchObject({ state: 'replaying', progressRatio: null, segments: null, etaSeconds: null });
    expect(panel.finding).toMatchObject({ code: 'start-running', severity: 'warning', confidence: 'too-early' });
    expect(quantitiesOf(panel.finding)[0]).toBeCloseTo(2, 0);
    expectGolden('wal-replay', 'before the segments', panel.finding);
  });

  it('in the checkpoint no segment is counted and nothing is foretold', () => {
    const panel = panelOf(
      { ...withCheckpoint, ticks: withCheckpoint.ticks?.slice(0, 11), roles: cut(withCheckpoint.roles, 11) }
    );
    expect(names(panel).at(-1)).toBe('checkpoint');
    expect(panel).toMatchObject({ progressRatio: 0, etaSeconds: null });
  });

  it('after the WBL has set the cursor back, progress does not fall', () => {
    const panel = panelOf({
      roles: {
        ready: runs([14, 0]),
        processStartSeconds: runs([14, START - 0.5]),
        replaySegmentMin: runs([14, 0]),
        replaySegmentMax: runs([2, 0], [7, 4], [5, 2]),
        replaySegmentCurrent: [0, 0, 0, 1, 1, 2, 3, 3, 4, 0, 0, 1, 1, 1],
      },
    });
    expect(names(panel)).toEqual(['opening', 'mmapped-chunks', 'segments', 'wbl']);
    expect(panel.progressRatio).toBe(0.99);
    const ratios = panel.points.flatMap(({ progressRatio }) => progressRatio ?? []);
    expect(ratios).toEqual([...ratios].sort((a, b) => a - b));
    expect(panel.segments).toEqual({ min: 0, max: 2, current: 1 });
  });

  /** Returns the panel of two polls per segment, with the answers of some of them replaced. */
  const withAnswers = (changes: Record<number, [min: number, max: number, current: number]>): WalReplayPanel => {
    const told = Array.from(
      { length: 22 },
      (_, i): [number, number, number] => changes[i] ?? [0, 12, Math.min(12, Math.floor(i / 2))],
    );
    return panelOf({
      roles: {
        ready: runs([told.length, 0]), processStartSeconds: runs([told.length, START - 0.5]),
        replaySegmentMin: told.map(([min]) => min), replaySegmentMax: told.map(([, max]) => max),
        replaySegmentCurrent: told.map(([, , current]) => current),
      },
    });
  };

  it.each<[string, Record<number, [number, number, number]>]>([
    ['one segment behind, once', { 17: [0, 12, 7] }],
    ['one segment behind, for three scrapes', { 17: [0, 12, 7], 18: [0, 12, 7], 19: [0, 12, 7] }],
    ['from the beginning, once', { 17: [0, 12, 0] }],
    ['behind at the newest scrape', { 21: [0, 12, 3] }],
    ['behind from the beginning at the newest two scrapes', { 20: [0, 12, 1], 21: [0, 12, 1] }],
  ])('an answer of the cursor that is %s is old, not an out-of-order log', (_what, changes) => {
    const panel = withAnswers(changes);
    expect(names(panel)).not.toContain('wbl');
    expect(panel.progressRatio).toBeLessThan(0.9);
    expect(panel.points.map(({ segment }) => segment ?? 0).every((at, i, all) => at >= (all[i - 1] ?? 0))).toBe(true);
  });

  it('a WBL of as many segments as the WAL is one when the fall lasts, and an old answer does not end it', () => {
    const panel = withAnswers({
      8: [0, 12, 0], 9: [0, 12, 0], 10: [0, 12, 1], 11: [0, 12, 1], 12: [0, 12, 4], 13: [0, 12, 1], 14: [0, 12, 2],
      15: [0, 12, 2], 16: [0, 12, 3], 17: [0, 12, 3], 18: [0, 12, 3], 19: [0, 12, 3], 20: [0, 12, 3], 21: [0, 12, 3],
    });
    expect(names(panel).filter((name) => name === 'wbl')).toEqual(['wbl']);
  });

  it('an answer with the bounds of the WAL is old once the WBL is read', () => {
    const panel = withAnswers({
      16: [0, 3, 0], 17: [0, 3, 1], 18: [0, 12, 8], 19: [0, 3, 1], 20: [0, 3, 2], 21: [0, 3, 2],
    });
    expect(names(panel).filter((name) => name === 'segments' || name === 'wbl')).toEqual(['segments', 'wbl']);
  });

  describe('a start that stands still', () => {
    /** Returns a replay of 1 s segments up to the last but one, then `rows` without progress; scrapes are `tick`. */
    const hung = (rows: number, tick: 'ok' | 'timeout', cpuCores = 0): WalReplayPanel => {
      const total = 12 + rows;
      const known = <T>(value: (i: number) => T): (T | null)[] =>
        Array.from({ length: total }, (_, i) => (tick === 'timeout' && i >= 12 ? null : value(i)));
      return panelOf({
        ticks: [...runs<'ok'>([12, 'ok']), ...runs([rows, tick])],
        roles: {
          ready: known(() => 0), processStartSeconds: known(() => START - 0.5), replaySegmentMin: known(() => 0),
          replaySegmentMax: known(() => 11), replaySegmentCurrent: known((i) => Math.min(10, i)),
          headSeries: known((i) => 1e5 + Math.min(i, 11)),
          cpuSeconds: known((i) => 0.9 * Math.min(i, 11) + cpuCores * Math.max(0, i - 11)),
        },
      });
    };

    it.each(
      [['timeout', 'no-answer'], ['ok', 'no-progress']] as const
    )('with scrapes that end %s: %s', (tick, kind) => {
      const panel = hung(20, tick);
      expect(panel.stall).toEqual({ since: START + 11, seconds: 20, kind });
      expect(panel).toMatchObject({ state: 'replaying', etaSeconds: null });
      expect(panel.finding).toMatchObject({ code: 'start-stalled', severity: 'warning', moment: START + 11 });
      expect(quantitiesOf(panel.finding)[0]).toBe(20);
      expectGolden('wal-replay', `stands still, ${kind}`, panel.finding);
      // Forecasts from before the stall are kept; there are none from then on.
      expect(panel.forecasts.every(({ time }) => time < START + 18)).toBe(true);
      expect(hung(360, tick).finding.severity).toBe('critical');
      expect(hung(9, tick).stall).not.toBeNull();
    });

    it.each<[string, WalReplayPanel]>([
      ['a pause of a few seconds', hung(5, 'timeout')], ['a long segment', hung(30, 'ok', 0.4)],
    ])('%s is none', (_what, panel) => { expect(panel.stall).toBeNull(); });
  });

  it('the cursor that stays after readiness is no replay', () => {
    expect(
      panelOf({
        roles: {
          ready: [1, 1, 1], processStartSeconds: runs([3, START - 4000]), replaySegmentMin: [0, 0, 0],
          replaySegmentMax: [34, 34, 34], replaySegmentCurrent: [34, 34, 34], replaySeconds: [64, 64, 64],
        },
      })
    )
      .toMatchObject({ state: 'none', progressRatio: null, segments: null, reportedDurationSeconds: 64 });
  });

  it('only segment 0: the cursor never moves, and the replay still ends', () => {
    const panel = panelOf({
      ticks: ['refused', ...runs<'ok'>([6, 'ok'])],
      roles: {
        ready: [null, 0, 0, 0, 0, 1, 1], processStartSeconds: [null, ...runs([6, START + 0.6])],
        replaySegmentMin: [null, ...runs([6, 0])], replaySegmentMax: [null, ...runs([6, 0])],
        replaySegmentCurrent: [null, ...runs([6, 0])],
      },
    });
    expect(panel).toMatchObject({ state: 'done', progressRatio: 1, segmentsPerSecond: null });
    expect(seconds(panel)[0]).toBeCloseTo(0.8, 0);
  });

  it('a time-out in the replay is not an absence', () => {
    const panel = panelOf({
      ticks: ['refused', 'ok', 'timeout', 'skipped', 'ok', 'ok'],
      roles: {
        ready: [null, 0, null, null, 0, 1],
        processStartSeconds: [null, START + 0.4, null, null, START + 0.4, START + 0.4],
      },
    });
    expect(names(panel).filter((name) => name === 'unreachable')).toHaveLength(1);
    expect(panel.state).toBe('done');
  });
});

describe('targets without the readings', () => {
  it.each<[string, HandMadeWindow, string, string]>([
    ['VictoriaMetrics', { kind: 'victoriametrics', roles: { cpuSeconds: [1, 2] } }, 'no-wal', 'info'],
    ['nothing recorded', { roles: {} }, 'nothing-scraped', 'unknown'],
    [
      'never up, and not known', { kind: 'unknown', ticks: ['refused', 'refused'], roles: {} },
      'target-never-answered', 'unknown',
    ],
    [
      'never up, and not known, then up',
      { kind: 'unknown', ticks: ['refused', 'ok'], roles: { cpuSeconds: [null, 1] } }, 'no-start', 'unknown',
    ],
    [
      'started in this window, before its first scrape',
      {
        ticks: runs<'ok' | null>([25, null], [2, 'ok']),
        roles: { cpuSeconds: runs<number | null>([25, null], [2, 1]),
          processStartSeconds: runs<number | null>([25, null], [2, START + 2]) },
      },
      'start-not-recorded', 'ok',
    ],
    ['never up in this window', { ticks: ['refused', 'refused'], roles: {} }, 'target-down', 'critical'],
  ])('%s', (name, window, code, severity) => {
    const panel = panelOf(window);
    expect(panel.finding).toMatchObject({ code, severity });
    if (code === 'target-down') expect(timesOf(panel.finding)).toEqual([START]);
    expectGolden('wal-replay', name, panel.finding);
    expect(panel).toMatchObject({ state: 'none', phases: [], points: [] });
  });

  it('a GOMEMLIMIT of 2^63-1 is no limit', () => {
    const roles = {
      ready: [0, 0, 0], processStartSeconds: runs([3, START - 0.5]), memoryLimitBytes: runs([3, 2 ** 63]),
      residentBytes: runs([3, 1e9]),
    };
    expect(panelOf({ roles }).memory).toMatchObject({ limitBytes: null, projectedPeakBytes: null, risk: 'unknown' });
  });

  it('a long replay keeps its points bounded', () => {
    const count = 9000;
    const panel = panelOf({
      roles: {
        ready: runs([count, 0]), processStartSeconds: runs([count, START - 0.5]), residentBytes: runs([count, 1e9]),
      },
    });
    expect(panel.points.length).toBeLessThanOrEqual(2000);
    expect(panel.state).toBe('replaying');
  });
});

function cut(roles: HandMadeWindow['roles'], length: number): HandMadeWindow['roles'] {
  return Object.fromEntries(Object.entries(roles).map(([role, values]) => [role, values.slice(0, length)]));
}
