import { expect, it } from 'vitest';
import { readScrape } from './readScrape.ts';
import { summaryFacts } from './summaries.ts';

const told = (...lines: string[]): string[] => summaryFacts(readScrape(lines.join('\n')).samples);

it('of several series the highest is reported with its labels', () => {
  expect(told('a_seconds{svc="x",quantile="0.5"} 0.01', 'a_seconds{svc="x",quantile="0.99"} 0.02',
    'a_seconds{svc="y",quantile="0.99"} 4.5', 'a_seconds_sum{svc="y"} 30', 'a_seconds_count{svc="y"} 60',
    'a_seconds{svc="z",quantile="0.99"} NaN')).toEqual(['a_seconds, svc="y", the highest of 2: 99 % of the recent '
    + 'observations are within 4.5 s. The mean of all is 500 ms.']);
});

it('a slow median of fsyncs is a slow disk', () => {
  const of = (median: number): string => told(`b_wal_fsync_duration_seconds{quantile="0.5"} ${median}`,
    'b_wal_fsync_duration_seconds{quantile="0.99"} 7')[0] ?? '';
  expect(of(1.5)).toContain('Half of the fsyncs take 1.5 s or more: the disk of the WAL is slow; see iostat');
  expect(of(0.004)).not.toContain('slow');
});

it('a summary without observations is not reported', () => {
  expect(told('a_seconds{quantile="0.99"} 4', 'a_seconds_count 0')).toEqual([]);
});
