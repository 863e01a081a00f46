import { expect, it } from 'vitest';
import { unreadyProbe } from './replayProbe.ts';

const probe = (kind: string): string => ` Warning  Unhealthy  9s (x2 over 24s)  kubelet  ${kind} probe failed: HTTP `
  + 'probe failed with statuscode: 503';
const REPLAY = 'ts=2026-01-02T03:04:05Z component=tsdb msg="WAL segment loaded" segment=3 maxSegment=9';
const READY = 'ts=2026-01-02T03:04:06Z msg="Server is ready to receive web requests."';

it('a probe that fails during a replay waits for its end', () => {
  expect(unreadyProbe([probe('Startup'), REPLAY])).toContain('raise failureThreshold of that probe');
  expect(unreadyProbe([probe('Readiness'), REPLAY])).toContain('wait for the end of the replay');
});

it.each([
  ['a server that is ready', [REPLAY, READY, probe('Startup')]], ['no replay', [probe('Startup')]],
  ['another status', [probe('Startup').replace('503', '500'), REPLAY]],
])('nothing is said of %s', (_, lines) => { expect(unreadyProbe(lines)).toBeNull(); });
