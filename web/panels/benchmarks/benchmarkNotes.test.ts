import { describe, expect, it } from 'vitest';
import type { BenchmarkCell, BenchmarkComparison } from '../../../core/contract/contract.ts';
import { inOrder, readDraft } from './benchmarkDraft.ts';
import { changeWord, noteInWords, verdictWord } from './benchmarkNotes.ts';

function cellWith(comparison: Partial<BenchmarkComparison>): BenchmarkCell {
  return {
    center: 1, low: null, high: null, rangeRatio: null, n: 1, samples: [1], centerText: '1', rangeText: '∞',
    notes: [],
    comparison: {
      deltaText: '~', deltaRatio: null, measuredRatio: -0.1, pValue: 1, qValue: 1, testText: '', isSignificant: false,
      countedText: null, notes: [], ...comparison,
    },
  };
}

describe('changeWord', () => {
  it.each<[string, -1 | 0 | 1, Partial<BenchmarkComparison>, string]>([
    ['a significant gain where less is better', -1, { isSignificant: true, deltaText: '-10.00%' }, 'better'],
    ['a significant loss where more is better', 1, { isSignificant: true, deltaText: '-10.00%' }, 'worse'],
    ['a significant change of unknown direction', 0, { isSignificant: true, deltaText: '-10.00%' }, 'changed'],
    ['from nothing to something', -1, { isSignificant: true, measuredRatio: null, deltaText: '?' }, 'worse'],
    ['a change within noise', -1, {}, 'within noise'],
    [
      'a change of too few runs', -1, { notes: ['need >= 4 samples to detect a difference at alpha level 0.05'] },
      'too few runs',
    ],
    ['a count without a significant test', -1, { countedText: '-34.21%' }, '−34.21% counted'],
    ['a count that is the same in every run', -1, { countedText: 'same' }, 'same in every run'],
  ])('%s', (_, better, comparison, word) => {
    expect(changeWord({ better }, cellWith(comparison))?.word).toBe(word);
  });

  it('is null for the base', () => {
    expect(changeWord({ better: -1 }, { ...cellWith({}), comparison: null })).toBeNull();
  });
});

describe('noteInWords', () => {
  it.each([
    [
      'need >= 4 samples to detect a difference at alpha level 0.05',
      'Fewer than 4 runs per side: no difference, however large, can be significant.',
    ],
    [
      'need >= 6 samples for confidence interval at level 0.95',
      'Fewer than 6 runs: no 95 % confidence interval of the median (∞).',
    ],
    ['all samples are equal', 'All runs of both sides have the same value.'],
    ['benchmarks vary in cpu', 'Benchmarks vary in cpu.'],
  ])('%s, as a sentence', (note, words) => {
    expect(noteInWords(note)).toBe(words);
  });

  it('a verdict of improvement is not called OK', () => {
    expect(verdictWord({ verdict: 'better', time: null })).toBe('Better');
    expect(verdictWord({ verdict: 'untested', time: null })).toBe('Not tested');
  });
});

describe('pasted outputs', () => {
  it('are ordered by their names, else as given', () => {
    const names = (...list: string[]) => inOrder(list.map((name) => ({ name, text: '' }))).map(({ name }) => name);
    expect(names('new.txt', 'old.txt')).toEqual(['old.txt', 'new.txt']);
    expect(names('b.txt', 'a.txt')).toEqual(['b.txt', 'a.txt']);
    expect(names('after.txt', 'v2.txt', 'main.txt')).toEqual(['main.txt', 'v2.txt', 'after.txt']);
  });

  it.each([
    ['nothing', null], ['no JSON', '{'], ['one text', '[{"name":"a","text":"b"}]'], ['numbers', '[1,2]'],
    ['a text without a name', '[{"text":"b"},{"text":"b"}]'],
  ])('kept as %s are two empty ones', (_, kept) => {
    expect(readDraft({ getItem: () => kept })).toEqual([{ name: 'before', text: '' }, { name: 'after', text: '' }]);
  });
});
