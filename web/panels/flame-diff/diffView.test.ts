import { describe, expect, it } from 'vitest';
import type { DiffFlameNode } from '../../../server/api/contract.ts';
import { diffFrames } from '../../charts/flameGraphData.ts';
import { certainty, changeText, diffSpoken, formatDelta, frameChange, fromTo, neighbours, shareDisagrees } from './diffView.ts';

function node(name: string, before: number, after: number, children: DiffFlameNode[] = []): DiffFlameNode {
  return { name, value: Math.max(before, after), before, after, delta: after - before, selfBefore: 0, selfAfter: 0, kind: 'same', children };
}

describe('changeText', () => {
  it.each([
    ['a fall', 75.16, 51.03, '−32 %'], ['a rise', 2, 3, '+50 %'], ['a large rise is a factor', 1, 12, '×12'], ['nothing moved', 5, 5, '0 %'],
    ['new has no percentage', 0, 5, 'new'], ['gone', 5, 0, 'gone'], ['nearly gone is not gone', 10_000, 3, '−99.9 %'], ['never there', 0, 0, ''], ['a negative side has none', -5, 5, ''],
  ])('%s', (_, before, after, text) => expect(changeText(before, after)).toBe(text));
});

describe('formatDelta', () => {
  it.each([[1.5e9, '+1.5 s'], [-24.13e9, '−24.1 s'], [0, '0 s']])('%d ns', (delta, text) => expect(formatDelta(delta, 'nanoseconds')).toBe(text));
});

describe('fromTo', () => {
  it('reads from, to, change', () => expect(fromTo(48.98e9, 38.5e9, 'nanoseconds')).toBe('49 s → 38.5 s, −10.5 s (−21 %)'));
  it('says that nothing changed', () => expect(fromTo(7, 7, 'count')).toBe('7 → 7, no change'));
});

describe('certainty', () => {
  it.each([
    [null, '–', false], [0.0001, 'yes, p < 0.001', false], [0.004, 'yes, p = 0.004', false], [0.05, 'no, p = 0.05', true], [0.31, 'no, p = 0.31', true],
  ])('p = %s', (pValue, words, isNoise) => expect(certainty(pValue)).toEqual({ words, isNoise }));
});

describe('frames of a diff', () => {
  const totals = { before: 100, after: 50 };
  const { frames } = diffFrames(node('root', 100, 50, [node('x/a.F', 40, 20, [node('g', 10, 5)]), node('b', 20, 20)]), 'larger');

  it('are labelled by the change of the value, or of the share', () => {
    const a = frames.find((frame) => frame.name === 'x/a.F');
    const b = frames.find((frame) => frame.name === 'b');
    if (!a || !b) throw new Error('The tree above has both.');
    expect([frameChange(a, totals, 'change'), frameChange(a, totals, 'share')]).toEqual(['−50 %', '0 %']);
    expect([frameChange(b, totals, 'change'), frameChange(b, totals, 'share')]).toEqual(['0 %', '+100 %']);
    expect(diffSpoken(a, totals, 'count')).toBe('a.F, cum 40 to 20, −20 (−50 %), flat 0 to 0, no change, share of total 40 % to 40 %');
  });
});

describe('neighbours', () => {
  it('counts a recursive function at its outermost frame', () => {
    const { frames } = diffFrames(node('root', 10, 10, [node('main', 10, 8, [node('f', 9, 7, [node('f', 6, 5, [node('leaf', 4, 3)])])]), node('f', 0, 2)]), 'larger');
    const { callers, callees } = neighbours(frames, 'f');
    expect(callers).toEqual([{ name: 'main', before: 9, after: 7 }, { name: '', before: 0, after: 2 }]);
    expect(callees).toEqual([{ name: 'leaf', before: 4, after: 3 }]);
  });
  it('of an unknown function are none', () => expect(neighbours([], 'f')).toEqual({ callers: [], callees: [] }));
});

describe('shareDisagrees', () => {
  it('when the value fell and the share rose', () => {
    expect(shareDisagrees({ before: 40, after: 30, delta: -10 }, { before: 100, after: 50 })).toBe(true);
    expect(shareDisagrees({ before: 40, after: 10, delta: -30 }, { before: 100, after: 50 })).toBe(false);
  });
});
