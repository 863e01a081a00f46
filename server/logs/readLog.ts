/**
 * Log lines of a Go server, in any wrapper, with their times. Reads 2.x logfmt, 3.x slog, JSON of both,
 * and the prefixes of journald, kubectl, Docker and the container runtimes. Pure; a log is outside text, so every
 * size is bounded and a line that cannot be read is counted, not thrown at.
 */

export interface LogLine {
  /** 1-based, in the file. */
  line: number;
  /** ms since the epoch. */
  timeMs: number;
  /** Lower case; `""` when the line has none. */
  level: string;
  message: string;
  /** The pod or the service that kubectl or docker compose puts before the line; `""` without one. */
  of: string;
  /** The other keys, as text. Without a prototype. */
  fields: Readonly<Record<string, string>>;
}

export interface ReadLog {
  /** Lines with a message that was wanted, in the order of the file. */
  wanted: LogLine[];
  /** Lines that could be read, wanted or not. */
  readCount: number;
  /** Lines with text that are not log lines of this kind (stack traces, GC trace lines, other programs). */
  otherCount: number;
  /** Times of the first and the last line read; null without any. */
  firstMs: number | null;
  lastMs: number | null;
  /** More than `MAX_WANTED` lines were wanted: the oldest ones were dropped. */
  cut: boolean;
}

export const MAX_WANTED = 50_000;
const MAX_LINE_BYTES = 64 * 1024;
const STEP_BYTES = 32 * 1024;
const MAX_FIELDS = 64;
const MAX_VALUE = 8 * 1024;
const LATEST_MS = 7_258_118_400_000;

