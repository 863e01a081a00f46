/** Reads the lines of a recording file field by field, and writes scrapes as lines, see docs/recordings.md. */
import type { ScrapeError, ScrapeRow } from '../../metrics/series.ts';
import type { ScrapeErrorKind } from '../../../../core/contract/terms/targetKind.ts';
import { jsonObjectOf, NO_OBJECT } from '../../incident/jsonObject.ts';
import { isErrorKind } from '../partitions/partitionSchema.ts';

/** A scrape of /metrics as recorded in a line. */
export interface RecordedScrape {
  startMs: number;
  durationSeconds: number;
  status: number;
  /** Body; null unless the target answered 200 with one. */
  body: string | null;
  bytes: number | null;
  contentType: string;
  error: ScrapeError | null;
  extras: Record<string, number>;
  /** Answer of the target's node_exporter, as exposition text; null where the line has none. */
  node: string | null;
  repeated: boolean | null;
}

/** Content of a line: a scrape, the answer of another path at a moment, or something to ignore. */
export type RecordingLine =
  | { kind: 'scrape'; scrape: RecordedScrape }
  | { kind: 'ready'; timeMs: number; ready: boolean }
  | { kind: 'walreplay'; timeMs: number; min: number; max: number; current: number }
  | { kind: 'other'; timeMs: number };

/** Times are between 2001 and 2100; outside, the recording's clock or the unit is wrong. */
const EARLIEST_MS = 1e12;
const LATEST_MS = 4.1e12;
/** Content type of bodies that are written here. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
/** Numbers that JSON cannot represent. */
const NOT_FINITE = ['NaN', 'Infinity', '-Infinity'];

const KIND_BY_CODE: Record<string, ScrapeErrorKind> = {
  ECONNREFUSED: 'refused', ECONNRESET: 'reset', ETIMEDOUT: 'timeout', ENOTFOUND: 'dns',
};
const CODE_BY_KIND: Partial<Record<ScrapeErrorKind, string>> = { refused: 'ECONNREFUSED', reset: 'ECONNRESET' };

const SENTENCES: Partial<Record<ScrapeErrorKind, string>> = {
  refused: 'The target refused the connection.',
  reset: 'The target reset the connection.',
  timeout: 'The target did not answer in time.',
  skipped: 'The previous scrape was still running.',
};

/** Returns the parsed line, or a sentence that says what is wrong with it. */
export function readRecordingLine(text: string): RecordingLine | string {
  const fields = jsonObjectOf(text);
  if (fields === null) return NO_OBJECT;
  const { t: timeMs } = fields;
  if (typeof timeMs !== 'number' || !(timeMs >= EARLIEST_MS && timeMs <= LATEST_MS)) {
    return '"t" is not a time in milliseconds since 1970, between 2001 and 2100';
  }
  if (fields.proc === true) return { kind: 'other', timeMs };
  switch (fields.path) {
    case '/metrics': return readScrape(fields, timeMs);
    case '/-/ready': return typeof fields.status === 'number' && fields.status > 0
      ? { kind: 'ready', timeMs, ready: fields.status === 200 } : { kind: 'other', timeMs };
    case '/api/v1/status/walreplay': return readWalReplay(fields, timeMs);
    default: return typeof fields.path === 'string' ? { kind: 'other', timeMs } : '"path" is missing';
  }
}

