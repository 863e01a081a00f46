/** Shows parts of a text, with the quotation marks and brackets closed that a cut leaves open. Pure; bounded. */
import type { Place } from './limits.ts';

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const MARK = /\\{0,8}["']|[`()[\]{}]/g;
/** Maximum number of marks that are read. */
const MAX_MARKS = 400;
/** Up to this many characters behind an opening mark, or before a closing one, are dropped rather than marked. */
const MAX_DROPPED = 16;
/** How much of a part must stay. */
const MIN_KEPT = 0.6;

/** An opening mark and the one that closes it: where they begin, and how they are written. */
interface Pair { open: number; close: number; opener: string; closer: string }
interface Opened { at: number; mark: string }

const isQuote = (mark: string): boolean => /["'`]$/.test(mark);

/** Whether an apostrophe is one within a word, or behind its last letter without an opening one. */
function isApostrophe(text: string, at: number, length: number, isOpen: boolean): boolean {
  const [before, behind] = [text.charAt(at - 1), text.charAt(at + length)];
  if (/\w/.test(before) && /\w/.test(behind)) return true;
  return !isOpen && /[\w.]/.test(before);
}

/** Returns the pairs of marks of a text, and those that stay open; a closing one without an opening one is in none. */
function marksOf(text: string): { pairs: Pair[]; open: Opened[] } {
  const open: Opened[] = [];
  const pairs: Pair[] = [];
  for (const { 0: mark, index } of [...text.matchAll(MARK)].slice(0, MAX_MARKS)) {
    if (mark in CLOSERS) {
      open.push({ at: index, mark });
      continue;
    }
    const quoted = isQuote(mark);
    const from = quoted ? -1 : open.findLastIndex((one) => isQuote(one.mark));
    const at = open.findLastIndex((one, i) => i > from && (quoted ? one.mark === mark : CLOSERS[one.mark] === mark));
    if (mark.endsWith('\'') && isApostrophe(text, index, mark.length, at >= 0)) continue;
    const opened = open[at];
    if (opened !== undefined) {
      pairs.push({ open: opened.at, close: index, opener: opened.mark, closer: mark });
      open.length = at;
    } else if (quoted) open.push({ at: index, mark });
  }
  return { pairs, open };
}

/** Returns where the first mark stands that is not closed; -1 without one. */
export const firstOpen = (text: string): number => marksOf(text).open[0]?.at ?? -1;

/** Returns the parts, the first without a few characters behind a mark that stays open, the last one likewise. */
function trimmed(parts: readonly Place[], pairs: readonly Pair[], length: number): Place[] {
  const isShown = (at: number): boolean => parts.some(({ from, to }) => from <= at && at < to);
  return parts.map(({ from, to }, i) => {
    const min = (to - from) * MIN_KEPT;
    const opened = i > 0 || to === length ? [] : pairs.flatMap(({ open, close }) =>
      (open < to && close >= to && !isShown(close) && to - open <= MAX_DROPPED && open - from >= min ? [open] : []));
    const closed = i < parts.length - 1 || from === 0 ? [] : pairs.flatMap(({ open, close, closer }) => {
      const end = close + closer.length;
      const isNear = end - from <= MAX_DROPPED && to - end >= min;
      return open < from && close >= from && isNear && !isShown(open) ? [end] : [];
    });
    return { from: Math.max(from, ...closed), to: Math.min(to, ...opened) };
  });
}

/**
 * Returns the parts of a text in their order, with an ellipsis for what is left out between and behind them; a mark
 * whose other one is left out gets it there.
 */
export function shownParts(text: string, places: readonly Place[]): string {
  const { pairs } = marksOf(text);
  const parts = trimmed(places, pairs, text.length).filter(({ from, to }) => to > from);
  const isShown = (at: number): boolean => parts.some(({ from, to }) => from <= at && at < to);
  const openersIn = (gap: Place): string => pairs
    .filter(({ open, close }) => open >= gap.from && open < gap.to && isShown(close))
    .sort((a, b) => a.open - b.open).map(({ opener }) => opener).join('');
  const begin = parts[0]?.from ?? 0;
  let openers = openersIn({ from: 0, to: begin });
  let said = begin > 0 && openers === '' ? '\u2026 ' : '';
  parts.forEach(({ from, to }, i) => {
    const next = parts[i + 1]?.from ?? text.length;
    const part = text.slice(from, to).trim();
    said += openers === '' ? part : `${openers}\u2026 ${part}`;
    if (next <= to) return;
    const closers = pairs.filter(({ open, close }) => close >= to && close < next && isShown(open))
      .sort((a, b) => a.close - b.close).map(({ closer }) => closer).join('');
    openers = openersIn({ from: to, to: next });
    said += `${closers === '' && openers !== '' ? '' : ` \u2026${closers}`}${parts[i + 1] === undefined ? '' : ' '}`;
  });
  return said.trimEnd();
}
