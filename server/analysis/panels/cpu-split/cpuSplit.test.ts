import { describe, expect, it } from 'vitest';
import type { GcEstimate } from '../../../../core/contract/contract.ts';
import { CPU_LAYERS, type ProfileCpu } from '../../../../core/cpuLayers.ts';
import { render } from '../../../../core/text/parts.ts';
import { cpuSplitAnswer } from '../../../../testdata/cpuSplitAnswer.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { CpuMeter } from './cpuMeter.ts';
import { cpuSplit } from './cpuSplit.ts';
import { gcAgreement } from './gcAgreement.ts';

const START = 1_800_000_000;
/** CPU seconds over 600 s: 0.5 cores, and 2 cores from 300 s on. */
const used = Array.from({ length: 601 }, (_, i) => Math.min(i, 300) * 0.5 + Math.max(0, i - 300) * 2);
const window = handMadeWindow({ startMs: START * 1000, roles: { cpuSeconds: used } });

function profile(at: number, seconds: Record<string, number>, durationSeconds = 10): ProfileCpu {
  const cpuSeconds = Object.values(seconds).reduce((sum, one) => sum + one, 0);
  return {
    id: `${at}`, name: 'cpu', start: START + at, durationSeconds, seconds,
    gc: { cpuSeconds, gcCpuSeconds: seconds.gc ?? 0, idleGcCpuSeconds: null, samples: 100, gcSamples: 25 },
  };
}

const TWO = [profile(60, { gc: 1, scrape: 2, 'head-append': 1, query: 1 }), profile(420, { gc: 5, wal: 15 })];
const at = (id: string): number => CPU_LAYERS.findIndex((layer) => layer.id === id);

describe('CPU by subsystem', () => {
  it('is the counter in the seconds of each profile, split by its shares; nothing without one', () => {
    const split = cpuSplit(window, TWO, 60_000);
    expect(split.steps.map(({ covered }) => covered)).toEqual(Array.from({ length: 11 }, (_, i) => i === 1 || i === 7));
    const [quiet, busy] = [split.steps[1], split.steps[7]];
    expect(quiet).toMatchObject({ start: START + 60, end: START + 120, coveredSeconds: 10 });
    expect(quiet?.cores).toBeCloseTo(0.5, 9);
    expect(quiet?.parts[at('gc')]).toBeCloseTo(0.1, 6);
    expect(quiet?.parts[at('ingest')]).toBeCloseTo(0.3, 6);
    expect(busy?.parts[at('wal')]).toBeCloseTo(1.5, 2);
    expect(split.steps[2]).toMatchObject({ coveredSeconds: 0 });
    expect(split.steps[2]?.cores).toBeCloseTo(0.5, 9);
    expect(split.steps[2]?.parts.every((part) => part === null)).toBe(true);
    expect(split.sumRatio).toBeCloseTo(1, 9);
    expect(split.coverageRatio).toBeCloseTo(20 / 601, 6);
    expect(split.sampledRatio).toBeCloseTo(1, 2);
    expect(split.gc?.cores).toBeCloseTo((0.1 * 10 + 0.5 * 10) / 20, 2);
  });

  it('counts seconds of two profiles once, and of steps within a profile each', () => {
    const split = cpuSplit(window, [profile(60, { gc: 5 }), profile(65, { wal: 5 })], 5000);
    expect(split.coverageRatio).toBeCloseTo(15 / 601, 6);
    const parts = split.steps.filter(({ covered }) => covered).map(({ parts: own }) => [own[at('gc')], own[at('wal')]]);
    expect(parts).toEqual([[0.5, 0], [0.5, 0], [0, 0.5]].map(([gc = 0, wal = 0]) => (
      [expect.closeTo(gc, 6) as number, expect.closeTo(wal, 6) as number]
    )));
    expect(split.sumRatio).toBeCloseTo(1, 9);
  });

  it('has no parts where the process was not scraped, over a restart, and of a profile without samples', () => {
    const gap = used.map((value, i) => (i >= 55 && i < 75 ? null : i >= 75 ? value - 20 : value));
    const restarted = handMadeWindow({ startMs: START * 1000, roles: { cpuSeconds: gap } });
    const split = cpuSplit(restarted, [...TWO, profile(200, {})], 60_000);
    expect(split.steps.flatMap(({ covered }, i) => (covered ? [i] : []))).toEqual([7]);
    expect(split.steps[1]?.cores).toBeNull();
    expect(cpuSplit(window, [], null)).toMatchObject({
      profiles: 0, coverageRatio: 0, sumRatio: null, sampledRatio: null, gc: null,
    });
    expect(cpuSplit(window, [], 1).steps.length).toBeLessThanOrEqual(2002);
  });

  it('measures CPU between any two moments', () => {
    const meter = new CpuMeter(window);
    const between = (from: number, to: number): number =>
      meter.between((START + from) * 1000, (START + to) * 1000).coreSeconds;
    expect(between(100.25, 100.75)).toBeCloseTo(0.25, 6);
    expect(between(-50, 1000)).toBeCloseTo(750, 6);
    expect(meter.between(0, 1000)).toEqual({ coreSeconds: 0, coveredMs: 0 });
  });
});

