/** The search that every view has: which rows match, and what they add up to. */
import { addAmounts, amountWords } from './functionRows.ts';
import type { Amount } from './flameViews.ts';

export type Match =
  | { state: 'none' }
  | { state: 'invalid'; message: string }
  | { state: 'on'; test: (text: string) => boolean };

/**
 * A regular expression as the reader types it. Small letters match both cases; a capital makes it exact. Empty: no
 * search.
 * A broken one is said, not thrown, and narrows nothing.
 */
export function compileSearch(pattern: string): Match {
  if (pattern === '') return { state: 'none' };
  try {
    const expression = new RegExp(pattern, /\p{Lu}/u.test(pattern.replace(/\\./gu, '')) ? '' : 'i');
    return { state: 'on', test: (text) => expression.test(text) };
  } catch {
    return {
      state: 'invalid',
      message: 'Not a regular expression: check brackets, or put \\ before ( ) [ * + ? to mean the sign itself.',
    };
  }
}

/** The rows one of whose texts matches; all of them without a search. */
export function matching<Row>(rows: readonly Row[], match: Match, textsOf: (row: Row) => readonly string[]): Row[] {
  return match.state === 'on' ? rows.filter((row) => textsOf(row).some(match.test)) : [...rows];
}

export interface Found { count: number; of: number; amount: Amount }

/** `noun`: one of them and several, such as ['function', 'functions']; `what`: what is added up, such as `flat`. */
export function foundWords(
  { count, of, amount }: Found, noun: readonly [string, string], what: string,
  { unit, total }: { unit: string; total: Amount }
): string {
  if (count === 0) return `no match among ${of} ${of === 1 ? noun[0] : noun[1]}`;
  return `${count} of ${of} ${of === 1 ? noun[0] : noun[1]}, ${what} ${amountWords(amount, unit, total)}`;
}

/** How many match, and the sum of what each has for its own, so that nothing counts twice. */
export function foundOf<Row>(
  rows: readonly Row[], match: Match, textsOf: (row: Row) => readonly string[], amountOf: (row: Row) => Amount
): Found {
  const found = matching(rows, match, textsOf);
  const amount = addAmounts(found.map(amountOf));
  return { count: found.length, of: rows.length, amount };
}
