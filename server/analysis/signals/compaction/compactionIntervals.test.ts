import { elementAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import { handMadeWindow, type HandMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { findCompactions } from './compactionIntervals.ts';

const START_MS = 1_800_000_000_000;
const ANSWER = 0.004;

/** Returns `0 x3, 1 x2` for `steps(3, 0, 2, 1)`. */
function steps(...runs: number[]): number[] {
  const values: number[] = [];
  for (let i = 0; i < runs.length; i += 2)
    values.push(...new Array<number>(elementAt(runs, i)).fill(elementAt(runs, i + 1)));
  return values;
}

interface Seen {
  start: number; startError: number; end: number; endError: number; kind: string; count: number; running?: true
}

function seen(description: HandMadeWindow): Seen[] {
  const round = (ms: number): number => Math.round(ms) / 1000;
  return findCompactions(handMadeWindow(description)).map((c) => ({
    start: round(c.startMs - START_MS),
    startError: round(c.startErrorMs),
    end: round(c.endMs - START_MS),
    endError: round(c.endErrorMs),
    kind: c.kind,
    count: c.count,
    ...(c.running ? { running: true as const } : {}),
  }));
}

describe('compactions by hand, scrapes at 0, 1, 2 ... s', () => {
  it.each<[string, HandMadeWindow['roles'], Seen[]]>([
    [
      'a head compaction: the mark at 3, the step at 7 after 4.5 s of work, the truncation in the same scrape',
      {
        compactions: steps(7, 5, 3, 6), compactionSeconds: steps(7, 50, 3, 54.5),
        compactionRunning: steps(3, 0, 3, 1, 4, 0), headTruncations: steps(7, 2, 3, 3), blocksLoaded: steps(7, 4, 3, 5),
      },
      [{ start: 2 + 0.504, startError: 0.504, end: 7 + ANSWER, endError: 1 + ANSWER, kind: 'head', count: 1 }],
    ],
    [
      'its end is where the checkpoint after it ended',
      {
        compactions: steps(5, 0, 6, 1), compactionSeconds: steps(5, 0, 6, 2), headTruncations: steps(5, 0, 6, 1),
        headGcRuns: steps(6, 0, 5, 1), headGcSeconds: steps(6, 0, 5, 0.5), walTruncateRuns: steps(8, 0, 3, 1),
        walTruncateSeconds: steps(8, 0, 3, 1.5),
      },
      [{ start: 3 + ANSWER, startError: 1 + ANSWER, end: 8 + ANSWER, endError: 1 + ANSWER, kind: 'head', count: 1 }],
    ],
    [
      'a merge: a step without a truncation, after which there are fewer blocks',
      {
        compactions: steps(5, 0, 5, 1), compactionSeconds: steps(5, 0, 5, 2), headTruncations: steps(10, 3),
        blocksLoaded: steps(6, 4, 4, 2),
      },
      [{ start: 3 + ANSWER, startError: 1 + ANSWER, end: 5 + ANSWER, endError: 1 + ANSWER, kind: 'merge', count: 1 }],
    ],
    [
      'a step that neither truncates nor leaves fewer blocks is of unknown kind',
      {
        compactions: steps(5, 0, 5, 1), compactionSeconds: steps(5, 0, 5, 2), headTruncations: steps(10, 3),
        blocksLoaded: steps(10, 4),
      },
      [{ start: 3 + ANSWER, startError: 1 + ANSWER, end: 5 + ANSWER, endError: 1 + ANSWER, kind: 'unknown', count: 1 }],
    ],
    [
      'a head compaction and the merge right after it are one episode',
      {
        compactions: steps(4, 0, 5, 1, 3, 2), compactionSeconds: steps(4, 0, 5, 2, 3, 6),
        compactionRunning: steps(2, 0, 2, 1, 4, 1, 4, 0), headTruncations: steps(4, 0, 8, 1),
        blocksLoaded: steps(4, 3, 5, 4, 3, 2),
      },
      [
        {
          start: 2 + ANSWER, startError: 1 + ANSWER, end: 9 + ANSWER, endError: 1 + ANSWER, kind: 'head+merge',
          count: 2,
        },
      ],
    ],
    [
      'two compactions some 2.5 s apart are one episode',
      {
        compactions: steps(3, 0, 4, 1, 3, 2), compactionSeconds: steps(3, 0, 4, 1, 3, 2.5),
        headTruncations: steps(3, 0, 4, 1, 3, 2),
      },
      [{ start: 2 + ANSWER, startError: 1 + ANSWER, end: 7 + ANSWER, endError: 1 + ANSWER, kind: 'head', count: 2 }],
    ],
    [
      'two compactions 6 s apart are two',
      {
        compactions: steps(3, 0, 8, 1, 3, 2), compactionSeconds: steps(3, 0, 8, 1, 3, 2),
        headTruncations: steps(3, 0, 8, 1, 3, 2),
      },
      [
        { start: 2 + ANSWER, startError: 1 + ANSWER, end: 3 + ANSWER, endError: 1 + ANSWER, kind: 'head', count: 1 },
        { start: 10 + ANSWER, startError: 1 + ANSWER, end: 11 + ANSWER, endError: 1 + ANSWER, kind: 'head', count: 1 },
      ],
    ],
    [
      'compactions that were only triggered are none',
      { compactions: steps(6, 3), compactionsTriggered: [1, 2, 3, 4, 5, 6] }, [],
    ],
    [
      'the burst at a block boundary, when head chunks are written, is none',
      {
        compactions: steps(8, 3), headChunks: steps(4, 9000, 4, 4000), diskWrittenBytes: steps(4, 0, 4, 5e7),
        cpuSeconds: steps(4, 1, 4, 2),
      },
      [],
    ],
    [
      'what the counters stood at when the window opens is the past',
      { compactions: [7, 7, 7], compactionSeconds: [90, 90, 90], headTruncations: [3, 3, 3] }, [],
    ],
    [
      'clean-up without a compaction is none',
      { compactions: steps(6, 1), headTruncations: steps(3, 0, 3, 1), headGcRuns: steps(3, 0, 3, 1) }, [],
    ],
    [
      'one that still runs is open at the last scrape',
      { compactions: steps(6, 3), compactionRunning: steps(3, 0, 3, 1) },
      [
        {
          start: 3 + ANSWER, startError: 1 + ANSWER, end: 5 + ANSWER, endError: 0, kind: 'unknown', count: 0,
          running: true,
        },
      ],
    ],
    [
      'a failed one is dropped',
      { compactions: steps(8, 3), compactionRunning: steps(3, 0, 3, 1, 2, 0), compactionsFailed: steps(6, 0, 2, 1) },
      [],
    ],
    [
      'without the duration and the mark it started somewhere since the scrape before',
      { compactions: steps(4, 0, 4, 1) },
      [{ start: 4 + ANSWER, startError: 1 + ANSWER, end: 4 + ANSWER, endError: 1 + ANSWER, kind: 'unknown', count: 1 }],
    ],
    [
      'without a truncation counter the runs of the head\'s clean-up tell a head compaction',
      {
        compactions: steps(4, 0, 4, 1), compactionSeconds: steps(4, 0, 4, 1), headGcRuns: steps(4, 0, 4, 1),
        headGcSeconds: steps(4, 0, 4, 0.1),
      },
      [{ start: 3 + ANSWER, startError: 1 + ANSWER, end: 4 + ANSWER, endError: 1 + ANSWER, kind: 'head', count: 1 }],
    ],
    ['NaN in a counter is no step', { compactions: [1, 1, NaN, 1, 1] }, []],
  ])('%s', (_name, roles, expected) => {
    expect(seen({ roles })).toEqual(expected);
  });

  it('a step over failed scrapes keeps its count, and its error is the gap', () => {
    const ticks: HandMadeWindow['ticks'] = ['ok', 'ok', ...new Array<'timeout'>(10).fill('timeout'), 'ok', 'ok'];
    const compactions = [1, 1, ...new Array<null>(10).fill(null), 3, 3];
    const [episode, ...others] =
      seen({ ticks, roles: { compactions, compactionSeconds: compactions.map((v) => (v === null ? null : v * 2)) } });
    expect(others).toEqual([]);
    expect(episode).toMatchObject({ count: 2, end: 12 + ANSWER, endError: 11 + ANSWER, startError: 11 + ANSWER });
  });

  it('a restart is no negative step: the new process counts from 0, and nothing is older than its start', () => {
    const born = START_MS / 1000 + 5;
    const [episode, ...others] = seen({
      ticks: ['ok', 'ok', 'refused', 'refused', 'refused', 'refused', 'refused', 'ok', 'ok'],
      roles: {
        compactions: [40, 40, null, null, null, null, null, 1, 1],
        compactionSeconds: [90, 90, null, null, null, null, null, 0.5, 0.5],
        headTruncations: [40, 40, null, null, null, null, null, 1, 1],
        processStartSeconds: [1000, 1000, null, null, null, null, null, born, born],
      },
    });
    expect(others).toEqual([]);
    expect(episode).toMatchObject({ count: 1, kind: 'head', end: 7 + ANSWER, endError: 2 + ANSWER });
  });

  it('a restart ends one that was running without counting it', () => {
    expect(seen({
      roles: {
        compactions: [4, 4, 4, 0, 0], compactionRunning: [0, 1, 1, 0, 0],
        processStartSeconds: [1000, 1000, 1000, 1_800_000_002.5, 1_800_000_002.5],
      },
    })).toEqual([]);
  });

  it.each(['victoriametrics', 'prometheus-agent', 'go'] as const)('a %s has none', (kind) => {
    const roles: HandMadeWindow['roles'] = kind === 'victoriametrics' ? { compactions: [1, 4, 9, 15] }
      : { cpuSeconds: [1, 2, 3, 4] };
    expect(seen({ kind, roles })).toEqual([]);
  });

  it('a window without scrapes has none', () => {
    expect(seen({ roles: { compactions: [] } })).toEqual([]);
  });
});
