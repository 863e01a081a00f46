import { describe, expect, it } from 'vitest';
import type { Compaction, CompactionPanel } from '../../contract/contract.ts';
import { compactionMultiples } from './compactionMultiples.ts';

function compaction(start: number, seconds: number, more: Partial<Compaction> = {}): Compaction {
  return {
    start, end: start + seconds, durationSeconds: seconds, count: 1, kind: 'head', startErrorSeconds: 0,
    endErrorSeconds: 0, phaseSeconds: null, running: false, cpuCoreSecondsAboveQuiet: null, bytesReadAboveQuiet: null,
    bytesWrittenAboveQuiet: null, rssRiseBytes: null, pageCacheLostBytes: null,
    freeBytes: null, pageCacheWarmSeconds: null, sources: ['counters'], level: null,
    steps: [], ...more,
  };
}

/** Returns a panel with one step per second: one core in compactions, else 0.1. */
function panelOf(compactions: Compaction[], step = 1): Pick<CompactionPanel, 'compactions' | 'series'> {
  const time = Array.from({ length: Math.floor(2000 / step) }, (_, i) => i * step);
  const cpuCores = time.map((at) => (compactions.some(({ start, end }) => at >= start && at < end) ? 1 : 0.1));
  const none = time.map(() => null);
  return {
    compactions, series: {
      time, cpuCores, cpuCoresMax: cpuCores, rssBytes: none, diskWriteBytesPerSecond: none, headChunks: none,
      blocksLoaded: none, blocksBytes: none,
    },
  };
}

describe('the last compactions as small multiples', () => {
  it('are the newest ten, newest first, on one scale of time and CPU', () => {
    const { items, topCores, widthSeconds } = compactionMultiples(
      panelOf(Array.from({ length: 12 }, (_, i) => compaction(100 + 120 * i, i === 11 ? 20 : 10))), 'utc'
    );
    expect(items.map(({ start }) => start)).toEqual([1420, 1300, 1180, 1060, 940, 820, 700, 580, 460, 340]);
    expect([topCores, widthSeconds]).toEqual([1, 32]);
    expect(items.map(({ to }) => Math.round(to * 32))).toEqual([26, 16, 16, 16, 16, 16, 16, 16, 16, 16]);
    expect(Math.max(...(items[3]?.points?.map(({ y }) => y) ?? []))).toBe(1);
  });

  it('say what is known and leave out what is not', () => {
    const { items } = compactionMultiples(panelOf([
      compaction(100, 5), compaction(220, 10.9, {
        kind: 'head+merge', count: 2, cpuCoreSecondsAboveQuiet: 9.34, rssRiseBytes: 334 * 2 ** 20, running: true,
      }),
    ]), 'utc');
    expect(items.map(({ clock, kind, facts }) => `${clock} ${kind} ${facts}`)).toEqual([
      '00:03:40 head+merge (2) 10.9 s so far · 9.34 core-s · +334 MiB', '00:01:40 head 5 s',
    ]);
  });

  it('have no picture where steps are wider than a compaction', () => {
    const { items, topCores } = compactionMultiples(panelOf([compaction(100, 5)], 30), 'utc');
    expect([items[0]?.points, topCores]).toEqual([null, null]);
  });
});
