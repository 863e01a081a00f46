import { expect, it } from 'vitest';
import type { Compaction, CompactionPanel } from '../../../../core/contract/contract.ts';
import { ok } from '../../../../core/result.ts';
import type { PanelQuery } from '../../../data/store/dataStore.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import { CompactionClock } from './compactionClock.ts';

const HOUR_SECONDS = 3600;
const NOW_SECONDS = 1_700_000_000;

it('the longest compaction of the half day counts, though the last hour has a short one or none', async () => {
  let nowSeconds = NOW_SECONDS;
  const compactions = [[10, 70], [6, 20], [2, 5]].map(([agoHours = 0, seconds = 0]) => ({
    kind: 'head', running: false, durationSeconds: seconds, end: NOW_SECONDS - agoHours * HOUR_SECONDS,
  } as Compaction));
  const windowsHours: number[] = [];
  const clock = new CompactionClock({
    now: () => nowSeconds * 1000,
    targets: {
      find: () => Promise.resolve({ name: 't' }),
      panelQuery: (_: unknown, startMs: number, endMs: number) => ({ startMs, endMs }),
    } as never,
    panels: {
      panel: (_name: string, { startMs, endMs }: PanelQuery) => {
        windowsHours.push((endMs - startMs) / 3_600_000);
        return Promise.resolve(ok({
          next: { time: nowSeconds + 60, errorSeconds: 1 }, blockRangeSeconds: 2 * HOUR_SECONDS,
          compactions: compactions.filter(({ end }) => end * 1000 >= startMs && end * 1000 <= endMs),
        } as CompactionPanel));
      },
    } as never,
  });
  expect(unwrap(await clock.next('t')).lastsMs).toBe(70_000);
  expect(unwrap(await clock.next('t')).lastsMs).toBe(70_000);
  expect(windowsHours).toEqual([13, 1, 1]);
  // A day later it is no longer expected.
  nowSeconds += 20 * HOUR_SECONDS;
  expect(unwrap(await clock.next('t')).lastsMs).toBe(20_000);
});
