/** Validates notes beyond their schema. Untrusted text is cleaned here, once, when it is received. */
import type { Note } from '../../../core/contract/contract.ts';
import { MAX_NOTE_BYTES, type NoteRequest } from '../../../core/contract/questions/bodies.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { plainText } from '../../../core/text/plainText.ts';

export type NoteDraft = Pick<Note, 'time' | 'endTime' | 'text' | 'author'>;

/**
 * Returns the note to store, times rounded to milliseconds. bad_data or too_large with a sentence that names the field.
 */
export function noteDraft(note: NoteRequest): Result<NoteDraft> {
  const time = toMilliseconds(note.time);
  const endTime = typeof note.endTime === 'number' ? toMilliseconds(note.endTime) : null;
  if (endTime !== null && endTime <= time)
    return fail('bad_data', '"endTime" of the note is not later than its "time"; omit it for a moment.');
  const text = plainText(note.text) ?? '';
  if (text === '') return fail('bad_data', 'The note has no text.');
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_NOTE_BYTES) return fail(
    'too_large', `The note's text has ${bytes} bytes; at most ${MAX_NOTE_BYTES} are kept. `
      + 'Shorten it, or link to where it stands.'
  );
  return ok({ time, endTime, text, author: plainText(note.author)?.replace(/\s+/g, ' ') || null });
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
