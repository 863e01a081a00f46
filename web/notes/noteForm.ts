/** Parses the note form; pure. */
import type { NoteRequest } from '../../core/contract/questions/bodies.ts';
import { parseLocalInput } from '../ui/localTime.ts';
import type { Zone } from '../../core/text/zone.ts';

export const mostTextBytes = 4_096;

export interface NoteFields { text: string; time: string; endTime: string; author: string }

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Returns the note, or a sentence that says which field is invalid. */
export function readFields(fields: NoteFields, zone: Zone): { note: Required<NoteRequest> } | { error: string } {
  const text = fields.text.trim();
  if (text === '') return { error: 'Enter a text.' };
  const bytes = bytesOf(text);
  if (bytes > mostTextBytes)
    return { error: `The text is ${(bytes - mostTextBytes).toLocaleString('en-US')} bytes too long.` };
  const time = parseLocalInput(fields.time, zone);
  if (time === null) return { error: '“At” is not a time. Write 2026-11-20 14:00:00.' };
  const endTime = fields.endTime.trim() === '' ? null : parseLocalInput(fields.endTime, zone);
  if (endTime === null && fields.endTime.trim() !== '')
    return { error: '“Until” is not a time. Write 2026-11-20 14:00:00, or leave it empty.' };
  if (endTime !== null && endTime <= time)
    return { error: '“Until” must be later than “At”. Leave it empty for a single moment.' };
  return { note: { text, time, endTime, author: fields.author.trim() === '' ? null : fields.author.trim() } };
}

const authorKey = 'tsdbscope-author';

/** Returns the last author name; '' if the browser stores nothing. */
export function rememberedAuthor(): string {
  try {
    return localStorage.getItem(authorKey) ?? '';
  } catch {
    // Storage is disabled: the reader types the name again.
    return '';
  }
}

export function rememberAuthor(author: string): void {
  try {
    localStorage.setItem(authorKey, author);
  } catch {
    // As above: only the convenience is lost.
  }
}
