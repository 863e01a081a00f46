import { describe, expect, it } from 'vitest';
import { packageOf } from '../../profile/packages.ts';
import { middleCut, shortName } from './flameNames.ts';

describe('shortName', () => {
  it.each([
    [
      'a Go method loses the path of its import', 'github.com/prometheus/tsdb.(*Head).processWALSamples',
      'tsdb.(*Head).processWALSamples',
    ],
    [
      'a slash inside type parameters stays', 'slices.Sort[go.shape.[]github.com/x/y.T]',
      'slices.Sort[go.shape.[]github.com/x/y.T]',
    ],
    ['a path before type parameters goes', 'github.com/x/y.Map[int,a/b.C]', 'y.Map[int,a/b.C]'],
    ['a runtime function stays', 'runtime.gcBgMarkWorker', 'runtime.gcBgMarkWorker'],
    [
      'a Rust name stays', '<alloc::vec::Vec<T> as core::ops::Drop>::drop',
      '<alloc::vec::Vec<T> as core::ops::Drop>::drop',
    ],
    [
      'a name with its line keeps both', 'github.com/x/tsdb.(*Head).append /src/tsdb/head.go:12',
      'tsdb.(*Head).append head.go:12',
    ],
    [
      'a name with its file keeps both', 'runtime.scanobject /usr/local/go/src/runtime/mgcmark.go',
      'runtime.scanobject mgcmark.go',
    ],
    ['a file alone is its last part', '/usr/local/go/src/runtime/mgcmark.go', 'mgcmark.go'],
    ['an empty name stays empty', '', ''],
    ['a name that ends in a slash stays', 'odd/', 'odd/'],
  ])('%s', (_, name, short) => expect(shortName(name)).toBe(short));
});

describe('middleCut', () => {
  it.each([
    ['what fits stays whole', 'abc', 3, 'abc'],
    ['the middle goes, both ends stay', 'tsdb.(*Head).processWALSamples', 15, 'tsdb.(*…Samples'],
    ['two characters say nothing', 'abcdef', 2, ''],
    ['a pair of surrogates is one character', '🦄🦄🦄🦄🦄', 3, '🦄…🦄'],
  ])('%s', (_, text, max, cut) => expect(middleCut(text, max)).toBe(cut));

  it('is never longer than asked, for any length', () => {
    for (let max = 0; max < 40; max += 1)
      expect(Array.from(middleCut('x'.repeat(39), max)).length).toBeLessThanOrEqual(max);
  });

  it('cuts a name of a million characters from its ends alone', () => {
    expect(middleCut(`a${'x'.repeat(1_000_000)}z`, 5)).toBe('ax…xz');
  });
});

describe('packageOf', () => {
  it.each([
    ['github.com/prometheus/tsdb.(*Head).append', 'github.com/prometheus/tsdb'],
    ['gopkg.in/yaml%2ev2.Unmarshal', 'gopkg.in/yaml%2ev2'],
    ['runtime.mallocgc', 'runtime'],
    ['main.main.func1', 'main'],
    ['core::iter::next', 'core'],
    ['(anonymous)', ''],
    ['', ''],
  ])('of %j is %j', (name, owner) => expect(packageOf(name)).toBe(owner));
});
