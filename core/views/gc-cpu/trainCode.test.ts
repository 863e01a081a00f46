import { describe, expect, test } from 'vitest';
import type { GcProfile, Spike, SpikeTrain } from '../../contract/contract.ts';
import { trainCodes, type TrainCode } from './trainCode.ts';

/** A train every 60 s at a full minute, 2 s long, over an hour. */
const train: SpikeTrain = {
  kind: 'rule-group', names: ['node'], files: ['/r.yml'], periodSeconds: 60, lastStart: 3600, since: 600,
  widthSeconds: 2, targets: 1, verdict: 'named', pulses: 50, coreSeconds: 3, lowCoreSeconds: 2.9, highCoreSeconds: 3.1,
  risingRatio: 1, spikes: 2, shareRatio: 0.6, fold: null,
};
const spike = (start: number, cause: Spike['cause'], trains?: number[]): Spike => ({
  start, end: start + 2, isOver: true, peakCores: 2, quietCores: 0.1, coreSeconds: 3, cause, evidence: '',
  evidenceParts: [], confidence: 'sure', ...(trains === undefined ? {} : { trains }),
});
const profile = (id: string, start: number, more: Partial<GcProfile> = {}): GcProfile => ({
  id, name: id, start, onOurClock: true, durationSeconds: 5, cpuSeconds: 3, gcCpuSeconds: 0, idleGcCpuSeconds: null,
  samples: 300, gcSamples: 0, ...more,
});
const onTheirClock = profile('theirs', 1319);
delete onTheirClock.onOurClock;
const compared = (id: string, start: number): GcProfile => profile(id, start, {
  againstQuiet: {
    beforeId: 'quiet', claim: [{ text: `Evaluation of rule group node: ${id}.` }], taken: { start, end: start + 5 },
  },
});
const spikes = [spike(1200, 'rule-group', [0]), spike(1800, 'compaction'), spike(2400, 'rule-group', [0])];

function codeOf(profiles: GcProfile[], more: Partial<SpikeTrain> = {}): TrainCode | null {
  const trains = [{ ...train, ...more }];
  return trainCodes({ spikes: { spikes, trains } as never, profiles })[0] ?? null;
}

describe('the code of a rule group', () => {
  test('is the diff of one of its spikes against quiet times, before profiles that nobody compared', () => {
    expect(codeOf([profile('plain', 1199), compared('spike', 2399)]))
      .toEqual({ before: 'quiet', after: 'spike', words: 'Evaluation of rule group node: spike.' });
  });
  test('is also a compared profile of an evaluation that made no spike, but none of another cause', () => {
    expect(codeOf([compared('evaluation', 1319)])?.after).toBe('evaluation');
    expect(codeOf([compared('compaction', 1799), compared('between', 1330)])).toBeNull();
  });
  test('is a profile at its evaluation against the nearest one outside of them', () => {
    expect(codeOf([profile('far', 930), profile('at', 1319), profile('near', 1390), profile('other', 1799)]))
      .toEqual({ before: 'near', after: 'at', words: 'A profile over its evaluation against one outside.' });
  });
  test('is a flame graph where no profile lies outside, and of several the least diluted one', () => {
    expect(codeOf([profile('at', 1319), profile('long', 1290, { durationSeconds: 60 })]))
      .toEqual({ before: null, after: 'at', words: 'Flame graph of a profile over its evaluation.' });
  });
  test.each<[string, GcProfile, Partial<SpikeTrain>]>([
    ['a profile that has only a part of one', profile('cut', 1321), {}],
    ['a profile of before the phase is known', profile('early', 299), {}],
    ['a profile on the clock of the target', onTheirClock, {}],
    ['a group that makes no CPU rise', profile('at', 1319), { verdict: 'none' }],
  ])('is not known of %s', (_, one, more) => { expect(codeOf([one], more)).toBeNull(); });
});
