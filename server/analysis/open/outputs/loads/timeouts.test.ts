import { expect, it } from 'vitest';
import { timeoutStep } from './timeouts.ts';

const wrk = (timeouts: number): string => ['Running 30s test @ http://a', '  2000 requests in 30.00s, 9.00MB read',
  `  Socket errors: connect 0, read 0, write 0, timeout ${timeouts}`, ''].join('\n');

it('many timeouts ask for a smaller load, few do not', () => {
  expect(timeoutStep(wrk(300))).toBe('300 requests timed out: ask with fewer connections, or a lower rate, until none '
    + 'does, which is what the server can do; more connections or a longer timeout only make the wait longer.');
  expect(timeoutStep(wrk(3))).toBeNull();
  expect(timeoutStep(wrk(0))).toBeNull();
  expect(timeoutStep(wrk(300) + wrk(300))).toBeNull();
});

it('hey and oha count them by their error', () => {
  expect(timeoutStep('Summary:\n  Total:\t20.1 secs\nStatus code distribution:\n  [200]\t90 responses\n\n'
    + 'Error distribution:\n  [10]\tGet "http://a/": context deadline exceeded (Client.Timeout exceeded)'))
    .toMatch(/^10 requests timed/);
  expect(timeoutStep('Summary:\n  Success rate:\t90.00%\nStatus code distribution:\n  [200] 90 responses\n\nError '
    + 'distribution:\n  [10] operation timed out')).toMatch(/^10 requests timed out/);
  expect(timeoutStep('  [200]\t90 responses')).toBeNull();
});
