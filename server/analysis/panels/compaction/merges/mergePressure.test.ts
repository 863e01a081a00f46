import { describe, expect, it } from 'vitest';
import type { MergeActivity } from '../../../../../core/contract/contract.ts';
import { handMadeWindow, type HandMadeWindow } from '../../../../../testdata/handMadeWindow.ts';
import { analyseCompaction } from '../compaction.ts';

const each = (value: (i: number) => number): number[] => Array.from({ length: 600 }, (_, i) => value(i));

function mergesOf(description: Partial<HandMadeWindow>): MergeActivity | null {
  const roles = { compactions: each((i) => i), ...description.roles };
  const window = handMadeWindow({ kind: 'victoriametrics', ...description, roles });
  return analyseCompaction(window, { stepMs: null, facts: {}, nowMs: window.endMs }).merges;
}

const typed = (
  role: 'compactions' | 'rowsMerged' | 'compactionRunning' | 'cacheRequests' | 'cacheMisses', type: string,
  value: (i: number) => number
): NonNullable<HandMadeWindow['labelled']>[number] => ({ role, labels: { type }, values: each(value) });

describe('what writes wait for', () => {
  it('has merges by type, the most first', () => {
    expect(mergesOf({ labelled: [
      typed('compactions', 'storage/big', () => 3), typed('compactions', 'indexdb', (i) => 2 * i),
      typed('rowsMerged', 'indexdb', (i) => 100 * i), typed('compactionRunning', 'indexdb', (i) => i % 2),
      typed('compactions', 'storage/small', (i) => i),
    ] })?.pressure.byType).toEqual([
      { type: 'indexdb', merges: 1198, mergesPerSecond: 2, rowsPerSecond: 100, active: 0.5 },
      { type: 'storage/small', merges: 599, mergesPerSecond: 1, rowsPerSecond: null, active: null },
      { type: 'storage/big', merges: 0, mergesPerSecond: 0, rowsPerSecond: null, active: null },
    ]);
  });

  it('has assisted merges, slow inserts, cache misses and bytes per sample', () => {
    const pressure = mergesOf({
      roles: {
        assistedMerges: each((i) => Math.floor(i / 100)), slowInserts: each((i) => 5 * i),
        samplesAppended: each((i) => 1000 * i), rowsStored: each(() => 4e6), rowsStoredBytes: each(() => 2e6),
        rowsPending: each((i) => i),
      },
      labelled: [
        typed('cacheRequests', 'storage/tsid', (i) => 100 * i), typed('cacheMisses', 'storage/tsid', (i) => 10 * i),
        typed('cacheRequests', 'indexdb/data', (i) => 10 * i), typed('cacheMisses', 'indexdb/data', (i) => 40 * i),
        typed('cacheRequests', 'unused', () => 0), typed('cacheMisses', 'unused', () => 0),
      ],
    })?.pressure;
    expect(pressure).toMatchObject({
      assistedMerges: 5, slowInsertsPerSecond: 5, slowInsertsRatio: 0.005, bytesPerSample: 0.5, backlogPerHour: null,
      caches: [
        { type: 'indexdb/data', requestsPerSecond: 10, missesPerSecond: 40, missRatio: 1 },
        { type: 'storage/tsid', requestsPerSecond: 100, missesPerSecond: 10, missRatio: 0.1 },
      ],
    });
    expect(pressure?.pendingRows.at(-1)).toBe(599);
    expect(pressure?.slowInserts.at(-1)).toBeCloseTo(5, 9);
  });

  it('what a server does not say is unknown, not zero', () => {
    expect(mergesOf({})?.pressure).toMatchObject({
      byType: [], assistedMerges: null, slowInsertsPerSecond: null, slowInsertsRatio: null, caches: [],
      bytesPerSample: null,
    });
  });

  it.each([
    ['falls', (i: number) => 600 - i, -3600, 1 / 3600], ['grows', (i: number) => 600 + i, 3600, null],
    ['stands', () => 7, 0, null],
  ])('a backlog that %s', (_, backlog, perHour, hoursLeft) => {
    const window = handMadeWindow({
      kind: 'thanos', roles: { compactions: each((i) => i), compactorBacklog: each(backlog) },
    });
    const named: typeof window = {
      ...window, role: (role) => {
        const series = window.role(role);
        return role === 'compactions' && series !== undefined
          ? { ...series, names: ['thanos_compact_group_compactions_total'] } : series;
      },
    };
    const pressure = analyseCompaction(named, { stepMs: null, facts: {}, nowMs: window.endMs }).merges?.pressure;
    expect(pressure?.backlogPerHour).toBeCloseTo(perHour, 6);
    if (hoursLeft === null) expect(pressure?.backlogHoursLeft).toBeNull();
    else expect(pressure?.backlogHoursLeft).toBeCloseTo(hoursLeft, 6);
    expect(pressure?.backlog.at(-1)).toBe(backlog(599));
  });
});
