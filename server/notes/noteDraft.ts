/** What a note may be. Text of strangers is checked here, once, on its way in. */
import type { Note } from '../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import { plainText } from '../../core/text/plainText.ts';

export type NoteDraft = Pick<Note, 'time' | 'endTime' | 'text' | 'author'>;

const MAX_TEXT_BYTES = 4096;
const MAX_AUTHOR_LETTERS = 80;
/** Year 2286: room enough, and still a time for every program. */
const LAST_TIME = 1e10;

/**
 * A note from what was sent, over what it was before (null: a new one). Times are rounded to milliseconds.
 * bad_data with a sentence that names the field.
 */
export function readDraft(sent: unknown, before: NoteDraft | null): Result<NoteDraft> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return fail('bad_data', 'A note is no JSON object; send one such as {"time": 1795190400, "text": "restarted"}.');
  const given = sent as Record<string, unknown>;
  const time = 'time' in given ? momentOf(given['time']) : before?.time ?? null;
  if (time === null) return fail('bad_data', '"time" of the note is no Unix time in seconds.');
  const endTime = given['endTime'] === undefined ? before?.endTime ?? null : given['endTime'] === null ? null : momentOf(given['endTime']);
  if (endTime === null && given['endTime'] !== undefined && given['endTime'] !== null) return fail('bad_data', '"endTime" of the note is no Unix time in seconds; leave it out for a moment.');
  if (endTime !== null && endTime <= time) return fail('bad_data', '"endTime" of the note is not later than its "time"; leave it out for a moment.');
  const text = given['text'] === undefined ? before?.text ?? '' : plainText(given['text']);
  if (text === null || text === '') return fail('bad_data', 'The note has no text.');
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES) return fail('too_large', `The note's text has ${Buffer.byteLength(text)} bytes; at most ${MAX_TEXT_BYTES} are kept. Shorten it, or link to where it stands.`);
  const author = given['author'] === undefined ? before?.author ?? '' : given['author'] === null ? '' : plainText(given['author'])?.replace(/\s+/g, ' ') ?? null;
  if (author === null) return fail('bad_data', 'The note\'s author is no text.');
  if (author.length > MAX_AUTHOR_LETTERS) return fail('bad_data', `The note's author is longer than ${MAX_AUTHOR_LETTERS} letters.`);
  return ok({ time, endTime, text, author: author === '' ? null : author });
}

function momentOf(value: unknown): number | null {
  if (typeof value !== 'number' || !(value >= 0 && value <= LAST_TIME)) return null;
  return Math.round(value * 1000) / 1000;
}
