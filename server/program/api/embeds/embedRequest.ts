/** Checks the body of POST /api/v1/embeds beyond its schema. */
import type { EmbedTheme } from '../../../../core/contract/contract.ts';
import type { EmbedRequest } from '../../../../core/contract/questions/bodies.ts';
import { ROUTES } from '../../../../core/contract/questions/routes.ts';
import { parseDurationMs } from '../../../../core/text/durations.ts';
import type { EmbedQuestion, QuestionRange } from '../../../features/embeds/embedRecord.ts';
import { badData } from '../../../kernel/http/errors.ts';
import { readQuery, refuseUnknown, timeMs } from '../../../kernel/http/queryParameters.ts';
import { profileQuery } from '../../../features/profiles/profileQuery.ts';
import type { DiffQuery, ProfileQuery } from '../../../data/store/files/profileCatalog.ts';

export interface CheckedEmbedRequest {
  question: EmbedQuestion;
  theme: EmbedTheme;
  frozen: boolean;
  expiresMs: number;
  title: string | null;
}

const DAY_MS = 86_400_000;
const DEFAULT_LIFE_MS = 90 * DAY_MS;
const MIN_LIFE_MS = 1000;
const MAX_LIFE_MS = 10 * 366 * DAY_MS;
const MIN_UNIX_SECONDS = 1e9;
const MIN_WINDOW_MS = 10_000;
const MAX_WINDOW_MS = 366 * DAY_MS;

/** Throws bad_data with what is wrong and what to write. */
export function readEmbedRequest(asked: EmbedRequest, nowMs: number): CheckedEmbedRequest {
  const question = readQuestion(asked);
  return {
    question,
    theme: asked.theme ?? 'auto',
    frozen: asked.frozen === true || question.kind === 'benchmark',
    expiresMs: readExpiry(asked.expires, nowMs),
    title: oneLine(asked.title) || null,
  };
}

function readQuestion(asked: EmbedRequest): EmbedQuestion {
  switch (asked.panel) {
    case 'flamegraph': {
      const { ids: [id = ''], query = {} } = partOf(asked, 'profile', '{"ids": ["..."]}');
      refuseUnknown(ROUTES['GET /profiles/{id}/flamegraph'].query, query);
      flameQuestion(query);
      return { kind: 'flamegraph', id, query };
    }
    case 'diff': {
      const { before, after, query = {} } = partOf(asked, 'diff', '{"before": ["..."], "after": ["..."]}');
      refuseUnknown(ROUTES['GET /diff/flamegraph'].query, query);
      diffQuestion({ before, after, query });
      return { kind: 'diff', before, after, query };
    }
    case 'benchmark':
      partOf(asked, 'benchmark', '{"before": text, "after": text} with two outputs of go test -bench');
      return { kind: 'benchmark' };
    default: {
      const target = oneLine(asked.target);
      if (target === '') throw badData('"target" is missing; give the name of the target whose panel is to be shown.');
      return { kind: 'panel', panel: asked.panel, target, range: readRange(asked.range) };
    }
  }
}

/** Reads the stored parameters of a flame graph as its route does. Throws bad_data. */
export function flameQuestion(query: Record<string, string>): ProfileQuery {
  return profileQuery(readQuery(ROUTES['GET /profiles/{id}/flamegraph'].query, query));
}

export function diffQuestion(
  { before, after, query }: { before: string[]; after: string[]; query: Record<string, string> }
): DiffQuery {
  return profileQuery(
    readQuery(ROUTES['GET /diff/flamegraph'].query, { ...query, before: before.join(','), after: after.join(',') })
  );
}

function partOf<K extends 'profile' | 'diff'
  | 'benchmark'>(asked: EmbedRequest, name: K, form: string): NonNullable<EmbedRequest[K]> {
  const part = asked[name];
  if (part === undefined) throw badData(`"${name}" is missing; write ${form}.`);
  return part;
}

function readRange(range: EmbedRequest['range']): QuestionRange {
  if (range === undefined || range === null) return { kind: 'page' };
  if (typeof range === 'string') return { kind: 'last', lastMs: readWindow(range) };
  if ('last' in range) return { kind: 'last', lastMs: readWindow(range.last) };
  const [startMs, endMs] = [timeMs('range.start', String(range.start)), timeMs('range.end', String(range.end))];
  if (!(endMs > startMs)) throw badData('"range.end" must be later than "range.start".');
  if (endMs - startMs > MAX_WINDOW_MS) throw badData('"range" may not be longer than a year.');
  return {
    kind: 'fixed', startMs, endMs,
    ...(range.asOf === undefined ? {} : { asOfMs: timeMs('range.asOf', String(range.asOf)) }),
  };
}

function readWindow(text: string): number {
  const ms = parseDurationMs(text);
  if (ms === null || ms < MIN_WINDOW_MS || ms > MAX_WINDOW_MS)
    throw badData(`"range.last"="${text.slice(0, 50)}" is not a duration from 10s to 366d; write e.g. 15m or 6h.`);
  return ms;
}

/** Returns whole seconds, as in a token. */
function readExpiry(value: EmbedRequest['expires'], nowMs: number): number {
  const text = String(value ?? '');
  if (text === '') return wholeSeconds(nowMs + DEFAULT_LIFE_MS);
  // Bare digits are seconds from now; from this value on, too long for a lifetime, seconds since 1970, as in answers.
  const life = Number(text) >= MIN_UNIX_SECONDS ? null : parseDurationMs(text);
  if (life !== null && life < MIN_LIFE_MS)
    throw badData(`"expires"="${text.slice(0, 50)}" is over at once; give at least 1s, such as "30d".`);
  const expiresMs = wholeSeconds(life === null ? timeMs('expires', text) : nowMs + life);
  if (expiresMs <= nowMs) throw badData(`"expires"="${text.slice(0, 50)}" is over already.`);
  if (expiresMs > nowMs + MAX_LIFE_MS) throw badData('"expires" may not be later than ten years from now.');
  return expiresMs;
}

function wholeSeconds(ms: number): number {
  return Math.ceil(ms / 1000) * 1000;
}

/** Removes characters that a terminal, a table or a header would interpret. */
function oneLine(text: string | null | undefined): string {
  return (text ?? '').replace(/\p{Cc}+/gu, ' ').trim();
}
