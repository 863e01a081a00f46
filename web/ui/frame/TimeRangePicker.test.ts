import { describe, expect, test } from 'vitest';
import { formatLocalInput, parseLocalInput } from '../localTime.ts';
import { readAbsolute } from './RangeForm.tsx';

describe('parseLocalInput', () => {
  const cases: [string, string, number | null][] = [
    ['date and seconds', '2026-11-20 13:00:00', 1_795_179_600],
    ['without seconds', '2026-11-20T13:00', 1_795_179_600],
    ['RFC 3339 with a zone', '2026-11-20T14:00:00+01:00', 1_795_179_600],
    ['Unix seconds', '1795179600', 1_795_179_600],
    ['an invalid date', '2026-13-40 10:00', null],
    ['words', 'yesterday', null],
  ];
  test.each(cases)('%s', (_name, text, seconds) => expect(parseLocalInput(text, 'utc')).toBe(seconds));
  test('formatted times parse back in both zones', () => {
    for (const zone of ['utc', 'local'] as const)
      expect(parseLocalInput(formatLocalInput(1_795_179_611, zone), zone)).toBe(1_795_179_611);
  });
});

test('two inputs give a range, or a sentence that says what is wrong', () => {
  expect(readAbsolute('2026-11-20 13:00', '2026-11-20 14:00', 'utc'))
    .toEqual({ range: { kind: 'absolute', start: 1_795_179_600, end: 1_795_183_200 } });
  expect(readAbsolute('x', '2026-11-20 14:00', 'utc'))
    .toEqual({ error: '“From” is not a time. Write 2026-11-20 14:00:00.' });
  expect(readAbsolute('2026-11-20 14:00', '2026-11-20 13:00', 'utc'))
    .toEqual({ error: '“To” must be later than “From”.' });
  expect(readAbsolute('2020-11-20 14:00', '2026-11-20 13:00', 'utc'))
    .toEqual({ error: 'A window is at most a year wide.' });
});
