/** Names the kinds of errors of a log besides the two that are reported in full. Pure. */
import { shortError } from '../../../logs/shortError.ts';

const MAX_NAMED = 2;
const MAX_CHARS = 100;

export interface ErrorKind { text: string; count: number }

/** Returns how many kinds there are, and the most frequent ones with their counts; `""` without any. */
export function moreErrors(kinds: readonly ErrorKind[]): string {
  if (kinds.length === 0) return '';
  const named = kinds.toSorted((a, b) => b.count - a.count).slice(0, MAX_NAMED)
    .map(({ text, count }) => `"${shortError(text, MAX_CHARS)}"${count > 1 ? ` (${count} times)` : ''}`).join(' and ');
  const what = kinds.length === 1 ? 'another error' : `${kinds.length} other errors`;
  return ` The lines have ${what}${kinds.length > MAX_NAMED ? ', the most frequent' : ''}: ${named}.`;
}
