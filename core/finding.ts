/** Makes findings: the only place that renders a claim's sentence and checks its length. Pure. */
import type { Action, Confidence, Finding, Part, Severity } from './contract/terms/finding.ts';
import { PLAIN_UTC, render, type Medium } from './text/parts.ts';

const MAX_CLAIM_WORDS = 20;
const MAX_CLAIM_NUMBERS = 3;
/** Matches words on how a claim was tested, which belong in the evidence. */
const METHOD = /\b(?:p|r|q) ?[<=≥]|\bby chance\b|\bchance gives\b|\bp-value\b|\blag\b|\bdispersion\b/i;

export interface FindingDraft {
  code: string;
  severity: Severity;
  claim: Part[];
  evidence?: Part[][];
  /** Defaults to `too-early` if the severity is `unknown`, else `sure`. */
  confidence?: Confidence;
  actions?: Action[];
  moment?: number | null;
}

export function finding(
  { code, severity, claim, evidence = [], confidence, actions = [], moment = null }: FindingDraft
): Finding {
  return {
    code, severity, claim, evidence: evidence.filter((parts) => parts.length > 0),
    confidence: confidence ?? (severity === 'unknown' ? 'too-early' : 'sure'),
    actions, moment, sentence: render(claim), time: moment,
  };
}

const SEVERITY_RANKS: Readonly<Record<Severity, number>> = { critical: 0, warning: 1, unknown: 2, info: 3, ok: 4 };

/**
 * Returns states first in their given order, then the others by severity; ties keep their order. What could not be
 * checked comes before a note, because it is not an all-clear.
 */
export function worstFirst<F extends { severity: Severity; isState?: boolean }>(findings: readonly F[]): F[] {
  const rank = ({ severity, isState }: F): number => (isState === true ? -1 : SEVERITY_RANKS[severity]);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Returns how a claim breaks the length limits, in words; empty if it can lead a page. Tests check every claim with it.
 */
export function claimMistakes(claim: readonly Part[]): string[] {
  const sentence = render(claim);
  const [words, numbers] = [wordsOf(sentence), numbersOf(claim)];
  return [
    ...(words > MAX_CLAIM_WORDS ? [`${words} words: ${sentence}`] : []),
    ...(numbers > MAX_CLAIM_NUMBERS ? [`${numbers} numbers: ${sentence}`] : []),
    ...(METHOD.test(sentence) ? [`method in the claim: ${sentence}`] : []),
  ];
}

/** Returns whether a claim is within the word limit of a headline. */
export function isShortClaim(claim: readonly Part[]): boolean {
  return wordsOf(render(claim)) <= MAX_CLAIM_WORDS;
}

/** Returns whether it is within the word and number limits of a headline. User-chosen names in it can contain any. */
export function isHeadline(claim: readonly Part[]): boolean {
  return isShortClaim(claim) && numbersOf(claim) <= MAX_CLAIM_NUMBERS;
}

/** Where a long sentence can end early: what follows explains it, and is no list of the values that it announces. */
const EARLY_END = /[:;] (?!\d)/g;
/** Words that a claim needs to say anything. */
const MIN_CLAIM_WORDS = 4;

const isOutside = (front: string): boolean => front.split('"').length % 2 === 1
  && front.split('(').length === front.split(')').length;

/**
 * Returns a sentence as claim and evidence: one that is too long for a headline has its front as claim, and the whole
 * as evidence.
 */
export function claimOfSentence(sentence: string): { claim: Part[]; evidence: Part[][] } {
  const fronts = wordsOf(sentence) <= MAX_CLAIM_WORDS ? []
    : [...sentence.matchAll(EARLY_END)].map(({ index }) => sentence.slice(0, index))
      .filter((front) => isOutside(front) && wordsOf(front) >= MIN_CLAIM_WORDS && wordsOf(front) <= MAX_CLAIM_WORDS);
  const front = fronts.at(-1);
  return front === undefined ? { claim: [{ text: sentence }], evidence: [] }
    : { claim: [{ text: `${front}.` }], evidence: [[{ text: sentence }]] };
}

function numbersOf(claim: readonly Part[]): number {
  return claim.reduce(
    (sum, part) => sum + ('text' in part ? (part.text.match(/(?<![\p{L}\d.])\d[\d.,]*/gu) ?? []).length : 1), 0
  );
}

function wordsOf(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Code of a finding that is `unknown` for a reason other than missing data; it has its own severity word. */
export const NO_LIMIT_CODE = 'memory-no-limit';

/** Words of states that a panel could not look past: data is not too little, the target does not give any. */
const STATE_WORDS: Readonly<Record<string, string>> = {
  [NO_LIMIT_CODE]: 'No limit known', 'target-down': 'No answer', 'target-hanging': 'No answer',
  'target-replaying': 'Replaying',
};

/** Returns the word that replaces the severity's; undefined if there is none. */
export function ownWord(
  { code, severity = 'unknown' }: { code?: string | null | undefined; severity?: Severity | null | undefined }
): string | undefined {
  return severity === 'unknown' ? STATE_WORDS[code ?? ''] : undefined;
}

/** All severities, to read a stored one. */
export const SEVERITIES: readonly Severity[] = ['ok', 'info', 'warning', 'critical', 'unknown'];

/** Returns a finding stored by an older version (`{severity, sentence, time}`), completed; null if it is not one. */
export function storedFinding(value: unknown): Finding | null {
  if (typeof value !== 'object' || value === null) return null;
  const stored = value as Partial<Finding>;
  const severity = SEVERITIES.find((name) => name === stored.severity);
  if (severity === undefined || typeof stored.sentence !== 'string') return null;
  if (Array.isArray(stored.claim) && Array.isArray(stored.evidence)) return stored as Finding;
  const moment = typeof stored.time === 'number' ? stored.time : null;
  return {
    ...finding({ code: 'stored', severity, claim: [{ text: stored.sentence }], moment }), sentence: stored.sentence,
  };
}

/** Returns the claim and the evidence, each as one string. */
export function statements(
  { claim, evidence }: Pick<Finding, 'claim' | 'evidence'>, medium: Medium = PLAIN_UTC
): string[] {
  return [claim, ...evidence].map((parts) => render(parts, medium));
}
