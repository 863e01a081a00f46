/** Handles the bytes of a log: encodings, terminal colours, and whether the file is one document. */
import { jsonObject } from './peelJson.ts';
import { untypeset } from './terminal/typography.ts';

export const MAX_LINE_BYTES = 64 * 1024;
const MAX_EXPORT_BYTES = 64 * 2 ** 20;
// oxlint-disable-next-line no-control-regex -- colours, titles and links of a terminal
const COLOURS = /(?:\u001b|\u241b|#033)\[[0-9;:?]{0,40}[A-Za-z]|\u001b\][^\u0007\u001b]{0,300}(?:\u0007|\u001b\\)/g;

/** Converts to UTF-8, and undoes the typography of a blog. */
export const asUtf8 = (bytes: Uint8Array): Uint8Array => untypeset(decoded(bytes));

/** PowerShell (`kubectl logs ... > file`) writes UTF-16, with or without a byte order mark. */
function decoded(bytes: Uint8Array): Uint8Array {
  const mark = bytes.length < 4 ? 0 : (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  if (mark === 0xefbb && bytes[2] === 0xbf) return bytes.subarray(3);
  const isLittle = mark === 0xfffe || (bytes[1] === 0 && bytes[3] === 0 && bytes[0] !== 0 && bytes[2] !== 0);
  const isBig = mark === 0xfeff || (bytes[0] === 0 && bytes[2] === 0 && bytes[1] !== 0 && bytes[3] !== 0);
  if (bytes.length < 4 || (!isLittle && !isBig)) return bytes;
  return new TextEncoder().encode(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes));
}

/** Whether the file may be JSON in one document or has a header of columns: only these are decoded as a whole. */
export function looksExported(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_EXPORT_BYTES) return false;
  const end = bytes.indexOf(10);
  const isLine = end > 0 && end < MAX_LINE_BYTES
    && jsonObject(new TextDecoder().decode(bytes.subarray(0, end)).trim()) !== null;
  const head = new TextDecoder().decode(bytes.subarray(0, 2000)).trimStart();
  return !isLine && (/^[{[]/.test(head) || /^[^\r\n=]{0,1900}[,;\t][^\r\n=]{0,1900}\r?\n/.test(head));
}

export function withoutColours(text: string): string {
  return text.includes('\u001b') || text.includes('\u241b') || text.includes('#033') ? text.replace(COLOURS, '') : text;
}
