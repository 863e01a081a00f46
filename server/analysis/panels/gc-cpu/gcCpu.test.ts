import { elementAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { readGcTruth } from '../../../../testdata/gcTruth.ts';
import { collecting } from '../../../../testdata/built/collectingProcess.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { expectGolden, quantitiesOf } from '../../../../testdata/goldenFindings.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { analyseGcCpu } from './gcCpu.ts';

const START = 1_800_000_000;
const options = { stepMs: null, facts: {}, seed: 1 };

describe('GC & CPU of the demo recording', () => {
  const truth = readGcTruth();
  const window = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
  const panel = analyseGcCpu(window, truth.compactions, options);
  const steadyFromMs = truth.processStartMs + 120_000;
  const steadyRecording = loadRecording(recordings.load, { startMs: steadyFromMs });
  const steady = analyseGcCpu(roleWindow(steadyRecording, 'prometheus', '2.42.0'), truth.compactions, options);

  it('correlates as the ground truth does, at lag 0, beyond chance', () => {
    expect(steady.correlation.pearson).toBeCloseTo(truth.steadyOutsideCompaction.rCountStep, 1);
    expect(Math.abs(steady.correlation.sampleSize - truth.steadyOutsideCompaction.n)).toBeLessThan(20);
    for (const { correlation, correlationAll } of [panel, steady]) {
      expect(correlation.bestLagSeconds).toBe(0);
      expect(correlation.pValue).toBeLessThan(0.001);
      expect(correlation.lags.map((lag) => lag.lagSeconds)).toEqual(Array.from({ length: 21 }, (_, i) => i - 10));
      expect(correlationAll.pearson).toBeLessThan(correlation.pearson ?? 0);
    }
    expect(panel.compactionExcluded).toBe(true);
  });

  it('puts GC CPU between the shares of the GC trace, and at what the CPU profiles show', () => {
    expect(panel.gcCpuShareRatio).toBeGreaterThan(truth.gcCpuShare.withoutIdleWorkers);
    expect(panel.gcCpuShareRatio).toBeLessThan(truth.gcCpuShare.withIdleWorkers);
    // Seven cycles of the recording fall into its CPU profiles and show 4.24 CPU seconds under GC functions;
    // docs/reference/gc-cpu.md.
    expect(panel.figures.find(({ name }) => name === 'CPU of one GC cycle')?.value).toBeCloseTo(4.24 / 7, 1);
    const { cores, lowCores, highCores } = panel.gcCpu ?? { cores: NaN, lowCores: NaN, highCores: NaN };
    expect(lowCores).toBeLessThan(cores);
    expect(highCores).toBeGreaterThan(cores);
  });

  it('names share and spikes in the claim, period and correlation in the evidence', () => {
    expect(steady.periodSeconds?.median).toBeCloseTo(truth.periodSecondsMedianSteady, 0);
    expect(panel.finding).toMatchObject({ code: 'gc-share', confidence: 'sure' });
    const [share, ofGc, total, cores, low, period = NaN, , r] = quantitiesOf(panel.finding);
    expect(share).toBeCloseTo(panel.gcCpuShareRatio ?? NaN, 2);
    expect([ofGc, total]).toEqual([
      panel.spikes.spikes.filter(({ cause }) => cause === 'gc').length, panel.spikes.spikes.length,
    ]);
    expect([cores, low]).toEqual([panel.gcCpu?.cores, panel.gcCpu?.lowCores]);
    expect(Math.floor(period / 10)).toBe(3);
    expect(r).toBeCloseTo(panel.correlation.pearson ?? NaN, 2);
  });

  it('says one time between cycles everywhere: the mean', () => {
    const mean = panel.periodSeconds?.mean ?? NaN;
    const { cycles } = panel;
    const [first, last] = [cycles[0]?.time ?? NaN, cycles.at(-1)?.time ?? NaN];
    expect(Math.abs(mean - (last - first) / (cycles.length - 1))).toBeLessThan(0.1 * mean);
    expect(panel.figures.find(({ name }) => name === 'Time between GC cycles')?.value).toBe(mean);
    expect(panel.whatIf?.byGogc.find(({ current }) => current)?.periodSeconds).toBe(mean);
    expect(panel.whatIf?.byGogc.find(({ current }) => current)?.cores).toBeCloseTo(panel.gcCpu?.cores ?? NaN, 12);
    expect(quantitiesOf(panel.finding)).toContain(Math.round(mean));
  });

  it('computes allocated bytes per sample, marks the gap before the start, and misses no input', () => {
    expect(panel.allocBytesPerSample).toBeGreaterThan(10);
    expect(panel.allocBytesPerSample).toBeLessThan(500);
    expect(panel.gapSpans).toEqual([{ start: 1795192058.002, end: 1795192062.001 }]);
    expect(panel.missing.flatMap(({ names }) => names)).not.toContain('process_cpu_seconds_total');
  });

  it('thins without losing a spike, and leaves gaps null', () => {
    const full = analyseGcCpu(window, truth.compactions, { ...options, stepMs: 1000 }).series;
    const thin = analyseGcCpu(window, truth.compactions, { ...options, stepMs: 30_000 }).series;
    const top = (values: (number | null)[]): number => Math.max(...values.filter((value) => value !== null));
    expect(thin.time.length).toBeLessThan(45);
    expect(top(thin.cpuCoresMax)).toBe(top(full.cpuCores));
    expect(top(thin.heapInuseBytesMax)).toBe(top(full.heapInuseBytes));
    expect(thin.gcCycles.reduce<number>((sum, ended) => sum + (ended ?? 0), 0)).toBe(truth.cycles.length);
    expect(full.cpuCores.slice(0, 5)).toEqual([null, null, null, null, null]);
    expect(full.time).toHaveLength(1210);
  });

  it('is the same for the same seed', () => {
    expect(analyseGcCpu(window, truth.compactions, options)).toEqual(panel);
  });
});

describe('GC CPU where it is known', () => {
  it.each([
    ['one cycle every 37 s at 1 s', { seconds: 1800, periodSeconds: 37, gcCpuSeconds: 0.8 }, 0.05],
    ['one cycle every 120 s at 15 s', { seconds: 14_400, periodSeconds: 120, gcCpuSeconds: 3, stepSeconds: 15 }, 0.15],
    ['one cycle every 8 s at 1 s', { seconds: 1200, periodSeconds: 8, gcCpuSeconds: 0.5 }, 0.12],
  ])('E2 finds %s', (_, made, tolerance) => {
    const { gcCpu } = analyseGcCpu(handMadeWindow(collecting(made)), [], options);
    const coresThen = made.gcCpuSeconds / made.periodSeconds;
    expect(gcCpu?.estimator).toBe('E2 event-locked');
    expect(Math.abs((gcCpu?.cores ?? 0) - coresThen)).toBeLessThan(tolerance * coresThen);
  });

  it('E2 keeps a compaction that burns four cores out of the cost', () => {
    const made = collecting({ seconds: 1800, periodSeconds: 37, gcCpuSeconds: 0.8 });
    const compactions = [
      300, 420, 540, 660,
    ].map((second) => ({ startMs: (START + second) * 1000, endMs: (START + second + 8) * 1000 }));
    const secondsIn = (span: { startMs: number }, tick: number): number =>
      Math.min(8, Math.max(0, START + tick - span.startMs / 1000));
    made.roles.cpuSeconds = made.roles.cpuSeconds?.map((value, tick) =>
      (value ?? 0) + compactions.reduce((sum, span) => sum + 4 * secondsIn(span, tick), 0));
    const { gcCpu, correlation, correlationAll } = analyseGcCpu(handMadeWindow(made), compactions, options);
    expect(gcCpu?.cores).toBeCloseTo(0.8 / 37, 2);
    expect(correlation.pearson).toBeGreaterThan(0.5);
    expect(correlationAll.pearson).toBeLessThan(0.3);
  });

  it('E2 gives no figure when cycles follow each other without a pause', () => {
    const panel = analyseGcCpu(
      handMadeWindow(collecting({ seconds: 600, periodSeconds: 2, gcCpuSeconds: 0.3 })), [], options
    );
    expect(panel.gcCpu).toBeNull();
    expect(panel.gcCpuShareRatio).toBeNull();
    expect(panel.finding.code).toBe('gc-not-measurable');
    expectGolden('gc-cpu', 'cycles without a pause between them', panel.finding);
    expect(panel.periodSeconds?.median).toBeCloseTo(2, 3);
  });

  it('E5 is taken where the target counts GC CPU', () => {
    const made = collecting({ seconds: 600, periodSeconds: 37, gcCpuSeconds: 0.8 });
    made.roles.gcCpuSeconds = Array.from({ length: 600 }, (_, tick) => 5 + 0.07 * tick);
    expect(analyseGcCpu(handMadeWindow(made), [], options).gcCpu)
      .toMatchObject({ estimator: 'E5 direct', cores: expect.closeTo(0.07, 3) as number });
  });

  it('E4 undoes the fraction of lifetime, up to idle-priority work and at most the CPU used', () => {
    const made = collecting({ seconds: 1200, periodSeconds: 10, gcCpuSeconds: 0.8 });
    const lastGc = made.roles.lastGcSeconds ?? [];
    const used = (made.roles.cpuSeconds ?? []).filter((value) => value !== null);
    const usedCores = ((used.at(-1) ?? NaN) - (used[0] ?? NaN)) / (used.length - 1);
    // GC used 100 CPU s before the window, and uses 0.08 cores in it; 4 procs run since 1000 s before.
    made.roles.gcCpuFraction =
      lastGc.map((at) => (100 + 0.08 * ((at ?? 0) - START)) / (((at ?? 0) - START + 1000) * 4));
    const panel = analyseGcCpu(handMadeWindow(made), [], { ...options, facts: { maxProcs: 4 } });
    // The measured cost of a cycle has the narrower band.
    expect(panel.gcCpu).toMatchObject({ estimator: 'E2 event-locked' });
    const e4 = panel.estimates.find(({ estimator }) => estimator === 'E4');
    expect(e4?.cores).toBeCloseTo(0.08, 6);
    expect(e4?.lowCores).toBeCloseTo(0.08, 6);
    expect(usedCores).toBeLessThan(4 * 0.08);
    expect(e4?.highCores).toBeCloseTo(usedCores, 2);
    expect(panel.maxProcs).toBe(4);
  });
});

describe('edges', () => {
  it('cycles forced every two minutes are called so', () => {
    const panel = analyseGcCpu(
      handMadeWindow(collecting({ seconds: 3600, periodSeconds: 120, gcCpuSeconds: 0.3 })), [], options
    );
    expect(panel.gaps.verdict).toBe('forced');
    expectGolden('gc-cpu', 'cycles forced every two minutes', panel.finding);
  });

  it('a restart is listed, makes no negative rate and no cycle', () => {
    const made = collecting({ seconds: 600, periodSeconds: 37, gcCpuSeconds: 0.8 });
    for (const role of ['cpuSeconds', 'gcCycles'] as const) {
      const values = made.roles[role] ?? [];
      const atRestart = values[300] ?? 0;
      made.roles[role] = values.map((value, tick) => (tick < 300 ? value : (value ?? 0) - atRestart));
    }
    made.roles.processStartSeconds =
      made.roles.processStartSeconds?.map((value, tick) => (tick < 300 ? value : START + 299.5));
    made.roles.lastGcSeconds =
      made.roles.lastGcSeconds?.map((value, tick) => (tick >= 300 && (value ?? 0) < START + 300 ? 0 : value));
    const panel = analyseGcCpu(handMadeWindow(made), [], options);
    expect(panel.restarts).toEqual([{ time: START + 299.5 }]);
    expect(panel.cycles).toHaveLength(16);
    expect(panel.series.cpuCores[300]).toBeNull();
    expect(Math.min(...panel.series.cpuCores.filter((value) => value !== null))).toBeGreaterThan(0.15);
  });

  it('a minute in which nobody scraped is a null in the line and a span', () => {
    const made = collecting({ seconds: 300, periodSeconds: 37, gcCpuSeconds: 0.8 });
    const panel = analyseGcCpu(
      handMadeWindow(
        { ...made, ticks: Array.from({ length: 300 }, (_, tick) => (tick > 100 && tick < 160 ? null : 'ok')) }
      ),
      [], options
    );
    expect(panel.gapSpans).toEqual([{ start: START + 101, end: START + 160 }]);
    const { time, cpuCores } = panel.series;
    expect(cpuCores[time.indexOf(START + 101)]).toBeNull();
    expect(cpuCores[time.indexOf(START + 160)]).toBeNull();
    expect(cpuCores[time.indexOf(START + 161)]).toBeGreaterThan(0.1);
  });

  it('repeated bodies give no rate of 0', () => {
    const made = collecting({ seconds: 300, periodSeconds: 37, gcCpuSeconds: 0.8 });
    const repeatedTicks = Array.from({ length: 60 }, (_, k) => 5 * k + 3);
    made.roles.cpuSeconds = made.roles.cpuSeconds?.map(
      (value, tick, all) => (repeatedTicks.includes(tick) ? all[tick - 1] ?? NaN : value)
    );
    const panel = analyseGcCpu(handMadeWindow({ ...made, repeatedTicks }), [], options);
    expect(Math.min(...panel.series.cpuCores.filter((value) => value !== null))).toBeGreaterThan(0.15);
  });

  it('a clock that is set by half a minute costs the exact times, not the link nor the cost', () => {
    const made = collecting({ seconds: 1800, periodSeconds: 37, gcCpuSeconds: 0.8 });
    made.roles.lastGcSeconds = made.roles.lastGcSeconds?.map((value, tick) => (tick < 900 ? value : (value ?? 0) + 30));
    const panel = analyseGcCpu(handMadeWindow(made), [], options);
    expect(panel.links[0]?.linked).toBe(true);
    expect(panel.gcCpu?.cores).toBeCloseTo(0.8 / 37, 2);
  });

  it('history at 15 s before an hour at 1 s leaves the hour\'s figures as they are', () => {
    const made = collecting({ seconds: 10 * 3600, periodSeconds: 37, gcCpuSeconds: 0.8 });
    const ticks = Array.from(
      { length: 10 * 3600 }, (_, tick) => (tick >= 9 * 3600 || tick % 15 === 0 ? 'ok' as const : null)
    );
    const { correlation, around, gcCpu, cyclesWithoutTime, range } =
      analyseGcCpu(handMadeWindow({ ...made, ticks }), [], options);
    expect(range.scrapes).toBe(9 * 240 + 3600);
    expect(correlation.lags.map(({ lagSeconds }) => lagSeconds)).toContain(1);
    expect(correlation.sampleSize).toBeGreaterThan(3500);
    expect(correlation.sampleSize).toBeLessThan(3700);
    expect(correlation.pearson).toBeGreaterThan(0.5);
    expect(around?.offsetSeconds).toContain(-1);
    expect(around?.measured.coreSeconds).toBeCloseTo(0.8 * (around?.measured.cycles ?? 0), -1);
    expect(Math.abs((gcCpu?.cores ?? 0) * 37 / 0.8 - 1)).toBeLessThan(0.1);
    expect(cyclesWithoutTime).toBe(0);
  });

  it('cycles two seconds apart share their cost: the sum is right', () => {
    const made = collecting({ seconds: 1800, periodSeconds: 60, gcCpuSeconds: 0.8 });
    const twin = collecting({ seconds: 1800, periodSeconds: 60, gcCpuSeconds: 0.8, noise: 0 });
    const second = (values: (number | null)[], tick: number): number => (values[Math.max(0, tick - 2)] ?? 0);
    const cpu = made.roles.cpuSeconds ?? [], plain = twin.roles.cpuSeconds ?? [], count = made.roles.gcCycles
      ?? [], gauge = made.roles.lastGcSeconds ?? [];
    // In every fifth period another cycle follows two seconds later.
    const doubled = (tick: number): boolean => Math.floor(tick / 60) % 5 === 0;
    let extraCpu = 0, extraCycles = 0;
    const before = count.map(
      (_, tick) => ({ count: second(count, tick), cpu: second(plain, tick) - 0.2 * Math.max(0, tick - 2) })
    );
    before.forEach((at, tick) => {
      if (tick > 0 && doubled(tick)) {
        extraCpu += at.cpu - elementAt(before, tick - 1).cpu;
        extraCycles += at.count - elementAt(before, tick - 1).count;
      }
      cpu[tick] = (cpu[tick] ?? 0) + extraCpu;
      const isExtra = tick > 0 && doubled(tick) && at.count > elementAt(before, tick - 1).count;
      if (isExtra) for (let k = tick; k < gauge.length && gauge[k] === gauge[tick]; k++) if (k > tick)
        gauge[k] = (gauge[tick] ?? 0) + 2;
      if (isExtra) gauge[tick] = (gauge[tick] ?? 0) + 2;
      count[tick] = (count[tick] ?? 0) + extraCycles;
    });
    const { gcCpu, around } = analyseGcCpu(handMadeWindow(made), [], options);
    expect(around?.overlapping).toBe(12);
    expect(Math.abs((gcCpu?.cores ?? 0) / (36 * 0.8 / 1800) - 1)).toBeLessThan(0.1);
  });

  it('what a target does not state is said where it would stand, and takes nothing else away', () => {
    const panel = analyseGcCpu(
      handMadeWindow(collecting({ seconds: 1800, periodSeconds: 37, gcCpuSeconds: 0.8 })), [], options
    );
    expect(panel).toMatchObject({
      pauses: { verdict: 'unknown' }, limiter: { state: 'unknown' }, whatIf: null, budgetCores: null,
      memoryLimitBytes: null,
    });
    expect(panel.whatIfNote).toContain('the heap after at least 3 cycles');
    expect(panel.estimates.filter(({ cores }) => cores === null).every(({ note }) => note !== '')).toBe(true);
    expect(panel.links.map(({ linked }) => linked)).toEqual([true, null, null]);
    expect(panel.gcCpu?.estimator).toBe('E2 event-locked');
  });

  it('the limiter at work is critical and named first, with its moment', () => {
    const made = collecting({ seconds: 1800, periodSeconds: 37, gcCpuSeconds: 0.8 });
    made.roles.gcLimiterCycle = Array.from({ length: 1800 }, (_, tick) => (tick < 1000 ? 0 : 37));
    const { finding } = analyseGcCpu(handMadeWindow(made), [], options);
    expect(finding)
      .toMatchObject({ code: 'gc-limiter', severity: 'critical', moment: START + 1000, time: START + 1000 });
    expectGolden('gc-cpu', 'the limiter at work', finding);
  });
});
