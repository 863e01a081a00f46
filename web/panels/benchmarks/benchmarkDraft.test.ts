import { describe, expect, it } from 'vitest';
import { draftWith, inOrder, readDraft, swapped, withFiles } from './benchmarkDraft.ts';

const boxes = (...texts: string[]) => texts.map((text, i) => ({ name: i === 0 ? 'before' : 'after', text }));
const named = (...names: string[]) => names.map((name) => ({ name, text: `of ${name}` }));

describe('withFiles', () => {
  it('puts a single file into the first empty box, or replaces the base', () => {
    expect(withFiles(boxes('', ''), named('a')).map(({ name }) => name)).toEqual(['a', 'after']);
    expect(withFiles(boxes('x', ''), named('b')).map(({ name }) => name)).toEqual(['before', 'b']);
    expect(withFiles(boxes('x', 'y'), named('c')).map(({ name }) => name)).toEqual(['c', 'after']);
  });

  it('replaces everything with several files, at most eight', () => {
    expect(withFiles(boxes('x', 'y'), named('new.txt', 'old.txt')).map(({ name }) => name))
      .toEqual(['old.txt', 'new.txt']);
    expect(withFiles(boxes('', ''), named(...Array.from({ length: 10 }, (_, i) => `${i}`)))).toHaveLength(8);
  });

  it('recognizes the base by whole words of the name', () => {
    expect(inOrder(named('threshold.txt', 'a.txt')).map(({ name }) => name)).toEqual(['threshold.txt', 'a.txt']);
    expect(inOrder(named('renewed.txt', 'bench-main.txt')).map(({ name }) => name))
      .toEqual(['bench-main.txt', 'renewed.txt']);
  });

  it('swaps pasted texts without the names of the boxes, and files with their names', () => {
    expect(swapped(boxes('1', '2'))).toEqual(boxes('2', '1'));
    expect(swapped(named('old.txt', 'new.txt')).map(({ name }) => name)).toEqual(['new.txt', 'old.txt']);
  });
});

describe('outputs from another page', () => {
  const memory = () => {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => { kept.set(key, text); },
    };
  };

  it('joins one that waits for its pair, and does not mix with an older pair', () => {
    const storage = memory();
    draftWith(storage, named('one'));
    expect(readDraft(storage).map(({ text }) => text)).toEqual(['of one', '']);
    draftWith(storage, named('two'));
    expect(readDraft(storage).map(({ text }) => text)).toEqual(['of one', 'of two']);
    draftWith(storage, named('three'));
    expect(readDraft(storage).map(({ text }) => text)).toEqual(['of three', '']);
  });

  it('survive if the browser has no room to store them', () => {
    const storage = { getItem: () => null, setItem: () => { throw new DOMException('full', 'QuotaExceededError'); } };
    draftWith(storage, named('old', 'new'));
    expect(readDraft(storage).map(({ text }) => text)).toEqual(['of old', 'of new']);
  });
});
