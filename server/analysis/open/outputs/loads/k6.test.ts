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
      + '25ms, max 101ms. Checks that failed: "status is 200" 6 times. A group_duration is that of a group of requests '
      + 'and checks, not of one request.');
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
    .toBe('Its http_req_duration is avg 12ms, med 10ms; 27 MB/s received. 60 of 180 iterations were not begun '
      + '(dropped_iterations): all users were busy, so the rate asked for was not reached. Raise maxVUs, or ask for '
      + 'less.');
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
