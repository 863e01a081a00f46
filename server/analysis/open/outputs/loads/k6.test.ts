import { expect, it } from 'vitest';
import { k6Facts } from './k6.ts';

const told = (...lines: string[]): string | null => k6Facts(lines.join('\n'));
const DURATION = '    group_duration.............: avg=12ms  min=1ms  med=10ms  max=101ms p(90)=20ms     p(95)=25ms ';

it('a rate of failures counts what failed first', () => {
  expect(told('  \u2713 check_failure_rate.........: 0.00%   \u2713 0     \u2717 60 ',
    '    checks.....................: 100.00% \u2713 60  \u2717 0    ', DURATION))
    .toBe('All 60 checks passed; group_duration is avg 12ms, med 10ms, p(95) 25ms, max 101ms; 0.00 % failed (0 of 60). '
      + 'The only threshold holds (check_failure_rate). A group_duration is that of a group of requests and checks, '
      + 'not of one request. In the row '
      + 'check_failure_rate, the count after \u2717 is of those that did not fail.');
});

it('checks that failed, and a threshold that was crossed', () => {
  expect(told('     \u2717 status is 200', '      \u21b3  90% \u2014 \u2713 54 / \u2717 6', '',
    '     checks.....................: 90.00% \u2713 54  \u2717 6', `   \u2717 ${DURATION.trim()}`))
    .toBe('Thresholds crossed: group_duration. 6 of 60 checks failed; group_duration is avg 12ms, med 10ms, p(95) '
      + '25ms, max 101ms. Checks that failed: "status is 200" 6 of 60 times. A group_duration is that of a group of '
      + 'requests and checks, not of one request.');
});

it('newer versions count out of all', () => {
  expect(told('    checks_succeeded...: 100.00% 60 out of 60', DURATION)).toMatch(/^All 60 checks passed; /);
  expect(told(DURATION)).toMatch(/^Its group_duration is avg 12ms/);
  expect(told('  THRESHOLDS', '', '    http_req_failed', '    \u2713 \'rate<0.5\' rate=3.20%',
    '    \u2717 \'rate<0.01\' rate=3.20%', DURATION)).toMatch(/^Thresholds crossed: http_req_failed\. Its /);
});

it('iterations that were not begun, and what was received', () => {
  expect(told('    data_received..............: 2.7 GB  27 MB/s', '    dropped_iterations.........: 60   1/s',
    '    http_req_duration..........: avg=12ms med=10ms', '    iterations.................: 120  2/s'))
    .toBe('Its http_req_duration is avg 12ms, med 10ms; 27 MB/s received. Of 180 iterations, 60 were not begun '
      + '(dropped_iterations): all users were busy, so the rate asked for was not reached. Raise maxVUs, or ask for '
      + 'less.');
});

