/** Tests that a list of pods has the place where the reason of their state is. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...rows: string[]): string => recognize(new TextEncoder().encode(
  ['NAME          READY   STATUS    RESTARTS   AGE', ...rows].join('\n')
)).interest ?? '';
const row = (status: string, restarts = 0): string => `loki-write-0  0/1  ${status}  ${restarts}  5h`;

it.each([
  ['CrashLoopBackOff', 4, 'See why it ended in kubectl describe pod (Last State)'],
  ['Init:Error', 4, 'See why it ended in kubectl describe pod (Last State)'],
  ['Running', 4, 'See why it ended in kubectl describe pod (Last State)'],
  ['ImagePullBackOff', 0, 'its events have the answer of the registry'],
  ['CreateContainerConfigError', 0, 'its events name what is missing'],
  ['Pending', 0, 'its events say what it waits for'], ['Init:0/2', 0, 'its events say what it waits for'],
])('%s, with %i restarts', (status, restarts, words) => { expect(of(row(status, restarts))).toContain(words); });

it('not if all is well, and not beside what may be the reason', () => {
  expect(of('loki-write-0  1/1  Running  0  5h')).not.toMatch(/See |see /);
  expect(of(row('CrashLoopBackOff', 4), 'panic: no room left in the ring')).not.toContain('See why it ended');
});
