import { describe, expect, it } from 'vitest';
import { changeText, formatDelta, fromTo } from './change.ts';

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
