import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { transactionFacts, ycsbFacts } from './databaseLoads.ts';
import { vegetaFacts } from './vegeta.ts';
import { abFacts, wrkFacts } from './webLoads.ts';

const text = (...lines: string[]): string => lines.join('\n');

it('vegeta: a server that does not keep up comes first', () => {
  expect(vegetaFacts(text('Requests      [total, rate, throughput]  900, 300.03, 120.20',
    'Latencies     [min, mean, 50, 90, 95, 99, max]  1ms, 6s, 5s, 9s, 9s, 10s, 11s', 'Success       [ratio]  90.00%',
    'Status Codes  [code:count]  0:90  200:810'))).toBe('The server keeps up with 120 of 300 requests per second '
    + '(40.1 %). 900 requests, median 5s, 6s in the mean, 99 % within 10s, 90.00% succeeded, 90 got no answer. Lower '
    + 'the rate until the throughput follows it: that is what the server can do.');
});

it('ab: percentiles, and statuses', () => {
  expect(abFacts(text('Concurrency Level:      20', 'Complete requests:      200', 'Failed requests:        12',
    '   (Connect: 0, Receive: 0, Length: 10, Exceptions: 2)', 'Non-2xx responses:      10',
    'Requests per second:    50.00 [#/sec] (mean)', 'Time per request:       400.00 [ms] (mean)', '  50%    190',
    '  99%   2010', ' 100%   3001 (longest request)'))).toBe('50 requests per second, 20 at a time, 400.00 ms each in '
    + 'the mean, median 190 ms, 99 % within 2010 ms, 12 failed, 10 answers with a status other than 2xx.');
});

it('wrk: errors of both kinds, with their share', () => {
  expect(wrkFacts(text('Running 30s test @ http://a', '  2 threads and 40 connections', '    Latency   60ms  9ms  2s',
    '  800 requests in 30.0s, 9MB read', '  Socket errors: connect 0, read 3, write 0, timeout 81',
    '  Non-2xx or 3xx responses: 200', 'Requests/sec:     26.60'))).toBe('26.6 requests per second with 40 connections '
    + '(latency 60ms in the mean, at most 2s; socket errors: read 3, timeout 81; 200 answers (25 %) with a status of '
    + 'errors).');
  expect(wrkFacts(text('Running 30s test @ http://a', '  2 threads and 40 connections', '    Latency   100ms  9ms  2s',
    '  12000 requests in 30.0s, 24MB read', 'Requests/sec:     400.00'))).toBe('400 requests per second with 40 '
    + 'connections (latency 100ms in the mean, at most 2s). An answer has about 2.05 KiB. Each connection waits for '
    + 'its answer before it asks again, and that gives this rate: 40 connections over that latency are 400 per second. '
    + 'Only more connections show whether the server can do more, and fewer how long one answer takes.');
});

const run = (rate: number, read: string, ...more: string[]): string => text(
  'Running 10s test @ http://a.b/', '  4 threads and 10 connections',
  '  Thread Stats   Avg      Stdev     Max   +/- Stdev',
  '    Latency   200.00ms   10.00ms 450.00ms   70.00%', '    Req/Sec    12.00      3.00    20.00     70.00%',
  `  500 requests in 10.00s, ${read} read`, ...more, `Requests/sec:     ${rate}`, '',
);

it('wrk: large answers, the bound of the connections and the slowest answer, each once', () => {
  expect(wrkFacts(run(50, '500.00MB'))).toBe('50 requests per second with 10 connections (latency 200.00ms in the '
    + 'mean, at most 450.00ms). An answer has about 1 MiB, 50 MiB per second in all: see whether the network or making '
    + 'them bounds it. Each connection waits for its answer before it asks again, and that gives this rate: 10 '
    + 'connections over that latency are 50 per second. Only more connections show whether the server can do more, and '
    + 'fewer how long one answer takes.');
  expect(wrkFacts(run(30, '1.00MB'))).not.toContain('Each connection waits');
  expect(wrkFacts(run(50, '1.00MB') + run(50, '1.00MB'))).not.toContain('An answer');
  expect(wrkFacts(run(50, '1.00MB', '  Non-2xx or 3xx responses: 9'))).not.toContain('Each connection waits');
});

