import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';
import { quantileOf, timeHistograms } from './quantiles.ts';
import { readScrape } from './readScrape.ts';

const rows = (name: string, counts: readonly [string, number][], sum: number): string[] => [
  ...counts.map(([le, count]) => `${name}_bucket{le="${le}"} ${count}`),
  `${name}_sum ${sum}`, `${name}_count ${counts.at(-1)?.[1] ?? 0}`,
];
const FSYNC = 'etcd_disk_wal_fsync_duration_seconds';
const of = (lines: readonly string[]): string | null =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest;

describe('percentiles of a histogram', () => {
  const counts: [string, number][] = [
    ['0.001', 500], ['0.002', 900], ['0.004', 960], ['0.008', 980], ['0.016', 1000], ['+Inf', 1000],
  ];

  it('are interpolated within the bucket of their rank', () => {
    const [one] = timeHistograms(readScrape(rows(FSYNC, counts, 1.5).join('\n')).samples);
    expect(one).toBeDefined();
    if (one === undefined) return;
    // The rank 990 is halfway from 980 to 1000, and 700 halfway from 500 to 900.
    expect(quantileOf(one, 0.99)?.value).toBeCloseTo(0.012, 9);
    expect(quantileOf(one, 0.7)?.value).toBeCloseTo(0.0015, 9);
    expect(quantileOf(one, 0.25)?.value).toBeCloseTo(0.0005, 9);
  });

  it('above the advice are told with their bucket and the tail', () => {
    expect(of(rows(FSYNC, [...counts.slice(0, 4), ['0.016', 995], ['+Inf', 1000]], 1.5))).toContain(
      '1,000 fsyncs since the start of the process (etcd_disk_wal_fsync_duration_seconds): mean 1.5 ms, p50 about 1 ms '
        + '(up to 1 ms), p99 about 13.3 ms (between 8 ms and 16 ms), p99.9 above 16 ms, interpolated. 5 of them (0.5 '
        + '%) took more than 16 ms. The p99 is above the 10 ms that etcd advises as its limit: see by');
  });

  it('of two histograms above the advice have their step once, behind the last', () => {
    const slow: [string, number][] = [...counts.slice(0, 4), ['0.064', 995], ['+Inf', 1000]];
    const said = of([...rows(FSYNC, slow, 1.5), ...rows('etcd_disk_backend_commit_duration_seconds', slow, 1.5)]) ?? '';
    expect(said).toContain(' advises as its limit. ');
    expect(said.split('test the disk with fio')).toHaveLength(2);
  });

  it('within the advice, and without any', () => {
    const fast: [string, number][] = [
      ['0.001', 500], ['0.002', 995], ['0.004', 999], ['0.008', 1000], ['0.016', 1000], ['+Inf', 1000],
    ];
    expect(of(rows(FSYNC, fast, 1))).toContain('That is within the p99 below 10 ms that etcd advises.');
    expect(of(rows('rpc_duration_seconds', fast, 1))).not.toContain('advises');
  });

  it('are not told of few observations, few buckets, other things or a cut histogram', () => {
    const none = (lines: readonly string[]): number => timeHistograms(readScrape(lines.join('\n')).samples).length;
    expect(none(rows('a_seconds', [['1', 5], ['2', 6], ['3', 7], ['4', 8], ['+Inf', 9]], 1))).toBe(0);
    expect(none(rows('a_seconds', [['1', 500], ['+Inf', 900]], 1))).toBe(0);
    expect(none(rows('a_bytes', counts, 1))).toBe(0);
    expect(none(rows('a_seconds', counts.slice(0, 5), 1))).toBe(0);
    expect(none(rows('a_seconds', [['1', 900], ...counts.slice(1)], 1))).toBe(0);
  });
});
