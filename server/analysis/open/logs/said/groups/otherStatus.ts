/** Finds the warnings of a log that are of another class than its gravest error: another status, or meaning. Pure. */
import { isBare, oftenOf } from './gravest.ts';
import type { LoggedError } from '../lines/crashLoops.ts';
import type { Said } from './sameMessages.ts';

const STATUS = new RegExp([
  /\b(?:HTTP )?status(?: ?code)?[ =:"]{1,3}([45]\d\d)\b/, /\b(?:SC|code)[ =:]{1,2}"?([45]\d\d)\b/,
  /\bCode\(([45]\d\d)\)/, /\b([45]\d\d) [A-Z][a-z]{2,12}(?: [A-Z][a-z]{1,12}){0,3}\b/,
].map(({ source }) => source).join('|'));
const MAX_CHARS = 1000;
const MIN_TIMES = 2;
/** A warning of another meaning is reported if it is as frequent, also in relation to the gravest error. */
const MIN_OTHER = 5;
const MIN_SHARE = 0.05;

function statusesOf({ message, causes }: Said): ReadonlySet<string> {
  return new Set([message.text, ...causes.keys()].flatMap((text) =>
    STATUS.exec(text.slice(0, MAX_CHARS))?.slice(1).find((status) => status !== undefined) ?? []));
}

/** Returns the most frequent warning of requests with another status; null without one, or if the error has none. */
export function otherStatus(warnings: readonly Said[], most: Said): Said | null {
  const known = statusesOf(most);
  if (known.size === 0) return null;
  const others = warnings.filter((one) => oftenOf(one) >= MIN_TIMES && one.below === null && !isBare(one)
    && [...statusesOf(one)].some((status) => !known.has(status)));
  return others.toSorted((a, b) => oftenOf(b) - oftenOf(a))[0] ?? null;
}

const CANCELED = /\bcontext cancell?ed\W{0,3}$/i;

/** Whether errors only say that what they did was canceled, which follows from something else. */
export const areCanceled = (errors: readonly LoggedError[]): boolean => errors.length > 0
  && errors.every(({ said: { message, cause } }) => CANCELED.test(cause === '' ? message : cause));

/** A shorter end may be of any error. */
const MIN_END = 20;
/** Tries before the one that failed for good. */
const RETRY = /\bretry|\bre-?send/i;

/** Counts the warnings that end with the innermost error of the gravest one, in a sentence; '' without any. */
export function sameEnd(warnings: readonly Said[], most: Said): string {
  const inner = (most.latest?.text ?? most.message.text).split(': ').slice(-2).join(': ').trim();
  const same = inner.length < MIN_END || most.message.isCut ? [] : warnings.filter(({ below, message, causes }) =>
    below === null && !RETRY.test(message.text)
    && [message.text, ...causes.keys()].some((text) => text.endsWith(inner)));
  const count = same.reduce((sum, one) => sum + oftenOf(one), 0);
  // A warning for each error is of the same event.
  return count < MIN_OTHER || count <= oftenOf(most) ? '' : ` ${count} warnings end with the same error.`;
}

/** Returns the most frequent warning of which another meaning is known; null without one. */
export function otherMeaning(
  warnings: readonly Said[], most: Said, meaningIn: (one: Said) => string | null
): Said | null {
  const known = meaningIn(most);
  return warnings.filter((one) => oftenOf(one) >= Math.max(MIN_OTHER, MIN_SHARE * oftenOf(most)) && one.below === null
    && !isBare(one)).toSorted((a, b) => oftenOf(b) - oftenOf(a)).find((one) => {
    const own = meaningIn(one);
    return own !== null && own !== known && known?.includes(own) !== true;
  }) ?? null;
}
