import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const TSDB = 'github.com/prometheus/prometheus/tsdb';
const told = (type: string, ...more: string[]): string => recognize(new TextEncoder().encode([
  'File: prometheus', `Type: ${type}`, 'Showing nodes accounting for 990MB, 99% of 1000MB total',
  '      flat  flat%   sum%        cum   cum%',
  `     400MB 40.00% 40.00%     400MB 40.00%  ${TSDB}/encoding.(*Decbuf).UvarintStr (inline)`,
  `     300MB 30.00% 70.00%     700MB 70.00%  ${TSDB}/record.(*Decoder).Series`,
  `     200MB 20.00% 90.00%     200MB 20.00%  ${TSDB}.newMemSeries (inline)`, ...more,
].join('\n'))).interest ?? '';

it('a heap in which records of the WAL are decoded is of a start', () => {
  const facts = told('inuse_space');
  expect(facts).toMatch(/^It reads back its WAL, as at a start: decoding the records of series has 700MB/);
  expect(facts).toContain('of them 400MB in encoding.(*Decbuf).UvarintStr, which it calls; no function');
  expect(facts).toMatch(/Give it more memory until the log says that the replay is done, .*churn\): each has such/);
  expect(told('cpu')).not.toContain('more memory');
});

it('a server at work, or one that only reads the WAL for remote write, does not start', () => {
  for (const name of ['prometheus/scrape.(*scrapeLoop).run', 'prometheus/tsdb/wlog.(*Watcher).readSegment'])
    expect(told('inuse_space', `     50MB 5.00% 95.00%     50MB 5.00%  github.com/prometheus/${name}`))
      .toMatch(/^Of 1000MB of inuse_space in all/);
});
