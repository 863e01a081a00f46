import { expect, it } from 'vitest';
import { ExpressionTooSlow } from '../../../core/regex.ts';
import { unwrap } from '../../../testdata/profiles/oracles.ts';
import { timedRegex } from './timedRegex.ts';

it('an expression of a filter whose matching takes seconds is given up, however many names there are', () => {
  const matcher = unwrap(timedRegex('focus', '(?:a?){1000}a{1000}'));
  const names = Array.from({ length: 1000 }, (_, i) => 'a'.repeat(500) + String(i));
  expect(() => names.filter((name) => matcher.test(name))).toThrow(ExpressionTooSlow);
});
