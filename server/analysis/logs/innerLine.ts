/** Parses a server's own line, without its envelopes: logfmt, JSON, or time and level between tabs. Pure. */
import { emptyFields, MAX_FIELDS, MAX_VALUE, type Cut } from './logLine.ts';
import { readLogfmt, type Logfmt } from './logfmt.ts';
import { isTabbed, startsRecord } from './records.ts';
import { jsonObject, jsonText } from './peelJson.ts';
import { stampAt, wholeStamp, type Stamp } from './stamps.ts';

export interface Inner {
  /** The message's own time, or one in an unknown prefix. */
  stamp: Stamp | null;
  level: string;
  message: string;
  fields: Record<string, string>;
  cut: string | null;
  format: 'logfmt' | 'json' | 'tabs';
  /** Text before the line that no known envelope accounts for. */
  prefix: string;
}

const TIME_KEYS = ['ts', 'time', 't', 'timestamp', '@timestamp'];
const MESSAGE_KEYS = ['msg', 'message'];
const ERROR_KEYS = ['err', 'error'];
const LEVEL_KEYS = ['level', 'lvl', 'severity'];
/** Matches the first key of a logfmt line, after any prefix; slog also writes `source`, go-kit `caller`. */
const LOGFMT_START = /(?:^|[\s|\]>`])((?:ts|time|level|caller|source|t|lvl)=)/;
/** Matches a time in an unknown prefix. */
const PREFIX_TIME = /(?:^|\s)(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d))(?=\s|$)/;
/** Long messages of Prometheus, used to complete a cut one if only one message begins so. */
const MESSAGES = [
  'Replaying on-disk memory mappable chunks if any', 'On-disk memory mappable chunks replay completed',
  'Replaying WAL, this may take a while', 'Replaying WAL and WBL', 'WAL checkpoint loaded', 'WAL segment loaded',
  'WAL replay completed', 'WBL segment loaded', 'Server is ready to receive web requests.',
  'Starting Prometheus Server', 'Starting TSDB ...', 'TSDB started', 'Found healthy block', 'compact blocks',
  'Head GC completed', 'WAL checkpoint complete', 'WAL truncation completed', 'Deleting obsolete block',
  'Creating checkpoint', 'Chunk snapshot is enabled, replaying from the snapshot', 'Chunk snapshot loading time',
  'Received SIGTERM, exiting gracefully...', 'See you next time!', 'Loading configuration file',
  'Completed loading of configuration file', 'Start listening for connections', 'Starting corruption repair',
  'Encountered WAL read error, attempting repair', 'Deleting all segments newer than corrupted segment',
  'out-of-order compaction completed', 'compaction failed', 'sync previous segment',
];
/** Matches the mark that a pager puts at a cut. */
const CUT_MARK = /(?:\u2026|\.\.\.|[>\u00bb])\s*$/;
const DURATION_END = /=(?:[\d.]{1,20}(?:h|m|[mnu\xb5\u03bc]?s)){0,3}[\d.]{1,20}[mnu\xb5\u03bc]?s$/;
const MIN_CUT_LENGTH = 8;

/** Matches level, file and message between tabs. */
const AFTER_STAMP = /^\s+([A-Za-z]{4,6})\s+(?:([^\s:]{1,200}:\d{1,7})\s+)?(\S.*)$/s;
const JSON_PAIR = new RegExp(
  /[{,]\s{0,8}"([\w.@-]{1,100})"\s{0,8}:\s{0,8}/.source
    + /(?:"((?:[^"\\]|\\.){0,8000})"|(-?[\w.+-]{1,40}))(?=\s{0,8}[,}])/.source, 'y'
);

/** Returns the parsed line; null if the text has no known log format. */
export function readInner(text: string, end: Cut): Inner | null {
  const tabbed = isTabbed(text) ? fromTabs(text, end === 'cut') : null;
  if (tabbed !== null) return tabbed;
  const brace = text.indexOf('{"');
  const logfmt = LOGFMT_START.exec(text.slice(0, 2000));
  if (brace >= 0 && (logfmt === null || brace < logfmt.index)) {
    const object = jsonObject(text.slice(brace)) ?? (end !== 'whole' ? partsOfJson(text.slice(brace)) : null);
    if (object !== null) return fromJson(object, text.slice(0, brace));
  }
  if (logfmt === null) return null;
  const start = logfmt.index + logfmt[0].length - (logfmt[1] ?? '').length;
  // A sentence quotes the line.
  const close = text.charAt(start - 1) === '`' ? text.indexOf('`', start) : -1;
  return close < 0 ? fromLogfmt(text.slice(start), text.slice(0, start), end)
    : fromLogfmt(text.slice(start, close), text.slice(0, start), 'whole');
}

/** Parses VictoriaMetrics and zap's console: `time<tab>level<tab>file.go:12<tab>message`; tabs may be blanks. */
function fromTabs(text: string, isCut: boolean): Inner | null {
  const found = stampAt(text);
  const match = found === null ? null
    : AFTER_STAMP.exec(text.slice(found.end, found.end + MAX_VALUE));
  if (found === null || match === null) return null;
  const [, level = '', caller, rest = ''] = match;
  const brace = Math.max(rest.lastIndexOf('\t{'), rest.lastIndexOf('  {"'));
  const object = brace < 0 ? null : jsonObject(rest.slice(brace).trim());
  const fields = object === null ? emptyFields() : textFields(object);
  // The line is cut within the file name, so that its message is missing.
  if (isCut && caller === undefined && !/\s/.test(rest.trim())) return null;
  if (caller !== undefined) fields.caller = caller;
  const message = (object === null ? rest : rest.slice(0, brace)).replace(isCut ? CUT_MARK : /^$/, '').trim();
  return {
    stamp: found.stamp, level: level.toLowerCase(), message, fields, cut: isCut ? 'message' : null, format: 'tabs',
    prefix: '',
  };
}

function fromJson(object: Record<string, unknown>, prefix: string): Inner | null {
  const inner = lineOf(textFields(object), prefix, 'json');
  if (inner !== null && object[CUT_KEY] !== undefined) inner.cut = '';
  if (inner !== null) delete inner.fields[CUT_KEY];
  return inner;
}

const CUT_KEY = '\u0000cut';

/** Returns the complete pairs of JSON that is cut off; linear, because each value is read once. */
function partsOfJson(text: string): Record<string, unknown> | null {
  const object: Record<string, unknown> = {};
  JSON_PAIR.lastIndex = 0;
  for (let count = 0; count < MAX_FIELDS; count++) {
    const match = JSON_PAIR.exec(text);
    if (match === null) break;
    object[match[1] ?? ''] = match[2] ?? match[3] ?? '';
  }
  if (Object.keys(object).length === 0) return null;
  object[CUT_KEY] = '1';
  return object;
}

function textFields(object: Record<string, unknown>): Record<string, string> {
  const fields = emptyFields();
  for (const [key, value] of Object.entries(object).slice(0, MAX_FIELDS))
    fields[key] = (typeof value === 'string' ? value : jsonText(value)).slice(0, MAX_VALUE);
  return fields;
}

function fromLogfmt(text: string, prefix: string, end: Cut): Inner | null {
  // Removes the comma that follows each line in a list.
  const shown = end === 'cut' ? text.replace(CUT_MARK, '') : text.replace(/(?<=["\w]),$/, '');
  const read = readLogfmt(shown);
  // A line that ends within a key was cut by a pager, whatever the width.
  const isBroken = read.isOpen || (read.endsInKey && /\s[a-z]\w*$/i.test(shown));
  const cut = end !== 'whole' || isBroken ? cutKey(read, shown, end) : null;
  const isMessage = cut !== null && MESSAGE_KEYS.includes(cut);
  if (cut !== null && !isMessage && !ERROR_KEYS.includes(cut)) delete read.fields[cut];
  const inner = lineOf(read.fields, prefix, 'logfmt');
  if (inner === null) return null;
  // A collector logs lines that it read as messages of its own.
  const wrapped = startsRecord(inner.message) ? readInner(inner.message, isMessage ? 'cut' : 'whole') : null;
  if (wrapped !== null) return { ...wrapped, stamp: wrapped.stamp ?? inner.stamp };
  inner.cut = isMessage ? 'message' : cut;
  if (isMessage) inner.message = completed(inner.message.replace(/(?:\u2026|\.\.\.)$/, ''));
  return inner;
}

/** Returns the key whose value may be cut, `""` if unknown; null if the end shows that the line is whole. */
function cutKey(read: Logfmt, text: string, end: Cut): string | null {
  if (read.endsInKey) return '';
  const isWhole = end === 'cut' ? '' : null;
  if (read.isOpen) return read.lastKey;
  if (read.isClosed || read.lastKey === null || /\s$/.test(text)) return isWhole;
  // A duration with its unit is complete.
  if (DURATION_END.test(text.slice(-100))) return isWhole;
  return read.lastKey;
}

function completed(message: string): string {
  if (message.length < MIN_CUT_LENGTH) return message;
  const begun = MESSAGES.filter((one) => one.toLowerCase().startsWith(message.toLowerCase()));
  return begun.length === 1 ? begun[0] ?? message : message;
}

function lineOf(fields: Record<string, string>, prefix: string, format: Inner['format']): Inner | null {
  // The last line of a Prometheus 2.x that fails has no message: `level=error err="opening storage failed: ..."`.
  const message = take(fields, MESSAGE_KEYS) ?? take(fields, ERROR_KEYS);
  const own = wholeStamp(take(fields, TIME_KEYS));
  const level = take(fields, LEVEL_KEYS);
  if (message === undefined) return null;
  const stamp = own?.zoned === true ? own : wholeStamp(PREFIX_TIME.exec(prefix)?.[1]);
  return { stamp, level: (level ?? '').toLowerCase(), message, fields, cut: null, format, prefix };
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

/** A shell prompt, before which a program in the background writes its line. */
const SHELL_PROMPT = /^\s{0,20}[[(]?[\w.-]{1,60}@[\w.-]{1,100}[^\n#$%>]{0,120}[#$%>]\s{0,4}$/;

/** Returns the name in an unknown prefix, without times, numbers and levels; `""` for none, and for a prompt. */
export function nameOfPrefix(prefix: string): string {
  if (prefix.trim() === '' || prefix.length > 200 || SHELL_PROMPT.test(prefix)) return '';
  return prefix.replace(/\d{4}-\d\d-\d\d[T ]?|\d\d:\d\d:\d\d\S{0,20}/g, ' ')
    .replace(/\b(?:debug|info|warn(?:ing)?|error|fatal|panic|stdout|stderr|F|P|Z|UTC)\b/gi, ' ')
    .split(/[\s|[\](){}<>,;"'`]+/).map((word) => word.replace(/^[:=#*-]+|[:=#*-]+$/g, ''))
    .filter((word) => /[a-z]/i.test(word)).slice(0, 4).join(' ').slice(0, 100);
}
