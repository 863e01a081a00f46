/** Tells how far the remote write of Prometheus is behind, and whether its shards suffice. Pure. */
import { formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import type { Sample } from './readScrape.ts';

const NEWEST = /^prometheus_remote_storage_(?:queue_)?highest_timestamp(?:_in)?_seconds$/;
const SENT = /^prometheus_remote_storage_(?:queue_)?highest_sent_timestamp_seconds$/;
const REMOTE = /(?:^|,)\s*(?:remote_name|queue)="([^"]{1,120})"/;
const REMOTE_STORAGE = '_remote_storage_';
/** A queue that keeps up is behind by less. */
const BEHIND_SECONDS = 120;

/** Returns a sentence on the queue that is furthest behind, or lacks shards; none for queues that keep up. */
export function remoteWriteFacts(samples: readonly Sample[]): string[] {
  const newest = Math.max(...samples.filter(({ name }) => NEWEST.test(name)).map(({ value }) => value));
  const of = (name: string, labels: string): number => samples.find((one) =>
    one.name.endsWith(`${REMOTE_STORAGE}${name}`) && one.labelText === labels)?.value ?? NaN;
  const queues = samples.filter(({ name }) => name.endsWith(`${REMOTE_STORAGE}shards`) || SENT.test(name));
  const found = [...new Set(queues.map(({ labelText }) => labelText))].map((labels) => {
    const sent = samples.find(({ name, labelText }) => SENT.test(name) && labelText === labels)?.value ?? NaN;
    // Before anything was sent, the value is 0.
    const lag = sent > 0 ? newest - sent : NaN;
    return { labels, lag, most: of('shards_max', labels), wanted: of('shards_desired', labels) };
  });
  const [worst] = found.filter(({ lag, most, wanted }) => lag >= BEHIND_SECONDS || wanted > most)
    .toSorted((a, b) => (b.lag || 0) - (a.lag || 0));
  if (worst === undefined) return [];
  const { labels, lag, most, wanted } = worst;
  const name = REMOTE.exec(labels)?.[1];
  const who = `Remote write${name === undefined ? '' : ` (${name})`}`;
  const lacks = wanted > most
    ? `wants ${formatNumber(wanted)} shards and may have ${formatNumber(most)} (max_shards)` : '';
  const late = lag >= BEHIND_SECONDS ? `is ${formatSeconds(lag)} behind` : '';
  return [`${who} ${[late, lacks].filter((part) => part !== '').join(', and ')}: the receiver takes less than is to be `
    + 'sent. See its latency and errors (prometheus_remote_storage_sent_batch_duration_seconds), then raise max_shards '
    + 'only if it can take more, or send less.'];
}
