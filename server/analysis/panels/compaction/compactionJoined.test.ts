import { numberAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { expectGolden, quantitiesOf } from '../../../../testdata/goldenFindings.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analyseCompaction } from './compaction.ts';
import { withoutGaps } from './cost/compactionCost.ts';
import { analyseCompactionOverlap } from './compactionOverlap.ts';

const RANGE_S = 7200;
const BOUNDARY_MS = 1_800_000_000_000 - (1_800_000_000_000 % (RANGE_S * 1000));

/**
 * Returns `hours` at 15 s, then one hour at 1 s, ending half a range past a boundary. Each head compaction begins
 * `delayS` after half a range, takes 90 s and uses 1 core above 0.2.
 */
function joined(hours: number, delayS = 0): RoleWindow {
  const endS = (hours + 1) * 3600;
  const ticks = [
    ...Array.from({ length: hours * 240 }, (_, i) => i * 15),
    ...Array.from({ length: 3600 }, (_, i) => hours * 3600 + i)
  ];
  const offset = RANGE_S - (endS % RANGE_S);
  const at = (t: number): number => t + offset;
  const started = (t: number): number => Math.floor((at(t) - RANGE_S / 2 - delayS) / RANGE_S) + 1;
  const done = (t: number): number => Math.max(0, Math.floor((at(t) - RANGE_S / 2 - delayS - 90) / RANGE_S) + 1);
  const work = (t: number): number => {
    const into = (at(t) - RANGE_S / 2 - delayS + RANGE_S) % RANGE_S;
    return (started(t) - 1) * 90 + Math.min(90, into);
  };
  const roles = {
    compactions: ticks.map(done), compactionSeconds: ticks.map((t) => done(t) * 90), headTruncations: ticks.map(done),
    headMinTimeMs: ticks.map((t) => BOUNDARY_MS + (done(t) - 1) * RANGE_S * 1000),
    cpuSeconds: ticks.map((t) => 0.2 * t + work(t) + 1000),
  };
  const made = handMadeWindow({ startMs: BOUNDARY_MS + offset * 1000, roles });
  const startMs = Float64Array.from(ticks, (t) => BOUNDARY_MS + at(t) * 1000);
  return {
    ...made, startMs: numberAt(startMs, 0), endMs: numberAt(startMs, startMs.length - 1) + 1,
    scrapes: { ...made.scrapes, startMs },
  };
}

describe('history at 15 s joined with a recording at 1 s', () => {
  it.each([24, 4])('%i h and one: every compaction costs the same, whichever part it lies in', (hours) => {
    const panel = analyseCompaction(joined(hours), { facts: { blockRangeSeconds: RANGE_S }, stepMs: null, nowMs: 0 });
    expect(panel.compactions.length).toBeGreaterThanOrEqual(Math.floor(hours / 2) - 1);
    for (const { cpuCoreSecondsAboveQuiet } of panel.compactions)
      expect(Math.abs((cpuCoreSecondsAboveQuiet ?? NaN) - 90)).toBeLessThan(4);
    expect(panel.fold.cycles.length).toBeGreaterThanOrEqual(Math.floor(hours / 2));
    expect(panel.phaseSeconds).toBeGreaterThan(RANGE_S / 2 - 20);
    expect(panel.phaseSeconds).toBeLessThan(RANGE_S / 2 + 20);
  });

  it('a gap in the finer part stays a gap, a coarse step none', () => {
    const seconds = Float64Array.from([NaN, 15, 15, 15, 15, 15, 15, 1, 1, 1, 1, 1, 1, 9, 1, 1, 1, 1, 1]);
    const kept = withoutGaps({ increase: seconds.map((span) => span * 2), seconds });
    expect([...kept.seconds].map((span, i) => (Number.isNaN(span) ? i : -1)).filter((i) => i >= 0)).toEqual([0, 13]);
  });
});

describe('the herd', () => {
  it('two at the same instant, one put off: told apart, with the sum of all', () => {
    const facts = { blockRangeSeconds: RANGE_S };
    const together = analyseCompactionOverlap(
      [{ name: 'a', window: joined(12), facts }, { name: 'b', window: joined(12, 3), facts }]
    );
    expect(together.finding.code).toBe('herd-together');
    expect(quantitiesOf(together.finding)[0]).toBe(2);
    expect(quantitiesOf(together.finding)[2])
      .toBeCloseTo(Math.max(...together.totalCpuCores.map((cores) => cores ?? 0)), 6);
    expectGolden('compaction', 'herd of two together', together.finding);
    expect(Math.max(...together.totalCpuCores.map((cores) => cores ?? 0))).toBeGreaterThan(1.9);
    const apart = analyseCompactionOverlap(
      [{ name: 'a', window: joined(12), facts }, { name: 'b', window: joined(12, 600), facts }]
    );
    expect(apart.finding.code).toBe('herd-apart');
    expect((quantitiesOf(apart.finding)[1] ?? NaN) / 600).toBeCloseTo(1, 1);
    expectGolden('compaction', 'herd of two apart', apart.finding);
    expect(apart.targets[1]).toMatchObject({ aligned: true, reason: null });
    expect((apart.targets[1]?.phaseErrorSeconds ?? NaN) / 600).toBeCloseTo(1, 1);
  });

  it('a range that does not divide the longest is skipped with its reason, as is one without a clock', () => {
    const herd = analyseCompactionOverlap([
      { name: 'a', window: joined(12), facts: { blockRangeSeconds: RANGE_S } }, {
        name: 'b',
        window: { ...joined(12), role: (role) => (role === 'headMinTimeMs' ? undefined : joined(12).role(role)) },
        facts: { blockRangeSeconds: 5000 },
      },
      { name: 'c', window: { ...joined(12), kind: 'victoriametrics' }, facts: {} },
    ]);
    expect(herd.targets.map(({ reason }) => reason))
      .toEqual([null, expect.stringContaining('does not divide 2h'), 'Its merges are not on the clock.']);
    expect(herd.finding).toMatchObject({ code: 'herd-too-few', severity: 'unknown' });
    expectGolden('compaction', 'herd of one', herd.finding);
  });

  it('of nobody says what it needs', () => {
    expect(analyseCompactionOverlap([]))
      .toMatchObject({ periodSeconds: null, targets: [], totalCpuCores: [], finding: { severity: 'unknown' } });
  });
});
