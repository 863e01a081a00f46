import { expect, it } from 'vitest';
import { wrkBound } from './wrkBound.ts';

const run = (rate: number, read: string, ...more: string[]): string => [
  'Running 10s test @ http://a.b/', '  4 threads and 10 connections',
  '  Thread Stats   Avg      Stdev     Max   +/- Stdev',
  '    Latency   200.00ms   10.00ms 450.00ms   70.00%', '    Req/Sec    12.00      3.00    20.00     70.00%',
  `  500 requests in 10.00s, ${read} read`, ...more, `Requests/sec:     ${rate}`, '',
].join('\n');

it('one run of wrk: the slowest answer, large answers, and connections that all wait', () => {
  expect(wrkBound(run(50, '500.00MB'))).toBe([
    'The slowest answer took 450.00ms. An answer has 1 MiB in the mean, 50 MiB per second in all: see whether the',
    'network or making them bounds it. 10 connections over that latency are 50 per second: all of them wait all the',
    'time. With fewer connections the latency shows how long one answer takes; with more, whether the rate rises.',
  ].join(' '));
});

it('says nothing of several runs, of runs with errors, and of connections that idle', () => {
  expect(wrkBound(run(30, '1.00MB'))).toBeNull();
  expect(wrkBound(run(50, '1.00MB') + run(50, '1.00MB'))).toBeNull();
  expect(wrkBound(run(50, '1.00MB', '  Non-2xx or 3xx responses: 9'))).toBeNull();
});
