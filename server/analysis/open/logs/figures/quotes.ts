/** Quotes messages and their causes: shortened, and of many causes the first and the latest. Pure. */
import { namesIn, reasonsIn } from '../../../logs/excerpt/lessSaid.ts';
import { amountIn } from '../../../logs/excerpt/limits.ts';
import { ends } from '../../look/factTools.ts';
import { isSameCause } from '../said/causes/sameCause.ts';
import { withoutAgain } from './repeats.ts';

/**
 * `shown`: the text as it is quoted behind its message, without what that names; `times`: how many lines have it;
 * `span`: the seconds of the first and the last of these, null if one has no time.
 */
export interface Quote {
  text: string; isCut: boolean; shown?: string; times?: number; span?: { from: number; to: number } | null;
}

/** Maximum number of causes that are quoted. */
export const MAX_CAUSES_SAID = 2;

/** Returns a quotation; what the end of a line cut off is marked, so that it is not taken for the whole. */
export const quoteOf = ({ text, isCut }: Quote): string => `"${ends(text)}"${isCut ? ' (cut)' : ''}`;

const MAX_MESSAGE = 200;
/** The number of an error of ClickHouse ends no sentence: what it is stands behind it. */
const FIRST_SENTENCE = /^.{60,200}?(?<!\bCode: \d{1,5})\.(?= [A-Z])/;

/** Returns the first sentence of a long message, and of those that explain it an amount, a reason or a name. */
export function shortened({ text, isCut }: Quote): Quote {
  const sentence = text.length <= MAX_MESSAGE ? undefined : FIRST_SENTENCE.exec(text)?.[0];
  if (sentence === undefined) return { text, isCut };
  const places = [...reasonsIn(text), ...namesIn(text)].map(({ from, to }) => text.slice(from, to));
  const behind = [amountIn(text) ?? '', ...places].find((one) => !sentence.includes(one));
  return { text: behind === undefined ? sentence : `${sentence} … ${behind}`, isCut };
}

/** The status of an answer, by which a receiver says what state it is in. */
const STATUS = /\b(?:HTTP (?:status )?(?:code )?|status(?: ?code)?[:= ]{1,2}"?)([45]\d\d)\b/i;

/** Errors with which no answer came. */
const UNANSWERED =
  /connection (?:refused|reset)|no such host|no route to host|network is unreachable|i\/o timeout|deadline exceeded/i;
const MIN_LATER = 2;

/**
 * Returns the second of two causes if all of its lines are later and it is another state of the other side: another
 * status, an answer after there was none, or none any more; null otherwise.
 */
export function laterAnswer(causes: ReadonlyMap<string, Quote>): Quote | null {
  const [first, second] = [...causes.values()];
  if (causes.size !== 2 || first?.span === undefined || second?.span === undefined) return null;
  const isLater = first.span !== null && second.span !== null && second.span.from > first.span.to;
  const [status, next] = [first, second].map(({ text }) => STATUS.exec(text)?.[1]);
  if (!isLater || status === next) return null;
  if (status !== undefined && next !== undefined) return second;
  const [one, other] = [first, second].map(({ text }) => UNANSWERED.test(text));
  return one !== other && (second.times ?? 0) >= MIN_LATER ? second : null;
}

/** Causes that differ only in names: the first of them, and how many lines and causes are of the kind. */
export interface CauseKind { first: Quote; times: number; count: number }

/** Names in quotation marks and addresses, in which causes of one kind differ. */
const NAMES = /'[^'\n]{1,120}'|"[^"\n]{1,120}"|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{2,5})?/g;
const MIN_KINDS = 2;
const MAX_KINDS = 3;

/** Returns the few kinds of causes, more of them than kinds, that differ only in names: the most frequent first. */
export function causeKinds(causes: ReadonlyMap<string, Quote>): readonly CauseKind[] | null {
  const kinds = new Map<string, CauseKind>();
  for (const cause of causes.values()) {
    const shape = cause.text.replaceAll(NAMES, '""');
    const known = kinds.get(shape) ?? { first: cause, times: 0, count: 0 };
    kinds.set(shape, { ...known, times: known.times + (cause.times ?? 1), count: known.count + 1 });
  }
  return kinds.size >= MIN_KINDS && kinds.size <= MAX_KINDS && causes.size > kinds.size
    ? [...kinds.values()].sort((a, b) => b.times - a.times) : null;
}

/** Causes of the same beginning are answers to the same request. */
const SAME_CHARS = 20;

/** Returns the causes; of two answers to the same request the more frequent one first. */
export function frequentFirst(causes: ReadonlyMap<string, Quote>): Quote[] {
  const all = [...causes.values()];
  const [first, second] = all;
  const isSame = first !== undefined && second !== undefined && all.length === 2
    && first.text.slice(0, SAME_CHARS) === second.text.slice(0, SAME_CHARS);
  return isSame ? all.sort((a, b) => (b.times ?? 0) - (a.times ?? 0)) : all;
}

interface Causes { causes: ReadonlyMap<string, Quote>; latest: Quote | null; moments: readonly unknown[] }

/** Returns up to two causes, of more the first and the latest, and how many others there are; `''` without one. */
export function causesOf({ causes, latest, moments }: Causes): string {
  const ordered = laterAnswer(causes) === null ? frequentFirst(causes) : [...causes.values()];
  const all = withoutAgain(ordered.map(shownCause));
  const [first] = all;
  if (first === undefined) return '';
  const kinds = causeKinds(causes);
  if (kinds !== null) {
    const given = kinds.map((kind) => `${shownCause(kind.first)} (${timesText(kind.times)}${
      kind.count === 1 ? '' : `, with ${kind.count} different names`})`);
    return ` The cause given is ${given.slice(0, -1).join(', ')} and ${given.at(-1) ?? ''}.`;
  }
  const more = all.length - MAX_CAUSES_SAID;
  const and = laterAnswer(causes) === null ? ' and ' : ', and later ';
  if (more <= 0) return ` The cause given is ${withTimes(all, ordered, moments.length).join(and)}.`;
  const some = [...causes.values()].slice(0, MAX_CAUSES_SAID);
  const isShown = some.some(({ text }) => text === latest?.text || isSameCause(text, latest?.text ?? ''));
  const last = latest === null || isShown ? null : shownCause(latest);
  const given = last === null ? all.slice(0, MAX_CAUSES_SAID).join(' and ') : `${first}, in the latest line ${last}`;
  return ` The cause given is ${given} (and ${more} ${more === 1 ? 'other' : 'others'}).`;
}

/** Adds how often each of two causes is given, if that differs and each line gives one of them. */
function withTimes(quotes: readonly string[], causes: readonly Quote[], lines: number): readonly string[] {
  const [first = 0, second = 0] = causes.map(({ times = 0 }) => times);
  const isTold = quotes.length === MAX_CAUSES_SAID && causes.length === MAX_CAUSES_SAID && first !== second
    && first > 0 && second > 0 && first + second === lines;
  return isTold ? quotes.map((quote, i) => `${quote} (${timesText(i === 0 ? first : second)})`) : quotes;
}

const timesText = (count: number): string => (count === 1 ? '1 time' : `${count} times`);

const shownCause = ({ text, shown = text, isCut }: Quote): string => quoteOf({ text: shown, isCut });
