/** The stored record of an embed, and its validation when it is read back. Pure. */
import type { DrawnName, EmbedPanel, EmbedTheme, Finding, PictureSubject } from '../../../core/contract/contract.ts';
import { storedFinding } from '../../../core/finding.ts';
import { DRAWN, isDrawnName } from '../../../core/panels.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { isRecord } from '../../../core/contract/isRecord.ts';

/** The query whose answer an embed shows. */
export type EmbedQuestion =
  | { kind: 'panel'; panel: DrawnName; target: string; range: QuestionRange }
  | { kind: 'flamegraph'; id: string; query: Record<string, string> }
  | { kind: 'diff'; before: string[]; after: string[]; query: Record<string, string> }
  /** Its answer is stored, and never queried again. */
  | { kind: 'benchmark' };

/** `page`: the default range of the panel's page. `asOfMs`: time as of which it is judged; default: now. */
export type QuestionRange = { kind: 'fixed'; startMs: number; endMs: number; asOfMs?: number }
  | { kind: 'last'; lastMs: number } | { kind: 'page' };

export interface KeptEmbed {
  id: string;
  title: string;
  theme: EmbedTheme;
  frozen: boolean;
  createdMs: number;
  expiresMs: number;
  /** Whether the target was scraped when the embed was made; the embed says if it is not any more. */
  scraped: boolean;
  /** Whether tsdbscope made it for an alert. */
  forAlert?: boolean;
  question: EmbedQuestion;
}

/** The answer stored with an embed: that of its creation if frozen, else the last one with data. */
export interface KeptAnswer {
  subject: PictureSubject;
  /** Time of its newest sample. */
  dataTimeMs: number | null;
  finding: Finding | null;
  takenMs: number;
}

export function panelOf({ question }: KeptEmbed): EmbedPanel {
  return question.kind === 'panel' ? question.panel : question.kind;
}

export function targetOf({ question }: KeptEmbed): string | null {
  return question.kind === 'panel' ? question.target : null;
}

/** Returns path and query of the full page with the same content, with the keys of core/url/urlState.ts. */
export function pageOf({ question }: Pick<KeptEmbed, 'question'>): string {
  switch (question.kind) {
    case 'panel': return pathWith(
      DRAWN[question.panel].page, { target: question.target, ...rangeQuery(question.range) }
    );
    case 'flamegraph': return pathWith('profiles', { profile: question.id, ...viewQuery(question.query) });
    case 'diff': return pathWith(
      'diff', { before: question.before.join(','), after: question.after.join(','), ...viewQuery(question.query) }
    );
    case 'benchmark': return '/benchmarks';
  }
}

function rangeQuery(range: QuestionRange): Record<string, string> {
  if (range.kind === 'last') return { range: `${Math.max(1, Math.round(range.lastMs / 1000))}s` };
  if (range.kind === 'page') return {};
  const { startMs, endMs, asOfMs } = range;
  return {
    start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString(),
    ...(asOfMs === undefined ? {} : { asOf: new Date(asOfMs).toISOString() }),
  };
}

/** Converts to the page's query: `sampleType` is `type`; the page chooses the minimum frame size itself. */
function viewQuery({ sampleType, minRatio: _, ...query }: Record<string, string>): Record<string, string> {
  return { ...(sampleType === undefined ? {} : { type: sampleType }), ...query };
}

function pathWith(page: string, query: Record<string, string>): string {
  return `/${page}?${new URLSearchParams(query).toString()}`;
}

/** Returns the record of the embed `id`; bad_data with the end of a sentence if the file is not one. */
export function checkedEmbed(value: unknown, id: string): Result<KeptEmbed> {
  if (!isRecord(value) || value['id'] !== id) return fail('bad_data', 'it is no record of this embed');
  const { title, frozen, createdMs, expiresMs, theme, scraped } = value;
  if (typeof title !== 'string' || typeof frozen !== 'boolean')
    return fail('bad_data', 'it is no record of this embed');
  if (!isTime(createdMs) || !isTime(expiresMs)) return fail('bad_data', 'its times are none');
  if (theme !== 'auto' && theme !== 'light' && theme !== 'dark') return fail('bad_data', 'its theme is none');
  const question = checkedQuestion(value['question']);
  if (question === null) return fail('bad_data', 'its question is none');
  return ok({
    id, theme, title, frozen, createdMs, expiresMs, scraped: scraped === true,
    ...(value['forAlert'] === true ? { forAlert: true } : {}), question,
  });
}

function checkedQuestion(value: unknown): EmbedQuestion | null {
  if (!isRecord(value)) return null;
  const { kind, panel, target, id, before, after } = value;
  const range = checkedRange(value['range']);
  const query = checkedTexts(value['query']);
  if (kind === 'benchmark') return { kind };
  if (kind === 'panel' && isDrawnName(panel) && typeof target === 'string') {
    return range === null ? null : { kind, panel, target, range };
  }
  if (kind === 'flamegraph' && typeof id === 'string' && query !== null) return { kind, id, query };
  if (kind === 'diff' && isTexts(before) && isTexts(after) && query !== null) return { kind, before, after, query };
  return null;
}

function checkedRange(value: unknown): QuestionRange | null {
  if (!isRecord(value)) return null;
  const { kind, startMs, endMs, lastMs, asOfMs } = value;
  if (kind === 'page') return { kind };
  if (kind === 'last' && isTime(lastMs)) return { kind, lastMs };
  return kind === 'fixed' && isTime(startMs) && isTime(endMs)
    ? { kind, startMs, endMs, ...(isTime(asOfMs) ? { asOfMs } : {}) } : null;
}

function checkedTexts(value: unknown): Record<string, string> | null {
  if (!isRecord(value)) return null;
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  return Object.fromEntries(Object.entries(value).filter(isText));
}

/**
 * Validates the parts of a stored answer that other code relies on; the rest is as the program wrote it. null if it is
 * not an answer.
 */
export function checkedAnswer(value: unknown): KeptAnswer | null {
  if (!isRecord(value) || !isTime(value['takenMs']) || !isSubject(value['subject'])) return null;
  const { dataTimeMs, takenMs } = value;
  const subject = withWholeFinding(value['subject']);
  return {
    subject, takenMs, dataTimeMs: isTime(dataTimeMs) ? dataTimeMs : null, finding: storedFinding(value['finding']),
  };
}

/** Adds the parts missing in findings that older versions stored. */
function withWholeFinding(subject: PictureSubject): PictureSubject {
  const finding = storedFinding((subject.answer as { finding?: unknown }).finding);
  // Changes only the finding.
  return finding === null ? subject
    : { ...subject, answer: { ...(subject.answer as object), finding } } as PictureSubject;
}

function isSubject(value: unknown): value is PictureSubject {
  return isRecord(value) && ['panel', 'flamegraph', 'diff', 'benchmark'].includes(String(value['kind']))
    && isRecord(value['answer']);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
