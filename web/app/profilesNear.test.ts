import { expect, test } from 'vitest';
import type { ProfileInfo } from '../../core/contract/contract.ts';
import { profilesNear } from './profilesNear.ts';

const taken = (id: string, time: number | null, durationSeconds: number | null, target = 'prom'): ProfileInfo => ({
  id, name: id, kind: 'cpu', time, durationSeconds, sampleTypes: [], defaultSampleType: '', samples: 1, sizeBytes: 1,
  addedTime: 0, comments: [],
  source: { how: 'capture', target, captureId: 'c' },
});

test('captures of the target around the moment, nearest first', () => {
  const list = [
    taken('after', 1_100, 10), taken('during', 970, 60), taken('far', 2_000, 10), taken('other', 1_000, 10, 'else'),
    taken('timeless', null, 10), taken('before', 700, 10),
  ];
  expect(profilesNear(list, 'prom', 1_000).map(({ id }) => id)).toEqual(['during', 'after', 'before']);
  expect(profilesNear([{ ...taken('upload', 1_000, 1), source: { how: 'upload' } }], 'prom', 1_000)).toEqual([]);
});

test('what came with an incident file is near its target too, whosever it is in the list', () => {
  const list = [
    taken('mine', 1_010, 1, 'original'), { ...taken('upload', 1_000, 1), source: { how: 'upload' as const } },
    taken('else', 1_000, 1, 'original'),
  ];
  expect(profilesNear(list, 'opened', 1_000, ['mine', 'upload']).map(({ id }) => id)).toEqual(['upload', 'mine']);
});

test.each(['upload', 'demo'] as const)('one that was opened with the recording is near it: %s', (how) => {
  const info = { ...taken('opened', 1_000, 1), source: { how, target: 'opened' } };
  expect(profilesNear([info], 'opened', 1_000).map(({ id }) => id)).toEqual(['opened']);
  expect(profilesNear([info], 'prom', 1_000)).toEqual([]);
  expect(profilesNear([info], null, 1_000)).toEqual([]);
});
