/** Search common to all views: matching rows and their sum. */
import { addAmounts, amountWords } from './functionRows.ts';
import type { Amount } from './flameViews.ts';

export type Match =
  | { state: 'none' }
  | { state: 'invalid'; message: string }
  | { state: 'on'; test: (text: string) => boolean };

/**
 * Compiles a regular expression typed by the reader. Lower case matches both cases; a capital makes it case-sensitive.
 * Empty: no search. An invalid one is reported, not thrown, and filters nothing.
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

/** Returns the rows with a matching text; all of them without a search. */
export function matching<Row>(rows: readonly Row[], match: Match, textsOf: (row: Row) => readonly string[]): Row[] {
  return match.state === 'on' ? rows.filter((row) => textsOf(row).some(match.test)) : [...rows];
}

export interface Found { count: number; of: number; amount: Amount }

/**
 * Returns the result in words. `noun`: singular and plural, such as ['function', 'functions']; `what`: the summed
 * value, such as `flat`.
 */
export function foundWords(
  { count, of, amount }: Found, noun: readonly [string, string], what: string,
  { unit, total }: { unit: string; total: Amount }
): string {
  if (count === 0) return `no match among ${of} ${of === 1 ? noun[0] : noun[1]}`;
  return `${count} of ${of} ${of === 1 ? noun[0] : noun[1]}, ${what} ${amountWords(amount, unit, total)}`;
}

/** Returns the number of matches, and the sum of their own values, so that nothing counts twice. */
export function foundOf<Row>(
  rows: readonly Row[], match: Match, textsOf: (row: Row) => readonly string[], amountOf: (row: Row) => Amount
): Found {
  const found = matching(rows, match, textsOf);
  const amount = addAmounts(found.map(amountOf));
  return { count: found.length, of: rows.length, amount };
}
