import { describe, expect, it } from 'vitest';
import type { TargetFacts } from '../../../core/contract/facts.ts';
import { handMadeWindow } from '../../testdata/handMadeWindow.ts';
import { memoryLimit, type LimitSource } from './replayMemory.ts';

const GB = 1e9;
const NONE = 2 ** 63;

/** `host`: as its node_exporter tells it, at each scrape. */
function limitOf(facts: TargetFacts, host: number | null): { bytes: number; source: LimitSource } | null {
  const window = handMadeWindow({
    ticks: ['ok', 'ok', 'ok'],
    roles: { residentBytes: [1, 2, 3], ...(host === null ? {} : { hostTotalBytes: [host, host, host] }) },
  });
  return memoryLimit(window, 2, facts);
}

describe('the limit that a start is held against is the lowest of those known', () => {
  it.each<[string, TargetFacts, number | null, { bytes: number; source: LimitSource } | null]>([
    ['nothing is known', {}, null, null],
    ['GOMEMLIMIT alone', { memoryLimitBytes: 9 * GB }, null, { bytes: 9 * GB, source: 'gomemlimit' }],
    [
      'GOMEMLIMIT at 90 % of the container, as is usual', { memoryLimitBytes: 9 * GB, configuredLimitBytes: 10 * GB },
      64 * GB, { bytes: 9 * GB, source: 'gomemlimit' },
    ],
    [
      'a container with less than GOMEMLIMIT', { memoryLimitBytes: 9 * GB, configuredLimitBytes: 8 * GB }, 64 * GB,
      { bytes: 8 * GB, source: 'configured' },
    ],
    ['a container before its host', { configuredLimitBytes: 8 * GB }, 64 * GB, { bytes: 8 * GB, source: 'configured' }],
    [
      'a host that has less than its container may take', { configuredLimitBytes: 80 * GB }, 64 * GB,
      { bytes: 64 * GB, source: 'host' },
    ],
    [
      'no GOMEMLIMIT, which Go tells as the largest number', { memoryLimitBytes: NONE, configuredLimitBytes: 8 * GB },
      null, { bytes: 8 * GB, source: 'configured' },
    ],
    ['the host alone', {}, 64 * GB, { bytes: 64 * GB, source: 'host' }],
  ])('%s', (_name, facts, host, limit) => { expect(limitOf(facts, host)).toEqual(limit); });
});
