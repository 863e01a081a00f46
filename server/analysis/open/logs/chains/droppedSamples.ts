/** Counts the samples that remote write drops for good, and names the scrape pool whose samples are refused. Pure. */
import { joined, timeOf } from '../../look/factTools.ts';
import { spanText } from '../losses/lossPace.ts';
import { twiceInScrape } from './compared/twiceInScrape.ts';

/** Says less than a sentence with the number of samples. */
export const LOSS = 'The sender drops the data of that request.';
const DROPPED = /\bmsg"?[=:] ?"non-recoverable error"/;
const SAMPLES = /(?:\s|[,{]\s?")(?:count|failedSampleCount)"?[=:] ?(\d{1,12})(?=[\s,}]|$)/;
const STOPPED = ' The error "context canceled" says that remote write was stopped meanwhile, as at a shutdown, a '
  + 'reload or another number of shards; it is no answer of the receiver.';
/** The queue of one receiver, by its number and address, in old versions. */
const QUEUE = /\bqueue"?[=:] ?"?(\d{1,3}:https?:\/\/[^\s"]{1,200})/;
const ENDED = /\berr"?[=:] ?"context canceled"/;
const TOO_MANY = /HTTP status (?:code )?429\b/;
/** Answers of receivers that may have stored the other samples of the request. */
const IN_PART = /HTTP status (?:code )?4(?:00|09|22)\b/;
/** The note that only the log of the receiver has the number of refused samples. */
export const OF_REQUESTS = ' That is the size of the refused requests: the receiver may have stored a part of them, '
  + 'and its own log or counters say how many it refused.';
const MAX_LINE = 2000;

/** An address of Grafana Cloud that refuses the login of a sender. */
const CLOUD = /\burl=https:\/\/prometheus-[\w-]{3,60}\.grafana\.net\/\S{0,200}[^\n]{0,600}?HTTP status (?:code )?401\b/;
const NEW_TOKEN = 'Make a new access policy token with the scope metrics:write for that stack of Grafana Cloud, and '
  + 'compare the user name with the instance ID of its Prometheus.';

/** Adds to facts what an agent that sends to Prometheus drops, and how it gets a login. */
export function withAgentDrops(facts: string | null, lines: readonly string[]): string | null {
  const drops = droppedSamples(lines, 'the sender');
  return joined([
    withoutLoss(facts, drops), drops, lines.some((line) => CLOUD.test(line.slice(0, MAX_LINE))) ? NEW_TOKEN : null,
  ]);
}

/** Why receivers refuse samples, by the words of their answers. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/out[- ]of[- ]order/i, 'out of order'], [/out of bounds/i, 'out of bounds'], [/too old/i, 'too old'],
];

/** Returns how many samples the requests of each reason have, the most first; '' unless there are several reasons. */
function byReason(dropped: readonly string[]): string {
  const sums = new Map<string, { samples: number; requests: number }>();
  for (const line of dropped) {
    const reason = REASONS.find(([words]) => words.test(line))?.[1];
    if (reason === undefined) return '';
    const { samples, requests } = sums.get(reason) ?? { samples: 0, requests: 0 };
    sums.set(reason, { samples: samples + Number(SAMPLES.exec(line)?.[1] ?? 0), requests: requests + 1 });
  }
  const said = [...sums].sort(([, a], [, b]) => b.samples - a.samples).map(([reason, { samples, requests }]) =>
    `${samples.toLocaleString('en-US')} in ${
      requests === 1 ? 'a request' : `${requests} requests`} refused as ${reason}`);
  return said.length < 2 ? '' : ` (${said.join(', ')})`;
}

/** Returns how many samples the lines drop, and what lets a rate limit drop none; null without such a line. */
export function droppedSamples(lines: readonly string[], who = 'remote write of Prometheus'): string | null {
  const dropped = lines.map((line) => line.slice(0, MAX_LINE)).filter((line) => DROPPED.test(line));
  const counts = dropped.flatMap((line) => SAMPLES.exec(line)?.[1] ?? []).map(Number);
  const sum = counts.reduce((all, one) => all + one, 0);
  if (sum === 0) return null;
  const seconds = dropped.filter((line) => SAMPLES.test(line)).map(timeOf);
  const again = dropped.some((line) => TOO_MANY.test(line)) ? ' With retry_on_http_429: true in queue_config (2.26 or '
    + 'later) it sends again what such a limit refuses.' : '';
  const [queue, other] = new Set(dropped.flatMap((line) => QUEUE.exec(line)?.[1] ?? []));
  const of = queue === undefined || other !== undefined ? '' : ` of the queue ${queue}`;
  const isInPart = sum > 1 && dropped.some((line) => IN_PART.test(line));
  const ended = dropped.every((line) => ENDED.test(line)) ? STOPPED : '';
  return `By the ${dropped.length === 1 ? 'line' : 'lines'}, ${who} drops ${
    isInPart ? 'up to ' : ''}${sum.toLocaleString('en-US')} ${
    sum === 1 ? `sample${of}, and does not send it again`
      : `samples${of}${byReason(dropped)}${spanText(sum, seconds)}, and does not send them again`}.${
    isInPart ? OF_REQUESTS : ''}${again}${ended}`;
}

const BY_TIME = /\bError on ingesting (?:out-of-order samples|samples with different value but same timestamp)/;
const POOL = /\bscrape_pool"?[=:] ?"?([\w./-]{1,200})/;

const VERSION = /\bversion="?\(?version=v?(\d{1,2})\.(\d{1,3})\./;
/** The first version of Prometheus that has honor_timestamps. */
const MIN_VERSION = [2, 9] as const;

/** Whether the lines state a version without that setting. */
function isOlder(lines: readonly string[]): boolean {
  const [, major, minor] = VERSION.exec(lines.find((line) => VERSION.test(line.slice(0, MAX_LINE))) ?? '') ?? [];
  return major !== undefined && (Number(major) < MIN_VERSION[0]
    || (Number(major) === MIN_VERSION[0] && Number(minor) < MIN_VERSION[1]));
}

/**
 * Returns the only scrape pool whose samples were refused by their time, with what keeps their times out. `facts`:
 * those before it, which may tell that samples were refused.
 */
export function refusedPool(whole: readonly string[], facts: string | null): string | null {
  const lines = whole.map((line) => line.slice(0, MAX_LINE));
  const refused = lines.filter((line) => BY_TIME.test(line));
  const [pool, other] = new Set(refused.flatMap((line) => POOL.exec(line)?.[1] ?? []));
  if (pool === undefined || other !== undefined) return null;
  const who = facts?.includes('Error on ingesting ') === true ? 'The refused samples are' : `${
    refused.length === 1 ? 'One line says' : `${refused.length} lines say`} that samples were refused by their time. `
    + 'They are';
  const twice = twiceInScrape(lines, pool);
  if (twice !== null) return `${who} of the scrape pool ${pool}. ${twice}`;
  return `${who} of the scrape pool ${pool}: if its targets send timestamps, ${isOlder(lines)
    ? 'let them send none (honor_timestamps came with Prometheus 2.9).' : 'set honor_timestamps: false in that job.'}`;
}

/** Returns facts without a sentence that says less of such a loss than the number of samples does. */
export const withoutLoss = (facts: string | null, drops: string | null): string | null =>
  (facts === null || drops?.includes(' drops ') !== true ? facts
    : facts.replaceAll(LOSS, '').replace(/ {2,}/g, ' ').trim() || null);
