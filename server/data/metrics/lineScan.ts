/** Finds the parts of one sample line. Positions are in the whole text; `end` is the end of the line. */
import { quote } from './seriesKey.ts';

const TAB = 9, BLANK = 32, QUOTE = 34, BACKSLASH = 92, OPEN = 123, CLOSE = 125;

/** Returns the end of the series' name and labels; -1 if a brace is not closed. Skips braces and quotes in values. */
export function findKeyEnd(text: string, start: number, end: number): number {
  let at = start;
  let code = 0;
  for (; at < end; at += 1) {
    code = text.charCodeAt(at);
    if (code === OPEN || code === BLANK || code === TAB) break;
  }
  if (code !== OPEN) {
    const after = skipBlanks(text, at, end);
    if (after >= end || text.charCodeAt(after) !== OPEN) return at;
    at = after;
  }
  let quoted = false;
  for (at += 1; at < end; at += 1) {
    code = text.charCodeAt(at);
    if (code === QUOTE) quoted = !quoted;
    else if (code === BACKSLASH && quoted) at += 1;
    else if (code === CLOSE && !quoted) return at + 1;
  }
  return -1;
}

export function badValue(text: string, valueAt: number, end: number): string {
  return `value ${quote(text.slice(valueAt, findBlank(text, valueAt, end)))} is not a number`;
}

export function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && (text.charCodeAt(at) === BLANK || text.charCodeAt(at) === TAB)) at += 1;
  return at;
}

export function findBlank(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) !== BLANK && text.charCodeAt(at) !== TAB) at += 1;
  return at;
}

const scratch = Buffer.allocUnsafe(4096);

/** Copies a text, because a slice keeps the whole body alive. */
export function detach(slice: string): string {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  if (slice.length * 3 > scratch.length) return Buffer.from(slice, 'utf8').toString('utf8');
  return scratch.toString('utf8', 0, scratch.write(slice, 'utf8'));
}
