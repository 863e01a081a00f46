/** Finds queues of Prometheus, its agents and vmagent that sent nothing between two scrapes. Pure. */
import { counted, formatBytes, formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import type { Sample } from '../readScrape.ts';
import { batchFact, lastSent, STUCK_STEP, unsent } from '../remote/remoteWrite.ts';
import { isFull, lacksAllowed, newestIn, remoteQueues, type RemoteQueue } from '../remote/remoteQueues.ts';

/** Returns what stood still, and what that means; null if nothing did. `seconds`: NaN if unknown. */
export function stoodStill(before: readonly Sample[], after: readonly Sample[], seconds: number): string | null {
  return remoteFact(before, after, seconds) ?? agentFact(before, after);
}

interface Sides { old: RemoteQueue; now: RemoteQueue }

const rate = (count: number, seconds: number): string =>
  (seconds > 0 ? ` (${formatNumber(count / seconds)} per second)` : '');

/** Describes the queue of Prometheus that sends nothing and is furthest behind, or how all of them moved. */
function remoteFact(before: readonly Sample[], after: readonly Sample[], seconds: number): string | null {
  const known = new Map(remoteQueues(before).map((queue) => [queue.labels, queue]));
  const pairs = remoteQueues(after).flatMap((now): Sides[] => {
    const old = known.get(now.labels);
    return old === undefined ? [] : [{ old, now }];
  }).toSorted((a, b) => (b.now.lag || 0) - (a.now.lag || 0));
  const didCome = newestIn(after) > newestIn(before);
  const still = pairs.find(({ old, now }) => now.sent === old.sent && (now.came > old.came || didCome)
    && (now.batches === old.batches || Number.isNaN(now.batches)));
  if (still !== undefined) return stillFact(still, pairs.length, seconds);
  const [first] = pairs;
  return first === undefined || !(first.now.sent > first.old.sent) ? null : movedFact(first, seconds);
}

function stillFact({ old, now }: Sides, count: number, seconds: number): string {
  const came = now.came - old.came;
  const errors = [now.failed - old.failed, now.retried - old.retried, now.dropped - old.dropped];
  const risen = errors.map((by, i) => (by > 0 ? `${formatNumber(by)} ${['failed', 'were sent again', 'were dropped'][i]
    ?? ''}` : null)).filter((one) => one !== null);
  const none = errors.every((by) => by === 0) ? ', and none failed, was sent again or dropped' : '';
  const lag = now.lag > old.lag ? ` It is ${formatSeconds(now.lag)} behind, after ${formatSeconds(old.lag)}.` : '';
  const waits = [unsent(old), unsent(now)].map((one) => (one > 0 ? formatNumber(one) : null));
  const rest = waits.includes(null) || waits[0] === waits[1] ? ''
    : ` ${waits[1] ?? ''} samples wait to be sent, after ${waits[0] ?? ''}.`;
  const full = isFull(now) ? `Its queue is full (${formatNumber(now.pending)} samples pending)` : null;
  const shards = lacksAllowed(now) ? `it stays at ${counted(now.shards, 'shard')} although it wants ${
    formatNumber(now.wanted)} and may have ${formatNumber(now.most)}, so a larger max_shards does not help` : null;
  const state = [full, full === null ? shards?.replace('it', 'It') ?? null : shards].filter((one) => one !== null);
  return joined([
    `${now.who} sent nothing between them${came > 0 ? `, while ${formatNumber(came)} samples came in${
      rate(came, seconds)}` : ''}: it stays at ${formatNumber(now.sent)} samples${
      Number.isNaN(now.batches) ? '' : ` in ${formatNumber(now.batches)} requests`}${
      risen.length > 0 ? `; ${risen.join(', ')} in that time` : none}.${lag}${rest}`,
    state.length === 0 ? null : `${state.join(', and ')}.`, lastSent({ ...now, came: NaN }),
    risen.length > 0 ? null : batchFact(now),
    count > 1 ? `It has ${counted(count, 'queue')}.` : null,
    risen.length === 0 && none === '' ? 'See in the log of Prometheus whether the receiver answers.' : risen.length > 0
      ? 'The receiver refuses the requests, or does not answer: the log of Prometheus has its answers.'
      : `It gets no answer, not even an error: its send or the change of its shards hangs. ${STUCK_STEP}`,
  ]) ?? '';
}

/** Describes a queue that sends: whether it gains, what holds it up, and until when the WAL has what is not sent. */
function movedFact({ old, now }: Sides, seconds: number): string | null {
  const [sent, came] = [now.sent - old.sent, now.came - old.came];
  if (Number.isNaN(now.lag) || Number.isNaN(old.lag) || now.lag < MIN_LAG_SECONDS) return null;
  const course = now.lag > old.lag ? 'it falls further behind'
    : now.lag < old.lag ? 'it catches up' : 'it gains nothing';
  const [retried, failed] = [now.retried - old.retried, now.failed - old.failed];
  const repeats = !(retried > 0) ? null : `${formatNumber(retried)} samples were sent again in that time${
    rate(retried, seconds)}${failed === 0 ? ', and none failed for good' : ''}.`;
  return joined([
    `${now.who} sent ${formatNumber(sent)} samples between them${rate(sent, seconds)}${
      came > 0 ? `, and ${formatNumber(came)} came in${rate(came, seconds)}` : ''}: ${course}, from ${
      formatSeconds(old.lag)} to ${formatSeconds(now.lag)} behind.`,
    slowFact(old, now), heldUpFact(old, now), repeats, now.lag > old.lag ? walFact(old, now, seconds) : null,
  ]);
}

const MIN_LAG_SECONDS = 60;
/** An answer that takes longer holds up a queue. */
const SLOW_SECONDS = 1;
/** The WAL has samples for about this long. */
const WAL_SECONDS = 7200;

/** Says how long a request took between the scrapes, if the receiver is slow. */
function slowFact(old: RemoteQueue, now: RemoteQueue): string | null {
  const mean = (now.batchSeconds - old.batchSeconds) / (now.batches - old.batches);
  return !(mean >= SLOW_SECONDS) || mean === Infinity ? null : `In that time a request took ${
    formatSeconds(mean)} on average, so the receiver is slow: find what slows it (its CPU and disk, and what lies `
    + 'between, such as a load balancer), or send less.';
}

/** Says that the queue is full, and how many shards it has of those that it wants and may have. */
function heldUpFact(old: RemoteQueue, now: RemoteQueue): string | null {
  const { shards, wanted, most, pending } = now;
  const full = isFull(now) ? `Its queue is full (${formatNumber(pending)} samples pending)` : null;
  const before = old.shards === shards ? '' : `, after ${formatNumber(old.shards)}`;
  const has = `it has ${counted(shards, 'shard')}${before}`;
  const few = lacksAllowed(now) ? `${has}, although it wants ${formatNumber(wanted)} and may have ${
    formatNumber(most)}, so a larger max_shards does not help`
    : shards >= most && wanted > most ? `${has}, which is max_shards, and wants ${formatNumber(wanted)}` : null;
  const said = [full, few].filter((one) => one !== null).join(', and ');
  return said === '' ? null : `${said.replace(/^it /, 'It ')}.`;
}

/** Says when the queue is further behind than the WAL reaches, from where on samples are lost. */
function walFact(old: RemoteQueue, now: RemoteQueue, seconds: number): string | null {
  if (now.lag >= WAL_SECONDS) return `The WAL keeps samples for about ${formatSeconds(WAL_SECONDS)}, so those that are `
    + 'not sent yet may be gone from it.';
  const growth = (now.lag - old.lag) / seconds;
  return !(growth > 0) ? null : `The WAL keeps samples for about ${formatSeconds(WAL_SECONDS)}: at this pace the `
    + `queue is that far behind in ${formatSeconds((WAL_SECONDS - now.lag) / growth)}, and loses samples from then on.`;
}

const BLOCKS_SENT = /^vmagent_remotewrite_blocks_sent_total$/;
const PENDING = /^vmagent_remotewrite_pending_data_bytes$/;
const RETRIES = /^vmagent_remotewrite_retries_count_total$/;
const URL = /(?:^|,)\s*url="([^"]{1,200})"/;

