import { describe, expect, it } from 'vitest';
import type { DiffTopTable } from '../../contract/contract.ts';
import { amountWords, functionTable, sizeWords } from './functionRows.ts';
import { compileSearch, foundOf, foundWords, matching } from './viewSearch.ts';
import { finding } from '../../finding.ts';

const names = (rows: string[], pattern: string): string[] => matching(rows, compileSearch(pattern), (row) => [row]);
const rows = ['runtime.scanobject', 'tsdb.(*Head).append', 'tsdb.(*memSeries).append', '<img src=x>'];

describe('matching', () => {
  it.each([
    ['nothing typed keeps all', '', rows],
    ['small letters match both cases', 'head', ['tsdb.(*Head).append']],
    ['a capital makes it exact', 'HEAD', []],
    ['a capital behind a backslash is a class, not a letter', '\\W\\*head', ['tsdb.(*Head).append']],
    ['either of two', 'scan|\\(\\*mem', ['runtime.scanobject', 'tsdb.(*memSeries).append']],
    ['a name of markup is text', '<img', ['<img src=x>']],
    ['a broken expression narrows nothing', '(', rows],
  ])('%s', (_, pattern, expected) => expect(names(rows, pattern)).toEqual(expected));

  it('says what is wrong with a broken expression', () => {
    expect(compileSearch('[a'))
      .toMatchObject({ state: 'invalid', message: expect.stringMatching(/brackets/) as string });
  });
});

describe('match total', () => {
  const diff: DiffTopTable = {
    unit: 'nanoseconds', sampleType: 'cpu', totals: { before: 10e9, after: 4e9 }, rowsLeftOut: 0,
    rows: [['a.x', 6e9, 1e9], ['a.y', 2e9, 2e9], ['b.z', 2e9, 1e9]].map(([name, before, after]) => ({
      function: String(name), file: '', flat: {
        before: Number(before), after: Number(after), delta: Number(after) - Number(before),
      }, cum: { before: 9e9, after: 3e9, delta: -6e9 },
      pValue: null, qValue: null, sure: 'unknown', cumPValue: null, cumQValue: null, cumSure: 'unknown',
    })),
    finding: finding({ code: 'test', severity: 'info', claim: [] }),
      howSure: { method: 'none', tested: 0, different: 0, cumDifferent: 0, eitherDifferent: 0, sentence: '' },
      comparability: { differences: [] },
  };
  const top = functionTable(diff);
  const words = (pattern: string): string => foundWords(
    foundOf(top.rows, compileSearch(pattern), (row) => [row.function], (row) => row.flat),
    ['function', 'functions'], 'flat', { unit: top.unit, total: top.total }
  );

  it('adds up what each match has for its own, on both sides', () => {
    expect(words('^a')).toBe('2 of 3 functions, flat 8 s → 3 s (−62 %)');
  });
  it('says when nothing matches', () => expect(words('zebra')).toBe('no match among 3 functions'));
});

describe('amounts in words', () => {
  it.each([
    ['one profile, with its share', { before: null, after: 3e9 }, '3 s (75 %)', '3 s'],
    ['a diff from and to', { before: 4e9, after: 3e9 }, '4 s → 3 s (−25 %)', '−1 s'],
    ['a function that is new', { before: 0, after: 3e9 }, '0 s → 3 s (new)', '+3 s'],
  ])('%s', (_, amount, full, short) => {
    expect(amountWords(amount, 'nanoseconds', { before: null, after: 4e9 })).toBe(full);
    expect(sizeWords(amount, 'nanoseconds')).toBe(short);
  });

  it.each([
    ['a function that now only calls others', { before: 3e9, after: 1e9 }, '2 s → 0 s (to 0)'],
    ['one that is gone', { before: 3e9, after: 0 }, '2 s → 0 s (gone)'],
  ])('%s', (_, cum, words) => {
    expect(amountWords({ before: 2e9, after: 0 }, 'nanoseconds', undefined, cum)).toBe(words);
  });
});
