import { expect, it } from 'vitest';
import { deviationOf, distanceOf, weightOf } from './fewRuns.ts';

it('a difference of few runs is weighed by their spread', () => {
  const side = (center: number, deviation: number): { center: number; deviation: number } => ({ center, deviation });
  expect(weightOf(side(700, 5), side(2400, 30))).toBe('clear');
  expect(weightOf(side(100, 1), side(104, 1))).toBe('open');
  expect(weightOf(side(100, 1), side(108, 1))).toBe('likely');
  // Equal values of two runs are no proof of a small spread.
  expect(weightOf(side(100, 0), side(109, 0))).toBe('likely');
  expect(distanceOf(side(0, 0), side(9, 0))).toBe(0);
});

it('the standard deviation is that of a sample', () => {
  expect(deviationOf([1, 2, 3])).toBe(1);
  expect(deviationOf([5])).toBe(0);
});
