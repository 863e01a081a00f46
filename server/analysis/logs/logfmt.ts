/** Parses `key=value key="quoted \"value\"" key`, and reports where a line breaks off. Pure and linear. */
import { emptyFields, MAX_FIELDS, MAX_VALUE } from './logLine.ts';

export interface Logfmt {
  fields: Record<string, string>;
  /** The key whose value reaches the end of the text; null if the text ends with a key without a value, or has none. */
  lastKey: string | null;
  /** Whether the last value has an opening quote and no closing one. */
  isOpen: boolean;
  /** Whether the last value ends with a closing quote. */
  isClosed: boolean;
  /** Whether the text ends with a word without `=`, which is the beginning of a key. */
  endsInKey: boolean;
}

export function readLogfmt(text: string): Logfmt {
  const read: Logfmt = { fields: emptyFields(), lastKey: null, isOpen: false, isClosed: false, endsInKey: false };
  let at = 0;
  for (let count = 0; at < text.length && count < MAX_FIELDS;) {
    while (text.charCodeAt(at) <= 32) at += 1;
    if (at >= text.length) break;
    const keyFrom = at;
    while (at < text.length && text.charCodeAt(at) > 32 && text[at] !== '=') at += 1;
    const key = text.slice(keyFrom, at);
    if (text[at] !== '=') {
      [read.lastKey, read.endsInKey] = [null, true];
      continue;
    }
    at += 1;
    const isQuoted = text[at] === '"';
    const value = isQuoted ? quoted(text, at) : bare(text, at);
    at = value.end;
    [read.lastKey, read.isOpen, read.isClosed, read.endsInKey] = [key, value.isOpen, isQuoted && !value.isOpen, false];
    if (key === '' || key.length > 100) continue;
    // go-kit writes some keys twice; a cut line still has the first.
    if (read.fields[key] === undefined) read.fields[key] = value.text.slice(0, MAX_VALUE);
    count += 1;
  }
  return read;
}

export function logfmtFields(text: string): Record<string, string> {
  return readLogfmt(text).fields;
}

interface Value { text: string; end: number; isOpen: boolean }

function bare(text: string, from: number): Value {
  let end = from;
  while (end < text.length && text.charCodeAt(end) > 32) end += 1;
  return { text: text.slice(from, end), end, isOpen: false };
}

function quoted(text: string, from: number): Value {
  let end = from + 1;
  let escaped = false;
  while (end < text.length && text[end] !== '"') {
    if (text[end] === '\\') {
      escaped = true;
      end += 1;
    }
    end += 1;
  }
  const inner = text.slice(from + 1, end);
  return {
    text: escaped ? unescape(text.slice(from, end + 1), inner) : inner, end: Math.min(text.length, end + 1),
    isOpen: end >= text.length,
  };
}

/** Unescapes as JSON, which Go's quoting equals for what servers log; other escapes (`\x00`) stay unchanged. */
function unescape(whole: string, inner: string): string {
  try {
    const value: unknown = JSON.parse(whole);
    return typeof value === 'string' ? value : inner;
  } catch (error) {
    if (error instanceof SyntaxError) return inner;
    throw error;
  }
}
