import { describe, expect, it } from 'vitest';
import { changeText, formatDelta, fromTo, sidesText } from './change.ts';

describe('changeText', () => {
  it.each([
    ['a fall', 75.16, 51.03, '−32 %'], ['a rise', 2, 3, '+50 %'], ['a large rise is a factor', 1, 12, '×12'],
    ['nothing moved', 5, 5, '0 %'],
    ['new has no percentage', 0, 5, 'new'], ['gone', 5, 0, 'gone'], ['nearly gone is not gone', 10_000, 3, '−99.9 %'],
    ['never there', 0, 0, ''], ['a negative side has none', -5, 5, ''],
  ])('%s', (_, before, after, text) => expect(changeText(before, after)).toBe(text));
});

describe('formatDelta', () => {
  it.each(
    [[1.5e9, '+1.5 s'], [-24.13e9, '−24.1 s'], [0, '0 s']]
  )('%d ns', (delta, text) => expect(formatDelta(delta, 'nanoseconds')).toBe(text));
});

describe('fromTo', () => {
  it(
    'reads from, to, change',
    () => expect(fromTo(48.98e9, 38.5e9, 'nanoseconds')).toBe('49 s → 38.5 s, −10.5 s (−21 %)')
  );
  it('says that nothing changed', () => expect(fromTo(7, 7, 'count')).toBe('7 → 7, no change'));
});

describe('sidesText', () => {
  it.each([
    ['a change', [3e9, 1e9], [3e9, 1e9], '3 s → 1 s'],
    ['its own part is gone, what it calls is not', [3e9, 0], [4e9, 1e9], '3 s → 0 s'],
    ['all of it is gone', [3e9, 0], [4e9, 0], '3 s → gone'], ['it came', [0, 3e9], [0, 3e9], 'new → 3 s'],
    ['its own part came, it was there before', [0, 3e9], [1e9, 4e9], '0 s → 3 s'],
    ['it never had a part of its own', [0, 0], [4e9, 0], '0 s → 0 s'],
  ] as const)('%s', (_, [before, after], [cumBefore, cumAfter], text) => {
    expect(sidesText({ before, after }, { before: cumBefore, after: cumAfter }, 'nanoseconds')).toBe(text);
  });
});