it('wrk2: a rate that is not reached makes its latencies a backlog, and a connection bounds the test itself', () => {
  const asked = (rate: number, reached: number, url = 'http://a.b/?delay=50'): string => wrkFacts(text(
    `$ wrk2 -t2 -c100 -d60s -R${rate} --latency ${url}`, `Running 1m test @ ${url}`, '  2 threads and 100 connections',
    '  Thread calibration: mean lat.: 900.5ms, rate sampling interval: 3000ms',
    '    Latency     6.00s     2.00s   12.10s    60.00%', ' 50.000%    6.00s', ' 99.000%   11.90s',
    `  ${60 * reached} requests in 1.00m, 60.00MB read`, `Requests/sec:   ${reached}`)) ?? '';
  const said = asked(2500, 2000);
  expect(said).toMatch(/^wrk2 was asked for 2,500 requests per second \(-R\) and reached 80 % of them\. It counts a /);
  expect(said).toContain('the backlog of the missing 20 %, which is 12 s at the end of 60 s, not what an answer takes. '
    + 'With 100 connections, each of which waits for its answer, the rate asked for needs answers within 40 ms: the '
    + 'URL asks for a delay of 50 ms (if it is in ms), with which 2,000 per second is the most that this test can '
    + 'reach. Ask for less than 2,000 (-R) before comparing latencies, and see whether the CPU of the server or of '
    + 'wrk2 is the limit. 2,000 requests per second with 100 connections (median latency 6.00s');
  expect(asked(2500, 2000, 'http://a.b/')).not.toContain('delay of');
  expect(asked(2000, 1999)).toContain('2,000 per second is the rate that was asked for (-R), not the most that the');
  expect(asked(2000, 1999)).not.toContain('backlog');
});

it('sysbench: latencies and errors', () => {
  expect(transactionFacts(text('    transactions:                        600  (10.00 per sec.)',
    '    ignored errors:                      7      (0.12 per sec.)', 'Latency (ms):', '         min:     8.11',
    '         avg:     95.98', '         max:     1911.20', '         95th percentile:     314.45')))
    .toBe('10 transactions per second, 95.98 ms each in the mean, 95 % within 314.45 ms, at most 1911.20 ms, 7 errors '
      + 'that it ignored.');
});

it('YCSB: what failed, and late operations by kind', () => {
  expect(ycsbFacts(text('[OVERALL], Throughput(ops/sec), 1660.8', '[READ], Operations, 5000',
    '[READ], 99thPercentileLatency(us), 31007', '[READ], Return=OK, 5000', '[UPDATE], Operations, 4900',
    '[UPDATE], 99thPercentileLatency(us), 210047', '[UPDATE], Return=ERROR, 47')))
    .toBe('Operations failed: 47 of 4,900 UPDATE with ERROR. 1,661 operations per second, 99 % within: READ 31 ms, '
      + 'UPDATE 210 ms.');
});

it.each([
  ['cassandra-stress', ['Results:', 'Op rate                   :   11,220 op/s  [WRITE: 11,220 op/s]',
    'Latency median            :    4.1 ms [WRITE: 4.1 ms]', 'Latency 99th percentile   :  310.0 ms [WRITE: 310.0 ms]',
    'Total errors              :          0 [WRITE: 0]'],
  '11,220 operations per second, median 4.1 ms, 99 % within 310.0 ms, no errors.'],
  ['redis-benchmark', ['====== SET ======', '  throughput summary: 24390.24 requests per second',
    '  latency summary (msec):', '          avg       min       p50       p95       p99       max',
    '        1.980     0.300     1.700     4.100     9.910    31.010'],
  'SET: 24,390 requests per second, median 1.700 ms, 99 % within 9.910 ms, at most 31.010 ms.'],
  ['fio', ['  read: IOPS=412, BW=1651KiB/s (1690kB/s)(96.8MiB/60021msec)', '    clat percentiles (msec):',
    '     |  1.00th=[    3],  5.00th=[    5],', '     | 95.00th=[  161], 99.00th=[  313], 99.90th=[  810]',
    '  sda: ios=24771/12, merge=0/3, ticks=944120/88, in_queue=944210, util=99.91%'],
  'Reads IOPS=412, BW=1651KiB/s, 99 % of requests within 313 msec, the device is busy 99.91 %.'],
])('%s', (format, lines, said) => {
  const found = recognize(new TextEncoder().encode(text(...lines)));
  expect([found.format, found.interest]).toEqual([format, said]);
});
