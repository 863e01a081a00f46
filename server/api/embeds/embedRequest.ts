/** Reads what POST /api/v1/embeds is sent, field by field. */
import type { EmbedPanel, EmbedTheme } from '../../../core/contract/contract.ts';
import { badData } from '../http/errors.ts';
import { diffQuery, profileQuery } from '../profiles/profileQuery.ts';
import { readTimeMs } from '../http/queryParameters.ts';
import { parseDurationMs } from '../../../core/text/durations.ts';
import type { EmbedQuestion, QuestionRange } from '../../embed/embedRecord.ts';
import { EMBED_PANELS } from '../../embed/embedToken.ts';

export interface CheckedEmbedRequest {
  question: EmbedQuestion;
  theme: EmbedTheme;
  frozen: boolean;
  expiresMs: number;
  title: string | null;
  texts?: { before: string; after: string };
}

const DAY_MS = 86_400_000;
const DEFAULT_LIFE_MS = 90 * DAY_MS;
const MAX_LIFE_MS = 10 * 366 * DAY_MS;
const LEAST_UNIX_SECONDS = 1e9;
const LEAST_WINDOW_MS = 10_000;
const MAX_WINDOW_MS = 366 * DAY_MS;
const MAX_TITLE = 200;
const MAX_TARGET = 1000;
const MAX_IDS = 50;
const ID = /^[0-9a-f]{64}$/;

/** Throws bad_data with what is wrong and what to write. */
export function readEmbedRequest(body: unknown, nowMs: number): CheckedEmbedRequest {
  if (!isRecord(body)) throw badData('Send a JSON object such as {"panel": "gc-cpu", "target": "NAME", "range": {"last": "1h"}}.');
  const panel = EMBED_PANELS.find((name) => name === body['panel']);
  if (panel === undefined) throw badData(`"panel" must be one of ${EMBED_PANELS.join(', ')}.`);
  const question = readQuestion(panel, body);
  return {
    question,
    theme: readTheme(body['theme']),
    frozen: readFlag(body, 'frozen') || question.kind === 'benchmark',
    expiresMs: readExpiry(body['expires'], nowMs),
    title: readText(body, 'title', MAX_TITLE) ?? null,
    ...(question.kind === 'benchmark' ? { texts: readBenchmark(body['benchmark']) } : {}),
  };
}

function readQuestion(panel: EmbedPanel, body: Record<string, unknown>): EmbedQuestion {
  switch (panel) {
    case 'flamegraph': {
      const { ids, query } = readPart(body, 'profile', '{"ids": ["..."]}');
      const [id, ...others] = readIds('profile.ids', ids);
      if (id === undefined || others.length > 0) throw badData('"profile.ids" must hold the id of one profile; a flame graph shows one.');
      const asked = readQuery('profile.query', query);
      profileQuery({ query: asked });
      return { kind: 'flamegraph', id, query: asked };
    }
    case 'diff': {
      const part = readPart(body, 'diff', '{"before": ["..."], "after": ["..."]}');
      const before = readIds('diff.before', part['before']);
      const after = readIds('diff.after', part['after']);
      const query = readQuery('diff.query', part['query']);
      diffQuery({ query: { ...query, before: before.join(','), after: after.join(',') } });
      return { kind: 'diff', before, after, query };
    }
    case 'benchmark':
      return { kind: 'benchmark' };
    default: {
      const target = readText(body, 'target', MAX_TARGET);
      if (target === undefined) throw badData('"target" is missing; give the name of the target whose panel is to be shown.');
      return { kind: 'panel', panel, target, range: readRange(body['range']) };
    }
  }
}

function readPart(body: Record<string, unknown>, name: string, form: string): Record<string, unknown> {
  const part = body[name];
  if (!isRecord(part)) throw badData(`"${name}" is missing; write ${form}.`);
  return part;
}

function readIds(name: string, value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_IDS) throw badData(`"${name}" must be a list of one to ${MAX_IDS} ids of profiles.`);
  return value.map((id: unknown) => {
    if (typeof id === 'string' && ID.test(id)) return id;
    throw badData(`"${name}" holds something that is no id of a profile; an id has 64 digits and letters a to f.`);
  });
}

