/**
 * Determines how an error relates to the most severe one: the answer to the same request later, the same of another
 * object, or one that follows from it. Pure.
 */
import { comparable } from '../lines/moments.ts';
import type { Said } from './sameMessages.ts';

/** The status of an answer and what stands behind it, at the end of a message. */
const STATUS = /(?:: |\bHTTP status=)[45]\d\d\b[^\n]{0,400}$/;

/** Numbers that are neither a part of a name nor of an address, as of a size or an attempt. */
const NUMBERS = /(?<![\w.:/-])#?\d{1,15}(?![\w.:/-])/g;

const requestOf = ({ message: { text } }: Said): string | null =>
  (STATUS.test(text) ? text.replace(STATUS, '').replace(NUMBERS, '0') : null);

/** Whether `one` is another answer to what `most` asked, and each of its lines is later. */
export function isLaterAnswer(one: Said, most: Said): boolean {
  const request = requestOf(one);
  if (request === null || request !== requestOf(most)) return false;
  const [first] = comparable(one.moments);
  const last = comparable(most.moments).at(-1);
  return first !== undefined && last !== undefined && first.kind === last.kind && first.seconds > last.seconds;
}

/** Removes the step behind the colon of each sentence: what stood in its way is over. */
export const withoutSteps = (meaning: string): string => meaning.replace(/: [a-z][^]*?\.(?= [A-Z]|$)/g, '.');

/** Messages of fewer words say different things if one word differs. */
const MIN_WORDS = 5;
const NAME = /[\d/:=_.@-]/;
const MAX_WORDS = 60;
/** Marks around a name. */
const MARKS = /^[("'[]{1,4}|["',;.:)\]]{1,4}$/g;

const wordsOf = ({ message: { text } }: Said): string[] => text.split(/\s{1,9}/, MAX_WORDS);

/** Returns the word of `one` in which it differs from `most` if that names something; null for other messages. */
export function otherObject(one: Said, most: Said): string | null {
  const [a, b] = [wordsOf(one), wordsOf(most)];
  if (a.length !== b.length || a.length < MIN_WORDS || !isSameCauses(one, most)) return null;
  const at = a.flatMap((word, i) => (word === b[i] ? [] : [i]));
  const [word, own] = [a[at[0] ?? -1], b[at[0] ?? -1]].map((text) => text?.replace(MARKS, ''));
  return at.length !== 1 || word === undefined || own === undefined || !NAME.test(word) || !NAME.test(own)
    || /^\d{1,12}$/.test(word) ? null : word;
}

const isSameCauses = (one: Said, most: Said): boolean => one.causes.size === most.causes.size
  && [...one.causes.keys()].every((cause) => most.causes.has(cause));

/** A shorter error may be of any message. */
const MIN_INNER = 24;
/** Grafana's line for each request, after the error for which it failed. */
const ENDED = 'Request Completed';

/** Whether a message only passes on a cause of `most`, with words of a caller before it, or that a request ended. */
export const passesOn = (one: Said, most: Said): boolean => one.causes.size === 0 && (one.message.text === ENDED
  || [...most.causes.keys()].some((cause) => cause.length >= MIN_INNER && one.message.text.includes(cause)));

const innerOf = (text: string): string => text.split(/: |\b(?:error|reason):/).at(-1)?.trim() ?? '';

/** Whether both messages have no cause beside them and end with the same error. */
export function isSameError(one: Said, most: Said): boolean {
  if (one.causes.size > 0 || most.causes.size > 0) return false;
  const inner = innerOf(most.message.text);
  return inner.length >= MIN_INNER && inner === innerOf(one.message.text) && inner !== most.message.text;
}

/** Messages that follow an error that the program has logged before, and that error. */
const FOLLOWS: readonly (readonly [message: RegExp, error: RegExp])[] = [
  [new RegExp([
    /\bcould not write (?:any address|to any influxdb server)\b/,
    /\bfailed to send metrics to any configured server\(s\)/,
  ].map(({ source }) => source).join('|'), 'i'), /\[outputs\.\w{1,40}\]/],
  // vminsert reaches no node, and before that not one of them.
  [/\ball the (?:storage )?nodes are (?:unhealthy|temporarily unavailable)\b/, / -storageNode="/],
];

/** Whether a message only says what follows from the error of another one. */
export const follows = (message: string, error: string): boolean =>
  FOLLOWS.some(([later, before]) => later.test(message) && before.test(error));

/** PostgreSQL's messages to clients that it refuses while it starts, recovers or ends. */
export const REFUSED_MEANWHILE =
  /^the database system is (?:in recovery mode|starting up|shutting down|not (?:yet )?accepting connections)/;

/** Messages of Prometheus and Alertmanager when they are asked to end. */
export const STOP = /^Received (?:SIG(?:TERM|INT)|an OS signal), exiting gracefully/;
