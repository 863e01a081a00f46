import { describe, expect, it } from 'vitest';
import type { WalReplayPanel } from '../../../../core/contract/contract.ts';
import { names, panelOf, runs, START } from '../../../../testdata/handMadeReplay.ts';
import type { HandMadeWindow } from '../../../../testdata/handMadeWindow.ts';

type Column = (number | null)[];
const [NONE, BLOCKS, SNAPSHOT, CHUNKS, WAL, HEAD_GC] = [0, 1, 2, 3, 4, 6];

/** Returns a start seen from its first second on, ready at 20 s; the segments' cursor appears at 8 s. */
function start(columns: {
  bounds: [min: number, max: number]; current: Column; step: Column; site?: Column; time?: Column; seconds?: number;
  before?: null
}): WalReplayPanel {
  const { bounds: [min, max], seconds = 22 } = columns;
  const before = columns.before === null ? null : 0;
  const roles: HandMadeWindow['roles'] = {
    ready: runs<number | null>([20, 0], [2, 1]),
    processStartSeconds: runs<number | null>([22, START - 0.5]),
    blocksLoaded: runs<number | null>([2, 0], [20, 3]),
    replaySegmentMin: runs<number | null>([8, before], [14, min]),
    replaySegmentMax: runs<number | null>([8, before], [14, max]),
    replaySegmentCurrent: runs<number | null>(
      [8, before], ...columns.current.map((at): [number, number | null] => [1, at])
    ),
    replaySeconds: runs<number | null>([16, 0], [6, 15.5]),
    startStep: columns.step,
    ...(columns.site === undefined ? {} : { startStepSite: columns.site }),
    ...(columns.time === undefined ? {} : { startStepTimeSeconds: columns.time }),
  };
  return panelOf({
    ticks: runs<'ok'>([seconds, 'ok']),
    roles: Object.fromEntries(Object.entries(roles).map(([role, values]) => [role, values.slice(0, seconds)])),
  });
}
const rounded = (time: number): number => Math.round((time - START) * 100) / 100;
const spans = ({ phases }: WalReplayPanel): (string | number | null)[][] =>
  phases.map(({ name, start: from, end, segments }) =>
    [name, rounded(from), end === null ? null : rounded(end), segments]);

