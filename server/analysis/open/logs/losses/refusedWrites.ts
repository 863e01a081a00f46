/** Explains why a receiver of remote write refuses samples by their time, as its sender logs that. Pure. */
import { sentencesOf } from '../../look/sentences.ts';

/** Words with which a sender quotes the answer. */
const SENT = /\b(?:server|remote write) returned HTTP status(?: code)? 4\d\d\b/i;

const ORDER = 'Out of order means that the receiver has newer samples of these series already, mostly because two '
  + 'senders write the same series, as replicas without external_labels that differ, or because one target is scraped '
  + 'twice: give each sender external_labels of its own, or let the receiver deduplicate them; for samples that are '
  + 'only late, set out_of_order_time_window at the receiver.';
const BOUNDS = 'Out of bounds means that these samples are older than the receiver takes, or that it has samples of a '
  + 'later time: see how far remote write is behind, and compare the clocks of this sender and of the receiver.';
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/\bout[- ]of[- ]order (?:sample|label ?set|timestamp)|\bout of order\b(?! exemplar)/i, ORDER],
  [/\bout of bounds\b/i, BOUNDS],
];

/** Prometheus answered 500 to samples that are too old, which a sender counts as an error that passes. */
const STUCK_SENDER = /\b(?:server|remote write) returned HTTP status(?: code)? 500\b[^\n]{0,200}?\btoo old sample\b/i;
const STUCK_RECEIVER = /\bappending remote write\b[^]{0,200}?\btoo old sample\b/i;
const AGAIN = 'The receiver answers 500 to samples that are older than it takes, so the sender sends the same batch '
  + 'again and again, and nothing behind it gets through; what waits longer than the WAL is kept is lost.';
const REMEDIES = 'update the receiver (later versions answer 400, and the sender drops the batch), raise its '
  + 'out_of_order_time_window, or set sample_age_limit in queue_config of the sender (2.50 or later).';
const OF_SENDER = `${AGAIN} The network and the load are not the cause: ${REMEDIES}`;
const OF_RECEIVER = `Samples that came by remote write were not stored. ${AGAIN.replace('The receiver', 'It')} ${
  REMEDIES.replace('update the receiver', 'Update it')}`;

/** Returns what it means that a batch which is too old blocks remote write; null for other errors. */
const stuckWrite = (text: string): string | null =>
  (STUCK_SENDER.test(text) ? OF_SENDER : STUCK_RECEIVER.test(text) ? OF_RECEIVER : null);

/** Returns what such an answer means, the reason that comes first in the text first; null for other errors. */
export function refusedWrite(text: string): string | null {
  const stuck = stuckWrite(text);
  if (stuck !== null) return stuck;
  if (!SENT.test(text)) return null;
  const found = REASONS.flatMap(([words, means]) => {
    const at = text.search(words);
    return at < 0 ? [] : [{ at, means }];
  });
  return found.sort((a, b) => a.at - b.at).map(({ means }) => means).join(' ') || null;
}

/** Whether a sentence is such a meaning. */
export const isRefusedWrite = (sentence: string): boolean => ALL.has(sentence);
const ALL: ReadonlySet<string> = new Set([
  ORDER, BOUNDS, ...[OF_SENDER, OF_RECEIVER].flatMap((all) => [all, ...sentencesOf(all)]),
]);