/** Describes the queue of vmagent that sent no block while its data grew. */
function agentFact(before: readonly Sample[], after: readonly Sample[]): string | null {
  const url = ({ labelText }: Sample): string => URL.exec(labelText)?.[1] ?? '';
  const of = (samples: readonly Sample[], metric: RegExp, to: string): number => {
    const own = samples.filter((one) => metric.test(one.name) && url(one) === to);
    return own.length === 0 ? NaN : own.reduce((sum, { value }) => sum + value, 0);
  };
  for (const one of after.filter(({ name }) => BLOCKS_SENT.test(name))) {
    const to = url(one);
    const [old, now] = [of(before, PENDING, to), of(after, PENDING, to)];
    const retries = of(after, RETRIES, to) - of(before, RETRIES, to);
    if (one.value !== of(before, BLOCKS_SENT, to) || !(now > old)) continue;
    return `vmagent sent no block to ${to === '' ? 'its remote storage' : to} between them, while its queue grew from ${
      formatBytes(old)} to ${formatBytes(now)}${retries > 0 ? `, with ${counted(retries, 'retry', 'retries')}` : ''}: ${
      retries > 0 ? 'the storage refuses the blocks, or does not answer; the log of vmagent has its answers.'
        : 'it gets no answer, not even an error: see whether that storage is reached, and what its send waits for.'}`;
  }
  return null;
}
