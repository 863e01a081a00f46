import { describe, expect, it } from 'vitest';
import type { ProfileInfo, ReplayPhase } from '../../contract/contract.ts';
import { replayMarks } from './replayMarks.ts';

const phases: ReplayPhase[] = [
  { name: 'opening', start: 1000, end: 1002, durationSeconds: 2, segments: null },
  { name: 'segments', start: 1002, end: null, durationSeconds: 18, segments: 4 },
];

function taken(
  id: string, time: number,
  more: { target?: string; version?: string; processStart?: number; kind?: string; byHand?: boolean } = {}
): ProfileInfo {
  const { target = 'eu', version, processStart = 1000, kind = 'heap', byHand = false } = more;
  return {
    id, name: id, kind, time, durationSeconds: null, sampleTypes: [], defaultSampleType: 'inuse_space', samples: 1,
    sizeBytes: 1, addedTime: time, comments: [],
    source: {
      how: 'capture', target, captureId: id, ...(version === undefined ? {} : { targetVersion: version }),
      ...(byHand ? {} : { replay: { moment: 'start', processStart, rssBytes: null } }),
    },
  };
}

describe('marks of the profiles taken during a replay', () => {
  it('stand where they were taken, oldest first; others and those of another start are none', () => {
    const profiles = [
      taken('late', 1010), taken('early', 1005), taken('by hand', 1006, { byHand: true }),
      taken('other target', 1006, { target: 'us' }), taken('start before', 900, { processStart: 890 }),
    ];
    expect(replayMarks(profiles, 'eu', phases, 1020).map(({ id, atRatio }) => [id, atRatio]))
      .toEqual([['early', 0.25], ['late', 0.5]]);
  });

  it('are none without a timeline', () => {
    expect(replayMarks([taken('a', 1005)], 'eu', [], 1020)).toEqual([]);
  });

  it.each<[string, ProfileInfo[], string | null]>([
    [
      'the newest of another version, of whatever target',
      [
        taken('old', 500, { version: '2.41.0', processStart: 490 }),
        taken('newer', 600, { target: 'us', version: '2.41.0', processStart: 590 }),
      ],
      'newer: diff with 2.41.0',
    ],
    [
      'the start before, when there is no other version',
      [
        taken('old', 500, { version: '2.42.0', processStart: 490 }),
        taken('newer', 600, { version: '2.42.0', processStart: 590 }),
      ],
      'newer: diff with the start before',
    ],
    ['none of another kind', [taken('cpu', 500, { kind: 'cpu', version: '2.41.0', processStart: 490 })], null],
    ['none of the same start', [taken('same', 1004, { version: '2.42.0' })], null],
  ])('are compared with %s', (_, others, expected) => {
    const mark = replayMarks([taken('own', 1005, { version: '2.42.0' }), ...others], 'eu', phases, 1020)
      .find(({ id }) => id === 'own');
    expect(mark?.other === null || mark === undefined ? null : `${mark.other.id}: ${mark.other.words}`).toBe(expected);
  });
});
