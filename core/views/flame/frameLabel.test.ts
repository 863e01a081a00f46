import { describe, expect, it } from 'vitest';
import { fittingName, frameLabel, labelForms, nameWithin } from './frameLabel.ts';

const within = (chars: number) => (text: string): boolean => Array.from(text).length <= chars;

describe('labelForms', () => {
  it.each([
    [
      'a method loses path, package, receiver', 'github.com/x/tsdb.(*Head).append',
      ['tsdb.(*Head).append', '(*Head).append', 'append'],
    ],
    ['a function loses its package', 'runtime.scanobject', ['runtime.scanobject', 'scanobject']],
    [
      'a receiver without a pointer goes too', 'encoding/binary.bigEndian.Uint16',
      ['binary.bigEndian.Uint16', 'bigEndian.Uint16', 'Uint16'],
    ],
    [
      'a closure keeps the function that holds it', 'x/tsdb.(*Head).load.func1',
      ['tsdb.(*Head).load.func1', '(*Head).load.func1', 'load.func1'],
    ],
    ['the closure of a function too', 'main.main.func1', ['main.main.func1', 'main.func1']],
    [
      'type parameters go before the package', 'slices.Sort[go.shape.[]a/b.T]',
      ['slices.Sort[go.shape.[]a/b.T]', 'slices.Sort[…]'],
    ],
    ['one of many numbered functions keeps its package', 'x/web/api.function5', ['api.function5']],
    ['a number that is a size is no such number', 'hash/maphash.memhash64', ['maphash.memhash64', 'memhash64']],
    ['whatever the word before any other number', 'x/tsdb.hash791', ['tsdb.hash791']],
    ['so does a numbered method', 'x/tsdb.(*Type42).append5', ['tsdb.(*Type42).append5']],
    ['a method that most types have keeps its receiver', 'x/tsdb.(*Head).Next', ['tsdb.(*Head).Next', '(*Head).Next']],
    ['a function of such a name keeps its package', 'main.run', ['main.run']],
    ['a Rust path keeps its last part', 'core::iter::next', ['core::iter::next', 'next']],
    ['a Rust trait stays whole', '<T as core::ops::Drop>::drop', ['<T as core::ops::Drop>::drop', 'drop']],
    [
      'a place stays behind each', 'github.com/x/tsdb.(*Head).append /src/head.go:12',
      ['tsdb.(*Head).append head.go:12', '(*Head).append head.go:12', 'append head.go:12'],
    ],
    ['a package that initialises', 'glob..func1', ['glob..func1']],
    ['no name', '', ['']],
  ])('%s', (_, name, forms) => expect(labelForms(name)).toEqual(forms));
});

describe('fittingName', () => {
  const name = 'github.com/x/tsdb.(*Head).processWALSamples';
  it.each([
    [40, 'tsdb.(*Head).processWALSamples'], [26, '(*Head).processWALSamples'], [18, 'processWALSamples'],
    [16, 'processWAL…'], [10, 'process…'], [7, ''],
  ])('in %i characters', (chars, label) => expect(fittingName(name, within(chars))).toBe(label));

  it('never ends within a word, whatever the width', () => {
    const words = new Set(['', 'process…', 'processWAL…', 'processWALSamples']);
    for (let chars = 0; chars < 25; chars += 1) expect(words).toContain(fittingName(name, within(chars)));
  });
});

it('cuts a name that says nothing by itself behind its package', () => {
  expect(fittingName('x/tsdb.function5', within(8))).toBe('tsdb…');
  expect(fittingName('x/chunkenc.Generic8[go.shape.int]', within(12))).toBe('chunkenc…');
});

describe('nameWithin', () => {
  const name = 'github.com/x/tsdb.(*Head).processWALSamples';
  it.each([
    [name, 30, 'tsdb.(*Head).processWALSamples'], [name, 27, '(*Head).processWALSamples'], [name, 16, 'processWAL…'],
    ['averyveryverylongword', 8, 'averyve…'], ['odd', 3, 'odd'], ['', 8, ''],
  ])('%s in %i characters', (full, chars, shown) => expect(nameWithin(full, chars)).toBe(shown));

  it('never cuts in the middle, whatever the room, also of a name of a million letters', () => {
    for (const full of [name, `x.${'y'.repeat(1_000_000)}`]) {
      for (let chars = 1; chars < 60; chars += 1) {
        const shown = nameWithin(full, chars);
        expect(shown.length).toBeLessThanOrEqual(chars);
        expect(shown.slice(0, -1)).not.toContain('…');
      }
    }
  });
});

describe('frameLabel', () => {
  it('adds the change where it fits, and rather drops it than a part of the name', () => {
    expect(frameLabel('a/tsdb.Head', '−2 s', within(20))).toBe('tsdb.Head −2 s');
    expect(frameLabel('a/tsdb.Head', '−2 s', within(10))).toBe('tsdb.Head');
    expect(frameLabel('a/tsdb.(*Head).processWALSamples', '−2 s', within(14))).toBe('processWAL…');
  });
});
