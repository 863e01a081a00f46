/** Finds the parts of sample lines in the bytes of a body. `end`: end of the line. */
import { quote } from '../seriesKey.ts';

const TAB = 9, NEWLINE = 10, BLANK = 32, QUOTE = 34, BACKSLASH = 92, OPEN = 123, CLOSE = 125;

/** A body: its bytes, and views of the same memory that compare and decode faster. */
export interface BodyBytes {
  /** Not a Buffer, whose `indexOf` is slower. */
  bytes: Uint8Array;
  view: DataView;
  buffer: Buffer;
}

export function bodyBytes({ buffer, byteOffset, length }: Uint8Array): BodyBytes {
  return {
    bytes: new Uint8Array(buffer, byteOffset, length), view: new DataView(buffer, byteOffset, length),
    buffer: Buffer.from(buffer, byteOffset, length),
  };
}

/** Returns how many bytes, at most `most`, are equal from `at` in `one` and from `from` in `other` on. */
export function equalBytes(one: BodyBytes, at: number, other: BodyBytes, from: number, most: number): number {
  const { view, bytes } = one;
  const { view: otherView, bytes: otherBytes } = other;
  const length = Math.min(most, bytes.length - at, otherBytes.length - from);
  let same = 0;
  while (same + 4 <= length && view.getInt32(at + same, true) === otherView.getInt32(from + same, true)) same += 4;
  while (same < length && bytes[at + same] === otherBytes[from + same]) same += 1;
  return same;
}

/** Length up to which a loop finds the end of a line sooner than a call does. */
const SHORT_LINE = 32;

/** Returns the next line feed; -1 if there is none. */
export function findLineFeed(bytes: Uint8Array, from: number): number {
  const limit = Math.min(bytes.length, from + SHORT_LINE);
  for (let at = from; at < limit; at += 1) if (bytes[at] === NEWLINE) return at;
  return bytes.indexOf(NEWLINE, limit);
}

/** Returns the end of the series' name and labels; -1 if a brace is not closed. Skips braces and quotes in values. */
export function findKeyEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  let byte: number | undefined = 0;
  for (; at < end; at += 1) {
    byte = bytes[at];
    if (byte === OPEN || byte === BLANK || byte === TAB) break;
  }
  if (byte !== OPEN) {
    const after = skipBlanks(bytes, at, end);
    if (after >= end || bytes[after] !== OPEN) return at;
    at = after;
  }
  let quoted = false;
  for (at += 1; at < end; at += 1) {
    byte = bytes[at];
    if (byte === QUOTE) quoted = !quoted;
    else if (byte === BACKSLASH && quoted) at += 1;
    else if (byte === CLOSE && !quoted) return at + 1;
  }
  return -1;
}

export function badValue(value: string): string {
  return `value ${quote(value)} is not a number`;
}

export function skipBlanks(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && (bytes[at] === BLANK || bytes[at] === TAB)) at += 1;
  return at;
}

export function findBlank(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== BLANK && bytes[at] !== TAB) at += 1;
  return at;
}
