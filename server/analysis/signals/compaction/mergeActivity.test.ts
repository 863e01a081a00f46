import { describe, expect, it } from 'vitest';
import type { CompactionPanel } from '../../../../core/contract/contract.ts';
import { expectGolden, quantitiesOf } from '../../../../testdata/goldenFindings.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analyseCompaction } from '../../panels/compaction/compaction.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';

const STEP_MS = 15_000;
const HOURS = 9;
const TICKS = HOURS * 240;

/** Returns the panel of a VictoriaMetrics that merges at random, with `more(seconds)` extra merges at each scrape. */
function victoria(seed: number, more: (seconds: number, random: () => number) => number): CompactionPanel {
  const random = seededRandom(seed);
  const startMs = 1_800_000_000_000 + Math.floor(random() * 7_200_000);
  let merges = 5;
  const counter = Array.from(
    { length: TICKS }, (_, i) => (merges += Math.floor(random() * 4) + more(startMs / 1000 + i * 15, random))
  );
  const window = handMadeWindow({
    startMs, stepMs: STEP_MS, kind: 'victoriametrics',
    roles: {
      compactions: counter, rowsMerged: counter.map((value) => value * 1000),
      cpuSeconds: counter.map((value, i) => i * 3 + value * 0.1), blocksLoaded: counter.map(() => 12),
    },
  });
  return analyseCompaction(window, { facts: {}, stepMs: null, nowMs: 0 });
}

describe('merges without a clock', () => {
  it.each(
    Array.from({ length: 20 }, (_, seed) => seed)
  )('no alignment is claimed of random merges over nine hours, seed %i', (seed) => {
    const panel = victoria(seed, () => 0);
    expect(panel.merges?.periods.filter(({ aligned }) => aligned)).toEqual([]);
    expect(panel)
      .toMatchObject({ blockRangeSeconds: null, alignment: { aligned: false }, compactions: [], next: null });
    expect(panel.finding.code).toBe('merges-continuous');
  });

  it.each(Array.from({ length: 10 }, (_, seed) => seed))('nor of bursts that come at random, seed %i', (seed) => {
    const panel = victoria(seed, (_seconds, random) => (random() < 0.01 ? 200 : 0));
    expect(panel.merges?.periods.filter(({ aligned }) => aligned)).toEqual([]);
  });

  it.each([3600, 600])('one that does come every %i s is found, and the sentence says so', (period) => {
    const panel = victoria(1, (seconds) => (seconds % period < 60 ? 80 : 0));
    expect(panel.merges?.periods.find(({ aligned }) => aligned)?.periodSeconds).toBeLessThanOrEqual(period);
    expect(panel.merges?.periods.find(({ periodSeconds }) => periodSeconds === period))
      .toMatchObject({ aligned: true });
    expect(panel.finding.code).toBe('merges-on-clock');
    expectGolden('compaction', `merges every ${period} s`, panel.finding);
  });

  it('a window of minutes tests nothing it cannot', () => {
    const window = handMadeWindow(
      { kind: 'victoriametrics', roles: { compactions: Array.from({ length: 120 }, (_, i) => i * 3) } }
    );
    const panel = analyseCompaction(window, { facts: {}, stepMs: null, nowMs: 0 });
    expect(panel.merges?.periods.every(({ pValue }) => pValue === null)).toBe(true);
    expect(panel.merges?.mergesPerSecond).toBeCloseTo(3, 1);
  });
});

describe('the Thanos compactor', () => {
  it.each<[string, number, string, string]>([
    ['working', 0, 'info', 'merges-continuous'],
    ['halted', 1, 'critical', 'compactor-halted'],
  ])('%s, in its own words', (name, halted, severity, code) => {
    const made = handMadeWindow({
      kind: 'thanos', stepMs: STEP_MS,
      roles: {
        compactions: Array.from({ length: 200 }, (_, i) => Math.floor(i / 30)),
        compactorBacklog: Array.from({ length: 200 }, () => 17),
        compactorHalted: Array.from({ length: 200 }, () => halted),
      },
    });
    const window = { ...made, role: (role: Parameters<typeof made.role>[0]) => {
      const series = made.role(role);
      return role === 'compactions' && series !== undefined
        ? { ...series, names: ['thanos_compact_group_compactions_total'] } : series;
    } };
    const panel = analyseCompaction(window, { facts: {}, stepMs: null, nowMs: 0 });
    expect(panel.merges).toMatchObject({ engine: 'thanos-compactor', backlog: 17, halted: halted === 1 });
    expect(panel.finding).toMatchObject({ code, severity });
    expect(quantitiesOf(panel.finding)).toContain(17);
    expectGolden('compaction', `Thanos compactor, ${name}`, panel.finding);
    expect(panel.blockRangeSeconds).toBeNull();
  });
});