it('a server past its limit is asked for less, not by more users', () => {
  const failing = (...rows: string[]): string => told('     \u2588 fast', '', '       \u2717 status is 200',
    '        \u21b3  75% \u2014 \u2713 90 / \u2717 30', '', '     \u2588 slow', '', '       \u2717 status is 200',
    '        \u21b3  50% \u2014 \u2713 30 / \u2717 30', '', '    dropped_iterations.........: 20   1/s',
    '    iterations.................: 180  2/s', '    http_req_failed............: 33.33% \u2713 60  \u2717 120',
    ...rows) ?? '';
  const said = failing('     \u2717 { kind:fast }...: avg=40s min=1s med=45s max=1m0s p(90)=59s p(95)=1m0s',
    '     \u2717 { kind:slow }...: avg=20s min=4s med=20s max=40s p(90)=30s p(95)=35s',
    'running (1m30.0s), 000/20 VUs, 180 complete and 10 interrupted iterations',
    'WARN[0031] Request Failed  error="Get \\"http://a/\\": request timeout"',
    "ERRO[0091] thresholds on metrics 'http_req_duration{kind:fast}' have been crossed");
  expect(said).toMatch(/^Thresholds crossed: http_req_duration\{kind:fast\}\. /);
  expect(said).toContain('Checks that failed: "status is 200" 30 of 120 times (group fast), "status is 200" 30 of 60 '
    + 'times (group slow). Durations by tag: { kind:fast } median 45s (1s to 1m0s), { kind:slow } median 20s (4s to '
    + '40s). Of 210 iterations, 20 were not begun (dropped_iterations) and 10 interrupted: all users were busy, so '
    + 'the rate asked for was not reached. The median of { kind:fast } is 45 times the fastest answer (1s): requests '
    + 'mostly wait in a queue, up to a timeout, so the server, or what limits its concurrency, is past its limit at '
    + 'this load. Ask for less until the latency falls, and see what the queue waits for; more users (maxVUs) or a '
    + 'longer timeout only make it longer.');
  // So do requests of users without a rate, which time out.
  expect(told('WARN[0031] Request Failed  error="Get \\"http://a/\\": request timeout"',
    '    http_req_failed............: 33.33% \u2713 60  \u2717 120',
    '    http_req_duration..........: avg=40s min=1s med=50s max=1m0s p(90)=59s p(95)=1m0s'))
    .toMatch(/33\.33 % failed \(60 of 180\)\. The median is 50 times the fastest answer \(1s\): requests mostly wait/);
  expect(failing('    http_req_duration..........: avg=12ms min=8ms med=10ms max=20ms'))
    .toContain('First see why requests fail, because more users (maxVUs) only add to that; then ask for less.');
});

const summary = (...rows: string[]): string | null => told(
  '  \u2588 THRESHOLDS ', '', '    http_req_duration', '    \u2713 \'p(95)<800\' p(95)=90ms', '', '    errors',
  '    \u2713 \'rate<0.01\' rate=0.00%', '', '    HTTP',
  '    http_req_duration..............: avg=40ms    min=1ms  med=35ms   max=300ms p(90)=70ms  p(95)=90ms',
  '    http_req_failed................: 0.00%  0 out of 30001', ...rows
);

it('thresholds that hold, users that were active, and pauses of a closed load', () => {
  expect(summary('    http_reqs......................: 30001 500.02/s',
    '    iteration_duration.............: avg=240ms min=201ms med=235ms max=500ms p(90)=270ms p(95)=290ms',
    '    iterations.....................: 30000 500.00/s', '    vus............................: 3  min=3  max=150',
    '    vus_max........................: 150  min=150  max=150'))
    .toBe('30,001 requests at 500 per second; http_req_duration is avg 40ms, med 35ms, p(95) 90ms, max 300ms; 0.00 % '
      + 'failed. Both thresholds hold (p(95)<800, rate<0.01). About 120 users were active in the mean (iterations per '
      + 'second times their duration), of at most 150: 3 is only the last value of vus. An iteration takes 200 ms more '
      + 'than its request, by a sleep or its own work, and a user asks again only after it: so the number of users '
      + 'sets the rate, which is not the most that the server can do. Raise the rate of a scenario with '
      + 'constant-arrival-rate until latencies rise, to see that. 1 request is outside of the iterations, as in '
      + 'setup.');
});

it('users without pauses, whose number is the last value, and a load that begins iterations at a rate', () => {
  const iteration = '    iteration_duration.............: avg=40.2ms min=1ms med=35ms max=301ms p(90)=70ms p(95)=90ms';
  const rest = [iteration, '    http_reqs......................: 30000 500/s',
    '    iterations.....................: 30000 500/s', '    vus............................: 20 min=20 max=20'];
  expect(summary(...rest, '    vus_max........................: 20 min=20 max=20')).toMatch(/rate<0\.01\)\.$/);
  expect(summary('  * steady: 500.00 iterations/s for 1m0s (maxVUs: 90)', ...rest.map((row) =>
    row.replace('40.2ms', '240ms')))).toMatch(/rate<0\.01\)\.$/);
});
