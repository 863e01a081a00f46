/** Cuts a text between its words: not within a host, a name in quotation marks or, with room for it, a path. Pure. */
import type { Place } from './limits.ts';

/** Maximum length of a word, or of a part of one, that is dropped where a text is cut. */
const MAX_WORD = 40;
const MAX_PATH = 500;
/** How much longer than asked a beginning may be to end with a whole word, and how much of it a cut must leave. */
const MAX_GROWTH = 1.4;
const MIN_KEPT = 0.5;
/** A name of several words in quotation marks. */
const QUOTED = /(?<![^\s([=:,])(?:"[^"\s](?:[^"\n]{0,58}[^"\s])?"|'[^'\s](?:[^'\n]{0,58}[^'\s])?')(?!\w)/g;
const MAX_QUOTED = 80;

interface Word extends Place { isQuoted: boolean }

/** Returns the word or the quoted name that a cut at a position would divide; null between words. */
function wordAt(text: string, at: number): Word | null {
  if (at <= 0 || at >= text.length) return null;
  const start = Math.max(0, at - MAX_QUOTED);
  for (const { 0: { length }, index } of text.slice(start, at + MAX_QUOTED).matchAll(QUOTED)) {
    const from = start + index;
    if (from < at && at < from + length)
      return { from: wordStart(text, from), to: wordEnd(text, from + length), isQuoted: true };
  }
  if (/\s/.test(text.charAt(at)) || /\s/.test(text.charAt(at - 1))) return null;
  return { from: wordStart(text, at), to: wordEnd(text, at), isQuoted: false };
}

const wordStart = (text: string, at: number): number =>
  at - (/\S{1,500}$/.exec(text.slice(Math.max(0, at - MAX_PATH), at))?.[0].length ?? 0);
const wordEnd = (text: string, at: number): number => at + (/^\S{1,500}/.exec(text.slice(at))?.[0].length ?? 0);

/** Whether a slash is one of the two before the host of an address. */
const isBeforeHost = (text: string, slash: number): boolean => text.slice(slash - 1, slash + 2).includes('//');

/** Returns the beginning up to the end of a word; a long one is kept whole if there is room for it. */
export function beginOf(text: string, length: number): string {
  const word = wordAt(text, length);
  if (word === null) return text.slice(0, length).trimEnd();
  const { from, to, isQuoted } = word;
  if (!isQuoted && from > 0 && to - from <= MAX_WORD) return text.slice(0, from).trimEnd();
  if (to <= length * MAX_GROWTH) return text.slice(0, to);
  if (from >= length * MIN_KEPT) return text.slice(0, from).trimEnd();
  // Of a path the names before the cut stay whole.
  const slash = text.lastIndexOf('/', length - 1);
  if (slash <= from) return text.slice(0, length);
  return text.slice(0, isBeforeHost(text, slash) && from > 0 ? from : slash).trimEnd();
}

/** Words that turn what stands behind them, and a share of it. */
const TURNS = new RegExp(String.raw`(?<![\w.,])(?:(?:(?:is|are|was|were|do|does|did|has|have) )?`
  + String.raw`(?:not|no|never|without|cannot)|\d[\d.,]{0,12} of (?:these|them|the)(?: (?:is|are|was|were))?) $`);
const MAX_TURN = 32;
/** What a quotation that would begin with "of" is of. */
const SHARE = /(?<!\S)\d[\d.,]{0,12}%? $/;

/** Returns the end from the beginning of a word on, with a denial or a share right before it. */
export function endOf(text: string, length: number): string {
  const end = endWithin(text, length);
  const start = text.length - end.length;
  const before = end.startsWith('of ') ? SHARE : TURNS;
  return `${before.exec(text.slice(Math.max(0, start - MAX_TURN), start))?.[0] ?? ''}${end}`;
}

/** Returns the end from the beginning of a word on; of a long word the last names. */
function endWithin(text: string, length: number): string {
  const start = Math.max(0, text.length - length);
  const word = wordAt(text, start);
  if (word === null) return text.slice(start).trimStart();
  const { from, to, isQuoted } = word;
  const isShort = to - start <= MAX_WORD && to < text.length;
  if (isShort && (isQuoted || to - from <= MAX_WORD)) return text.slice(to).trimStart();
  const scheme = text.indexOf('://', Math.max(from, start - 3));
  const slash = text.indexOf('/', scheme >= 0 && scheme < to ? scheme + 3 : start);
  if (slash >= 0 && slash < to) return text.slice(slash);
  return text.slice(isShort || (to < text.length && text.length - to >= length * MIN_KEPT) ? to : start).trimStart();
}
