import { expect, it } from 'vitest';
import { absoluteWords, largestWords, secondsOfUnit } from './absoluteChanges.ts';

it('losses of short rows are set against gains of long ones', () => {
  expect(absoluteWords([{ seconds: 200e-9, change: 0.13 }, { seconds: 190e-9, change: 0.3 },
    { seconds: 0.03, change: -0.25 }])).toBe('The slower ones take 190 ns to 200 ns and lose 26 ns to 57 ns each; the '
    + 'faster one takes 30 ms and gains 7.5 ms: in absolute time every gain is far larger than any loss, and no row '
    + 'that takes long got slower. What counts is how often each runs.');
  expect(absoluteWords([{ seconds: 1e-6, change: -0.5 }, { seconds: 1e-6, change: -0.4 }, { seconds: 2, change: 0.2 }]))
    .toContain('every loss is far larger than any gain, and the rows that take long got slower');
  expect(absoluteWords([{ seconds: 1, change: -0.5 }, { seconds: 1.1, change: 0.2 }]
    .concat({ seconds: 1, change: -0.1 }))).toContain('over one run of each, more time is gained than lost');
});

it('nothing is said of one direction, small changes or rows without values', () => {
  expect(absoluteWords([{ seconds: 1, change: 0.2 }, { seconds: 1, change: 0.3 }, { seconds: 1, change: 0.4 }]))
    .toBeNull();
  expect(absoluteWords([{ seconds: 1, change: -0.2 }, { seconds: 1.1, change: 0.2 }, { seconds: 1, change: 0.1 }]))
    .toBeNull();
  expect(absoluteWords([{ seconds: 1, change: 0.2 }, { seconds: 1, change: -0.01 }, { seconds: 1, change: 0.4 }]))
    .toBeNull();
  expect(absoluteWords([{ seconds: 0, change: 0.2 }, { seconds: 1, change: -0.3 }, { seconds: 1, change: 0.4 }]))
    .toBeNull();
  expect([secondsOfUnit('sec/op'), secondsOfUnit('ns/op'), secondsOfUnit('B/op')]).toEqual([1, 1e-9, null]);
});

it('the row that changes most in absolute time is named beside the largest relative change', () => {
  const percent = (change: number): string => `${Math.round(100 * change)} %`;
  const rows = [
    { name: 'Short', seconds: 200e-9, change: 0.3 }, { name: 'Mean', seconds: 1e-3, change: 0.05 },
    { name: 'Long', seconds: 2, change: 0.1 },
  ];
  expect(largestWords(rows, percent)).toBe('In absolute time Long changes most: 2 s to 2.2 s (10 %); the largest '
    + 'relative change, 30 %, is of a benchmark of 200 ns.');
  expect(largestWords(rows.slice(0, 2), percent)).toBeNull();
  expect(largestWords(rows.map((row) => ({ ...row, change: row.name === 'Long' ? 0.4 : 0.1 })), percent)).toBeNull();
});
