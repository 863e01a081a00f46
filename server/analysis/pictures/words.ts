/** Text of a picture: sanitized, cut and wrapped by its measured width. Pure. */
import { countPassing } from '../../../core/statistics/ascending.ts';
import type { FontMetrics } from './fontMetrics.ts';

/** Longer text is not readable in a picture and slow to measure. */
const MAX_CHARACTERS = 2000;
/** C0 and C1 controls. */
const CONTROL = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';
/** Characters that change the writing direction, have no width, or are forbidden in XML. */
const INVISIBLE = '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\uffff';
const LONE_SURROGATE = '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]';
const DROPPED = new RegExp(`[${CONTROL}${INVISIBLE}]|${LONE_SURROGATE}`, 'g');

/** Returns one line of text, without characters that break the line, the markup or the writing direction. */
export function cleaned(text: string): string {
  return text.slice(0, MAX_CHARACTERS).replace(/[\t\r\n\u2028\u2029]+/g, ' ').replace(DROPPED, '');
}

/** Escapes text for text nodes and attribute values. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export type Cut = 'end' | 'middle';

/** Returns as much of the text as fits `room`, with an ellipsis if it is cut; '' if not even that fits. */
export function fitted(
  text: string, room: number, font: FontMetrics, { sizePx, cut = 'end' }: { sizePx: number; cut?: Cut },
): string {
  const line = cleaned(text);
  if (font.widthOf(line, sizePx) <= room) return line;
  const characters = Array.from(line);
  const shortened = (kept: number): string => {
    const head = cut === 'end' ? kept : Math.floor(kept / 2);
    const tail = cut === 'end' ? '' : characters.slice(characters.length - (kept - head)).join('');
    return `${characters.slice(0, head).join('').trimEnd()}…${tail}`;
  };
  const most = countPassing(characters.length - 1, (more) => font.widthOf(shortened(more + 1), sizePx) <= room);
  return most === 0 ? '' : shortened(most);
}

/**
 * Returns lines at most `room` wide, broken at spaces. A word longer than a line (a function name) breaks after slashes
 * and before dots; a part that is still too long is cut in the middle. Past `maxLines` the last line ends in an
 * ellipsis. '' gives none.
 */
export function wrapped(
  text: string, room: number, font: FontMetrics, { sizePx, maxLines }: { sizePx: number; maxLines: number },
): string[] {
  const words = cleaned(text).split(' ').filter((word) => word !== '')
    .flatMap((word) => (font.widthOf(word, sizePx) <= room ? [word] : partsOf(word, room, font, sizePx)));
  const lines: string[] = [];
  let line = '';
  for (const [i, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || font.widthOf(longer, sizePx) <= room) {
      line = longer;
      continue;
    }
    if (lines.length === maxLines - 1) {
      lines.push(fitted([line, ...words.slice(i)].join(' '), room, font, { sizePx }));
      return lines;
    }
    lines.push(fitted(line, room, font, { sizePx }));
    line = word;
  }
  return line === '' ? lines : [...lines, fitted(line, room, font, { sizePx })];
}

/** Splits one word into parts at most `room` wide. */
function partsOf(word: string, room: number, font: FontMetrics, sizePx: number): string[] {
  const parts: string[] = [];
  for (const piece of word.split(/(?<=\/)|(?=\.)/)) {
    const longer = `${parts.at(-1) ?? ''}${piece}`;
    if (parts.length > 0 && font.widthOf(longer, sizePx) <= room) parts[parts.length - 1] = longer;
    else parts.push(piece);
  }
  return parts.map((part) => fitted(part, room, font, { sizePx, cut: 'middle' }));
}
