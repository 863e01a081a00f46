import { expect, it } from 'vitest';
import { counted, timesText } from './counted.ts';

it('counts one thing and several', () => {
  expect([0, 1, 2, 1204].map((count) => counted(count, 'cycle')))
    .toEqual(['0 cycles', '1 cycle', '2 cycles', '1,204 cycles']);
  expect(counted(1, 'entry', 'entries')).toBe('1 entry');
  expect([1, 2].map(timesText)).toEqual(['once', '2 times']);
});
