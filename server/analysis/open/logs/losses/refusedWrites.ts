/** Explains why a receiver of remote write refuses samples by their time, as its sender logs that. Pure. */

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

/** Returns what such an answer means, the reason that comes first in the text first; null for other errors. */
export function refusedWrite(text: string): string | null {
  if (!SENT.test(text)) return null;
  const found = REASONS.flatMap(([words, means]) => {
    const at = text.search(words);
    return at < 0 ? [] : [{ at, means }];
  });
  return found.sort((a, b) => a.at - b.at).map(({ means }) => means).join(' ') || null;
}

/** Whether a sentence is such a meaning. */
export const isRefusedWrite = (sentence: string): boolean => sentence === ORDER || sentence === BOUNDS;
