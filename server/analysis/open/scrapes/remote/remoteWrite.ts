/** Tells how far the remote write of Prometheus is behind, whether its shards suffice, and if it seems stuck. Pure. */
import { counted, formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import type { Sample } from '../readScrape.ts';
import { isFull, lacksAllowed, remoteQueues, type RemoteQueue } from './remoteQueues.ts';

/** A queue that keeps up is behind by less. */
const BEHIND_SECONDS = 120;
/** A receiver that answers a batch within this is not slow. */
const FAST_SECONDS = 1;
/** Times before 2001 and after 5000 are none. */
const MIN_TIME_SECONDS = 1e9;
const MAX_TIME_SECONDS = 1e11;
export const STUCK_STEP = 'Take a goroutine dump (/debug/pprof/goroutine?debug=2) to see where its send waits, and '
  + 'look in the log for "Skipping resharding". A restart ends a hang, but then only samples from '
  + 'the start on are sent, and not those that wait now; look for a newer version, too.';

/** Returns a sentence on the queue that is furthest behind, or lacks shards; none for queues that keep up. */
export function remoteWriteFacts(samples: readonly Sample[]): string[] {
  const [worst] = remoteQueues(samples).filter(({ lag, most, wanted }) => lag >= BEHIND_SECONDS || wanted > most)
    .toSorted((a, b) => (b.lag || 0) - (a.lag || 0));
  return worst === undefined ? [] : [factOf(worst)];
}

function factOf(queue: RemoteQueue): string {
  const { who, lag, most, wanted } = queue;
  const late = lag >= BEHIND_SECONDS ? `is ${formatSeconds(lag)} behind` : '';
  if (late !== '' && lacksAllowed(queue) && isFull(queue)) return stuckFact(queue, late);
  if (wanted > most) return `${who} ${late === '' ? '' : `${late}, and `}wants ${formatNumber(wanted)} shards and may `
    + `have ${formatNumber(most)} (max_shards): ${batchLimit(queue) ?? SLOW_RECEIVER}`;
  return joined([
    `${who} ${late}: it sends less than comes in, or nothing.`, errorsFact(queue), batchFact(queue),
    'Compare a second scrape, to see whether it sends, and the log, for the answers of the receiver.',
  ]) ?? '';
}

const SLOW_RECEIVER = 'the receiver takes less than is to be sent. See its latency and errors '
  + '(prometheus_remote_storage_sent_batch_duration_seconds), then raise max_shards only if it can take more, or send '
  + 'less.';
/** Batches of fewer samples are small for a way on which an answer takes long. */
const LARGE_BATCH = 2000;

/**
 * Says that the shards send less than comes in because of small batches: each shard waits for the answer to one before
 * it sends the next. Null if requests are slow by themselves, failed, or are large.
 */
function batchLimit(queue: RemoteQueue): string | null {
  const { shards, most, batch, batches, batchSeconds, failed, retried, dropped } = queue;
  const mean = batchSeconds / batches;
  const isRefused = [failed, retried, dropped].some((count) => count > 0);
  if (!(mean > 0 && mean < FAST_SECONDS) || !(batch > 0 && batch < LARGE_BATCH) || isRefused) return null;
  const running = shards > 0 ? Math.min(shards, most) : most;
  return `a request takes ${formatSeconds(mean)} on average and carries at most ${
    formatNumber(batch)} samples (max_samples_per_send), so ${counted(running, 'shard')} send at most ${
    formatNumber(Math.round(running * batch / mean))} samples/s, which may be less than comes in. Part of `
    + 'that time is the way there and back (compare with a ping): raise max_samples_per_send (2,000 to 5,000) and '
    + 'capacity to several times that, before max_shards, which needs more memory; or send less.';
}

/** A queue whose shards are full, and that does not start those which it wants and may have. */
function stuckFact(queue: RemoteQueue, late: string): string {
  const { who, shards, wanted, most, pending } = queue;
  return joined([
    `${who} ${late}: its queue is full (${formatNumber(pending)} samples pending), and it has ${
      counted(shards, 'shard')} although it wants ${formatNumber(wanted)} and may have ${
      formatNumber(most)}. So it is stuck or sends too little to start more shards; a larger max_shards does not help.`,
    lastSent(queue), errorsFact(queue), batchFact(queue),
    'A second scrape shows whether it sends at all: what it has sent rises then.', STUCK_STEP,
  ]) ?? '';
}

const timeText = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;

/** Returns how many samples came in and were not sent; a sample that is sent again counts as sent each time. */
export const unsent = ({ came, sent, retried, dropped }: RemoteQueue): number =>
  came - (dropped || 0) - (sent - (retried || 0));

/** Says when the newest sample was sent, and how many came in since. */
export function lastSent(queue: RemoteQueue): string | null {
  const { sentTime } = queue;
  if (!(sentTime > MIN_TIME_SECONDS && sentTime < MAX_TIME_SECONDS)) return null;
  const rest = unsent(queue);
  return `The newest sample sent is of ${timeText(sentTime)}${rest > 0 ? `, and ${formatNumber(rest)} more came in `
    + 'than were sent' : ''}.`;
}

/** Says that nothing failed, or what did; null if the scrape does not count it. */
function errorsFact({ failed, retried, dropped }: RemoteQueue): string | null {
  const all = [[failed, 'failed'], [retried, 'were sent again'], [dropped, 'were dropped']] as const;
  const known = all.filter(([count]) => !Number.isNaN(count));
  const some = known.filter(([count]) => count > 0);
  return known.length < 2 ? null : some.length > 0
    ? `Since its start, ${some.map(([count, word]) => `${formatNumber(count)} samples ${word}`).join(', and ')}.`
    : 'Since its start, no sample failed, was sent again or dropped: the receiver has refused nothing.';
}

/** Says what the requests took that were answered. */
export function batchFact({ batches, batchSeconds }: RemoteQueue): string | null {
  const mean = batchSeconds / batches;
  return !(mean > 0) || !(batches > 0) ? null : `The ${formatNumber(batches)} requests so far took ${
    formatSeconds(mean)} on average${
    mean < FAST_SECONDS ? ', so the receiver was not slow' : ': the receiver is slow'}.`;
}