describe('a start with stacks', () => {
  const snapshot = {
    bounds: [6, 10] as [number, number], current: runs<number | null>([14, 10]),
    step: runs<number | null>([2, BLOCKS], [4, SNAPSHOT], [2, CHUNKS], [8, WAL], [2, HEAD_GC], [4, NONE]),
    time: runs<number | null>(
      [2, null], [4, START + 1.75], [2, START + 5.5], [8, START + 7.5], [2, START + 15.8], [4, START + 17.5]
    ),
  };

  it('shows the snapshot, whose segments are not counted, no checkpoint, and head GC', () => {
    expect(spans(start(snapshot))).toEqual([
      ['opening', -0.25, 1.75, null], ['snapshot', 1.75, 5.5, null], ['mmapped-chunks', 5.5, 7.5, null],
      ['segments', 7.5, 8, null], ['head-gc', 8, 17.5, null], ['finishing', 17.5, 20, null],
    ]);
  });

  it('shows the snapshot also where no poll saw the segments begin, and the reported duration holds it', () => {
    // There was no poll before the cursor was at its end: its begin would be 15.5 s before that.
    const unseen = start({ ...snapshot, bounds: [6, 10], before: null });
    expect(spans(unseen).slice(1, 3)).toEqual([['snapshot', 1.75, 5.5, null], ['mmapped-chunks', 5.5, 7.5, null]]);
  });

  it('shows each while it lasts', () => {
    const now = (seconds: number): unknown => spans(start({ ...snapshot, seconds })).at(-1);
    expect(now(4)).toEqual(['snapshot', 1.75, null, null]);
    expect(now(7)).toEqual(['mmapped-chunks', 5.5, null, null]);
    expect(now(17)).toEqual(['head-gc', 8, null, null]);
    expect(now(19)).toEqual(['finishing', 17.5, null, null]);
  });

  const checkpoint = {
    bounds: [5, 9] as [number, number], current: runs<number | null>([5, 5], [2, 7], [2, 8], [5, 9]),
    step: runs<number | null>([8, CHUNKS], [8, WAL], [6, null]),
    time: runs<number | null>([8, null], [3, START + 7.5], [5, START + 10.5], [6, null]),
  };

  it('sees the end of the checkpoint in the line from which the WAL is read, not by an estimate', () => {
    const site = runs<number | null>([8, null], [3, 645], [5, 678], [6, null]);
    expect(spans(start({ ...checkpoint, site })).slice(2, 4))
      .toEqual([['checkpoint', 7.5, 10.5, null], ['segments', 10.5, 16, 4]]);
    expect(spans(start({ ...checkpoint, site, seconds: 10 })).at(-1)).toEqual(['checkpoint', 7.5, null, null]);
    expect(spans(start({ ...checkpoint, site, seconds: 12 })).at(-1)).toEqual(['segments', 10.5, null, 0]);
  });

  describe('a server that restarted between two scrapes, short of CPU', () => {
    /** Returns a process up until 3 s, and another one from 4 s on, with metrics from 8 s on, ready at 14 s. */
    const restarted = (seconds: number, more: Partial<HandMadeWindow['roles']> = {}): WalReplayPanel => panelOf({
      ticks: [...runs<'ok' | 'skipped'>([4, 'ok'], [4, 'skipped'], [8, 'ok'])].slice(0, seconds),
      roles: Object.fromEntries(Object.entries({
        processStartSeconds: runs<number | null>([4, START - 900], [4, null], [8, START + 3.5]),
        targetReady: runs<number | null>([5, 1], [9, 0], [2, 1]),
        replaySeconds: runs<number | null>([4, 3], [4, null], [6, 0], [2, 9]),
        // The process before was at the end of its segments.
        replaySegmentMin: runs<number | null>([6, 1], [4, 0], [6, 1]),
        replaySegmentMax: runs<number | null>([6, 5], [4, 0], [6, 6]),
        replaySegmentCurrent: runs<number | null>([6, 5], [4, 0], [1, 2], [1, 4], [4, 6]),
        startStep: runs<number | null>([5, null], [5, SNAPSHOT], [2, WAL], [2, HEAD_GC], [2, NONE]),
        ...more,
      }).map(([role, values]) => [role, values.slice(0, seconds)])),
    });

    it('shows the snapshot by its stacks alone, before its first metrics', () => {
      const live = restarted(7);
      expect(live.state).toBe('replaying');
      expect(spans(live).at(-1)).toEqual(['snapshot', 5, null, null]);
    });

    it('claims no progress before the segments, though the snapshot has restored the head', () => {
      const head = {
        headSeries: runs<number | null>([4, 1000], [4, null], [8, 1000]),
        headMinTimeMs: runs<number | null>([4, 1000 * START - 3_600_000], [4, null], [8, 1000 * START - 3_600_000]),
        headMaxTimeMs: runs<number | null>([4, 1000 * START], [4, null], [8, 1000 * START - 1000]),
      };
      const watched = restarted(10, head);
      expect([watched.state, watched.progressRatio]).toEqual(['replaying', null]);
      expect(watched.missing.flatMap(({ names }) => names)).not.toContain('/api/v1/status/walreplay');
      const none = runs<number | null>([16, null]);
      const unwatched = restarted(10, {
        ...head, replaySegmentMin: none, replaySegmentMax: none, replaySegmentCurrent: none,
      });
      expect(unwatched.progressRatio).toBe(0.99);
      expect(unwatched.missing.flatMap(({ names }) => names)).toContain('/api/v1/status/walreplay');
    });

    it('begins the snapshot where the stacks showed it, not with its first metrics', () => {
      expect(spans(restarted(16)).find(([name]) => name === 'snapshot')).toEqual(['snapshot', 5, 10, null]);
    });

    it('has its own segments and steps where the process before was killed in the middle of its replay', () => {
      // It was at segment 2 of 8 and was skipped at 4 s with that; the next one answered at 5 s and reads 9.
      const panel = panelOf({
        ticks: [...runs<'ok' | 'skipped'>([4, 'ok'], [1, 'skipped'], [11, 'ok'])],
        roles: {
          processStartSeconds: runs<number | null>([4, START - 15], [1, null], [11, START + 3.6]),
          targetReady: runs<number | null>([14, 0], [2, 1]),
          replaySeconds: runs<number | null>([4, 0], [1, null], [9, 0], [2, 9]),
          replaySegmentMin: runs<number | null>([16, 0]),
          replaySegmentMax: runs<number | null>([5, 7], [11, 8]),
          replaySegmentCurrent: runs<number | null>([2, 0], [3, 1], [3, 0], [3, 4], [5, 8]),
          replaySegmentTimeSeconds: runs<number | null>([2, null], [3, START + 1.4], [3, null], [3, START + 7.6],
            [5, START + 10.6]),
          startStep: runs<number | null>([5, WAL], [2, SNAPSHOT], [9, WAL]),
          startStepSite: runs<number | null>([5, 678], [2, null], [9, 678]),
        },
      });
      expect(names(panel)).toEqual(['opening', 'snapshot', 'mmapped-chunks', 'segments', 'finishing']);
      expect(panel.segments).toMatchObject({ min: 0, max: 8 });
      expect(panel.phases.every(({ start: from }) => from >= START + 3.6)).toBe(true);
    });

    it('has not started again where the stacks after its death are those from before it', () => {
      const dead = (step: Column, time: Column): WalReplayPanel => panelOf({
        ticks: [...runs<'ok' | 'refused' | 'skipped'>([4, 'ok'], [1, 'refused'], [2, 'skipped'])],
        roles: {
          processStartSeconds: runs<number | null>([4, START - 15], [3, null]),
          targetReady: runs<number | null>([4, 0], [3, null]),
          replaySeconds: runs<number | null>([4, 0], [3, null]),
          startStep: step,
          startStepTimeSeconds: time,
        },
      });
      const left = runs<number | null>([4, START], [1, null], [2, START]);
      const again = runs<number | null>([4, START], [1, null], [1, START], [1, null]);
      const wal = runs<number | null>([4, WAL], [1, null], [2, WAL]);
      expect(dead(wal, left).earlier).toHaveLength(0);
      expect(dead(wal, again).earlier).toHaveLength(1);
    });

    it('is not ready, and has read no segments, by what was polled of the process before', () => {
      const left = {
        targetReady: runs<number | null>([9, 1], [5, 0], [2, 1]),
        replaySegmentMin: runs<number | null>([7, 1], [3, 0], [6, 1]),
        replaySegmentMax: runs<number | null>([7, 5], [3, 0], [6, 6]),
        replaySegmentCurrent: runs<number | null>([7, 5], [3, 0], [1, 2], [1, 4], [4, 6]),
      };
      expect(restarted(10, left).state).toBe('replaying');
      const panel = restarted(16, left);
      expect(panel.state).toBe('done');
      expect(panel.segments).toMatchObject({ min: 1, max: 6 });
      expect(spans(panel).filter(([name]) => name === 'segments' || name === 'wbl')).toHaveLength(1);
    });
  });

  it('is opening while the cursor names no segments, though the head fills and no stacks were seen yet', () => {
    const roles = {
      targetReady: runs<number | null>([4, 0]), processStartSeconds: runs<number | null>([4, START - 0.5]),
      headSeries: [0, 0, 500, 600],
    };
    const zeros = runs<number | null>([4, 0]);
    const cursor = { replaySegmentMin: zeros, replaySegmentMax: zeros, replaySegmentCurrent: zeros };
    expect(spans(panelOf({ roles: { ...roles, ...cursor } }))).toEqual([['opening', -0.25, null, null]]);
    expect(spans(panelOf({ roles })).map(([name]) => name)).toEqual(['opening', 'segments']);
  });

  it('is one start while a slow scrape of it runs', () => {
    const panel = panelOf({
      ticks: runs<'ok' | 'skipped'>([3, 'ok'], [7, 'skipped']),
      roles: {
        targetReady: runs<number | null>([10, 0]),
        processStartSeconds: runs<number | null>([3, START - 0.5], [7, null]),
        startStep: runs<number | null>([3, BLOCKS], [7, SNAPSHOT]),
      },
    });
    expect(spans(panel)).toEqual([['opening', -0.25, 3, null], ['snapshot', 3, null, null]]);
    expect(panel.earlier).toEqual([]);
  });

  it('reads a slow scrape after those that were skipped meanwhile', () => {
    // Sent at 2 s, it came at 8.5 s with the step of that time.
    const columns = {
      ticks: runs<'ok' | 'skipped'>([3, 'ok'], [6, 'skipped'], [13, 'ok']),
      durationSeconds: runs<number>([2, 0.004], [1, 6.5], [19, 0.004]),
      roles: {
        ready: runs<number | null>([3, 0], [6, null], [11, 0], [2, 1]),
        processStartSeconds: runs<number | null>([3, START - 0.5], [6, null], [13, START - 0.5]),
        startStep: [BLOCKS, BLOCKS, WAL, ...runs<number | null>([5, SNAPSHOT], [12, WAL], [2, NONE])],
        replaySegmentMin: runs<number | null>([2, 0], [1, 2], [6, 0], [13, 2]),
        replaySegmentMax: runs<number | null>([2, 0], [1, 9], [6, 0], [13, 9]),
        replaySegmentCurrent: runs<number | null>([2, 0], [1, 2], [6, 0], [4, 2], [4, 6], [5, 9]),
      },
    };
    const panel = panelOf(columns);
    expect(spans(panel).find(([name]) => name === 'snapshot')).toEqual(['snapshot', 3, 8, null]);
    expect(spans(panel).filter(([name]) => name === 'wbl')).toEqual([]);
  });

  it('has no checkpoint where all was read from one line', () => {
    const site = runs<number | null>([8, null], [8, 678], [6, null]);
    expect(spans(start({ ...checkpoint, site })).slice(2))
      .toEqual([['segments', 7.5, 16, 4], ['finishing', 16, 20, null]]);
  });
});
