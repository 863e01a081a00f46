import { expect, it } from 'vitest';
import { parseUrl, type UrlState } from '../../../core/url/urlState.ts';
import { pageOf, type EmbedQuestion } from './embedRecord.ts';

const id = (digit: string): string => digit.repeat(64);

it.each<[string, EmbedQuestion, Partial<UrlState>]>([
  [
    'a moving window',
    { kind: 'panel', panel: 'gc-cpu', target: 'prom eu', range: { kind: 'last', lastMs: 5_400_000 } },
    { page: 'gc-cpu', target: 'prom eu', range: { kind: 'relative', seconds: 5400 } },
  ],
  [
    'a window that stays',
    {
      kind: 'panel', panel: 'memory', target: 'a&b',
      range: { kind: 'fixed', startMs: 1_763_647_200_250, endMs: 1_763_650_800_000, asOfMs: 1_763_650_801_000 },
    },
    {
      page: 'memory', target: 'a&b',
      range: { kind: 'absolute', start: 1_763_647_200.25, end: 1_763_650_800, asOf: 1_763_650_801 },
    },
  ],
  [
    'a chart of a page', { kind: 'panel', panel: 'cpu-by-subsystem', target: 'a', range: { kind: 'page' } },
    { page: 'gc-cpu', target: 'a' },
  ],
  [
    'what the page shows by itself', { kind: 'panel', panel: 'wal-replay', target: 'a', range: { kind: 'page' } },
    { page: 'wal-replay', target: 'a', range: null },
  ],
  [
    'a flame graph with its filters',
    { kind: 'flamegraph', id: id('a'), query: { sampleType: 'inuse_space', focus: 'Head|wal', minRatio: '0.001' } },
    { page: 'profiles', profile: id('a'), sampleType: 'inuse_space', filters: { focus: 'Head|wal' } },
  ],
  [
    'a diff of groups', { kind: 'diff', before: [id('1')], after: [id('2'), id('3')], query: { normalize: 'total' } },
    { page: 'diff', before: [id('1')], after: [id('2'), id('3')], normalize: 'total' },
  ],
  ['a benchmark', { kind: 'benchmark' }, { page: 'benchmarks' }],
])('the page of %s is one that the page reads as meant', (_, question, expected) => {
  const [path = '', query = ''] = pageOf({ question }).split('?');
  expect(parseUrl(path, query)).toMatchObject(expected);
});