/** Parameters of the flame graph's route; their values are checked by that route's own reader. */
function readQuery(name: string, value: unknown): Record<string, string> {
  if (value === undefined) return {};
  if (!isRecord(value)) throw badData(`"${name}" must be an object of texts, such as {"focus": "tsdb"}.`);
  return Object.fromEntries(Object.entries(value).map(([key, text]) => {
    if (typeof text !== 'string') throw badData(`"${name}.${key.slice(0, 50)}" must be a text.`);
    return [key, text];
  }));
}

function readRange(value: unknown): QuestionRange {
  if (value === undefined || value === null) return { kind: 'page' };
  if (typeof value === 'string') return { kind: 'last', lastMs: readWindow(value) };
  if (isRecord(value)) {
    if (typeof value['last'] === 'string') return { kind: 'last', lastMs: readWindow(value['last']) };
    const { start, end } = value;
    if (isTimeText(start) && isTimeText(end)) {
      const [startMs, endMs] = [readTimeMs('range.start', String(start)), readTimeMs('range.end', String(end))];
      if (!(endMs > startMs)) throw badData('"range.end" must be later than "range.start".');
      if (endMs - startMs > MAX_WINDOW_MS) throw badData('"range" may not be longer than a year.');
      return { kind: 'fixed', startMs, endMs };
    }
  }
  throw badData('"range" must be {"last": "1h"}, or {"start": ..., "end": ...} as RFC 3339 or Unix seconds.');
}

function readWindow(text: string): number {
  const ms = parseDurationMs(text);
  if (ms === null || ms < LEAST_WINDOW_MS || ms > MAX_WINDOW_MS) throw badData(`"range.last"="${text.slice(0, 50)}" is no duration from 10s to 366d; write e.g. 15m or 6h.`);
  return ms;
}

/** Whole seconds, as a token tells it. */
function readExpiry(value: unknown, nowMs: number): number {
  const text = typeof value === 'number' ? String(value) : value ?? '';
  if (typeof text !== 'string') throw badData('"expires" must be a duration from now such as "30d", or a time as RFC 3339 or Unix seconds.');
  if (text === '') return wholeSeconds(nowMs + DEFAULT_LIFE_MS);
  // Bare digits are seconds from now, and from here on, where no life could be, since 1970: as answers tell a time.
  const life = Number(text) >= LEAST_UNIX_SECONDS ? null : parseDurationMs(text);
  const expiresMs = wholeSeconds(life === null ? readTimeMs('expires', text) : nowMs + life);
  if (expiresMs <= nowMs) throw badData(`"expires"="${text.slice(0, 50)}" is over already.`);
  if (expiresMs > nowMs + MAX_LIFE_MS) throw badData('"expires" may not be later than ten years from now.');
  return expiresMs;
}

function wholeSeconds(ms: number): number {
  return Math.ceil(ms / 1000) * 1000;
}

function readTheme(value: unknown): EmbedTheme {
  if (value === undefined || value === null) return 'auto';
  if (value === 'auto' || value === 'light' || value === 'dark') return value;
  throw badData('"theme" must be auto, light or dark.');
}

function readFlag(body: Record<string, unknown>, name: string): boolean {
  const value = body[name];
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return value;
  throw badData(`"${name}" must be true or false.`);
}

function readText(body: Record<string, unknown>, name: string, most: number): string | undefined {
  const value = body[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > most) throw badData(`"${name}" must be a text of at most ${most} characters.`);
  // What a terminal, a table or a header would take for more than text.
  return value.replace(/\p{Cc}+/gu, ' ').trim();
}

function readBenchmark(value: unknown): { before: string; after: string } {
  if (isRecord(value) && typeof value['before'] === 'string' && typeof value['after'] === 'string') return { before: value['before'], after: value['after'] };
  throw badData('"benchmark" is missing; write {"before": text, "after": text} with two outputs of go test -bench.');
}

function isTimeText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
