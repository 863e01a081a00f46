import { expect, it } from 'vitest';
import { shortContext } from './shortContext.ts';

it.each([
  [
    '14:00 to 15:00 · 3,600 scrapes · 41 GC cycles (4 without an exact time)',
    ['14:00 to 15:00 · 41 GC cycles (4 without an exact time)', '3,600 scrapes'],
  ],
  ['a · b · c · d', ['a · c', 'b · d']], ['a · b', ['a · b', '']],
  ['14:00 to 15:00', ['14:00 to 15:00', '']], ['', ['', '']],
])('%s', (context, expected) => { expect(shortContext(context)).toEqual(expected); });