function readScrape(fields: Record<string, unknown>, startMs: number): RecordingLine | string {
  const scrape: RecordedScrape = {
    startMs, durationSeconds: 0, status: 0, body: null, bytes: null, contentType: '', error: null,
    extras: {}, node: null, repeated: null,
  };
  if (fields.skipped === true) {
    scrape.error = { kind: 'skipped', message: messageOf(fields, SENTENCES.skipped ?? '') };
  } else {
    const { dur_ms: duration, status = 0 } = fields;
    if (typeof duration !== 'number' || !(duration >= 0 && duration < 1e9))
      return '"dur_ms" is not a duration in milliseconds';
    if (typeof status !== 'number' || !Number.isInteger(status) || status < 0 || status > 999)
      return '"status" is not an HTTP status';
    // Whole nanoseconds, exactly as a live scrape keeps them.
    scrape.durationSeconds = Math.round(duration * 1e6) / 1e9;
    scrape.status = status;
    if (typeof fields.ct === 'string') scrape.contentType = fields.ct;
    if (typeof fields.bytes === 'number' && fields.bytes >= 0) scrape.bytes = fields.bytes;
    if (typeof fields.repeated === 'boolean') scrape.repeated = fields.repeated;
    if (fields.err !== undefined) scrape.error = readError(fields);
    else if (status !== 200)
      scrape.error = { kind: 'http', message: messageOf(fields, `The target answered with HTTP status ${status}.`) };
    else if (typeof fields.body === 'string') scrape.body = fields.body;
    else return 'a scrape that was answered has no "body"';
  }
  const extras = readExtras(fields.extras);
  if (typeof extras === 'string') return extras;
  scrape.extras = extras;
  if (fields.node !== undefined) {
    if (typeof fields.node !== 'string') return '"node" is not a string';
    scrape.node = fields.node;
  }
  return { kind: 'scrape', scrape };
}

function readError(fields: Record<string, unknown>): ScrapeError {
  const code = typeof fields.err === 'string' ? fields.err : '';
  const kind = KIND_BY_CODE[code] ?? (isErrorKind(code) ? code : 'other');
  return {
    kind,
    message: messageOf(fields, SENTENCES[kind] ?? `The scrape failed (${code.slice(0, 100) || 'no reason given'}).`),
  };
}

function messageOf(fields: Record<string, unknown>, otherwise: string): string {
  return typeof fields.msg === 'string' ? fields.msg.slice(0, 1000) : otherwise;
}

function readExtras(value: unknown): Record<string, number> | string {
  const extras: Record<string, number> = {};
  if (value === undefined) return extras;
  if (typeof value !== 'object' || value === null) return '"extras" is not an object of numbers';
  const entries: [string, unknown][] = Object.entries(value);
  if (entries.length > 100) return '"extras" has more than 100 entries';
  for (const [name, number] of entries) {
    const read = typeof number === 'string' && NOT_FINITE.includes(number) ? Number(number) : number;
    if (typeof read !== 'number') return '"extras" is not an object of numbers';
    extras[name] = read;
  }
  return extras;
}

function readWalReplay(fields: Record<string, unknown>, timeMs: number): RecordingLine {
  const other: RecordingLine = { kind: 'other', timeMs };
  if (fields.status !== 200 || typeof fields.body !== 'string') return other;
  try {
    const answer: unknown = JSON.parse(fields.body);
    const data: unknown = isObject(answer) ? answer.data : null;
    if (!isObject(data)) return other;
    const { min, max, current } = data;
    if (typeof min !== 'number' || typeof max !== 'number' || typeof current !== 'number') return other;
    return { kind: 'walreplay', timeMs, min, max, current };
  } catch {
    return other; // Another program's answer on that path; only /metrics lines must be valid.
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns the line of a scrape, without line feed. `body` is null if it failed; `node`: text of node_exporter. */
export function writeRecordingLine(
  scrape: ScrapeRow, body: string | null, extras: Readonly<Record<string, number>>, node = ''
): string {
  const rest = {
    ...(Object.keys(extras).length === 0 ? {} : {
      extras: Object.fromEntries(
        Object.entries(extras).map(([name, value]) => [name, Number.isFinite(value) ? value : String(value)])
      ),
    }),
    ...(node === '' ? {} : { node }),
  };
  const { error, startMs: t } = scrape;
  if (error?.kind === 'skipped')
    return JSON.stringify({ path: '/metrics', t, skipped: true, msg: error.message, ...rest });
  const tick = {
    path: '/metrics', t, dur_ms: Number((scrape.durationSeconds * 1000).toFixed(6)), status: scrape.status,
  };
  if (error)
    return JSON.stringify({ ...tick, err: CODE_BY_KIND[error.kind] ?? error.kind, msg: error.message, ...rest });
  return JSON.stringify({
    ...tick, bytes: scrape.bytes, ct: EXPOSITION_TYPE, ...(scrape.repeated ? { repeated: true } : {}), ...rest, body,
  });
}
