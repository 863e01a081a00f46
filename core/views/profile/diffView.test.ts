import { describe, expect, it } from 'vitest';
import type { DiffFlameNode, DiffTopRow } from '../../contract/contract.ts';
import { diffFrames } from '../flame/flameGraphData.ts';
import {
  beyondNoise, deltaShare, diffSpoken, findingContext, noiseReason, frameChange, rowSureOrder, rowSureWords,
  shareDisagrees, sureOrder, sureWords,
} from './diffView.ts';

function node(name: string, before: number, after: number, children: DiffFlameNode[] = []): DiffFlameNode {
  return {
    name, value: Math.max(before, after), before, after, delta: after - before, selfBefore: 0, selfAfter: 0,
    kind: 'same', children,
  };
}

describe('sureWords', () => {
  it.each([
    ['noise is the word, without a figure to argue with', 'noise', 0.4, 'within noise'],
      ['clearly different', 'different', 1e-9, 'different, q < 0.001'],
    ['just different', 'different', 0.031, 'different, q = 0.03'],
      ['different, small q', 'different', 0.004, 'different, q = 0.004'], ['not told', 'unknown', null, '–'],
  ] as const)('%s', (_, sure, qValue, words) => expect(sureWords({ sure, qValue })).toBe(words));
  it('sorts different before noise, and what is not known has no place', () => {
    expect(
      [
        sureOrder({ sure: 'different', qValue: 0.04 }), sureOrder({ sure: 'noise', qValue: 0.06 }),
        sureOrder({ sure: 'unknown', qValue: null }),
      ]
    ).toEqual([0.04, 1.06, null]);
  });
});

describe('a row of which flat and cum are told apart', () => {
  const of = (
    sure: DiffTopRow['sure'], qValue: number | null, cumSure: DiffTopRow['sure'], cumQValue: number | null
  ): Parameters<typeof rowSureWords>[0] => ({ sure, qValue, cumSure, cumQValue });
  const byFlat = of('different', 0.01, 'noise', 0.3);
  const byCum = of('noise', null, 'different', 0.0001);
  const neither = of('noise', 0.4, 'noise', 0.3);
  const ofTheMoment = of('unknown', 0.001, 'unknown', 0.001);
  it('says by which of both it differs', () => {
    expect([byFlat, byCum, neither, ofTheMoment].map(rowSureWords))
      .toEqual(['different, q = 0.01', 'by what it calls, q < 0.001', 'within noise', 'beyond sampling']);
  });
  it('stands between those by flat and noise', () => {
    expect([neither, byCum, byFlat].sort((a, b) => (rowSureOrder(a) ?? 9) - (rowSureOrder(b) ?? 9)))
      .toEqual([byFlat, byCum, neither]);
  });
});

describe('beyondNoise', () => {
  const sides = { before: 1, after: 2, delta: 1 };
  const row = (name: string, sure: DiffTopRow['sure'], cumSure: DiffTopRow['sure']): DiffTopRow => ({
    function: name, file: '', flat: sides, cum: sides, pValue: null, qValue: null, sure,
    cumPValue: null, cumQValue: null, cumSure,
  });
  it('keeps what is different by flat or by cum, and what cannot be told', () => {
    const rows = [
      row('flat', 'different', 'noise'), row('cum', 'noise', 'different'), row('neither', 'noise', 'noise'),
      row('half told', 'noise', 'unknown'), row('not told', 'unknown', 'unknown'),
    ];
    expect(beyondNoise(rows).map((one) => one.function)).toEqual(['flat', 'cum', 'not told']);
  });
});

describe('why a row is grey', () => {
  const sides = (before: number, after: number) => ({ before, after, delta: after - before });
  const row = {
    flat: sides(12, 15), cum: sides(20, 22), sure: 'noise', qValue: 0.61, samples: sides(12, 15), cumSure: 'noise',
    cumQValue: 0.8, cumSamples: sides(20, 22),
  } as const;
  it.each([
    ['by samples and the test', row, 'within noise: 12 samples before, 15 after; q = 0.61'],
    [
      'one sample, too few to be tested', { ...row, qValue: null, samples: sides(1, 2) },
      'within noise: 1 sample before, 2 after; too few to be tested',
    ],
    [
      'by cum where it has nothing of its own', { ...row, flat: sides(0, 0) },
      'cum within noise: 20 samples before, 22 after; q = 0.80',
    ],
    ['a method that counts no samples', { ...row, samples: undefined }, 'within noise: q = 0.61'],
    ['nothing changed', { ...row, flat: sides(3, 3), cum: sides(3, 3) }, 'no change'],
    ['different by what it calls: not grey', { ...row, cumSure: 'different' as const }, ''],
    ['different: not grey', { ...row, sure: 'different' as const }, ''],
  ])('%s', (_what, given, words) => { expect(noiseReason(given)).toBe(words); });
});

describe('share of a delta', () => {
  it.each([
    ['of the before side', -10, { totals: { before: 200, after: 100 } }, '−5 %'],
    ['of all that differs', 10, { totals: { before: 200, after: 100 }, shareTotal: 50 }, '+20 %'],
    ['of nothing', 1, { totals: { before: 0, after: 100 } }, '–'],
  ])('%s', (_what, delta, top, words) => { expect(deltaShare(delta, top)).toBe(words); });
});

describe('findingContext', () => {
  it('says type, scaling and how sure, not the totals again', () => {
    const howSure = {
      method: 'counts', tested: 1, different: 0, cumDifferent: 0, eitherDifferent: 0, sentence: 'By sample counts.',
    } as const;
    expect(findingContext({ sampleType: 'cpu', howSure }, 'duration'))
      .toBe('cpu, per second of each profile. By sample counts.');
  });
});

describe('frames of a diff', () => {
  const totals = { before: 100, after: 50 };
  const {
    frames,
  } = diffFrames(node('root', 100, 50, [node('x/a.F', 40, 20, [node('g', 10, 5)]), node('b', 20, 20)]), 'larger');

  it('are labelled by the amount of the change, or the change of the share', () => {
    const a = frames.find((frame) => frame.name === 'x/a.F');
    const b = frames.find((frame) => frame.name === 'b');
    if (!a || !b) throw new Error('The tree above has both.');
    const graph = { totals, unit: 'count' };
    expect([frameChange(a, graph, 'change'), frameChange(a, graph, 'share')]).toEqual(['−20', '0 %']);
    expect([frameChange(b, graph, 'change'), frameChange(b, graph, 'share')]).toEqual(['', '+100 %']);
    expect(diffSpoken(a, graph, 'change'))
      .toBe('a.F −20, cum 40 to 20, −20 (−50 %), flat 0 to 0, no change, share of total 40 % to 40 %');
  });
});

describe('a frame within noise', () => {
  it('has no change behind its name, and says why on hover', () => {
    const { frames: [, frame] } = diffFrames(node('root', 10, 10, [{ ...node('f', 5, 6), sure: 'noise' }]), 'larger');
    if (!frame) throw new Error('The tree above has it.');
    expect(frameChange(frame, { totals: { before: 10, after: 10 }, unit: 'count' }, 'change')).toBe('');
    expect(diffSpoken(frame, { totals: { before: 10, after: 10 }, unit: 'count' }, 'change'))
      .toContain('change of cum within noise');
  });
});

describe('shareDisagrees', () => {
  it('when the value fell and the share rose', () => {
    expect(shareDisagrees({ before: 40, after: 30, delta: -10 }, { before: 100, after: 50 })).toBe(true);
    expect(shareDisagrees({ before: 40, after: 10, delta: -30 }, { before: 100, after: 50 })).toBe(false);
  });
});
