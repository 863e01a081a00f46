import { describe, expect, it, test } from 'vitest';
import type { Finding, GcCpuPanel, GcEstimate, GcProfile } from '../../../../core/contract/contract.ts';
import { elementAt } from '../../../../core/elementAt.ts';
import { gcShare } from '../../../profile/span/gcShare.ts';
import type { RoleSeries, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { readGcTruth } from '../../../../testdata/gcTruth.ts';
import { expectGolden } from '../../../../testdata/goldenFindings.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { loadProfile, unwrap } from '../../../../testdata/profiles/oracles.ts';
import { movedMarks, plantedLink, shuffledCpu } from '../../../../testdata/gcTrials.ts';
import { findCompactions } from '../../signals/compaction/compactionIntervals.ts';
import { analyseGcCpu } from './gcCpu.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';

const options = { stepMs: null, facts: {}, seed: 1 };
const truth = readGcTruth();
const whole = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
const steadyFromMs = truth.processStartMs + 120_000;
const steady = roleWindow(loadRecording(recordings.load, { startMs: steadyFromMs }), 'prometheus', '2.42.0');
const wholePanel = analyseGcCpu(whole, findCompactions(whole), options);
const steadyPanel = analyseGcCpu(steady, findCompactions(steady), options);

/** Returns the finding with the sentences on gaps, pauses and the limiter. */
function withVerdicts({ finding, gaps, pauses, limiter }: GcCpuPanel): Finding {
  return {
    ...finding, evidence: [...finding.evidence, ...[gaps, pauses, limiter].map(({ sentence }) => [{ text: sentence }])],
  };
}

test.each(Object.entries(recordings))('the texts of the recording %s', (name, file) => {
  const window = roleWindow(loadRecording(file), 'prometheus', '2.42.0');
  expectGolden('gc-cpu', `recording ${name}`, withVerdicts(analyseGcCpu(window, findCompactions(window), options)));
});

describe('GC CPU of the cycles outside compactions', () => {
  const { cycles, cpuAboveBaselineSeconds, traceCpuSeconds } = truth.outsideCompactions;
  // Cycles of the ground truth end at least a second from any compaction.
  const clear = truth.compactions.map(({ startMs, endMs }) => ({ startMs, endMs: endMs + 2000 }));
  const around = analyseGcCpu(steady, clear, options).around;
  const measured = around?.measured ?? { cycles: 0, coreSeconds: NaN, lowCoreSeconds: NaN, highCoreSeconds: NaN };

  it('are the fourteen of the ground truth', () => {
    expect(measured.cycles).toBe(cycles);
  });

  it('is within 20 % of what the process burned above its local level', () => {
    expect(Math.abs(measured.coreSeconds / cpuAboveBaselineSeconds - 1)).toBeLessThan(0.2);
  });

  it('has a band that holds the truth and ends below the trace', () => {
    expect(measured.lowCoreSeconds).toBeLessThan(cpuAboveBaselineSeconds);
    expect(measured.highCoreSeconds).toBeGreaterThan(cpuAboveBaselineSeconds);
    expect(measured.highCoreSeconds).toBeLessThan(traceCpuSeconds);
  });

  it('is told from the compactions that the panel finds by itself too', () => {
    const own = steadyPanel.around?.measured ?? measured;
    const perCycle = own.coreSeconds / own.cycles;
    expect(Math.abs(perCycle / (cpuAboveBaselineSeconds / cycles) - 1)).toBeLessThan(0.2);
  });

  it('shows around a cycle: quiet before, the most in the interval it ends in, quiet again a second later', () => {
    const { offsetSeconds = [], meanCores = [], lowCores = [], highCores = [], quietCores = NaN, lengthSeconds } =
      steadyPanel.around ?? {};
    const at = (offset: number): number => offsetSeconds.indexOf(offset);
    expect(meanCores[at(0)]).toBeGreaterThan(3 * quietCores);
    expect(lowCores[at(0)]).toBeGreaterThan(quietCores);
    for (const offset of [-6, 1, 4]) {
      expect(lowCores[at(offset)]).toBeLessThan(quietCores * 1.1);
      expect(highCores[at(offset)]).toBeGreaterThan(quietCores * 0.9);
    }
    // The trace's median is 1.26 s of wall time, on a machine with busy cores.
    expect(lengthSeconds).toBeGreaterThan(0.5);
    expect(lengthSeconds).toBeLessThan(1.6);
  });
});

describe('correlation against the ground truth', () => {
  it.each([
    ['all', wholePanel.correlationAll, wholePanel.shareCorrelationAll],
    ['steady', steadyPanel.correlationAll, steadyPanel.shareCorrelationAll],
    ['steadyOutside', steadyPanel.correlation, steadyPanel.shareCorrelation],
  ] as const)('%s: "a cycle ended" within 0.05 and 1 s, "in a cycle" within 0.1 and 1 s', (part, ended, share) => {
    const expected = truth.correlation[part];
    expect(Math.abs((ended.pearson ?? NaN) - expected.countStep)).toBeLessThan(0.05);
    expect(Math.abs((ended.bestLagSeconds ?? NaN) - expected.countStepBestLag)).toBeLessThanOrEqual(1);
    expect(Math.abs((share.pearson ?? NaN) - expected.overlap)).toBeLessThan(0.1);
    expect(Math.abs((share.bestLagSeconds ?? NaN) - expected.overlapBestLag)).toBeLessThanOrEqual(1);
  });

  it('says that compaction explains more of CPU than GC does, and how much GC explains without it', () => {
    const { gc, compaction, gcBeyondCompaction, gcOutsideCompactions } = steadyPanel.variance;
    expect(compaction).toBeGreaterThan(gc ?? 1);
    expect(gcBeyondCompaction).toBeLessThan(gc ?? 0);
    expect(gcOutsideCompactions).toBeGreaterThan(0.5);
  });

  it('rules the pauses out', () => {
    expect(steadyPanel.pauses).toMatchObject({ verdict: 'ruled-out' });
    // The trace has a mean of 0.65 ms per cycle.
    expect(steadyPanel.pauses.secondsPerCycle).toBeGreaterThan(0.0003);
    expect(steadyPanel.pauses.secondsPerCycle).toBeLessThan(0.0015);
  });
});

describe('a link is called where there is one and nowhere else', () => {
  const compactions = findCompactions(whole);
  const called = (changed: (random: () => number) => RoleWindow): number => Array.from({ length: 100 }, (_, trial) => {
    const random = seededRandom(1000 + trial);
    return elementAt(analyseGcCpu(changed(random), compactions, { ...options, seed: trial }).links, 0).linked;
  }).filter((linked) => linked === true).length;

  it('CPU shuffled in blocks: no link in at least 95 of 100', () => {
    expect(called((random) => shuffledCpu(whole, random))).toBeLessThanOrEqual(5);
  });

  it('GC marks moved at random: no link in at least 95 of 100', () => {
    expect(called((random) => movedMarks(whole, random))).toBeLessThanOrEqual(5);
  });

  it('a planted link: found in at least 95 of 100', () => {
    expect(called((random) => plantedLink(whole, random))).toBeGreaterThanOrEqual(95);
  });
});

describe('E1 from the CPU profiles taken in the recording', () => {
  const times = { 'quiet-1': 1795192320.009, 'compact-1': 1795192379.007 };
  const profiles = async (): Promise<GcProfile[]> =>
    Promise.all((['quiet-1', 'compact-1'] as const).map(async (name) => ({
    id: name, name, start: times[name], durationSeconds: 10,
    ...unwrap(gcShare(await loadProfile(`recordings/${name}.cpu.pb.gz`))),
  })));

  it('stands beside E2 with a band that overlaps it', async () => {
    const { estimates } = analyseGcCpu(steady, findCompactions(steady), { ...options, profiles: await profiles() });
    const [e1, e2] = estimates;
    expect(e1?.note).toMatch(
      /^2 CPU profiles of 20 s in total: \d+ of \d+ samples in GC, \d\.\d cycles; its Go version does not mark/
    );
    expect(e1?.lowCores).toBeLessThan(e2?.highCores ?? 0);
    expect(e1?.highCores).toBeGreaterThan(e2?.lowCores ?? 1);
    expect(estimates.map(({ estimator, best }) => [estimator, best]))
      .toEqual([['E1', false], ['E2', true], ['E3', false], ['E4', false], ['E5', false]]);
  });

  it('reaches down to what was sampled where samples were lost', async () => {
    const e1Of = (taken: GcProfile[]): GcEstimate =>
      elementAt(analyseGcCpu(steady, findCompactions(steady), { ...options, profiles: taken }).estimates, 0);
    const taken = await profiles();
    const [whole, lossy] = [e1Of(taken), e1Of(taken.map((one) => (
      { ...one, cpuSeconds: one.cpuSeconds / 4, gcCpuSeconds: one.gcCpuSeconds / 4 }
    )))];
    // The shares are the same, and so is the counter.
    expect([lossy.cores, lossy.highCores]).toEqual([whole.cores, whole.highCores]);
    expect(lossy.lowCores).toBeLessThan(0.5 * (whole.lowCores ?? NaN));
    expect(e1Of(taken.map((one) => ({ ...one, gcSamples: 4 * one.gcSamples }))).lowCores)
      .toBeGreaterThan(whole.lowCores ?? NaN);
  });

  it('says so where no cycle ran while profiling', async () => {
    const quiet = elementAt(await profiles(), 0);
    const { estimates } = analyseGcCpu(steady, [], { ...options, profiles: [{ ...quiet, start: 1795192290 }] });
    expect(estimates[0])
      .toMatchObject({ cores: null, note: expect.stringMatching(/^1 CPU profile of 10 s .* no GC cycle/) as string });
  });

  it('carries E3 over by scanned bytes where the target states them', async () => {
    const scanned: RoleSeries = {
      role: 'gcScanBytes', names: ['go_gc_scan_total_bytes'],
      values: new Float64Array(steady.scrapes.length).fill(4e8), present: new Uint8Array(steady.scrapes.length).fill(1),
    };
    const withScan: RoleWindow = { ...steady, role: (role) => (role === 'gcScanBytes' ? scanned : steady.role(role)) };
    const [
      e1, , e3,
    ] = analyseGcCpu(withScan, findCompactions(steady), { ...options, profiles: await profiles() }).estimates;
    // Every cycle scans the same here, so both ways of carrying over agree.
    expect(e3?.cores).toBeCloseTo(e1?.cores ?? NaN, 6);
    expect(e3?.note).toMatch(/MiB scanned per core-second/);
  });
});
