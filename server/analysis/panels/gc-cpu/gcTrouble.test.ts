import { numberAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import type { GcCpuPanel } from '../../../../core/contract/contract.ts';
import { expectGolden, quantitiesOf } from '../../../../testdata/goldenFindings.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analyseGcCpu } from './gcCpu.ts';
import { bootstrapInterval } from '../../../../core/statistics/bootstrap.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';

const START = 1_800_000_000;
const options = { stepMs: null, facts: {}, seed: 1 };
const GOGC_OFF = 18446744073709552000;

interface Made {
  seconds?: number; periodSeconds?: number; cycleSeconds?: number; gcCores?: number; quotaCores?: number;
  busyEvery?: number
}

/**
 * Returns 0.18 cores of work; each cycle adds `gcCores` for `cycleSeconds` before its end, and other work adds 0.6
 * every `busyEvery` seconds, up to a quota.
 */
function made(
  {
    seconds = 1800, periodSeconds = 50, cycleSeconds = 4, gcCores = 0.5, quotaCores = Infinity, busyEvery = Infinity,
  }: Made
): Parameters<typeof handMadeWindow>[0] {
  const random = seededRandom(5);
  let cpu = 100;
  const ticks = Array.from({ length: seconds }, (_, tick) => tick);
  const cyclesBy = (tick: number): number => Math.floor((tick + periodSeconds / 2) / periodSeconds);
  const isInCycle = (tick: number): boolean => cyclesBy(tick + cycleSeconds) > cyclesBy(tick);
  return { roles: {
    cpuSeconds: ticks.map((tick) => {
      const wanted = 0.18 + 0.02 * random() + (isInCycle(tick - 1) ? gcCores : 0)
        + (tick % busyEvery > busyEvery - 20 ? 0.6 : 0);
      return (cpu += Math.min(quotaCores, wanted));
    }),
    gcCycles: ticks.map((tick) => 10 + cyclesBy(tick)),
    lastGcSeconds: ticks.map((tick) => START + periodSeconds * (cyclesBy(tick) - 0.5)),
    processStartSeconds: ticks.map(() => START - 1000),
    heapInuseBytes: ticks.map((tick) => 4e8 + 4e8 * ((tick + periodSeconds / 2) % periodSeconds) / periodSeconds),
    heapAllocBytes: ticks.map((tick) => 4e8 + 4e8 * ((tick + periodSeconds / 2) % periodSeconds) / periodSeconds),
    allocBytes: ticks.map((tick) => 8e6 * tick),
    residentBytes: ticks.map(() => 1.2e9),
  } };
}

const panelOf = (window: Parameters<typeof handMadeWindow>[0]): GcCpuPanel =>
  analyseGcCpu(handMadeWindow(window), [], options);

describe('GOGC=off', () => {
  it.each(
    [['stated', true], ['told by the goal alone', false]]
  )('%s: the largest integer is no goal and no percentage', (_, isStated) => {
    const window = made({});
    window.roles.heapGoalBytes = new Array<number>(1800).fill(GOGC_OFF);
    if (isStated) window.roles.gogcPercent = new Array<number>(1800).fill(GOGC_OFF);
    const panel = panelOf(window);
    expect(panel.series.nextGcBytes.every((value) => value === null)).toBe(true);
    expect(panel.whatIf).toBeNull();
    expect(panel.whatIfNote).toContain('GOGC is off');
    expect(panel.gcCpu).not.toBeNull();
  });

  it('for a part of the window: the goal is drawn where there is one', () => {
    const window = made({});
    window.roles.heapGoalBytes = Array.from({ length: 1800 }, (_, tick) => (tick < 900 ? GOGC_OFF : 8e8));
    const { time, nextGcBytes } = panelOf(window).series;
    expect(new Set(nextGcBytes)).toEqual(new Set([null, 8e8]));
    expect(nextGcBytes.findIndex((value) => value !== null)).toBe(time.findIndex((at) => at >= START + 900));
  });

  it('without a single cycle in half an hour: said so instead of "too little data"', () => {
    const window = made({});
    window.roles.gcCycles = new Array<number>(1800).fill(3);
    window.roles.lastGcSeconds = new Array<number>(1800).fill(START - 500);
    const { finding } = panelOf(window);
    expect(finding).toMatchObject({ code: 'no-gc-cycle', severity: 'unknown', confidence: 'likely' });
    expect(quantitiesOf(finding)).toEqual([1799]);
    expectGolden('gc-cpu', 'no cycle in half an hour', finding);
    window.roles.gogcPercent = new Array<number>(1800).fill(GOGC_OFF);
    expect(panelOf(window).finding).toMatchObject({ code: 'no-gc-cycle', confidence: 'sure' });
    expectGolden('gc-cpu', 'no cycle in half an hour, GOGC known to be off', panelOf(window).finding);
  });

  it('without a cycle in two minutes: still too little data', () => {
    const window = made({ seconds: 120, periodSeconds: 400 });
    expect(panelOf(window).finding.code).toBe('too-little-data');
    expectGolden('gc-cpu', 'no cycle in two minutes', panelOf(window).finding);
  });
});

describe('a count of GC CPU that is more than the process used', () => {
  it('is shown with its reason and never the best figure', () => {
    const window = made({});
    window.roles.gcCpuSeconds = window.roles.cpuSeconds?.map((value) => 1.7 * (value ?? 0));
    const panel = panelOf(window);
    expect(panel.estimates.find(({ estimator }) => estimator === 'E5')).toMatchObject(
      { best: false, note: expect.stringMatching(/^more than the 0\.2\d cores that the whole process used/) as string }
    );
    expect(panel.gcCpu?.estimator).toBe('E2 event-locked');
    expect(panel.gcCpuShareRatio).toBeLessThan(1);
  });

  it('alone: no share, and the sentence says why', () => {
    const window = made({ periodSeconds: 3, cycleSeconds: 1 });
    window.roles.gcCpuSeconds = window.roles.cpuSeconds?.map((value) => 1.7 * (value ?? 0));
    const panel = panelOf(window);
    expect(panel.gcCpuShareRatio).toBeNull();
    expect(panel.finding.severity).not.toBe('critical');
    expect(panel.finding.code).toBe('gc-not-measurable');
    const [, counted] = quantitiesOf(panel.finding);
    expect(counted).toBe(panel.estimates.find(({ estimator }) => estimator === 'E5')?.cores);
    expectGolden('gc-cpu', 'GC CPU counted above what the process used', panel.finding);
  });
});

describe('E2 where CPU stands at its ceiling', () => {
  it('under a quota that other work meets too: the least it took, with a band up to all CPU around the cycles', () => {
    const panel = panelOf(made({ quotaCores: 0.35, busyEvery: 120 }));
    // GC gets its share of the 0.35 available cores, of 0.69 requested ones.
    const truth = 0.35 * (0.5 / 0.69) * 4 / 50;
    expect(panel.gcCpu?.cores).toBeLessThan(truth);
    expect(panel.gcCpu?.highCores).toBeGreaterThan(truth);
    expect(panel.estimates.find(({ estimator }) => estimator === 'E2')?.note)
      .toMatch(/CPU-limited at 0\.3\d* cores.*the least it took/);
    const { cores, lowCores, highCores } = panel.gcCpu ?? {};
    expect(panel.finding).toMatchObject({ code: 'gc-share', confidence: 'likely' });
    expect(panel.finding.evidence[0]).toEqual(
      expect.arrayContaining([{ quantity: cores, unit: 'cores' }, { quantity: lowCores, to: highCores, unit: 'cores' }])
    );
    expectGolden('gc-cpu', 'CPU-limited', panel.finding);
  });

  it('a height that only GC reaches is no ceiling: its workers fill just so many threads', () => {
    const panel = panelOf(made({ cycleSeconds: 6 }));
    expect(panel.estimates.find(({ estimator }) => estimator === 'E2')?.note).not.toContain('CPU-limited');
    expect(panel.gcCpu?.cores).toBeCloseTo(0.5 * 6 / 50, 2);
    const { cores = NaN, lowCores = NaN, highCores = NaN } = panel.gcCpu ?? {};
    // The band is even on both sides, so the value is not a lower bound.
    expect((highCores - cores) / (cores - lowCores)).toBeGreaterThan(0.5);
    expect((highCores - cores) / (cores - lowCores)).toBeLessThan(2);
  });
});

it('a large share of next to nothing is no warning', () => {
  const window = made({});
  const scaled = (by: number): GcCpuPanel => panelOf({
    ...window,
    roles: {
      ...window.roles, cpuSeconds: window.roles.cpuSeconds?.map((value, tick) => by * ((value ?? 0) - 0.17 * tick)),
    },
  });
  expect(scaled(1).gcCpuShareRatio).toBeGreaterThan(0.5);
  expect(scaled(0.1).finding.severity).toBe('info');
  expect(scaled(3).finding.severity).toBe('critical');
});

it('an infinite counter is no reading', () => {
  const window = made({});
  window.roles.gcCycles = window.roles.gcCycles?.map((value, tick) => (tick % 17 === 0 ? Infinity : value));
  const panel = panelOf(window);
  expect(panel.cycles).toHaveLength(36);
  expect(panel.periodSeconds?.median).toBeCloseTo(50, 1);
  expect(quantitiesOf(panel.finding).every(Number.isFinite)).toBe(true);
});

it('nearly all readings inside compactions: no advice to wait a second, but what stands in the way', () => {
  const compactions = Array.from(
    { length: 15 }, (_, k) => ({ startMs: 1000 * (START + 120 * k + 3), endMs: 1000 * (START + 120 * k + 119) })
  );
  const { finding } = analyseGcCpu(handMadeWindow(made({})), compactions, options);
  expect(finding.code).toBe('only-compactions');
  const [outside, all = NaN, r] = quantitiesOf(finding);
  expect(outside).toBeLessThan(all / 10);
  expect(Math.floor(all / 100)).toBe(17);
  expect(r).toBeGreaterThan(0);
  expect(finding.actions.every(({ step }) => !step.startsWith('Wait'))).toBe(true);
  expectGolden('gc-cpu', 'nearly all readings inside compactions', finding);
});

it('after the crowd of small cycles of a start the middle gap is not told alone', () => {
  const window = made({ seconds: 400 });
  const crowd = (tick: number): number => Math.min(20, Math.max(0, tick - 2));
  window.roles.gcCycles = window.roles.gcCycles?.map((value, tick) => (value ?? 0) + crowd(tick));
  window.roles.lastGcSeconds =
    window.roles.lastGcSeconds?.map((value, tick) => (crowd(tick) > 0 && tick < 24 ? START + tick - 0.5 : value));
  const { finding } = panelOf(window);
  expect(finding.evidence.flat()).toContainEqual({ quantity: expect.any(Number) as number, to: 50, unit: 'seconds' });
  expectGolden('gc-cpu', 'small cycles crowd after a start', finding);
});

describe('the band of few things', () => {
  const mean = (values: Float64Array, drawn: Iterable<number>): number =>
    [...drawn].reduce((sum, k) => sum + numberAt(values, k), 0) / values.length;
  it.each(
    [[3, 0.85], [5, 0.88], [14, 0.9], [40, 0.91]]
  )('of %d holds the mean they are drawn from as often as it says, nearly', (count, least) => {
    const random = seededRandom(11);
    const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    let held = 0;
    for (let trial = 0; trial < 400; trial++) {
      const values = Float64Array.from({ length: count }, normal);
      const band = bootstrapInterval(count, 200, random, (drawn) => mean(values, drawn));
      if (band !== null && band.low <= 0 && band.high >= 0) held++;
    }
    expect(held / 400).toBeGreaterThan(least);
  });
});

it('too little CPU to measure is ok, whatever its share of an idle process', () => {
  const window = made({});
  window.roles.cpuSeconds = (window.roles.cpuSeconds ?? []).map((seconds) => (seconds ?? 0) * 0.02);
  const { finding: { code, severity }, gcCpuShareRatio } = panelOf(window);
  expect(gcCpuShareRatio).toBeGreaterThan(0.1);
  expect([code, severity]).toEqual(['gc-too-small', 'ok']);
});
