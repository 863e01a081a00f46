import { describe, expect, it } from 'vitest';
import type { GcEstimate } from '../../../../core/contract/contract.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { findGcCycles } from '../../signals/gc/gcCycles.ts';
import { cyclePeriod } from './gcRuntime.ts';
import { gcWhatIf } from './gcWhatIf.ts';
import { counterSteps } from '../../signals/counterSteps.ts';
import { freshScrapes } from '../../signals/windowFrame.ts';

const START = 1_800_000_000;
const LIVE = 400e6;
const best: GcEstimate = {
  estimator: 'E2', name: 'event-locked', cores: 0.02, lowCores: 0.015, highCores: 0.03, coreSecondsPerCycle: 0.8,
  cyclesUsed: 20, note: '', from: [], best: true,
};

/** Returns a window with 10 MB/s allocated, 400 MB live and GOGC 100: a cycle every 40 s. */
function sawtooth(roles: Parameters<typeof handMadeWindow>[0]['roles'] = {}): ReturnType<typeof handMadeWindow> {
  const ticks = Array.from({ length: 600 }, (_, tick) => tick);
  return handMadeWindow({ roles: {
    gcCycles: ticks.map((tick) => 5 + Math.floor(tick / 40)),
    lastGcSeconds: ticks.map((tick) => START + 40 * Math.floor(tick / 40) - 0.2),
    heapAllocBytes: ticks.map((tick) => LIVE + 10e6 * (tick % 40)),
    heapInuseBytes: ticks.map((tick) => LIVE + 10e6 * (tick % 40)),
    heapGoalBytes: ticks.map(() => 2 * LIVE), residentBytes: ticks.map(() => 900e6),
    allocBytes: ticks.map((tick) => 10e6 * tick), ...roles,
  } });
}

function ask(
  window: ReturnType<typeof handMadeWindow>, facts = {}, estimate: GcEstimate | null = best
): ReturnType<typeof gcWhatIf> {
  const gc = findGcCycles(window);
  return gcWhatIf({
    window, facts, gc, period: cyclePeriod(gc, new Set()).period,
    alloc: counterSteps(window.scrapes, window.role('allocBytes'), freshScrapes(window.scrapes), new Set()),
    best: estimate,
  });
}

