/** Tells facts that matter more than what was lost. Pure. */
import { kindOfMeaning } from '../messages/knownMessages.ts';
import type { MessageKind } from '../messages/rows/messageRow.ts';

const ENDED = new RegExp([
  /\b(?:crashed|panicked) with |\bcrashed \(exit code|\(OOMKilled\)|The kernel(?:’s OOM killer ran| killed )/,
  /\bended (?:at \S+ )?with (?!exit code 0|status 0)|\bis in a crash loop\b|\bdeadlock/,
].map(({ source }) => source).join('|'));
const WORSE: ReadonlySet<MessageKind | null> = new Set(['end', 'hang']);
const MAX_CHARS = 8192;
const SENTENCE_END = /(?<=\.) (?=[A-Z"\u201c])/;

/** Whether what was lost comes before these facts: unless they say that the program ended or hangs. */
export function lossLeads(facts: string | null): boolean {
  return facts === null || !(ENDED.test(facts) || facts.slice(0, MAX_CHARS).split(SENTENCE_END)
    .some((sentence) => WORSE.has(kindOfMeaning(sentence))));
}
