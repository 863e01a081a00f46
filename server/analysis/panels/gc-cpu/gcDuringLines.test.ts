import { describe, expect, test } from 'vitest';
import { elementAt } from '../../../../core/elementAt.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { counterSteps, pointGrid } from '../../signals/counterSteps.ts';
import { findCompactions } from '../../signals/compaction/compactionIntervals.ts';
import { findGcCycles } from '../../signals/gc/gcCycles.ts';
import { freshScrapes } from '../../signals/windowFrame.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { analyseGcCpu } from './gcCpu.ts';
import { duringCycleLines } from './gcDuringLines.ts';

describe('by the target\'s own counter', () => {
  const gcCpuSeconds = [1, 1, 1.6, 1.6, 1.6, 2.8, 2.8, 2.9, null, 3.5, 0.2, 0.8];
  const gcCycles = [5, 5, 6, 6, 6, 8, 8, 8, 8, 9, 1, 2];
  const maxProcs = gcCycles.map((_, i) => (i < 6 ? 4 : 8));
  const window = handMadeWindow({ roles: { gcCpuSeconds, gcCycles, maxProcs } });
  const gcCpu = counterSteps(window.scrapes, window.role('gcCpuSeconds'), freshScrapes(window.scrapes), new Set());
  const linesOf = (stepMs: number | null, lengthSeconds: number | null = 0.3) => duringCycleLines({
    window, grid: pointGrid(window.scrapes, stepMs), gc: findGcCycles(window), gcCpu, lock: null, lengthSeconds,
    maxProcs: 16,
  });

  test('equals increase(gc CPU) / (increase(cycles) * length), as PromQL has it by hand; a reset is none', () => {
    const { gcWhileCycleCores, gcBudgetCores } = linesOf(null);
    const byHand = gcCycles.map((cycles, i) => {
      const [before, now, then] = [gcCycles[i - 1] ?? NaN, gcCpuSeconds[i] ?? NaN, gcCpuSeconds[i - 1] ?? NaN];
      return cycles > before && now >= then ? ((now - then) / ((cycles - before) * 0.3)).toFixed(6) : null;
    });
    // Across the scrape that lacks it, the counter rose by 0.6 for the one cycle.
    byHand[9] = (0.6 / 0.3).toFixed(6);
    expect(gcWhileCycleCores.map((cores) => cores?.toFixed(6) ?? null)).toEqual(byHand);
    expect(gcBudgetCores.slice(4, 8)).toEqual([1, 1, 2, 2]);
  });

  test('thinned, the sums of each point; without a length nothing', () => {
    const { gcWhileCycleCores } = linesOf(6000);
    expect(gcWhileCycleCores[0]).toBeCloseTo(1.8 / (3 * 0.3), 9);
    expect(linesOf(null, null).gcWhileCycleCores.every((cores) => cores === null)).toBe(true);
  });
});

test('without a counter, what was measured around the cycles: together it is the figure of the window', () => {
  const window = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
  const panel = analyseGcCpu(window, findCompactions(window), { stepMs: null, facts: { maxProcs: 2 }, seed: 1 });
  const { gcWhileCycleCores, gcBudgetCores } = panel.series;
  const known = gcWhileCycleCores.filter((cores) => cores !== null);
  const [measured, length] = [panel.around?.measured, panel.around?.lengthSeconds ?? NaN];
  expect(known.length).toBeGreaterThan(5);
  expect(known.length).toBeLessThanOrEqual(measured?.cycles ?? 0);
  expect(new Set(gcBudgetCores)).toEqual(new Set([0.5]));
  // With all cycles in one point, the value is the sum divided by their number and length.
  const [one] = analyseGcCpu(window, findCompactions(window), { stepMs: 86_400_000, facts: {}, seed: 1 })
    .series.gcWhileCycleCores.filter((cores) => cores !== null);
  expect(one).toBeCloseTo((measured?.coreSeconds ?? NaN) / ((measured?.cycles ?? NaN) * length), 9);
  expect(elementAt(known, 0)).toBeGreaterThan(0);
});

test('no cycle, no core', () => {
  const window = handMadeWindow({ roles: { cpuSeconds: [1, 2, 3] } });
  const { gcWhileCycleCores, gcBudgetCores } = duringCycleLines({
    window, grid: pointGrid(window.scrapes, null), gc: findGcCycles(window), gcCpu: null, lock: null,
    lengthSeconds: 1, maxProcs: null,
  });
  expect([...gcWhileCycleCores, ...gcBudgetCores]).toEqual([null, null, null, null, null, null]);
});