describe('another GOGC', () => {
  const { whatIf } = ask(sawtooth(), { gogcPercent: 100 });
  const row = (gogc: number): NonNullable<typeof whatIf>['byGogc'][number] | undefined =>
    whatIf?.byGogc.find(({ gogcPercent }) => gogcPercent === gogc);

  it('is the page\'s own figure for what is set now', () => {
    expect(row(100)).toMatchObject({ current: true, heapGoalBytes: 2 * LIVE, periodSeconds: 40, residentBytes: 900e6 });
    expect(row(100)?.cores).toBeCloseTo(0.02, 9);
    expect(row(100)?.lowCores).toBeCloseTo(0.015, 9);
    expect(whatIf).toMatchObject({ gogcSource: 'api', liveHeapBytes: LIVE, allocBytesPerSecond: 10e6 });
  });

  it('halved doubles the cores and saves a quarter of the goal', () => {
    expect(row(50)).toMatchObject({ heapGoalBytes: 600e6, residentBytes: 700e6 });
    expect(row(50)?.cores).toBeCloseTo(0.04, 9);
  });

  it('of 400 stops at a cycle every two minutes', () => {
    expect(row(400)?.periodSeconds).toBe(120);
    expect(row(400)?.cores).toBeCloseTo(0.8 / 120, 9);
  });

  it('stops growing at a memory limit, and says when that leaves no room', () => {
    const limited = ask(
      sawtooth({
        memoryLimitBytes: Array.from({ length: 600 }, () => 900e6),
        gogcPercent: Array.from({ length: 600 }, () => 100),
      })
    ).whatIf;
    expect(limited?.memoryLimitBytes).toBe(900e6);
    const goals = limited?.byGogc.map(({ heapGoalBytes }) => heapGoalBytes) ?? [];
    expect(Math.max(...goals)).toBeLessThan(900e6);
    const tight = ask(
      sawtooth({
        memoryLimitBytes: Array.from({ length: 600 }, () => 500e6),
        gogcPercent: Array.from({ length: 600 }, () => 100),
      })
    ).whatIf;
    expect(tight?.byGogc.every(({ thrashing }) => thrashing)).toBe(true);
  });

  it('takes the largest int64 for no limit', () => {
    expect(
      ask(
        sawtooth({ memoryLimitBytes: Array.from({ length: 600 }, () => 9.223372036854776e18) }), { gogcPercent: 100 }
      ).whatIf?.memoryLimitBytes
    ).toBeNull();
  });

  it('tells GOGC from the heap where nothing states it', () => {
    expect(ask(sawtooth()).whatIf).toMatchObject({ gogcPercent: 100, gogcSource: 'default' });
    expect(ask(sawtooth({ heapGoalBytes: Array.from({ length: 600 }, () => 4 * LIVE) })).whatIf)
      .toMatchObject({ gogcPercent: 300, gogcSource: 'goal' });
  });

  it.each<['prometheus' | 'prometheus-agent', string, number]>([
    ['prometheus', '2.52.0', 100], ['prometheus', 'v2.53.0', 75], ['prometheus-agent', '3.1.0', 75],
  ])('of a %s %s is %i by default', (kind, version, gogcPercent) => {
    // The heap after a cycle includes unswept memory, which results in too low a GOGC.
    const heapGoalBytes = Array.from({ length: 600 }, () => 1.7 * LIVE);
    expect(ask({ ...sawtooth({ heapGoalBytes }), kind, version }).whatIf)
      .toMatchObject({ gogcPercent, gogcSource: 'default' });
  });
});

it.each([
  ['the CPU per GC cycle', sawtooth(), null],
  ['the heap after at least 3 cycles', sawtooth({ heapAllocBytes: [], heapInuseBytes: [] }), best],
  ['the allocation rate', sawtooth({ allocBytes: [] }), best],
])('without %s there is none, and it says so', (what, window, estimate) => {
  expect(ask(window, { gogcPercent: 100 }, estimate))
    .toEqual({ whatIf: null, why: expect.stringContaining(what) as string });
});

describe('a server that is young', () => {
  const ticks = Array.from({ length: 600 }, (_, tick) => tick);

  it('has no what-if while its heap still grows', () => {
    const live = (tick: number): number => 20e6 + 0.7e6 * tick;
    const growing = ask(sawtooth({
      heapAllocBytes: ticks.map((tick) => live(tick) * (1 + (tick % 40) / 40)),
      heapInuseBytes: ticks.map((tick) => live(tick) * (1 + (tick % 40) / 40)),
      heapGoalBytes: ticks.map((tick) => 2 * live(tick)), residentBytes: ticks.map((tick) => 60e6 + 2 * live(tick)),
    }), { gogcPercent: 100 });
    expect(growing.whatIf).toBeNull();
    expect(growing.why).toMatch(/heap still grows/);
  });

  it('never needs less than its live heap and what is not heap, and is compared at the present goal', () => {
    // The first minute of the window has a lower goal and little resident memory.
    const isEarly = (tick: number): boolean => tick < 60;
    const { whatIf } = ask(sawtooth({
      heapGoalBytes: ticks.map((tick) => (isEarly(tick) ? LIVE : 2 * LIVE)),
      residentBytes: ticks.map((tick) => (isEarly(tick) ? 100e6 : 900e6)),
      heapInuseBytes: ticks.map((tick) => (isEarly(tick) ? 60e6 : 700e6)),
    }), { gogcPercent: 100 });
    expect(whatIf?.byGogc.find(({ current }) => current)?.residentBytes).toBe(900e6);
    for (const row of whatIf?.byGogc ?? []) expect(row.residentBytes).toBeGreaterThanOrEqual(LIVE + 100e6);
  });
});
