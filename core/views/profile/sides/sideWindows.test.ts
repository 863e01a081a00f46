import { describe, expect, it } from 'vitest';
import type { ProfileInfo, SpanProfile } from '../../../contract/contract.ts';
import { firstWindow, inTimeOrder, profiledTimes, sideWords, windowsBeside, type WindowSpan } from './sideWindows.ts';

const taken = (target: string, kind: string, time: number, durationSeconds: number | null = 10): ProfileInfo => ({
  id: `${target} ${kind} ${time}`, name: '', kind, time, durationSeconds, sampleTypes: [], defaultSampleType: '',
  samples: 1, sizeBytes: 1, addedTime: 0, source: { how: 'upload', target }, comments: [],
});
const window = (start: number, end: number): WindowSpan => ({ target: 'a', kind: 'cpu', start, end });
const answer = (change: Partial<SpanProfile>): SpanProfile => ({
  ...window(43_200, 43_500), ids: [], covered: [], coverageRatio: 0, restarts: [], sentence: '', profile: null,
  nearest: null, ...change,
});

describe('windows as sides of a diff', () => {
  it('are of targets and kinds with profiles of a known time', () => {
    expect(profiledTimes([
      taken('b', 'cpu', 100), taken('a', 'heap', 50, null), taken('a', 'cpu', 30), taken('a', 'cpu', 90),
      taken('a', 'trace', 10), { ...taken('a', 'cpu', 5), time: null },
      { ...taken('c', 'cpu', 5), id: 'span:c:cpu:1:2' },
    ])).toEqual([
      { target: 'a', kind: 'cpu', profiles: 2, start: 30, end: 100 },
      { target: 'a', kind: 'heap', profiles: 1, start: 50, end: 50 },
      { target: 'b', kind: 'cpu', profiles: 1, start: 100, end: 110 },
    ]);
  });

  it('are offered as long as the one they are compared with', () => {
    const beside = windowsBeside(window(90_000, 90_300));
    expect(beside.map(({ label, span: { start, end } }) => [label, start, end])).toEqual([
      ['the 5m before', 89_700, 90_000], ['the 5m after', 90_300, 90_600], ['an hour earlier', 86_400, 86_700],
      ['a day earlier', 3_600, 3_900],
    ]);
    expect(windowsBeside(window(100, 7_300)).map(({ label }) => label)).toEqual(['the 2h after']);
  });

  it.each<[string, Parameters<typeof firstWindow>[0], [number, number] | null]>([
    ['the side’s own', { side: 'before', own: window(1, 2), other: null }, [1, 2]],
    ['before the other side', { side: 'before', own: null, other: window(100, 160) }, [40, 100]],
    ['after the other side', { side: 'after', own: null, other: window(100, 160) }, [160, 220]],
    ['not before 1970', { side: 'before', own: null, other: window(10, 160) }, [0, 150]],
    ['the earlier half', { side: 'before', own: null, other: null }, [30, 65]],
    ['the later half', { side: 'after', own: null, other: null }, [65, 100]],
  ])('begin with %s', (_what, sides, expected) => {
    const found = firstWindow(sides, profiledTimes([taken('a', 'cpu', 30), taken('a', 'cpu', 90)]), 'a');
    expect(found && [found.start, found.end]).toEqual(expected);
  });

  it('have none where no target has a profile', () =>
    expect(firstWindow({ side: 'before', own: null, other: null }, [], 'a')).toBeNull());

  it.each<[Partial<SpanProfile>, string]>([
    [{ ids: ['x', 'y'], covered: [{ start: 43_190, end: 43_318 }], coverageRatio: 118 / 300 },
      '2 CPU profiles, 118 s (39.3 %) of 12:00:00 to 12:05:00'],
    [{ ids: ['x'], kind: 'goroutine' }, '1 goroutine profile in 12:00:00 to 12:05:00'],
    [{}, 'no CPU profile in 12:00:00 to 12:05:00'],
  ])('say what they hold: %j', (change, words) => expect(sideWords(answer(change), 'utc')).toBe(words));

  it('are compared in the order of time', () =>
    expect(inTimeOrder(window(9, 10), window(1, 2))).toEqual({ before: window(1, 2), after: window(9, 10) }));
});
