import { expect, it } from 'vitest';
import { comparedFiles } from './comparedFiles.ts';

const wrk = (rate: number, latency: string, read: string, bad = ''): string => [
  'Running 20s test @ http://127.0.0.1:8080/api', '  4 threads and 50 connections',
  '  Thread Stats   Avg      Stdev     Max   +/- Stdev', `    Latency   ${latency}   1.00ms  90.00ms   80.00%`,
  `  20000 requests in 20.00s, ${read} read`, ...bad === '' ? [] : [`  Non-2xx or 3xx responses: ${bad}`],
  `Requests/sec:   ${rate}`, '',
].join('\n');
const compared = (before: string, after: string, format = 'wrk'): string | null => comparedFiles(
  { name: 'old.txt', format, text: before }, { name: 'new.txt', format, text: after }
);

it('two runs of wrk: rate and latency', () => {
  expect(compared(wrk(1000, '50.00ms', '40.00MB'), wrk(1250, '40.00ms', '41.00MB'))).toBe('new.txt against old.txt: '
    + '1,250 requests per second instead of 1,000 (+25 %), 40.00ms in the mean instead of 50.00ms (\u221220 %). It is '
    + 'one run of each, so the noise is not known.');
});

it('a side with errors alone is not compared, and answers of another size are reported', () => {
  expect(compared(wrk(1000, '50.00ms', '40.00MB'), wrk(9000, '5.00ms', '2.00MB', '20000'))).toBe('new.txt against '
    + 'old.txt: not comparable, because every answer of new.txt is an error (an answer has about 105 B after, 2.05 '
    + 'KiB before).');
  expect(compared(wrk(1, '1s', '1MB', '20000'), wrk(2, '1s', '1MB', '20000')))
    .toBe('new.txt against old.txt: every answer of both is an error, so they show nothing.');
  expect(compared(wrk(1000, '50.00ms', '40.00MB'), wrk(1100, '45.00ms', '4.00MB')))
    .toContain('The answers are of other kinds (an answer has about 210 B after, 2.05 KiB before): make sure');
});

it('two reports of vegeta at one rate, and of ab', () => {
  const vegeta = (mean: string): string => ['Requests      [total, rate]            6000, 100.02',
    `Latencies     [mean, 50, 95, 99, max]  ${mean}, 2ms, 3ms, 4ms, 5ms`].join('\n');
  expect(compared(vegeta('4ms'), vegeta('5ms'), 'vegeta')).toContain('the same rate (100 requests per second), 5ms in '
    + 'the mean instead of 4ms (+25 %).');
  const ab = (rate: number, mean: string): string => ['Complete requests:      500', `Requests per second:    ${rate} `
    + '[#/sec] (mean)', `Time per request:       ${mean} [ms] (mean)`].join('\n');
  expect(compared(ab(100, '10.000'), ab(50, '20.000'), 'apache-bench')).toContain('50 requests per second instead of '
    + '100 (\u221250 %), 20.000 ms in the mean instead of 10.000 ms (+100 %).');
});
