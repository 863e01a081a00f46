/** Builds formats from a pattern and a summary of the text, for texts that are recognized but not parsed. */
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { CERTAIN, when, type Format } from './format.ts';

export interface Named {
  id: string;
  /** Name with its article. */
  name: string;
  program?: string;
  /** Tested on the first 64 KiB. */
  pattern: RegExp;
  /** Excludes texts of another form that contain lines of this one. */
  except?: RegExp;
  fact: (text: string) => string | null;
  remedy: string;
}

export const named = ({ id, name, program, pattern, except, fact, remedy }: Named): Format => ({
  id, name, door: null, isAnywhere: true,
  match: ({ head, isText }) =>
    when(isText && fits(pattern, head) && except?.test(head) !== true, { ...CERTAIN, program }),
  interest: ({ text }) => fact(text), remedy,
});

/** Returns the first group of a pattern; null without a match. */
export const said = (pattern: RegExp, text: string): string | null => pattern.exec(text)?.[1] ?? null;

export { counted } from '../../../../core/text/format.ts';

/** Returns the most frequent names, as "4 in a, 1 in b". */
export function mostFrequent(names: readonly string[], max = 3): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, max)
    .map(([name, count]) => `${count.toLocaleString('en-US')} in ${name}`).join(', ');
}

/** Formats the first group of a pattern; null without a match. */
export function each(pattern: RegExp, text: string, word: (value: string) => string): string | null {
  const value = said(pattern, text);
  return value === null ? null : word(value);
}

/** Joins the parts that are not null or empty into one sentence; null if there are none. */
export function sentence(parts: readonly (string | null)[], separator = ', '): string | null {
  const own = parts.filter((part) => part !== null && part !== '').join(separator);
  return own === '' ? null : `${own.slice(0, 1).toUpperCase()}${own.slice(1)}.`;
}
