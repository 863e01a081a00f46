import { expect, it } from 'vitest';
import { withShortRange } from './sameDay.ts';

it('two times of a sentence are short, with their day once and their zone', () => {
  expect(withShortRange('It occurs 7 times from 2026-01-09T20:12:54Z to 2026-01-09T20:46:54.12Z.'))
    .toBe('It occurs 7 times from 2026-01-09 20:12:54 to 20:46:54 UTC.');
  expect(withShortRange('from 2026-01-09T23:12:54Z to 2026-01-10T00:46:54Z'))
    .toBe('from 2026-01-09 23:12:54 to 2026-01-10 00:46:54 UTC');
  expect(withShortRange('at 2026-01-09T23:12:54Z')).toBe('at 2026-01-09T23:12:54Z');
});