const TIME_KEYS = ['ts', 'time', 't', 'timestamp', '@timestamp'];
const MESSAGE_KEYS = ['msg', 'message'];
const ERROR_KEYS = ['err', 'error'];
const LEVEL_KEYS = ['level', 'lvl', 'severity'];
/** A logfmt line begins with one of these keys, after whatever prefix; slog also gives `source`, go-kit `caller`. */
const LOGFMT_START = /(?:^|[\s|\]>])((?:ts|time|level|caller|source|t|lvl)=)/;
/** A prefix's own time, with a zone: of kubectl --timestamps and the container runtimes. */
const PREFIX_TIME = /(?:^|\s)(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d))(?=\s|$)/;
/** `[pod/prometheus-0/prometheus] ` of kubectl --prefix, `prometheus-1  | ` of docker compose. */
const OF = /\[(pod\/[^\]\s]{1,200})\]|^\s*([\w.-]{1,100})\s+\|\s/;
/** After whatever prefix. */
const LAST_WORDS = /(?:^|[\s\]|>:])((?:panic|fatal error): \S.*)/;
// oxlint-disable-next-line no-control-regex -- colours of a terminal, as docker compose prints them
const COLOURS = /\u001b\[[0-9;]{0,20}m/g;

/**
 * Reads a whole log. `isWanted` sees each message; at most `MAX_WANTED` lines that it takes are kept, of a file in
 * order the newest.
 * A file that begins with the newest line, as log stores export them, is turned round.
 */
export function readLog(file: Uint8Array, isWanted: (message: string) => boolean): ReadLog {
  const steps = readLogInSteps(file, isWanted);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** As `readLog`, with a rest every few ms: reading the largest log takes seconds. */
export function* readLogInSteps(
  file: Uint8Array, isWanted: (message: string) => boolean
): Generator<undefined, ReadLog> {
  const bytes = asUtf8(file);
  const read: ReadLog = { wanted: [], readCount: 0, otherCount: 0, firstMs: null, lastMs: null, cut: false };
  const decoder = new TextDecoder('utf-8');
  let number = 0;
  let rested = 0;
  for (let from = 0; from < bytes.length;) {
    if (from - rested > STEP_BYTES) {
      rested = from;
      yield;
    }
    const newline = bytes.indexOf(10, from);
    const to = newline < 0 ? bytes.length : newline;
    number += 1;
    const text = to - from > MAX_LINE_BYTES ? null : decoder.decode(bytes.subarray(from, to)).trim();
    from = to + 1;
    if (text === '') continue;
    const line = text === null ? null : readLogLine(text, number) ?? lastWords(text, number, read.lastMs);
    if (line === null) {
      read.otherCount += 1;
      continue;
    }
    read.readCount += 1;
    read.firstMs = Math.min(read.firstMs ?? Infinity, line.timeMs);
    read.lastMs = Math.max(read.lastMs ?? -Infinity, line.timeMs);
    if (!isWanted(line.message)) continue;
    read.wanted.push(line);
    if (read.wanted.length < 2 * MAX_WANTED) continue;
    read.wanted = read.wanted.slice(-MAX_WANTED);
    read.cut = true;
  }
  if (read.wanted.length > MAX_WANTED) read.wanted = read.wanted.slice(-MAX_WANTED);
  if (isNewestFirst(read.wanted)) read.wanted.reverse();
  return read;
}

/** PowerShell writes what it redirects (`kubectl logs ... > file`) as UTF-16, with a byte order mark. */
function asUtf8(bytes: Uint8Array): Uint8Array {
  const mark = bytes.length < 2 ? 0 : (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  if (mark !== 0xfffe && mark !== 0xfeff) return bytes;
  return new TextEncoder().encode(new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be').decode(bytes));
}

/** Several starts one after the other, or a clock that was set, give a few steps back in time; here nearly all are. */
function isNewestFirst(lines: readonly LogLine[]): boolean {
  let back = 0;
  let ahead = 0;
  for (let i = 1; i < lines.length; i++) {
    const step = (lines[i]?.timeMs ?? 0) - (lines[i - 1]?.timeMs ?? 0);
    if (step < 0) back += 1;
    else if (step > 0) ahead += 1;
  }
  return back > 2 * ahead;
}

/** The output of a Go program that crashes is not a log line and has no time: it takes that of the line before. */
function lastWords(text: string, number: number, beforeMs: number | null): LogLine | null {
  const message = LAST_WORDS.exec(text)?.[1];
  if (message === undefined || beforeMs === null) return null;
  return {
    line: number, timeMs: beforeMs, level: 'error', message: message.slice(0, MAX_VALUE), of: ofPrefix(text),
    fields: emptyFields(),
  };
}

function ofPrefix(prefix: string): string {
  const match = OF.exec(prefix.slice(0, 400));
  return match?.[1] ?? match?.[2] ?? '';
}

/** One line; null when it has no time or no message. */
export function readLogLine(raw: string, number: number): LogLine | null {
  const text = raw.includes('\u001b') ? raw.replace(COLOURS, '') : raw;
  const brace = text.indexOf('{"');
  const logfmt = LOGFMT_START.exec(text.slice(0, 2000));
  if (brace >= 0 && (logfmt === null || brace < logfmt.index)) {
    const object = jsonObject(text.slice(brace));
    if (object !== null) return fromJson(object, text.slice(0, brace), number);
  }
  if (logfmt === null) return null;
  const start = logfmt.index + logfmt[0].length - (logfmt[1] ?? '').length;
  return lineOf(logfmtFields(text.slice(start)), text.slice(0, start), number);
}

/** JSON of the server itself, or of what wrapped its line: Docker's `log`, journald's `MESSAGE`. */
function fromJson(object: Record<string, unknown>, prefix: string, number: number): LogLine | null {
  const wrapped = object.log ?? object.MESSAGE;
  if (typeof wrapped === 'string' && MESSAGE_KEYS.every((key) => object[key] === undefined)) {
    // Once only: a wrapper in a wrapper is not a server log.
    const inner = wrapped.trim();
    if (inner.startsWith('{') && /^\{"(?:log|MESSAGE)"/.test(inner)) return null;
    const outerTime = typeof object.time === 'string' ? `${object.time} ` : '';
    return readLogLine(outerTime + inner, number);
  }
  const fields = emptyFields();
  for (const [key, value] of Object.entries(object).slice(0, MAX_FIELDS)) {
    fields[key] = (typeof value === 'string' ? value : jsonText(value)).slice(0, MAX_VALUE);
  }
  return lineOf(fields, prefix, number);
}

function lineOf(fields: Record<string, string>, prefix: string, number: number): LogLine | null {
  // The last word of a Prometheus 2.x that gives up has no message: `level=error err="opening storage failed: ..."`.
  const message = take(fields, MESSAGE_KEYS) ?? take(fields, ERROR_KEYS);
  const stated = take(fields, TIME_KEYS);
  const level = take(fields, LEVEL_KEYS);
  const timeMs = timeOf(stated) ?? timeOf(PREFIX_TIME.exec(prefix)?.[1]);
  if (message === undefined || timeMs === null) return null;
  return { line: number, timeMs, level: (level ?? '').toLowerCase(), message, of: ofPrefix(prefix), fields };
}

function take(fields: Record<string, string>, keys: string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key];
    if (value === undefined) continue;
    delete fields[key];
    return value;
  }
  return undefined;
}

/** RFC 3339 with its zone, or Unix seconds. A time without a zone is ambiguous and ignored. */
function timeOf(text: string | undefined): number | null {
  if (text === undefined || text.length > 40) return null;
  const ms = /^\d{9,10}(?:\.\d{1,9})?$/.test(text) ? Number(text) * 1000
    : /^\d{4}-\d\d-\d\d[T ].*(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text.replace(' ', 'T').replace(',', '.'))
      : NaN;
  return ms > 0 && ms < LATEST_MS ? ms : null;
}

/** `key=value key="quoted \"value\"" key`, read once from left to right. */
export function logfmtFields(text: string): Record<string, string> {
  const fields = emptyFields();
  let at = 0;
  for (let count = 0; at < text.length && count < MAX_FIELDS;) {
    while (text.charCodeAt(at) <= 32) at += 1;
    const keyFrom = at;
    while (at < text.length && text.charCodeAt(at) > 32 && text[at] !== '=') at += 1;
    const key = text.slice(keyFrom, at);
    if (text[at] !== '=') continue;
    at += 1;
    const value = text[at] === '"' ? quoted(text, at) : bare(text, at);
    at = value.end;
    if (key === '' || key.length > 100) continue;
    fields[key] = value.text.slice(0, MAX_VALUE);
    count += 1;
  }
  return fields;
}

function bare(text: string, from: number): { text: string; end: number } {
  let end = from;
  while (end < text.length && text.charCodeAt(end) > 32) end += 1;
  return { text: text.slice(from, end), end };
}

function quoted(text: string, from: number): { text: string; end: number } {
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
  return { text: escaped ? unescape(text.slice(from, end + 1), inner) : inner, end: Math.min(text.length, end + 1) };
}

/** Go's quoting is JSON's for what servers log; what is not (`\x00`) stays as it was written. */
function unescape(whole: string, inner: string): string {
  try {
    const value: unknown = JSON.parse(whole);
    return typeof value === 'string' ? value : inner;
  } catch (error) {
    if (error instanceof SyntaxError) return inner;
    throw error;
  }
}

function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A value nested too deep to serialize is omitted from the line. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

function emptyFields(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}
