import { expect, test } from 'vitest';
import { changeKind } from './changeKind.ts';

test.each([
  ['fewer ns/op', -0.1, -1, 'better'], ['more ns/op', 0.1, -1, 'worse'],
  ['more MB/s', 0.1, 1, 'better'], ['fewer MB/s', -0.1, 1, 'worse'],
  ['a unit that does not say what is better', 0.1, 0, undefined], ['no change', 0, -1, undefined],
  ['no ratio', null, -1, undefined],
] as const)('%s', (_what, deltaRatio, better, kind) => {
  expect(changeKind({ isSignificant: true, deltaRatio }, better)).toBe(kind);
  expect(changeKind({ isSignificant: false, deltaRatio }, better)).toBeUndefined();
});
