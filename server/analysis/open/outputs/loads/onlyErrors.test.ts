/** Tests outputs of load generators in which no answer is good, and several runs of hey. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { onlyErrors } from './onlyErrors.ts';

describe('every answer is an error', () => {
  it.each([
    ['hey', 'Status code distribution:\n  [502]\t1990 responses\n  [503]\t10 responses', ' (502, 503)'],
    ['oha', 'Status code distribution:\n  [404] 200 responses', ' (404)'],
    ['vegeta', 'Status Codes  [code:count]  0:3  503:97', ' (503)'],
    ['vegeta with blanks at the end', 'Status Codes  [code:count]                      500:97  \n', ' (500)'],
    ['wrk', '  21 requests in 10.03s, 2.30MB read\n  Non-2xx or 3xx responses: 21', ''],
    ['ab', 'Complete requests:      100\nNon-2xx responses:      100', ''],
    ['k6', '  http_req_failed................: 100.00% \u2713 612  \u2717 0', ''],
    ['bombardier', '    1xx - 0, 2xx - 0, 3xx - 0, 4xx - 12, 5xx - 3', ''],
    ['autocannon', '0 2xx responses, 512 non 2xx responses', ''],
  ])('of %s', (_, text, statuses) => {
    expect(onlyErrors(text)).toBe(`Every answer is an error${statuses}: the rates are of errors.`);
  });

  it.each([
    ['hey', '  [200]\t1 responses\n  [502]\t1999 responses'], ['vegeta', 'Status Codes  [code:count]  0:100'],
    ['wrk', '  210 requests in 10.03s, 2.30MB read\n  Non-2xx or 3xx responses: 21'],
    ['ab', 'Complete requests:      100\nNon-2xx responses:      10'],
    ['a hostile row', `Status Codes  [code:count]  0:${'1234567:'.repeat(5000)}x`],
    ['k6', '  http_req_failed................: 10.00% \u2713 612  \u2717 0'],
    ['bombardier', '    1xx - 0, 2xx - 9, 3xx - 0, 4xx - 12, 5xx - 3'], ['nothing', ''],
  ])('not of %s', (_, text) => { expect(onlyErrors(text)).toBeNull(); });
});

describe('hey', () => {
  const run = (rate: string, status: number): string => ['Summary:', '  Total:\t9.1 secs', '  Slowest:\t5.1 secs',
    '  Fastest:\t3.0 secs', '  Average:\t3.4 secs', `  Requests/sec:\t${rate}`, '', 'Latency distribution:',
    '  99% in 3.9 secs', '', 'Status code distribution:', `  [${status}]\t2000 responses`, ''].join('\n');
  const told = (text: string): string[] => {
    const { name, interest } = recognize(new TextEncoder().encode(text));
    return [name, interest ?? ''];
  };

  it('of several runs, all of errors', () => {
    expect(told(`${run('220.3', 502)}\n\n${run('284.7', 502)}`)).toEqual(['the output of hey',
      'Every answer is an error (502): the rates are of errors. 220 requests per second, 3.4 s in the mean, 99 % '
      + 'within 3.9 s, 2,000 with status 502; 285 requests per second, 3.4 s in the mean, 99 % within 3.9 s, 2,000 '
      + 'with status 502. See the body of one answer (curl -i with the same URL, method and headers), correct the '
      + 'request or the server, and repeat the run.']);
  });

  it('differs from the benchmark of etcd, which has a deviation', () => {
    expect(told(['Summary:', '  Total:\t1.6 secs.', '  Average:\t0.1 secs.', '  Stddev:\t0.01 secs.',
      '  Requests/sec:\t6000.5'].join('\n'))[0]).toBe('the output of benchmark of etcd');
    expect(told(['Summary:', '  Total:\t1.6 secs.', '  Average:\t0.1 secs.', '  Requests/sec:\t6000.5'].join('\n'))[0])
      .toBe('the output of hey or of benchmark of etcd');
  });
});

it('the benchmark of etcd, with what its command asked for', () => {
  expect(recognize(new TextEncoder().encode(['benchmark put --total=1000 --rate 40 --val-size=2048', '', 'Summary:',
    '  Total:\t20.5 secs.', '  Average:\t0.5 secs.', '  Stddev:\t0.1 secs.', '  Requests/sec:\t50.5', '',
    '  50% in 0.4 secs.', '  99% in 0.9 secs.'].join('\n'))).interest).toBe('The command benchmark put ran with '
    + 'values of 2 KiB, 101 KiB/s in all. 50.5 requests per second, median 0.4 s, 0.5 s in the mean, 99 % within '
    + '0.9 s. The command asks for 40 per second, less than that: the summary may be of another run.');
});

it('a benchmark of etcd that is asked for more than it reaches, with a queue', () => {
  expect(recognize(new TextEncoder().encode(['benchmark put --total=1000 --rate=400 --val-size=2048', '', 'Summary:',
    '  Total:\t20.5 secs.', '  Fastest:\t0.01 secs.', '  Average:\t0.5 secs.', '  Stddev:\t0.1 secs.',
    '  Requests/sec:\t50.5', '', '  50% in 0.4 secs.', '  75% in 0.42 secs.'].join('\n'))).interest)
    .toContain('That is 13 % of the 400 per second asked for: the server does not keep up, or too few clients ask. The '
    + 'median is 40 times '
    + 'the fastest request (10 ms), and the next quarter takes about as long (up to 420 ms), with about 25.3 in flight '
    + '(rate times mean): they probably wait in a queue, and this rate is what the server can do. See '
    + 'etcd_disk_wal_fsync_duration_seconds and ');
});
