/** Tests that lines are read by their times. */
import { expect, it } from 'vitest';
import { linesByTime } from './linesByTime.ts';

const order = (...lines: string[]): string[] =>
  linesByTime(lines.map((line) => ({ line, stamp: null, isCut: false }))).map(({ line }) => line);
const at = (second: number): string => `ts=2026-01-02T03:04:0${second}Z msg="line ${second}"`;

it('the newest line first', () => {
  expect(order(at(4), at(3), ' stack of 3', at(2), at(1))).toEqual([at(1), at(2), at(3), ' stack of 3', at(4)]);
  expect(order('a heading', at(4), at(3), at(2), at(1))).toEqual(['a heading', at(1), at(2), at(3), at(4)]);
});

it('other orders are kept', () => {
  for (const lines of [
    [at(1), at(2), at(3), at(4)], [at(3), at(4), at(1), at(2)], [at(3), at(2), at(1)], ['no time', 'at all'],
  ]) expect(order(...lines)).toEqual(lines);
});
