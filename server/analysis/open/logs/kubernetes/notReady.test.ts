/** Tests what a probe means that gets the status 503. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const said = (...rows: string[]): string => recognize(new TextEncoder().encode([
  'Events:', '  Type     Reason     Age                   From     Message',
  '  ----     ------     ----                  ----     -------', ...rows,
].join('\n'))).interest ?? '';
const row = (type: string, reason: string, count: string, message: string): string =>
  `  ${type.padEnd(8)} ${reason.padEnd(10)} 2m (${count})  kubelet  ${message}`;
const probe = (kind: string, status: number): string =>
  row('Warning', 'Unhealthy', 'x412 over 5h', `${kind} probe failed: HTTP probe failed with statuscode: ${status}`);
const created = (container: string): string => row('Normal', 'Created', 'x9 over 5h', `Created container ${container}`);

it('Prometheus that never gets ready within its startup probe', () => {
  const facts = said(created('prometheus'), probe('Startup', 503));
  expect(facts).toMatch(
    /^The startup probe failed 412 times in 5h \(".{1,60} 503"\); several failures in a row restart the container\./
  );
  expect(facts).toContain('prometheus 9 times in 5h. Status 503 is an answer: Prometheus runs and is not ready, as '
    + 'while it replays its WAL, and it is started again before it is. kubectl logs --previous shows how far it came');
  expect(facts).toContain('maximumStartupDurationSeconds');
});

it('one that is not ready yet needs no more time for its start', () => {
  const facts = said(created('prometheus'), probe('Readiness', 503));
  expect(facts).toContain('Status 503 is an answer');
  expect(facts).not.toMatch(/--previous|maximumStartup|started again before/);
});

it.each([
  ['another status', [created('prometheus'), probe('Startup', 404)]],
  ['another program', [created('shop'), probe('Startup', 503)]],
])('says nothing of %s', (_, rows) => { expect(said(...rows)).not.toContain('Status 503'); });
