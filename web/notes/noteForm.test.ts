import { describe, expect, test } from 'vitest';
import { readFields } from './noteForm.ts';

const fields = { text: 'restarted', time: '2026-11-20 14:00:00', endTime: '', author: ' Ann ' };

describe('readFields', () => {
  test('returns a moment or a span', () => {
    expect(readFields(fields, 'utc'))
      .toEqual({ note: { text: 'restarted', time: 1_795_183_200, endTime: null, author: 'Ann' } });
    expect(readFields({ ...fields, endTime: '2026-11-20 14:00:30', author: '' }, 'utc'))
      .toEqual({ note: { text: 'restarted', time: 1_795_183_200, endTime: 1_795_183_230, author: null } });
  });
  test.each([
    ['no text', { text: ' \n ' }, 'Enter a text.'],
    ['text beyond 4 kB, in bytes', { text: 'ä'.repeat(2_050) }, 'The text is 4 bytes too long.'],
    ['an invalid time', { time: 'now' }, '“At” is not a time'],
    ['an invalid end', { endTime: 'later' }, '“Until” is not a time'],
    ['an end before the start', { endTime: '2026-11-20 13:00:00' }, '“Until” must be later than “At”'],
  ])('rejects %s', (_case, wrong, sentence) => {
    expect(readFields({ ...fields, ...wrong }, 'utc'))
      .toMatchObject({ error: expect.stringContaining(sentence) as string });
  });
});
