/** What is kept of an embed, and its check when it is read back. Pure. */
import type { DrawnName, EmbedPanel, EmbedTheme, Finding, PictureSubject } from '../../../core/contract/contract.ts';
import { storedFinding } from '../../../core/finding.ts';
import { DRAWN, isDrawnName } from '../../../core/panels.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { isRecord } from '../../../core/contract/isRecord.ts';

/** What an embed shows: the question that its answer is asked with. */
export type EmbedQuestion =
  | { kind: 'panel'; panel: DrawnName; target: string; range: QuestionRange }
  | { kind: 'flamegraph'; id: string; query: Record<string, string> }
  | { kind: 'diff'; before: string[]; after: string[]; query: Record<string, string> }
  /** Its answer is kept, and never asked again. */
  | { kind: 'benchmark' };

/** `page`: what the panel's page shows without a range. `asOfMs`: judged as of then; default when it is asked. */
export type QuestionRange = { kind: 'fixed'; startMs: number; endMs: number; asOfMs?: number }
  | { kind: 'last'; lastMs: number } | { kind: 'page' };

export interface KeptEmbed {
  id: string;
  title: string;
  theme: EmbedTheme;
  frozen: boolean;
  createdMs: number;
  expiresMs: number;
  /** Its target was scraped when it was made: that it no longer is, is worth a sentence. */
  scraped: boolean;
  /** Made for an alert, by tsdbscope itself. */
  forAlert?: boolean;
  question: EmbedQuestion;
}

/** The answer kept with an embed: that of the moment when it is frozen, else the last one worth showing. */
export interface KeptAnswer {
  subject: PictureSubject;
  /** Of the newest sample in it. */
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

/** Path and query of the page that shows the same whole: its keys are those of core/url/urlState.ts. */
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

/** The page calls the sample type `type`; how large frames must be is its own affair. */
function viewQuery({ sampleType, minRatio: _, ...query }: Record<string, string>): Record<string, string> {
  return { ...(sampleType === undefined ? {} : { type: sampleType }), ...query };
}

function pathWith(page: string, query: Record<string, string>): string {
  return `/${page}?${new URLSearchParams(query).toString()}`;
}

/** The record of the embed `id`; bad_data with the end of a sentence when the file holds something else. */
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
 * The parts of a kept answer that are relied upon; what was in the answer is as the program wrote it. null when it is
 * none.
 */
export function checkedAnswer(value: unknown): KeptAnswer | null {
  if (!isRecord(value) || !isTime(value['takenMs']) || !isSubject(value['subject'])) return null;
  const { dataTimeMs, takenMs } = value;
  const subject = withWholeFinding(value['subject']);
  return {
    subject, takenMs, dataTimeMs: isTime(dataTimeMs) ? dataTimeMs : null, finding: storedFinding(value['finding']),
  };
}

/** Older versions kept findings without their parts. */
function withWholeFinding(subject: PictureSubject): PictureSubject {
  const finding = storedFinding((subject.answer as { finding?: unknown }).finding);
  // The answer is as the program wrote it, but for its finding.
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
