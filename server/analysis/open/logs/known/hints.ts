/**
 * Reports an error and the hint that is printed under it as one: with the meaning of the hint, which says more. Pure.
 */
import type { KnownMessage } from '../messages/knownMessages.ts';

interface Place { known: KnownMessage; at: number }

/** The label of PostgreSQL's hint, a little before a message. */
const HINT = /\bHINT: {0,4}[^\n]{0,80}$/;
const MAX_BEFORE = 200;

/** Whether nothing but the end of a line stands between an error and its hint. */
const isNext = (before: Place, hint: Place, flat: string): boolean =>
  flat.slice(before.at, hint.at).split('\n').length <= 2;

/** Returns the messages without the hints of others, whose meaning those errors get. `flat`: the text of `found`. */
export function withHints<T extends Place>(found: readonly T[], flat: string): T[] {
  const hints = found.map(({ known, at }) =>
    known.isTelling && HINT.test(flat.slice(Math.max(0, at - MAX_BEFORE), at)));
  return found.flatMap((one, i): T[] => {
    const [before, next] = [found[i - 1], found[i + 1]];
    if (hints[i] === true && hints[i - 1] === false && before !== undefined && isNext(before, one, flat)) return [];
    const hasHint = hints[i] === false && hints[i + 1] === true && next !== undefined && isNext(one, next, flat);
    return [hasHint ? { ...one, known: { ...one.known, sentence: next.known.sentence, isTelling: true } } : one];
  });
}
