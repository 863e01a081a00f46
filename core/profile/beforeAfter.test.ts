import { describe, expect, it } from 'vitest';
import type { ProfileInfo } from '../contract/contract.ts';
import { completePairs, guessGroups, guessSides, sideHint } from './beforeAfter.ts';

function profile(name: string, over: Partial<ProfileInfo> = {}): ProfileInfo {
  return {
    id: name, name, kind: 'cpu', time: null, durationSeconds: null, sampleTypes: [], defaultSampleType: 'cpu',
    samples: 0, sizeBytes: 0,
    addedTime: 0, source: { how: 'upload' }, comments: [], ...over,
  };
}

describe('sideHint', () => {
  it.each([
    ['before.cpu.pb.gz', -1], ['after.cpu.pb.gz', 1], ['prom-OLD-2.pb', -1], ['new.mem.pb.gz', 1], ['base_profile', -1],
    ['newobject.pb.gz', 0], ['golden.pb.gz', 0], ['before-after.pb.gz', 0], ['profile.pb.gz', 0],
    ['heap2.after3.pb', 1], ['', 0],
  ])('%s', (name, hint) => expect(sideHint(name)).toBe(hint));
});

describe('guessSides', () => {
  it.each([
    [
      'names decide where the times agree or are unknown', profile('after.pb', { time: 20 }),
      profile('before.pb', { time: 10 }), 'before.pb', 'names',
    ],
    [
      'names on versions decide, whatever the times', profile('pr.pb', { time: 10 }), profile('main.pb', { time: 20 }),
      'main.pb', 'names',
    ],
    [
      'times that contradict names on time decide', profile('after.pb', { time: 10 }),
      profile('before.pb', { time: 20 }), 'after.pb', 'time',
    ],
    ['one telling name is enough', profile('x.pb'), profile('old.pb'), 'old.pb', 'names'],
    ['silent names: the earlier one', profile('b.pb', { time: 20 }), profile('a.pb', { time: 10 }), 'a.pb', 'time'],
    [
      'a profile without time: by arrival', profile('b.pb', { addedTime: 9 }),
      profile('a.pb', { time: 10, addedTime: 5 }), 'a.pb', 'time',
    ],
    ['nothing to go by: as given', profile('b.pb'), profile('a.pb'), 'b.pb', 'order'],
    [
      'a known pair', profile('q', { pair: { label: 'p', side: 'after' } }),
      profile('r', { pair: { label: 'p', side: 'before' } }), 'r', 'pair',
    ],
  ])('%s', (_, first, second, before, because) => {
    const sides = guessSides(first, second);
    expect([sides.before.name, sides.because]).toEqual([before, because]);
    expect(sides.after).not.toBe(sides.before);
  });
});

describe('guessGroups', () => {
  it.each([
    ['names decide', ['after-1', 'before-1', 'after-2', 'before-2'], ['before-1', 'before-2'], ['after-1', 'after-2']],
    ['silent names: the earlier half', ['a', 'b', 'c', 'd'], ['a', 'b'], ['c', 'd']],
    ['an odd one goes to after', ['a', 'b', 'c'], ['a'], ['b', 'c']],
    ['silent ones beside telling ones are halved', ['old-1', 'x', 'y', 'new-1'], ['old-1', 'x'], ['y', 'new-1']],
    ['all of one side are halved all the same', ['before-1', 'before-2'], ['before-1'], ['before-2']],
  ])('%s', (_, names, before, after) => {
    const groups = guessGroups(names.map((name, i) => profile(name, { time: i })));
    expect([groups.before.map(({ name }) => name), groups.after.map(({ name }) => name)]).toEqual([before, after]);
  });
});

describe('completePairs', () => {
  it('skips a pair with one side missing', () => {
    const pairs = completePairs([
      profile('b', { pair: { label: 'WAL', side: 'before' } }), profile('a', { pair: { label: 'WAL', side: 'after' } }),
      profile('c', { pair: { label: 'half', side: 'after' } }),
    ]);
    expect(pairs.map((pair) => [pair.label, pair.before.name, pair.after.name])).toEqual([['WAL', 'b', 'a']]);
  });
});
