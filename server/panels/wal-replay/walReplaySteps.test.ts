import { describe, expect, it } from 'vitest';
import type { WalReplayPanel } from '../../../core/contract/contract.ts';
import { panelOf, runs, START } from '../../testdata/handMadeReplay.ts';
import type { HandMadeWindow } from '../../testdata/handMadeWindow.ts';

type Column = (number | null)[];
const [NONE, BLOCKS, SNAPSHOT, CHUNKS, WAL, HEAD_GC] = [0, 1, 2, 3, 4, 6];

/** A start seen each second from its first on, ready at 20 s; the segments' cursor appears at 8 s. */
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
    // Nothing was polled before the cursor stood at its end: its begin would be 15.5 s before that.
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

  it('has no checkpoint where all was read from one line', () => {
    const site = runs<number | null>([8, null], [8, 678], [6, null]);
    expect(spans(start({ ...checkpoint, site })).slice(2))
      .toEqual([['segments', 7.5, 16, 4], ['finishing', 16, 20, null]]);
  });
});
