/**
 * Parses the text in front of a sample's value, `name{label="value",...}` or `{"utf-8 name",label="value"}`, into a
 * name and labels. Rules: https://prometheus.io/docs/instrumenting/exposition_formats/ and the UTF-8 names of
 * OpenMetrics.
 */
import type { Labels } from '../../../core/contract/terms/targetKind.ts';

export interface SeriesKey {
  name: string;
  labels: Labels;
  /** True if the text is already `canonicalKey(name, labels)`. */
  canonical: boolean;
}

const LEGACY_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LEGACY_LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
const QUOTE = 34, BACKSLASH = 92, CLOSE = 125, COMMA = 44, EQUALS = 61;

/**
 * Parses a key whose closing brace, if it has an opening one, is its last character. Labels with an empty value are
 * omitted, because the data model treats them as absent. A string result is the error message, without the line number.
 */
export function parseSeriesKey(text: string): SeriesKey | string {
  const brace = text.indexOf('{');
  let name = brace < 0 ? text : text.slice(0, brace).trimEnd();
  if (name !== '' && !LEGACY_NAME.test(name)) return `${quote(name)} is no metric name`;
  const labels: Record<string, string> = {};
  if (brace < 0) return name === '' ? 'the metric name is missing' : { name, labels, canonical: true };

  // Checks whether the text is canonical: most series then need no new key.
  let canonical = name.length === brace && text.charCodeAt(text.length - 2) !== COMMA && !text.includes('\\');
  let before = '';
  const end = text.length - 1;
  let at = skipBlanks(text, brace + 1);
  while (at < end) {
    let left: string;
    const quoted = text.charCodeAt(at) === QUOTE;
    if (quoted) {
      const close = closingQuote(text, at);
      if (close < 0) return 'a quote is not closed';
      left = unescapeText(text.slice(at + 1, close));
      at = skipBlanks(text, close + 1);
      canonical = false;
    } else {
      const start = at;
      while (at < end && !isStop(text.charCodeAt(at))) at += 1;
      left = text.slice(start, at);
      if (text.charCodeAt(at) !== EQUALS) canonical = false;
      at = skipBlanks(text, at);
    }
    if (text.charCodeAt(at) === EQUALS) {
      if (!quoted && !LEGACY_LABEL.test(left)) return `${quote(left)} is no label name`;
      // Assigning to __proto__ of a plain object would silently drop the value.
      if (left === '' || left === '__name__' || left === '__proto__') return `${quote(left)} may not be a label name`;
      at += 1;
      if (text.charCodeAt(at) !== QUOTE) {
        at = skipBlanks(text, at);
        canonical = false;
      }
      if (text.charCodeAt(at) !== QUOTE) return `the value of label ${quote(left)} is not quoted`;
      const close = closingQuote(text, at);
      if (close < 0) return `the value of label ${quote(left)} is not closed`;
      const value = unescapeText(text.slice(at + 1, close));
      // Sorted labels, as nearly every target writes them, cannot be duplicates.
      if (left <= before || value === '') canonical = false;
      if (left <= before && Object.hasOwn(labels, left)) return `label ${quote(left)} stands twice`;
      if (left > before) before = left;
      labels[left] = value;
      at = close + 1;
    } else if (quoted) {
      if (name !== '') return 'the metric name stands twice';
      if (left === '') return 'the metric name is empty';
      name = left;
    } else {
      return `"=" is missing after label ${quote(left)}`;
    }
    if (text.charCodeAt(at) !== COMMA && at < end) {
      at = skipBlanks(text, at);
      canonical = false;
    }
    const next = text.charCodeAt(at);
    if (next === COMMA) {
      at += 1;
      const blanks = skipBlanks(text, at);
      if (blanks > at) canonical = false;
      at = blanks;
    } else if (at !== end || next !== CLOSE) {
      return '"," or "}" is missing between labels';
    }
  }
  if (name === '') return 'the metric name is missing';
  return { name, labels: canonical ? labels : withoutEmpty(labels), canonical: canonical && before !== '' };
}

/** Returns the identity of a series: one text, independent of label order and spelling. */
export function canonicalKey(name: string, labels: Labels): string {
  return renderSeriesKey(
    name, Object.fromEntries(Object.entries(labels).sort(([left], [right]) => (left < right ? -1 : 1)))
  );
}

function withoutEmpty(labels: Labels): Labels {
  return Object.values(labels).includes('')
    ? Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== '')) : labels;
}

/** Returns the key as written in an exposition; names outside the old character set are quoted inside the braces. */
export function renderSeriesKey(name: string, labels: Labels): string {
  const parts = Object.entries(labels).map(([label, value]) =>
    `${LEGACY_LABEL.test(label) ? label : `"${escapeText(label)}"`}="${escapeText(value)}"`);
  if (!LEGACY_NAME.test(name)) return `{${[`"${escapeText(name)}"`, ...parts].join(',')}}`;
  return parts.length === 0 ? name : `${name}{${parts.join(',')}}`;
}

/** Quotes untrusted text for a message: control characters escaped, at most 60 characters. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}

function closingQuote(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return -1;
}

function isStop(code: number): boolean {
  return code === EQUALS || code === COMMA || code === CLOSE || code === QUOTE || code === 32 || code === 9;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at += 1;
  return at;
}

/** Codes of `\n` and its line end. */
const [N, LINE_END] = [110, 10];

/** Texts from here on may hold so many escapes that a call for each takes five times as long as a loop. */
const LONG = 1024;

/** Unescapes a text; keeps an unknown escape with its backslash, as in Prometheus. */
export function unescapeText(text: string): string {
  if (!text.includes('\\')) return text;
  if (text.length < LONG)
    return text.replace(/\\([\\"n])/g, (_whole, escaped: string) => (escaped === 'n' ? '\n' : escaped));
  const codes = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    let code = text.charCodeAt(at);
    if (code === BACKSLASH) {
      const next = text.charCodeAt(at + 1);
      if (next === BACKSLASH || next === QUOTE || next === N) {
        code = next === N ? LINE_END : next;
        at += 1;
      }
    }
    codes[length] = code;
    length += 1;
  }
  return textOf(codes, length);
}

export function escapeText(text: string): string {
  if (text.length < LONG)
    return text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
  const codes = new Uint16Array(2 * text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH || code === QUOTE || code === LINE_END) {
      codes[length] = BACKSLASH;
      length += 1;
    }
    codes[length] = code === LINE_END ? N : code;
    length += 1;
  }
  return textOf(codes, length);
}

const textOf = (codes: Uint16Array, length: number): string =>
  Buffer.from(codes.buffer, 0, 2 * length).toString('utf16le');

/** Returns the number of characters of the labels, of which a hostile target may have very many. */
export function labelsLength(labels: Labels): number {
  let length = 0;
  for (const name in labels) length += name.length + (labels[name]?.length ?? 0);
  return length;
}
