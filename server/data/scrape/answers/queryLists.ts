/**
 * Queries that a VictoriaMetrics has evaluated, and is evaluating: /api/v1/status/top_queries and active_queries.
 * Untrusted text: read field by field, bounded.
 */
import type { RunningQuery, TopQuery } from '../../../../core/contract/queries.ts';
import { numberField, parseObject, textField, type JsonObject } from './jsonFields.ts';
import { isRecord } from '../../../../core/contract/isRecord.ts';

const TOP_SECONDS = 600;
const MAX_TOP = 50;
export const TOP_PATH = `/api/v1/status/top_queries?topN=${MAX_TOP}&maxLifetime=${TOP_SECONDS}s`;
export const ACTIVE_PATH = '/api/v1/status/active_queries';
export const MAX_LIST_BYTES = 4 * 1024 * 1024;
const MAX_ACTIVE = 200;
const MAX_TEXT = 100_000;
const MAX_NAME = 200;
const QUOTED = '("(?:[^"\\\\]|\\\\.)*")';
/** Answer line of versions with one line per query, such as 1.79; a cluster names the tenant. */
const LINE = new RegExp(
  `^\\s*duration: ([\\d.]+s), id=(\\w{1,40}), remote_addr=${QUOTED}, (?:accountID=\\d+, projectID=\\d+, )?`
  + `query=${QUOTED}, start=(-?\\d+), end=(-?\\d+)`
);
/** Escapes of Go's %q that JSON does not know: older versions write queries with it. */
const GO_ESCAPE = /\\(?:\\|x([\da-f]{2})|U([\da-f]{8})|[av])/g;

/** Returns queries by total duration, largest first; null if the answer is not a list. */
export function statedTopQueries(body: Uint8Array): TopQuery[] | null {
  const rows = parseAnswer(body)?.['topBySumDuration'];
  if (!Array.isArray(rows)) return null;
  return objects(rows).flatMap((row): TopQuery[] => {
    const text = textField(row, 'query', MAX_TEXT);
    const [sumSeconds, count] = [numberField(row, 'sumDurationSeconds'), numberField(row, 'count')];
    if (text === undefined || sumSeconds === undefined || count === undefined || !(count > 0)) return [];
    return [{ text, sumSeconds, count, rangeSeconds: numberField(row, 'timeRangeSeconds') ?? 0 }];
  }).toSorted((a, b) => b.sumSeconds - a.sumSeconds).slice(0, MAX_TOP);
}

/** A running query with its id on the server, which identifies it in later answers. */
export interface ActiveQuery extends RunningQuery { id: string }

/** Returns running queries, longest first, as of `nowSeconds`; null if the answer is not a list. */
export function statedActiveQueries(body: Uint8Array, nowSeconds: number): ActiveQuery[] | null {
  const envelope = parseAnswer(body);
  const data = envelope?.['data'];
  const rows = Array.isArray(data) ? objects(data).map(fromObject)
    : envelope === undefined ? linesOf(body) : null;
  if (rows === null) return null;
  return rows.flatMap((row): ActiveQuery[] => {
    const seconds = row === null ? null : secondsOf(row.duration);
    if (row === null || seconds === null) return [];
    const { id, text, client, start, end } = row;
    return [{
      id, text, client, start: nowSeconds - seconds, seconds, rangeSeconds: Math.max(0, end - start) / 1000,
    }];
  }).toSorted((a, b) => b.seconds - a.seconds).slice(0, MAX_ACTIVE);
}

/** Parses an object in JSON, or in JSON with Go's escapes; undefined if it is not one. */
function parseAnswer(body: Uint8Array): JsonObject | undefined {
  return parseObject(body) ?? parseObject(Buffer.from(asJson(Buffer.from(body).toString('utf8'))));
}

/** Replaces escapes of Go by those of JSON; an invalid byte becomes U+FFFD. */
function asJson(text: string): string {
  return text.replace(GO_ESCAPE, (whole: string, byte?: string, point?: string) => {
    if (byte !== undefined) return Number.parseInt(byte, 16) < 0x80 ? `\\u00${byte}` : '\\ufffd';
    if (point === undefined) return whole === '\\a' ? '\\u0007' : whole === '\\v' ? '\\u000b' : whole;
    const code = Number.parseInt(point, 16);
    return code <= 0x10_ffff ? JSON.stringify(String.fromCodePoint(code)).slice(1, -1) : '\\ufffd';
  });
}

interface Row { duration: string; id: string; text: string; client: string; start: number; end: number }

function fromObject(row: JsonObject): Row | null {
  const [duration, id] = [textField(row, 'duration', 40), textField(row, 'id', 40)];
  const text = textField(row, 'query', MAX_TEXT);
  if (duration === undefined || id === undefined || text === undefined) return null;
  return {
    duration, id, text, client: clientOf(textField(row, 'remote_addr', MAX_NAME) ?? ''),
    start: numberField(row, 'start') ?? 0, end: numberField(row, 'end') ?? 0,
  };
}

/** Returns the parsed lines; null if the body is not empty but no line can be parsed. */
function linesOf(body: Uint8Array): (Row | null)[] | null {
  const lines = Buffer.from(body).toString('utf8').split('\n').filter((line) => line.trim() !== '');
  const rows = lines.slice(0, 10 * MAX_ACTIVE).map(fromLine);
  return lines.length > 0 && rows.every((row) => row === null) ? null : rows;
}

function fromLine(line: string): Row | null {
  if (line.length > MAX_TEXT) return null;
  const [, duration = '', id = '', client = '', text = '', start, end] = LINE.exec(line) ?? [];
  return duration === '' ? null : {
    duration, id, text: unquoted(text), client: clientOf(unquoted(client)), start: Number(start), end: Number(end),
  };
}

/** Removes the port: `127.0.0.1:5612` and `127.0.0.1:5612, X-Forwarded-For: 10.0.0.1`. */
function clientOf(address: string): string {
  return address.replace(/(?<=^(?:[\d.]+|\[[\da-f:]+\])):\d+/i, '').slice(0, MAX_NAME);
}

/** Unquotes a text that Go quoted; one that is not valid JSON only loses its quotes. */
function unquoted(quoted: string): string {
  try {
    return String(JSON.parse(asJson(quoted)));
  } catch (error) {
    if (error instanceof SyntaxError) return quoted.slice(1, -1);
    throw error;
  }
}

/** Parses a duration such as `0.700s`, which is not a Prometheus duration: those have no fraction. */
function secondsOf(duration: string): number | null {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(duration)?.[1];
  return seconds === undefined ? null : Number(seconds);
}

function objects(rows: readonly unknown[]): JsonObject[] {
  return rows.filter(isRecord);
}
