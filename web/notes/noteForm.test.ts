import { describe, expect, test } from 'vitest';
import { readFields } from './noteForm.ts';

const fields = { text: 'restarted', time: '2026-11-20 14:00:00', endTime: '', author: ' Ann ' };

describe('what is typed as a note', () => {
  test('is a moment, or a span', () => {
    expect(readFields(fields, 'utc'))
      .toEqual({ note: { text: 'restarted', time: 1_795_183_200, endTime: null, author: 'Ann' } });
    expect(readFields({ ...fields, endTime: '2026-11-20 14:00:30', author: '' }, 'utc'))
      .toEqual({ note: { text: 'restarted', time: 1_795_183_200, endTime: 1_795_183_230, author: null } });
  });
  test.each([
    ['no text', { text: ' \n ' }, 'Write what happened.'],
    ['text beyond 4 kB, in bytes', { text: 'ä'.repeat(2_050) }, 'The text is 4 bytes too long.'],
    ['a time that is none', { time: 'now' }, 'At is no time'],
    ['an end that is none', { endTime: 'later' }, 'Until is no time'],
    ['an end before the start', { endTime: '2026-11-20 13:00:00' }, 'Until must be later than At'],
  ])('with %s is told what is wrong', (_case, wrong, sentence) => {
    expect(readFields({ ...fields, ...wrong }, 'utc'))
      .toMatchObject({ error: expect.stringContaining(sentence) as string });
  });
});
