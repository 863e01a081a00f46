/** Finds the gravest of the errors of a log. Pure. */
import { MAX_CAUSES_SAID } from '../../figures/quotes.ts';
import { isConsequence } from '../../messages/consequences.ts';
import { firstKnown } from '../../messages/knownMessages.ts';
import type { MessageKind } from '../../messages/rows/messageRow.ts';
import { namesNoReason } from '../causes/summaries.ts';
import type { Said } from './sameMessages.ts';

/** Characters of each text whose meaning is looked for. */
export const MAX_MEANT_CHARS = 1000;

/**
 * Returns the fatal message, else one whose known meaning is that it ended, data are damaged or something is full,
 * else the most frequent; on a tie, the first with a cause. Level info is last.
 */
export function gravest(all: readonly Said[]): Said | null {
  let [most, highest]: [Said | null, number] = [null, -Infinity];
  for (const one of all) {
    const own = rank(one);
    const isFirstWithCause = own === highest && most?.causes.size === 0 && one.causes.size > 0;
    if (own > highest || isFirstWithCause) [most, highest] = [one, own];
  }
  return most;
}
const FATAL_RANK = 1e9;
const GRAVE_RANK = 1e8;
/** Prometheus's last message if its start fails; errors of the run before come second. */
const NO_START = /^(?:Fatal error: )?opening storage failed\b/;
const isNoStart = ({ message, causes }: Said): boolean =>
  NO_START.test(message.text) || [...causes.keys()].some((cause) => NO_START.test(cause));
/** Ranks errors without a reason after those with one, so that they are reported next to them. */
const rank = (one: Said): number => (isBare(one) ? oftenOf(one) / GRAVE_RANK
  : one.isFatal ? FATAL_RANK : isNoStart(one) ? FATAL_RANK / 2
  : one.below !== null ? oftenOf(one) / FATAL_RANK : oftenOf(one) + GRAVE_RANK * graveness(one));

/** Whether all that is said of an error is that something failed, ended or was canceled. */
export function isBare(one: Said): boolean {
  one.isBare ??= namesNoReason(one.message.text, [...one.causes.keys()]);
  return one.isBare;
}

/** Kinds that come before how often a message is said, the worst last. */
const GRAVE: readonly MessageKind[] = ['full', 'damage', 'end'];

/** Whether the known message of an error says that something is full, that data are damaged, or that it ended. */
function graveness(one: Said): number {
  if (one.graveness === undefined) {
    const known = firstKnown([one.message, ...one.causes.values()].slice(0, 1 + MAX_CAUSES_SAID)
      .map(({ text }) => text.slice(0, MAX_MEANT_CHARS)).join('\n'))?.known;
    one.graveness = known === undefined || isConsequence(known.message) ? 0 : 1 + GRAVE.indexOf(known.kind);
  }
  return one.graveness;
}

/** Warnings on how a program is set up, which say nothing of what goes wrong beside another one. */
const ON_SETUP = new RegExp([
  /^experimental feature in use\b/, /^SQLite database file has broader permissions than it should\b/,
  /^.{0,200}\b(?:is|are|was|has been) deprecated\b/,
].map(({ source }) => source).join('|'), 'i');

/** Returns the warnings without those on how a program is set up, if there are others. */
export function onFaults(warnings: readonly Said[]): readonly Said[] {
  const faults = warnings.filter(({ message }) => !ON_SETUP.test(message.text));
  return faults.length === 0 ? warnings : faults;
}

export const oftenOf = ({ moments, folded }: Said): number => moments.length + folded;
