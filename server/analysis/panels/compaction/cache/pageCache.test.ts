import { describe, expect, it } from 'vitest';
import type { CompactionInterval } from '../../../signals/compaction/compactionIntervals.ts';
import { handMadeWindow } from '../../../../../testdata/handMadeWindow.ts';
import { cacheSwings } from './pageCache.ts';

const START_MS = 1_800_000_000_000;
const GIB = 2 ** 30;

const compaction = (from: number, to: number): CompactionInterval => ({
  startMs: START_MS + from * 1000, endMs: START_MS + to * 1000, startErrorMs: 0, endErrorMs: 0, kind: 'head+merge',
  count: 1, headCount: 1, running: false, startBasis: 'duration',
});

function swings(cached: (i: number) => number, compactions: CompactionInterval[]): ReturnType<typeof cacheSwings> {
  const window = handMadeWindow({ roles: {
    hostCachedBytes: Array.from({ length: 400 }, (_, i) => cached(i)),
    hostFreeBytes: Array.from({ length: 400 }, (_, i) => 9 * GIB - cached(i)),
  } });
  return cacheSwings(
    window.scrapes, compactions, { cached: window.role('hostCachedBytes'), free: window.role('hostFreeBytes') }
  );
}

describe('the page cache around a compaction', () => {
  /** Returns a page cache of 8 GiB that loses 2 GiB at 110 s and regains them over 100 s. */
  const lost = (i: number): number => (i < 110 ? 8 : i < 120 ? 6 : Math.min(8, 6 + (i - 120) / 50)) * GIB;

  it('is what was lost, what was free then, and how long it took to come back', () => {
    const [swing] = swings(lost, [compaction(100, 115)]);
    expect(swing).toEqual({ pageCacheLostBytes: 2 * GIB, freeBytes: 3 * GIB, pageCacheWarmSeconds: 105 });
  });

  it.each([
    ['another compaction begins before it is back', lost, [compaction(100, 115), compaction(180, 190)]],
    ['the window ends before', (i: number) => (i < 110 ? 8 : 6) * GIB, [compaction(100, 115)]],
    ['next to nothing was lost', (i: number) => 8 * GIB - (i === 110 ? 1e6 : 0), [compaction(100, 115)]],
  ])('has no time to warm where %s', (_, cached, compactions) => {
    expect(swings(cached, compactions)[0]?.pageCacheWarmSeconds).toBeNull();
  });

  it('is unknown with too little before it, and 0 lost where it grew', () => {
    expect(swings(lost, [compaction(1, 5)])[0]).toEqual(
      { pageCacheLostBytes: null, freeBytes: null, pageCacheWarmSeconds: null }
    );
    expect(swings((i) => i * 1e6, [compaction(100, 110)])[0]).toMatchObject({ pageCacheLostBytes: 0 });
  });
});
