import { expect, it } from 'vitest';
import type { GcEstimate, GcTrace } from '../../../../core/contract/contract.ts';
import { claimMistakes } from '../../../../core/finding.ts';
import { render } from '../../../../core/text/parts.ts';
import { collecting } from '../../../../testdata/built/collectingProcess.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analyseGcCpu } from './gcCpu.ts';
import { measuredByTraces } from './gcTraces.ts';

const trace = (cores: number, durationSeconds: number, wholeCycles: number, coreSeconds: number): GcTrace => ({
  id: 'a'.repeat(64), start: 1_800_000_000, durationSeconds, cores, wholeCycles, wholeCycleCoreSeconds: coreSeconds,
  markWaitSeconds: 0.0025,
});
const best: GcEstimate = {
  estimator: 'E5', name: 'direct', cores: 0.2, lowCores: 0.1, highCores: 0.3, coreSecondsPerCycle: 0.45, cyclesUsed: 9,
  note: '', from: [], best: true,
};

it('E6 is the mean of the traces by their seconds, and per whole cycle compared with the best estimate', () => {
  const measured = measuredByTraces([trace(0.2, 5, 2, 1), trace(0.5, 10, 0, 0)], best);
  expect(measured).toMatchObject({
    estimator: 'E6', cores: expect.closeTo(0.4, 9) as number, coreSecondsPerCycle: 0.5, cyclesUsed: 2, best: false,
    lowCores: expect.closeTo(0.4 - 2 * 0.0025 / 15, 9) as number, highCores: expect.closeTo(0.4, 9) as number,
    note: 'measured by 2 execution traces, in 15 s of this window with 2 whole cycles; '
      + 'the best estimate has 10 % less per cycle, which agrees',
  });
});

it('the interval of E6 is as wide as the waits of each trace may be', () => {
  const loaded = { ...trace(0.2, 5, 4, 1), markWaitSeconds: 0.02 };
  expect(measuredByTraces([loaded, trace(0.2, 5, 2, 1)], best)?.lowCores).toBeCloseTo(0.2 - (0.08 + 0.005) / 10, 9);
  expect(measuredByTraces([{ ...loaded, markWaitSeconds: 1 }], best)?.lowCores).toBe(0);
});

it('E6 is said to be an upper limit where threads of a trace waited for a core', () => {
  const loaded = { ...trace(0.2, 5, 4, 1), markWaitSeconds: 0.02 };
  expect(measuredByTraces([loaded], best)?.note).toMatch(/; an upper limit, because threads waited for a core/);
  expect(measuredByTraces([trace(0.2, 5, 4, 1)], best)?.note).not.toMatch(/upper limit/);
  const window = handMadeWindow(collecting({ seconds: 12, periodSeconds: 2, gcCpuSeconds: 0.3 }));
  const { finding } = analyseGcCpu(window, [], { stepMs: null, facts: {}, seed: 1, traces: [loaded] });
  expect(finding).toMatchObject({
    code: 'gc-traced', confidence: 'likely', sentence: 'GC took up to 0.2 cores in the 5 s of an execution trace.',
  });
  expect(claimMistakes(finding.claim)).toEqual([]);
});

it.each<[string, GcTrace[], GcEstimate | null, RegExp]>([
  ['no whole cycle', [trace(0.2, 5, 0, 0)], best, /0 whole cycles; too little to compare/],
  ['no estimate', [trace(0.2, 5, 1, 0.5)], null, /1 whole cycle; too little to compare/],
  ['an estimate far off', [trace(0.2, 5, 1, 0.3)], best, /has 50 % more per cycle$/],
])('with %s it says so', (_, traces, estimate, words) => {
  expect(measuredByTraces(traces, estimate)?.note).toMatch(words);
});

it('is absent where no trace is in the window', () => { expect(measuredByTraces([], best)).toBeNull(); });

it.each<[string, number, string]>([
  ['no estimate is possible', 600, 'GC CPU cannot be estimated: cycles are less than 5 s apart'],
  ['there is too little data', 12, 'Too few CPU readings to judge GC yet: 11 of 60.'],
])('the claim is that of the execution traces where %s', (_what, seconds, why) => {
  const window = handMadeWindow(collecting({ seconds, periodSeconds: 2, gcCpuSeconds: 0.3 }));
  const { finding } = analyseGcCpu(window, [], {
    stepMs: null, facts: {}, seed: 1, traces: [trace(0.1, 5, 2, 0.4), trace(0.3, 5, 2, 0.4)],
  });
  expect(finding).toMatchObject({
    code: 'gc-traced', severity: 'info', confidence: 'sure',
    sentence: 'GC took 0.2 cores in the 10 s of 2 execution traces.',
  });
  expect(claimMistakes(finding.claim)).toEqual([]);
  expect(finding.evidence.map((one) => render(one)).join(' ')).toContain(why);
});
