import { describe, expect, it } from 'vitest';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { elementAt } from '../../../../core/elementAt.ts';
import { segmentRuns } from '../../signals/replay/segmentRuns.ts';
import { findProcessStarts } from '../../signals/replay/replayStarts.ts';
import { progressByRow } from './forecast/replayForecast.ts';
import { memoryLimit, peakAt, type LimitSource, type PeakForecast } from './replayMemory.ts';

const GB = 1e9;
const NONE = 2 ** 63;

/** Returns the limit; `host` is what its node_exporter reports at each scrape. */
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

describe('the peak of memory, as told on the way', () => {
  const START = 1_800_000_000;
  /** Returns the forecast of 40 segments of 1 s with `share` of them read; the old process held the final memory. */
  function toldAt(share: number, rss: (ratio: number) => number): PeakForecast | null {
    const rows = 44;
    const each = <T>(value: (i: number) => T): T[] => Array.from({ length: rows }, (_, i) => value(i));
    const segment = (i: number): number => Math.min(39, Math.max(0, i - 3));
    const window = handMadeWindow({
      roles: {
        ready: each(() => 0), processStartSeconds: each(() => START - 0.5), replaySegmentMin: each(() => 0),
        replaySegmentMax: each((i) => (i < 2 ? 0 : 39)), replaySegmentCurrent: each(segment),
        residentBytes: each((i) => rss(segment(i) / 39)),
      },
    });
    const start = elementAt(findProcessStarts(window), 0);
    const runs = segmentRuns(window, start);
    return peakAt({ window, start, runs, progress: progressByRow(window, start, runs) }, 3 + Math.round(39 * share));
  }

  it.each([0.35, 0.5, 0.8])('memory that climbs in one line goes on to its end, at %s', (share) => {
    const told = toldAt(share, (ratio) => 0.35 * GB + 1.5 * GB * ratio);
    expect(Math.abs((told?.bytes ?? 0) / (1.85 * GB) - 1)).toBeLessThan(0.12);
    expect(told?.lowBytes).toBeLessThan(1.85 * GB);
    expect(told?.highBytes).toBeGreaterThan(1.85 * GB);
  });

  it('steps of garbage collection are no line', () => {
    const stepped = toldAt(0.5, (ratio) => (ratio < 0.1 ? 0.3 : ratio < 0.42 ? 0.8 : 1) * GB);
    expect(stepped?.bytes).toBeLessThan(1.4 * GB);
  });
});
