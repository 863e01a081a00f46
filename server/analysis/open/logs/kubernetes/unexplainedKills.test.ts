/** Tests what is reported for a killed container whose text has neither events nor a reason. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const STATES = ['    Image:          prom/prometheus:v2.40.0', '    State:          Waiting',
  '      Reason:       CrashLoopBackOff', '    Last State:     Terminated', '      Reason:       Error',
  '      Exit Code:    137', '    Ready:          False'];
const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('the restarts of its row come first, then where to look', () => {
  const said = of('> kubectl -n a get pods | grep prom',
    'prom-0     1/2     CrashLoopBackOff   960      4d   10.0.0.1  n3', '', '> kubectl -n a describe pods prom-0',
    ...STATES);
  expect(said).toMatch(/^The pod prom-0 is CrashLoopBackOff, with 960 restarts in 4d, one every 6m on average\. /);
  expect(said).toContain('Its reason is Error and not OOMKilled; what killed it is not in the text: see the events');
});

it('a newer kubectl says when the last restart was', () => {
  expect(of('prom-0     1/2     CrashLoopBackOff   12 (3m ago)   2h', ...STATES)).toContain('12 restarts in 2h');
});

it('an event says what killed it', () => {
  expect(of(...STATES, 'Events:', '  Type     Reason     Age    From     Message',
    '  Warning  Unhealthy  5m     kubelet  Liveness probe failed: HTTP probe failed with statuscode: 503'))
    .not.toContain('what killed it is not in the text');
});
