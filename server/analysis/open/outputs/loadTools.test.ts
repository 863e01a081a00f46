import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): [string, string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

const wrk = (connections: number, rate: number, median: string): string[] => [
  'Running 4m test @ http://a', `  16 threads and ${connections} connections`,
  '  Thread Stats   Avg      Stdev     Max   +/- Stdev', '    Latency    77.42ms    9.42ms 338.57ms   85.77%',
  '  Latency Distribution', `     50%   ${median}`, '     99%  102.85ms', `Requests/sec:   ${rate}`,
  'real    4m0.220s', 'user    0m22.352s', 'sys     0m28.356s', '',
];

it.each([
  ['k6', ['  checks.....: 100.00% \u2713 6015  \u2717 0',
    '  http_req_duration....: avg=11ms min=1ms med=10ms p(95)=24ms',
    '  http_reqs....: 6015  60.149758/s'],
  '6,015 requests at 60.1 per second; http_req_duration is avg 11ms, med 10ms, p(95) 24ms; all 6,015 checks passed.'],
  ['wrk', [...wrk(640, 8248, '75.09ms'), ...wrk(384, 8364, '44.67ms')],
    '8,248 requests per second with 640 connections (median latency 75.09ms, 99 % 102.85ms, at most 338.57ms); 8,364 '
      + 'requests per second with 384 connections (median latency 44.67ms, 99 % 102.85ms, at most 338.57ms). '
      + 'Both have the same throughput: further connections only wait.'],
  ['hey', ['Summary:', '  Total:\t2.5 secs', '  Average:\t0.01 secs', '  Requests/sec:\t400.25', '  99% in 0.2 secs'],
    '400 requests per second, 0.01 s in the mean, 99 % within 0.2 s.'],
  ['apache-bench', ['Failed requests:        3', 'Requests per second:    120.50 [#/sec] (mean)',
    'Time per request:       8.30 [ms] (mean)'], '121 requests per second, 8.30 ms each in the mean, 3 failed.'],
  ['vegeta', ['Requests      [total, rate, throughput]  100, 10.1, 9.9', 'Success       [ratio]  99.00%'],
    '100 requests, 10.1 per second, 99.00% succeeded. 10 per second is the rate that was asked for, not the most that '
      + 'the server can do. Raise the rate until latencies or errors rise, to find that limit.'],
  ['vegeta', ['Requests      [total, rate]  100, 10.1',
    'Latencies     [mean, 50, 95, 99, max]  1ms, 2ms, 3ms, 4ms, 5ms'],
    '100 requests, 10.1 per second, median 2ms, 1ms in the mean, 99 % within 4ms.'],
  ['fortio', ['{"status": "success", "result": {"ActualQPS": 2.03, "DurationHistogram": {"Count": 61, "Avg": 0.16}}}'],
    '2.03 requests per second, 0.16 s in the mean.'],
  ['database-benchmark', ['latency average = 1.250 ms', 'tps = 800.5 (without initial connection time)'],
    '801 transactions per second, 1.250 ms each in the mean.'],
  ['tsbs-queries', ['Run complete after 1000 queries with 8 workers (Overall query rate 0.31 queries/sec):',
    'min:  1.0ms, med: 2.0ms, mean:  3.0ms, max: 9.0ms, stddev: 1ms, sum: 3.0sec, count: 1000'],
  '0.31 queries per second; median 2.0ms, mean 3.0ms, at most 9.0ms.'],
  ['tsbs-load', ['time,per. metric/s,metric total,overall metric/s', ...[9, 9, 8, 5, 4, 3]
    .map((rate, i) => `165332334${i},${rate}00000.00,1.0E+07,1.0`)],
  'The rate falls from 900,000 to 300,000 metrics per second (\u221267 %). See what the server does while it falls: '
    + 'its disk (iostat), and checkpoints, compactions or merges in its log.'],
  ['insert-rates', ['at 20s, row rate 100.0/sec (period), row rate 1.0/sec (overall)',
    'at 40s, row rate 100.0/sec (period)',
    'at 1m0s, row rate 101.0/sec (period)'], 'The rate is steady at 100 rows per second.'],
  ['fio', ['  write: IOPS=540, BW=1240KiB/s (1270kB/s)(22.0MiB/18167msec)', '  fsync/fdatasync/sync_file_range:',
    '    sync percentiles (usec):', '     | 99.00th=[ 2376]'],
  'Writes IOPS=540, BW=1240KiB/s, 99 % of syncs within 2,376 usec.'],
  ['spew', ['WTR:      178.09 KiB/s   Transfer time: 00:00:05    IOPS:       44.52'],
    '44.5 operations per second in the median, 178 KiB/s.'],
  ['dd', ['1073741824 bytes (1.1 GB, 1.0 GiB) copied, 5.2 s, 204 MB/s'], 'It wrote 204 MB/s.'],
])('%s', (format, lines, said) => { expect(told(...lines)).toEqual([format, said]); });

it('errors of wrk are told of their own run', () => {
  const failing = wrk(200, 150, '80ms').toSpliced(7, 0, '  Socket errors: connect 0, read 0, write 0, timeout 287');
  expect(told(...wrk(10, 43, '70ms'), ...failing)[1]).toBe('43 requests per second with 10 connections (median latency '
    + '70ms, 99 % 102.85ms, at most 338.57ms); 150 requests per second with 200 connections (median latency 80ms, '
    + '99 % 102.85ms, at most 338.57ms; '
    + 'socket errors: timeout 287).');
});

it('of seven runs of wrk six are told, and that there is another', () => {
  const runs = [1, 2, 3, 4, 5, 6, 7].flatMap((connections) => wrk(connections, 10 * connections, '7ms'));
  expect(told(...runs)[1])
    .toMatch(/60 requests per second with 6 connections \([^()]*\)\. 1 more run is in the text\.$/);
});

it('answers of another length are no failures of ab', () => {
  expect(told('Failed requests:        723', '   (Connect: 0, Receive: 0, Length: 723, Exceptions: 0)',
    'Requests per second:    36.10 [#/sec] (mean)')[1])
    .toBe('36.1 requests per second, 723 answers of another length than the first, which alone is no failure.');
});
