/**
 * Parses a line of Prometheus' query log: JSON of 2.16 and later, with the keys that slog adds in 3.x, or logfmt of
 * programs that log through their own logger. See docs/reference/queries.md. Pure.
 */
import type { LoggedQuery, QueryOrigin } from '../../../../core/contract/contract.ts';
import { logfmtFields } from '../logfmt.ts';
import { jsonObject } from '../peelJson.ts';
import { wholeStamp } from '../stamps.ts';
import { shortQuery } from '../../../../core/text/normalQuery.ts';
import { isRecord } from '../../../../core/contract/isRecord.ts';

/** Maximum duration: a line with an evaluation longer than a day is treated as damaged. */
const MAX_SECONDS = 86_400;
const MAX_NAME = 200;
const MAX_ERROR = 500;
type Fields = Readonly<Record<string, unknown>>;

/** A query with its unshortened text, to group queries by text. */
export interface QueryLine { query: LoggedQuery; text: string }

/** Whether a line, with or without envelopes, may hold a query; only such lines are parsed. */
export function mayBeQuery(line: string): boolean {
  return /execTotalTime|ExecTotalTime/.test(line);
}

/** Returns null for other text. `otherwiseMs` is the envelope's time, used if the line has none. */
export function readQueryLine(text: string, otherwiseMs: number | null): QueryLine | null {
  const brace = text.indexOf('{"');
  const isJson = brace >= 0 && !/\bparams="?map\[/.test(text.slice(0, brace));
  const object = isJson ? jsonObject(text.slice(brace)) : ofLogfmt(text);
  if (object === null) return null;
  const [params, stats] = [objectOf(object.params), objectOf(object.stats)];
  const [timings, samples] = [objectOf(stats.timings), objectOf(stats.samples)];
  const execSeconds = secondsOf(timings.execTotalTime);
  if (typeof params.query !== 'string' || execSeconds === null) return null;
  const endMs = wholeStamp(textOf(object.ts) ?? textOf(object.time))?.ms ?? otherwiseMs;
  if (endMs === null) return null;
  const queueSeconds = Math.min(execSeconds, secondsOf(timings.execQueueTime) ?? 0);
  const evalSeconds = Math.min(execSeconds, secondsOf(timings.evalTotalTime) ?? execSeconds - queueSeconds);
  const query: LoggedQuery = {
    text: shortQuery(params.query), start: endMs / 1000 - evalSeconds, end: endMs / 1000, evalSeconds, queueSeconds,
    samples: countOf(samples.totalQueryableSamples), peakSamples: countOf(samples.peakSamples),
    rangeSeconds: rangeOf(params), origin: originOf(object),
    error: textOf(object.error ?? object.err)?.slice(0, MAX_ERROR) ?? null,
  };
  return { query, text: params.query };
}

function objectOf(value: unknown): Fields {
  return isRecord(value) ? { ...value } : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function secondsOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= MAX_SECONDS ? value : null;
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function rangeOf({ start, end }: Fields): number {
  const [fromMs, toMs] = [start, end].map((value) => wholeStamp(textOf(value))?.ms ?? NaN);
  const seconds = ((toMs ?? NaN) - (fromMs ?? NaN)) / 1000;
  return seconds > 0 ? seconds : 0;
}

function originOf(object: Fields): QueryOrigin {
  const [http, rule] = [objectOf(object.httpRequest), objectOf(object.ruleGroup)];
  const name = (value: unknown): string => (textOf(value) ?? '').slice(0, MAX_NAME);
  if (textOf(rule.name) !== undefined) return { kind: 'rule', group: name(rule.name), file: name(rule.file) };
  return textOf(http.path) === undefined && textOf(http.clientIP) === undefined ? { kind: 'unknown' }
    : { kind: 'http', client: name(http.clientIP), path: name(http.path) };
}

const TIMING_KEYS = ['evalTotalTime', 'execQueueTime', 'execTotalTime'];
const SAMPLE_KEYS = ['totalQueryableSamples', 'peakSamples'];

/** Parses maps and structs printed by Go: `params="map[end:... query:... start:... step:0]"`; else returns null. */
function ofLogfmt(text: string): Fields | null {
  const fields = logfmtFields(text.slice(Math.max(0, text.search(/(?:^|\s)(?:ts|time|level|caller|source)=/))));
  const { params, stats, httpRequest, ruleGroup } = fields;
  if (params === undefined || stats === undefined) return null;
  const parts = /^(?:map\[)?end:(\S{1,40}) query:(.*) start:(\S{1,40}) step:-?\d{1,15}\]?$/s.exec(params);
  if (parts === null) return null;
  const [, end, query, start] = parts;
  const numbers = (keys: string[]): Fields => Object.fromEntries(keys.flatMap((key) => {
    const found = new RegExp(`\\b${key}:([\\d.e+-]{1,30})`, 'i').exec(stats)?.[1];
    return found === undefined ? [] : [[key, Number(found)]];
  }));
  const word = (of: string | undefined, key: string): string | undefined => new RegExp(
    `\\b${key}:(.*?)(?= (?:clientIP|method|path|file|name):|\\]?$)`, 's'
  ).exec(of?.slice(0, 2000) ?? '')?.[1];
  return {
    ...fields, params: { end, query, start },
    stats: { timings: numbers(TIMING_KEYS), samples: numbers(SAMPLE_KEYS) },
    httpRequest: { clientIP: word(httpRequest, 'clientIP'), path: word(httpRequest, 'path') },
    ruleGroup: { file: word(ruleGroup, 'file'), name: word(ruleGroup, 'name') },
  };
}
