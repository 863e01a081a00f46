import { describe, expect, it, test } from 'vitest';
import type { Target } from '../contract/contract.ts';
import { firstQuestions, isSameQuestion } from './firstQuestions.ts';
import { parseUrl } from './urlState.ts';

// Has only the fields that identify a target and its window.
const target = (name: string, state: Target['state']): Target => (
  { name, url: null, state, recorded: { start: 1_000, end: 9_000 } } as unknown as Target);
const TARGETS = [target('recording', 'recorded'), target('a b', 'up')];
const NOW = 20_000;

describe('what a page asks first', () => {
  it.each<[what: string, path: string, search: string, expected: string[]]>([
    ['the line and the findings of the default target', '/', '', [
      '/api/v1/targets/a%20b/lines?start=16400.000&end=20000.000',
      '/api/v1/targets/a%20b/findings?start=16400.000&end=20000.000',
    ]],
    ['on the page of a panel, the panel', '/gc-cpu', '?target=recording', [
      '/api/v1/targets/recording/lines?start=1000.000&end=9001.000',
      '/api/v1/targets/recording/panels/gc-cpu?start=1000.000&end=9001.000',
    ]],
    ['the chosen window', '/scrapes', '?range=5m', [
      '/api/v1/targets/a%20b/lines?start=19700.000&end=20000.000',
      '/api/v1/targets/a%20b/panels/scrapes?start=19700.000&end=20000.000',
    ]],
    ['as of the moment that the link of an alert names', '/scrapes', '?target=a b&start=100&end=200&asOf=200', [
      '/api/v1/targets/a%20b/lines?start=100.000&end=200.000',
      '/api/v1/targets/a%20b/panels/scrapes?start=100.000&end=200.000&asOf=200.000',
    ]],
    ['nothing of a target that is not there', '/', '?target=other', []],
    ['nothing on a page without a window', '/diff', '', []],
    ['nothing on no page', '/nowhere', '', []],
  ])('%s', (_what, path, search, expected) => {
    expect(firstQuestions(parseUrl(path, search), TARGETS, NOW)).toEqual(expected);
  });

  it('asks nothing without a target', () => {
    expect(firstQuestions(parseUrl('/', ''), [], NOW)).toEqual([]);
  });
});

test.each<[what: string, one: string, other: string, expected: boolean]>([
  ['the same', '/lines?start=100&end=200', '/lines?start=100&end=200', true],
  ['a moment later', '/lines?start=100&end=200', '/lines?start=101.5&end=201.5', true],
  ['much later, such as from the cache of the browser', '/lines?start=100&end=200', '/lines?start=200&end=300', false],
  ['another window', '/lines?start=100&end=200', '/lines?start=100&end=260', false],
  ['one without a window', '/lines?start=100&end=200', '/lines', false],
  ['of another path', '/lines?start=100&end=200', '/findings?start=100&end=200', false],
  ['with another choice', '/lines?start=100&step=5', '/lines?start=100&step=6', false],
])('%s', (_what, one, other, expected) => {
  expect(isSameQuestion(new URL(one, 'http://scope'), new URL(other, 'http://scope'))).toBe(expected);
});
