import { describe, expect, it } from 'vitest';
import { checkBody } from '../../../core/contract/questions/check.ts';
import { NOTE_CHANGE, NOTE_REQUEST } from '../../../core/contract/questions/bodies.ts';
import { fail } from '../../../core/result.ts';
import { noteDraft, type NoteDraft } from './noteDraft.ts';

/** Reads a draft like the route: validates it by its schema, then by `noteDraft`. A change includes its revision. */
function readDraft(sent: unknown, before: NoteDraft | null): ReturnType<typeof noteDraft> {
  const checked = before === null ? checkBody(NOTE_REQUEST, sent)
    : checkBody(NOTE_CHANGE, { revision: 1, ...sent as object });
  return 'mistake' in checked ? fail('bad_data', checked.mistake)
    : noteDraft({ ...before, ...checked.value } as NoteDraft);
}

describe('a note that is sent', () => {
  it.each([
    ['is no object', 'text', 'is not a JSON object'],
    ['is a list', [], 'is not a JSON object'],
    ['has no time', { text: 'a' }, '"time" of the note'],
    ['has a time in words', { time: 'now', text: 'a' }, '"time" of the note'],
    ['has a time in milliseconds', { time: 1_795_190_400_000, text: 'a' }, '"time" of the note'],
    ['has an infinite time', { time: Infinity, text: 'a' }, '"time" of the note'],
    ['ends before it begins', { time: 2, endTime: 1, text: 'a' }, 'is not later than its "time"'],
    ['has an end that is none', { time: 2, endTime: {}, text: 'a' }, '"endTime" of the note is no Unix time'],
    ['has no text', { time: 2 }, 'has no text'],
    ['has blank text', { time: 2, text: ' \n\t\u0007 ' }, 'has no text'],
    ['has text that is none', { time: 2, text: 5 }, 'has no text'],
    ['has 4,097 bytes of text', { time: 2, text: 'ä'.repeat(2048) + 'x' }, 'has 4097 bytes; at most 4096'],
    ['has a long author', { time: 2, text: 'a', author: 'x'.repeat(81) }, 'author is longer than 80'],
    ['has an author that is none', { time: 2, text: 'a', author: 1 }, 'author is no text'],
  ])('and %s is refused', (_case, sent, sentence) => {
    const read = readDraft(sent, null);
    expect(read.ok ? '' : read.error.message).toContain(sentence);
  });

  it('of 4,096 bytes is kept, to the byte', () => {
    expect(readDraft({ time: 2, text: 'ä'.repeat(2048) }, null).ok).toBe(true);
  });

  it('loses control characters and those that turn the direction of text; lines and tabs stay', () => {
    const read = readDraft(
      { time: 2, text: 'a\u0000b\u001b[31m\u202egpj\u2066\r\nc\td\ud800', author: ' A\nB ' }, null
    );
    expect(read).toEqual({ ok: true, value: { time: 2, endTime: null, text: 'ab[31mgpj\nc\td\ufffd', author: 'A B' } });
  });

  it('changes only what it names; null takes the end and the author away', () => {
    const before = { time: 2, endTime: 5, text: 'a', author: 'A' };
    expect(readDraft({ revision: 1, text: 'b' }, before)).toEqual({ ok: true, value: { ...before, text: 'b' } });
    expect(readDraft({ endTime: null, author: null }, before))
      .toEqual({ ok: true, value: { time: 2, endTime: null, text: 'a', author: null } });
    expect(readDraft({ time: 7 }, before).ok).toBe(false);
  });
});
