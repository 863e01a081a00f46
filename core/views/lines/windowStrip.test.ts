import { expect, test } from 'vitest';
import { stripPath, stripWindow, wholeAround } from './windowStrip.ts';

test('a line in small is broken where there is no value', () => {
  expect(stripPath([0, 1, 2, 3, 4], [0, 2, null, 1, 0])).toBe('M0.0 28.0L250.0 2.0M750.0 15.0L1000.0 28.0');
  expect(stripPath([], [])).toBe('');
  expect(stripPath([5], [1])).toBe('');
});

test('the part has its place in the whole, which holds a part outside of what is known', () => {
  const part = { start: 50, end: 150 };
  const whole = wholeAround({ start: 100, end: 250 }, part);
  expect(whole).toEqual({ start: 50, end: 250 });
  expect(stripWindow(whole, part)).toEqual({ left: 0, width: 50 });
});
