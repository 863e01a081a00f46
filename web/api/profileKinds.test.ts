import { describe, expect, it } from 'vitest';
import type { ProfileInfo } from '../../core/contract/contract.ts';
import { finding } from '../../core/finding.ts';
import { guessComparisons, openedComparisons, otherKinds, significance, takenSides } from './profileKinds.ts';

const HEAP_TYPES = [{ type: 'alloc_space', unit: 'bytes' }, { type: 'inuse_space', unit: 'bytes' }];

function profile(name: string, over: Partial<ProfileInfo> = {}): ProfileInfo {
  const kind = over.kind ?? (
    /cpu|profile/.test(name) ? 'cpu' : /goroutine/.test(name) ? 'goroutine' : /allocs/.test(name) ? 'allocs' : 'heap'
  );
  const sampleTypes = kind === 'heap' || kind === 'allocs' ? HEAP_TYPES
    : [{ type: kind, unit: kind === 'cpu' ? 'nanoseconds' : 'count' }];
  return {
    id: name, name, kind, time: 1, durationSeconds: null, sampleTypes, defaultSampleType: '', samples: 0, sizeBytes: 0,
    addedTime: 0, source: { how: 'upload' }, comments: [], ...over,
  };
}

const told = (names: string[]): string[] => guessComparisons(names.map((name) => profile(name)))
  .map(({ kind, before, after }) =>
    `${kind}: ${before.map(({ name }) => name).join(' ')} | ${after.map(({ name }) => name).join(' ')}`);

it('a change beyond noise outweighs any that is not known to be one, then the size counts', () => {
  const of = (code: string, before: number, after: number): number =>
    significance({ finding: finding({ code, severity: 'info', claim: [] }), totals: { before, after } });
  const ordered = [
    of('diff-total', 100, 50), of('diff-total', 100, 99), of('diff-functions', 100, 100), of('diff-untested', 0, 5),
    of('diff-untested', 5, 6), of('diff-within-noise', 100, 104), of('diff-none', 1, 1),
  ];
  expect(ordered).toEqual(ordered.toSorted((a, b) => b - a));
  expect(new Set(ordered).size).toBe(ordered.length);
});

it.each([
  ['two of one kind are both sides', ['old.cpu', 'new.cpu'], [], { before: ['old.cpu'], after: ['new.cpu'] }],
  ['one is the side that is free', ['x.cpu'], [], { before: ['x.cpu'] }],
  ['the other side, where one is chosen', ['x.cpu'], ['y.cpu'], { after: ['x.cpu'] }],
  ['nothing uploaded chooses nothing', [], [], null],
])('profiles that came with benchmarks: %s', (_, names, before, expected) => {
  expect(takenSides(names.map((name) => profile(name)), { before })).toEqual(expected);
});

describe('guessComparisons', () => {
  it.each([
    [
      'cpu and heap of two runs: each kind by itself, CPU first',
      ['before.heap', 'after.heap', 'before.cpu', 'after.cpu'],
      ['cpu: before.cpu | after.cpu', 'heap: before.heap | after.heap'],
    ],
    ['one telling name of two is enough', ['new.cpu', 'x.cpu'], ['cpu: x.cpu | new.cpu']],
    ['one kind: one comparison', ['old.cpu', 'new.cpu'], ['cpu: old.cpu | new.cpu']],
    ['a kind with one profile is skipped', ['old.cpu', 'new.cpu', 'new.goroutine'], ['cpu: old.cpu | new.cpu']],
    [
      'heap against allocs, which have the same sample types', ['old.heap', 'new.allocs'],
      ['heap: old.heap | new.allocs'],
    ],
    ['cpu against heap: nothing to compare', ['old.heap', 'new.cpu'], []],
    ['the same profile twice', ['old.cpu', 'old.cpu'], []],
  ])('%s', (_, names, comparisons) => expect(told(names)).toEqual(comparisons));

  it('of several opened snapshots the first and the last, unless their names say their sides', () => {
    const sidesOf = (names: string[]): string[][] => openedComparisons(
      names.map((name, i) => profile(name, { time: 10 - i }))
    ).map(({ before, after }) => [...before, ...after].map(({ name }) => name));
    expect(sidesOf(['3.heap', '2.heap', '1.heap'])).toEqual([['1.heap', '3.heap']]);
    expect(sidesOf(['new.heap.2', 'new.heap', 'old.heap'])).toEqual([['old.heap', 'new.heap', 'new.heap.2']]);
    expect(sidesOf(['3.cpu', '2.cpu', '1.cpu'])).toEqual([['1.cpu', '2.cpu', '3.cpu']]);
  });
});

describe('otherKinds', () => {
  const names = [
    'before.cpu.pb.gz', 'after.cpu.pb.gz', 'before.heap.pb.gz', 'after.heap.pb.gz', 'before.goroutine.pb.gz',
  ];
  it('finds the heap pair beside the CPU pair by its names, and no kind that one side lacks', () => {
    expect(otherKinds(names.map((name) => profile(name)), ['before.cpu.pb.gz'], ['after.cpu.pb.gz']))
      .toEqual([{ kind: 'heap', before: ['before.heap.pb.gz'], after: ['after.heap.pb.gz'] }]);
  });
  it('finds a group for a group', () => {
    const four = [
      'old-cpu-1', 'old-cpu-2', 'new-cpu-1', 'new-cpu-2', 'old-mem-1', 'old-mem-2', 'new-mem-1', 'new-mem-2',
    ].map((name) => profile(name));
    expect(otherKinds(four, ['old-cpu-1', 'old-cpu-2'], ['new-cpu-1', 'new-cpu-2']))
      .toEqual([{ kind: 'heap', before: ['old-mem-1', 'old-mem-2'], after: ['new-mem-1', 'new-mem-2'] }]);
  });
  it('takes of several uploads of one name the nearest in time', () => {
    const list = [
      profile('old.cpu', { addedTime: 100 }), profile('new.cpu', { addedTime: 100 }),
      profile('old.heap', { id: 'a', addedTime: 5 }), profile('old.heap', { id: 'b', addedTime: 101 }),
      profile('new.heap', { id: 'c', addedTime: 102 }),
    ];
    expect(otherKinds(list, ['old.cpu'], ['new.cpu'])).toEqual([{ kind: 'heap', before: ['b'], after: ['c'] }]);
  });
  it.each([
    ['sides of unlike kinds', ['before.cpu.pb.gz'], ['after.heap.pb.gz']],
    ['a profile that is no longer kept', ['before.cpu.pb.gz'], ['gone']],
  ])(
    'gives nothing for %s',
    (_, before, after) => expect(otherKinds(names.map((name) => profile(name)), before, after)).toEqual([])
  );
});