describe('the claim of CPU by subsystem', () => {
  const claimOf = (profiles: ProfileCpu[]): string => render(cpuSplit(window, profiles, 60_000).finding.claim);

  it('names the two largest layers, never the rest', () => {
    expect(claimOf([profile(60, { 'gc': 2, 'scrape': 3, 'head-append': 1, 'other': 14 })]))
      .toBe('Scraping and ingest takes 20 % of the profiled CPU, garbage collection 10 %.');
    expect(claimOf([profile(60, { gc: 9, wal: 0.1, other: 0.9 })]))
      .toBe('Garbage collection takes 90 % of the profiled CPU.');
    expect(claimOf([profile(60, { gc: 0.1, other: 9.9 })])).toBe('No named subsystem takes 5 % of the profiled CPU.');
  });

  it('says how to get a profile where there is none, and that nothing was scraped where that is so', () => {
    expect(cpuSplit(window, [], null).finding).toMatchObject({ code: 'no-cpu-profile', severity: 'unknown' });
    const nothing = handMadeWindow({ startMs: START * 1000, ticks: [null, null], roles: { cpuSeconds: [null, null] } });
    expect(cpuSplit(nothing, [], null).finding.code).toBe('nothing-scraped');
  });

  it('comes with restarts and gaps of the window', () => {
    const { restarts, gapSpans } = cpuSplitAnswer();
    expect(restarts).toHaveLength(1);
    expect(gapSpans).toEqual([]);
  });
});

describe('sampled CPU against the counter', () => {
  it('excludes what the process does after the end of the profile, in the same scrape interval', () => {
    // The process uses 0.2 cores; encoding the profile takes 0.3 core-s in the second of its end at 70.3.
    const encodes = used.map((_, i) => i * 0.2 + (i >= 71 ? 0.3 : 0));
    const metered = handMadeWindow({ startMs: START * 1000, roles: { cpuSeconds: encodes } });
    expect(cpuSplit(metered, [profile(60.3, { query: 2 })], 60_000).sampledRatio).toBeCloseTo(1, 6);
    const coarse = handMadeWindow({
      startMs: START * 1000, stepMs: 8000, roles: { cpuSeconds: encodes.filter((_, i) => i % 8 === 0) },
    });
    expect(cpuSplit(coarse, [profile(60.3, { query: 2 })], 60_000).sampledRatio).toBeLessThan(1);
  });
});

describe('with the clock of the target 3 s ahead, as its GC cycles show', () => {
  const lastGc = Array.from({ length: 601 }, (_, i) => START + 3 + Math.floor(i / 20) * 20 - 0.4);
  const ahead = handMadeWindow({
    startMs: START * 1000,
    roles: { cpuSeconds: used, lastGcSeconds: lastGc, gcCycles: lastGc.map((_, i) => Math.floor(i / 20)) },
  });

  it.each([
    ['a profile that states that clock', profile(63, { gc: 1 })],
    ['a capture, on ours', { ...profile(60, { gc: 1 }), onOurClock: true as const }],
  ])('%s is where it was taken', (_name, one) => {
    const covered = cpuSplit(ahead, [one], 1000).steps.filter((step) => step.covered);
    expect(covered.reduce((sum, { coveredSeconds }) => sum + coveredSeconds, 0)).toBeCloseTo(10, 6);
    expect(covered[0]?.start).toBeGreaterThan(START + 58.9);
    expect(covered[0]?.start).toBeLessThan(START + 61.1);
  });
});

describe('GC by the profiles', () => {
  const estimate = (estimator: GcEstimate['estimator'], cores: number | null, band = 0.1): GcEstimate => ({
    estimator, name: estimator, cores, lowCores: cores === null ? null : cores - band,
    highCores: cores === null ? null : cores + band, coreSecondsPerCycle: null, cyclesUsed: 3, note: '', from: [],
    best: false,
  });
  const split = { gc: { cores: 0.3, samples: 100 }, coverageRatio: 0.17 };

  it('agrees where the bands overlap', () => {
    expect(gcAgreement(split, [estimate('E2', 0.3)]).sentence).toContain('; the other estimate agrees.');
    const said = gcAgreement(split, [estimate('E1', 0.3), estimate('E2', 0.45), estimate('E3', null)]);
    expect(said.estimates.map(({ agrees }) => agrees)).toEqual([true, true]);
    expect(said.sentence).toBe(
      'GC takes 0.3 cores (0.2 to 0.4) by the CPU profiles of 17 % of this window; both other estimates agree.'
    );
  });

  it('says in words from what an estimate comes that does not', () => {
    const said = gcAgreement(split, [estimate('E1', 0.3), estimate('E5', 0.9)]);
    expect(said.sentence).toBe(
      'GC takes 0.3 cores (0.2 to 0.4) by the CPU profiles of 17 % of this window; '
        + '1 of 2 other estimates differs: 0.9 cores from the GC CPU counter of the target.'
    );
    expect(gcAgreement(split, [estimate('E1', 0.9), estimate('E2', 0.9)]).sentence).toContain(
      '; both other estimates differ: 0.9 cores from CPU profiles scaled to all GC cycles, '
        + '0.9 cores from the CPU around GC cycles.'
    );
  });

  it('has nothing to be compared with, or is absent', () => {
    expect(gcAgreement(split, []).sentence).toContain('no estimate to compare');
    expect(gcAgreement({ gc: null, coverageRatio: 0 }, [])).toMatchObject({ cores: null, estimates: [] });
  });
});
