/** Tests which names of headless Services are said to fail with their pods. */
import { expect, it } from 'vitest';
import { headlessFact } from './headless.ts';

const ERROR = '2026/01/02 03:04:05 [error] 7#7: *12 shop-ingester-headless.shop.svc.cluster.local could not be '
  + 'resolved (3: Host not found), client: 10.0.0.9, request: "POST /push HTTP/1.1"';
const row = (pod: string, ready: string, status: string): string => `${pod}   ${ready}   ${status}   12 (3m ago)   2d`;

it('a name whose only pod crashes', () => {
  expect(headlessFact(`${row('shop-ingester-0', '0/1', 'CrashLoopBackOff')}\n${ERROR}`))
    .toBe('That shop-ingester-headless is not found follows from it: the name of a headless Service has only the '
      + 'addresses of ready pods, and shop-ingester-0 is not ready.');
  expect(headlessFact(`${row('shop-ingester-0', '0/1', 'CrashLoopBackOff')}\n"POST /push" 502 157 "-"\n${ERROR}`))
    .toContain('So does the status 502.');
});

it.each([
  ['with a ready pod', [row('shop-ingester-0', '0/1', 'CrashLoopBackOff'), row('shop-ingester-1', '1/1', 'Running')]],
  ['of other pods', [row('shop-store-0', '0/1', 'CrashLoopBackOff')]],
  ['of pods that run', [row('shop-ingester-0', '0/1', 'Running')]],
])('says nothing of a name %s', (_, rows) => { expect(headlessFact([...rows, ERROR].join('\n'))).toBeNull(); });

it('says nothing of a Service with an address of its own', () => {
  expect(headlessFact(`${row('shop-ingester-0', '0/1', 'CrashLoopBackOff')}\n${ERROR.replace('-headless', '')}`))
    .toBeNull();
});
