import { expect, test } from 'vitest';
import { usualSteps } from './usualSteps.ts';

test.each<[string, number[], number[]]>([
  ['between two paces the longer', [15, 15, 15, 15, 15, 15, 1, 1, 1, 1], [15, 15, 15, 15, 15, 15, 15, 15, 15, 1]],
  ['a long one among short ones is not usual', [1, 1, 1, 9, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1]],
  ['with too few around, the middle of all', [1, 2, 3], [2, 2, 2]],
  ['none for none', [], []],
])('%s', (_, steps, usual) => {
  expect([...usualSteps(steps)]).toEqual(usual);
});
