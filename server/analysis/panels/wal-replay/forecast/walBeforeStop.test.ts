import { describe, expect, it } from 'vitest';
import type { RoleWindow } from '../../../../data/metrics/roleNames.ts';
import { handMadeWindow, type HandMadeWindow } from '../../../../../testdata/handMadeWindow.ts';
import { walBeforeStop, type WalBeforeStop } from './walBeforeStop.ts';
import { findProcessStarts } from '../../../signals/replay/replayStarts.ts';

const START = 1_800_000_000;

/**
 * Returns 100 s of a process that begins a segment every 10 s; a tenth of its 1,000 series begin a chunk at each tick
 * from 60 to 69. Then it is down, and back.
 */
function described(more: HandMadeWindow['roles'] = {}): HandMadeWindow {
  const ticks = Array.from({ length: 104 }, (_, i) => i);
  const old = (of: (i: number) => number): (number | null)[] => ticks.map((i) => (i < 100 ? of(i) : null));
  return {
    ticks: ticks.map((i) => (i >= 100 && i < 102 ? 'refused' : 'ok')),
    roles: {
      ready: ticks.map((i) => (i < 100 ? 1 : i < 102 ? null : 0)),
      processStartSeconds: ticks.map((i) => (i < 100 ? START - 50 : i < 102 ? null : START + 101.5)),
      cpuSeconds: ticks.map((i) => (i < 100 ? 100 + i : i < 102 ? null : 0.1)),
      walSegmentCurrent: old((i) => Math.floor(i / 10)),
      headSeries: old(() => 1000),
      headChunks: old((i) => 2000 + 100 * Math.min(10, Math.max(0, i - 59))),
      seriesCreated: old(() => 1000),
      samplesAppended: old((i) => 1000 * i),
      ...more,
    },
  };
}

function seen(window: RoleWindow): WalBeforeStop | null {
  const start = findProcessStarts(window).at(-1);
  return start === undefined ? null : walBeforeStop(window, start);
}

describe('what was seen of a log before it is read', () => {
  const before = seen(handMadeWindow(described()));

  it('the last segment is as full as the time since it was begun says', () => {
    expect(before?.lastSegment).toBe(9);
    expect(before?.lastFill).toBeGreaterThan(0.85);
    expect(before?.lastFill).toBeLessThanOrEqual(1);
  });

  it('by samples where load changed: a last segment that takes in a tenth of them is far from full', () => {
    const thinned = seen(handMadeWindow(described({
      samplesAppended: Array.from(
        { length: 104 }, (_, i) => (i >= 100 ? null : i < 90 ? 1000 * i : 90_000 + 100 * (i - 90))
      ),
    })));
    expect(thinned?.lastFill).toBeGreaterThan(0.05);
    expect(thinned?.lastFill).toBeLessThan(0.15);
  });

  it('the old process wrote on after its last scrape, by half of the time until it was gone', () => {
    const until = (ticks: number): number | null | undefined => {
      const cut = described();
      cut.ticks = cut.ticks?.map((tick, i) => (i >= ticks && i < 100 ? 'timeout' : tick));
      for (const role of Object.keys(cut.roles) as (keyof typeof cut.roles)[])
        cut.roles[role] = cut.roles[role]?.map((value, i) => (i >= ticks && i < 100 ? null : value)) ?? [];
      return seen(handMadeWindow(cut))?.lastFill;
    };
    // Begun between ticks 89 and 90; the last scrape is at 95, and there is no answer from 100 on.
    expect(until(96)).toBeCloseTo(0.55 + 0.1, 2);
    expect(until(98)).toBeCloseTo(0.75 + 0.1, 2);
  });

  it('what was said long before it stopped is not what it left', () => {
    const lost = described();
    lost.ticks = lost.ticks?.map((tick, i) => (i >= 60 && i < 100 ? 'timeout' : tick));
    for (const role of Object.keys(lost.roles) as (keyof typeof lost.roles)[])
      lost.roles[role] = lost.roles[role]?.map((value, i) => (i >= 60 && i < 100 ? null : value)) ?? [];
    expect(seen(handMadeWindow(lost))).toBeNull();
  });

  it('samples up to a series\' newest chunk are in chunks: none, half, then all as chunks begin', () => {
    expect(before?.openShare(2, Infinity)).toBe(0);
    expect(before?.openShare(5, Infinity)).toBeCloseTo(0, 1);
    expect(before?.openShare(6, Infinity)).toBeGreaterThan(0.3);
    expect(before?.openShare(6, Infinity)).toBeLessThan(0.8);
    expect(before?.openShare(8, Infinity)).toBe(1);
  });

  it('chunks begun after the last were put on disk had not put theirs there (a minute at most, since 2.47)', () => {
    const mapped = (segment: number): number | null | undefined =>
      before?.openShare(segment, 1000 * (START + 64.5));
    // Half of the series had begun theirs by then.
    expect(mapped(2)).toBeGreaterThan(0.4);
    expect(mapped(2)).toBeLessThan(0.6);
    expect(mapped(5)).toBeGreaterThan(0.4);
    expect(mapped(8)).toBe(1);
    // Nothing was on disk.
    expect(before?.openShare(2, 0)).toBe(1);
  });

  it('a segment from before the window is told only when every series has begun a chunk in it', () => {
    expect(before?.openShare(-3, Infinity)).toBe(0);
    const half = seen(
      handMadeWindow(
        described({
          headChunks: Array.from(
            { length: 104 }, (_, i) => (i < 100 ? 2000 + 50 * Math.min(10, Math.max(0, i - 59)) : null)
          ),
        })
      )
    );
    expect(half?.openShare(-3, Infinity)).toBeNull();
    expect(half?.openShare(2, Infinity)).toBeCloseTo(0.5, 2);
  });

  it('chunks of new series are none of these', () => {
    const grown = (base: number, each: number): (number | null)[] =>
      Array.from({ length: 104 }, (_, i) => (i < 100 ? base + each * i : null));
    const churn = seen(
      handMadeWindow(
        described({ headChunks: grown(2000, 5), headSeries: grown(1000, 5), seriesCreated: grown(1000, 5) })
      )
    );
    expect(churn?.openShare(5, Infinity)).toBe(1);
  });

  it('without a segment counter, or a process before, nothing', () => {
    expect(seen(handMadeWindow(described({ walSegmentCurrent: [] })))).toBeNull();
    expect(
      seen(
        handMadeWindow({
          ticks: ['ok', 'ok'],
          roles: { ready: [0, 0], processStartSeconds: [START - 1, START - 1], walSegmentCurrent: [4, 4] },
        })
      )
    ).toBeNull();
  });
});
