/** Reads the queues of the remote write of Prometheus, and of agents that contain it, from one scrape. Pure. */
import type { Sample } from '../readScrape.ts';

const NEWEST = /^prometheus_remote_storage_(?:queue_)?highest_timestamp(?:_in)?_seconds$/;
const SENT_TIME = /^prometheus_remote_storage_(?:queue_)?highest_sent_timestamp_seconds$/;
const REMOTE = /(?:^|,)\s*(?:remote_name|queue)="([^"]{1,120})"/;
const REMOTE_STORAGE = '_remote_storage_';

/** One queue; a value that the scrape lacks is NaN. */
export interface RemoteQueue {
  labels: string; who: string;
  /** Seconds from the newest sample sent to the newest that came in. */
  lag: number;
  /** Time of the newest sample sent, seconds since 1970; NaN before anything was sent. */
  sentTime: number;
  shards: number; wanted: number; most: number; pending: number; capacity: number; batch: number;
  /** Totals since the start: samples that came in, were sent, failed, were sent again, and were dropped; requests. */
  came: number; sent: number; failed: number; retried: number; dropped: number; batches: number; batchSeconds: number;
}

/** Names of one value in different versions. */
const NAMES = {
  shards: ['shards'], wanted: ['shards_desired'], most: ['shards_max'],
  pending: ['samples_pending', 'pending_samples'], capacity: ['shard_capacity'], batch: ['max_samples_per_send'],
  sent: ['samples_total', 'succeeded_samples_total'], failed: ['samples_failed_total', 'failed_samples_total'],
  retried: ['samples_retried_total', 'retried_samples_total'],
  dropped: ['samples_dropped_total', 'dropped_samples_total'],
  batches: ['sent_batch_duration_seconds_count'], batchSeconds: ['sent_batch_duration_seconds_sum'],
} as const;

/** Returns the newest time that came in to any queue. */
export const newestIn = (samples: readonly Sample[]): number =>
  Math.max(...samples.filter(({ name }) => NEWEST.test(name)).map(({ value }) => value));

/** Returns the queues in the order of the scrape. */
export function remoteQueues(samples: readonly Sample[]): RemoteQueue[] {
  const newest = newestIn(samples);
  const own = samples.filter(({ name }) => name.includes(REMOTE_STORAGE));
  const [all, another] = own.filter(({ name }) => name.endsWith(`${REMOTE_STORAGE}samples_in_total`));
  // An agent counts what comes in for each of its instances, and not for each queue.
  const came = another === undefined ? all?.value ?? NaN : NaN;
  const queues = own.filter(({ name }) => name.endsWith(`${REMOTE_STORAGE}shards`) || SENT_TIME.test(name));
  return [...new Set(queues.map(({ labelText }) => labelText))].map((labels): RemoteQueue => {
    const of = (names: readonly string[]): number => own.find(({ name, labelText }) => labelText === labels
      && names.some((one) => name.endsWith(REMOTE_STORAGE + one)))?.value ?? NaN;
    const at = own.find(({ name, labelText }) => SENT_TIME.test(name) && labelText === labels)?.value ?? NaN;
    const name = REMOTE.exec(labels)?.[1];
    // Before anything was sent, the value is 0.
    const sentTime = at > 0 ? at : NaN;
    return {
      labels, who: `Remote write${name === undefined ? '' : ` (${name})`}`, lag: newest - sentTime, sentTime, came,
      shards: of(NAMES.shards), wanted: of(NAMES.wanted), most: of(NAMES.most), pending: of(NAMES.pending),
      capacity: of(NAMES.capacity), batch: of(NAMES.batch), sent: of(NAMES.sent), failed: of(NAMES.failed),
      retried: of(NAMES.retried), dropped: of(NAMES.dropped), batches: of(NAMES.batches),
      batchSeconds: of(NAMES.batchSeconds),
    };
  });
}

/** Whether all shards of a queue hold as many samples as they may. */
export const isFull = ({ shards, pending, capacity }: RemoteQueue): boolean =>
  shards > 0 && capacity > 0 && pending >= shards * capacity;

/** Prometheus changes the number of shards if it wants over 30 % more. */
const MIN_CHANGE = 1.3;

/** Whether a queue wants shards that it may have, and has not started them. */
export const lacksAllowed = ({ shards, wanted, most }: RemoteQueue): boolean =>
  wanted >= MIN_CHANGE * shards && shards + 1 <= Math.min(wanted, most);
