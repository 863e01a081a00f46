import { expect, it } from 'vitest';
import { stoppedStarts } from './stoppedStarts.ts';

const at = (second: number, msg: string): string =>
  `ts=2026-01-02T03:0${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}Z caller=a.go:1 msg="${msg}"`;
const STOP = 'Received SIGTERM, exiting gracefully...';
const READY = 'Server is ready to receive web requests.';

it('a stop before the server was ready is that of a probe mostly', () => {
  const facts = stoppedStarts([
    at(0, 'Starting TSDB ...'), at(70, STOP), at(100, 'Starting TSDB ...'), at(172, STOP),
  ], null);
  expect(facts).toMatch(/^That was 70 s to 72 s after each start began, before it was ready; no line shows /);
  expect(facts).toContain('liveness probe');
});

it('of a service, or with an end, it says less', () => {
  expect(stoppedStarts([at(0, 'Starting TSDB ...'), at(70, STOP), at(71, 'See you next time!')], 'syslog lines'))
    .toBe('That was 70 s after the start began, before it was ready.');
});

it('nothing is said of a server that was ready', () => {
  expect(stoppedStarts([at(0, 'Starting TSDB ...'), at(9, READY), at(70, STOP)], null)).toBeNull();
});
