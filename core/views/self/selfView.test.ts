import { describe, expect, it } from 'vitest';
import type { SelfStatus } from '../../contract/contract.ts';
import { lostOf, partText, queueText, selfHeadline } from './selfView.ts';

function self(more: Partial<SelfStatus> = {}): SelfStatus {
  return {
    time: 2000, startTime: 1000, version: '1', nodeVersion: '20', measuredSeconds: 300, cpuCores: 0.04,
    residentBytes: 200 * 2 ** 20, parts: [], eventLoop: { p50Seconds: 0, p99Seconds: 0.01, maxSeconds: 0.1 },
    scrapes: { due: 1000, late: 1, skipped: 0, maxLateSeconds: 0.6 },
    readings: { requests: 0, failed: 0, mostPerMinute: 0 }, queues: [], dropped: [],
    storage: {
      state: 'recording', reason: null, stoppedSince: null, notices: [], faults: [], bytes: 1, retentionSeconds: 1,
      retentionBytes: 1,
    },
    ...more,
  };
}

describe('what tsdbscope says of itself', () => {
  const { storage } = self();
  it.each<[string, Partial<SelfStatus>, string, string]>([
    ['its cost', {}, 'ok', 'tsdbscope takes 0.04 cores and 200 MiB, and keeps up.'],
    ['its memory before CPU is measured', { cpuCores: null }, 'ok', 'tsdbscope takes 200 MiB, and keeps up.'],
    [
      'that nothing is recorded', { storage: { ...storage, state: 'stopped' } }, 'critical',
      'tsdbscope records nothing: its storage is stopped.',
    ],
    [
      'a lag', { eventLoop: { p50Seconds: 0, p99Seconds: 0.75, maxSeconds: 2 } }, 'warning',
      'The main thread lags up to 750 ms: pages and scrapes wait for it.',
    ],
    [
      'late scrapes', { scrapes: { due: 200, late: 5, skipped: 0, maxLateSeconds: 2 } }, 'warning',
      '2.5 % of the scrapes since the start began 0.5 s or more late.',
    ],
    [
      'faults', { storage: { ...storage, faults: [{ message: 'A file.', target: null, since: 1 }] } }, 'warning',
      'tsdbscope reports 1 fault.',
    ],
  ])('is %s', (_what, more, severity, sentence) => {
    expect(selfHeadline(self(more))).toMatchObject({ severity, sentence });
  });

  it('names parts and losses', () => {
    expect(['main', 'data', 'reader panels', 'reader live', 'other'].map(partText)).toEqual([
      'tsdbscope (process)', 'parsing and storage (thread)', 'answers of panels (process)', 'reader live (process)',
      'other (thread)',
    ]);
    expect(['reader bulk', 'alerts for ops'].map(queueText))
      .toEqual(['logs, samples, exports and imports', 'alerts for ops']);
    const dropped = [0, 2, 5].map((count) => ({ what: 'x', count, why: 'y' }));
    expect(lostOf(self({ dropped })).map(({ count }) => count)).toEqual([5, 2]);
  });
});
