/** Summarizes results of load generators in JSON: failures, then the rate, latencies, and what bounds them. Pure. */
import { counted, formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { joined, quoted } from '../../look/factTools.ts';
import { CERTAIN, type Format } from '../../look/format.ts';
import { sentence } from '../../look/named.ts';
import { percentOf } from '../benchmarks/timesCompared.ts';
import { droppedWords, isQueue, limitStep } from './k6Limits.ts';
import { loadProgram, readLoad, type Load } from './loadForms.ts';
import { chosenRate } from './vegeta.ts';

const REMEDY = 'To see what the server does meanwhile, record its /metrics during a run.';
const FIND_LIMIT = 'For the limit of the server, raise the load in steps until the latency rises.';
/** Share of failures from which latencies are mostly not those of answers. */
const MANY_FAILED = 0.05;
/** Ratio of the 95th or 99th percentile to the median that makes a tail long. */
const LONG_TAIL = 10;
/** An iteration that takes this many times what its requests take has pauses. */
const PAUSES = 2;
/** Share of the largest rate that users with pauses can make, from which they bound it. */
const NEAR_BOUND = 0.7;
/** Relative difference below which two latencies are the same. */
const SAME = 0.005;
const MAX_LISTED = 3;

const many = (count: number): string => count.toLocaleString('en-US');
const shareText = (share: number): string => `${formatNumber(100 * share)} %`;
const failedShare = ({ requests, failed }: Load): number =>
  (requests === null || failed === null || requests === 0 ? 0 : failed / requests);

export const JSON_LOADS: readonly Format[] = [{
  id: 'json-load', name: 'the result of a load test in JSON', door: null,
  match: ({ text }) => {
    const program = loadProgram(text);
    return program === null ? null : { ...CERTAIN, program };
  },
  interest: ({ text }) => loadFacts(text),
  remedy: ({ text }) => {
    const load = readLoad(text);
    if (load === null) return 'It has no result, or it ends in the middle: copy the whole file.';
    return failedShare(load) > 0 ? stepOf(load) : boundFact(load) !== null ? FIND_LIMIT : REMEDY;
  },
}];

function loadFacts(text: string): string | null {
  const load = readLoad(text);
  if (load === null) return null;
  const share = failedShare(load);
  return joined([
    share > 0 ? failures(load) : null, thresholds(load),
    sentence([
      amountOf(load),
      load.failed === 0 ? 'none failed' : null, checksOf(load),
    ]),
    latencyFact(load, share), share >= MANY_FAILED ? null : tailFact(load), droppedFact(load),
    load.dropped === null ? boundFact(load) : null,
  ]);
}

function amountOf({ requests, what, rate, connections, users }: Load): string | null {
  const perSecond = rate === null ? '' : ` at ${formatNumber(rate)} per second`;
  const by = connections === null ? '' : ` with ${counted(connections, users)}`;
  return requests === null ? null : `${counted(requests, what)}${perSecond}${by}`;
}

/** `dial tcp 10.0.0.1:80: connect: connection refused`, also with the own address before it. */
const REFUSED = /(?:->|dial tcp )(\[?[\w.:-]{1,100}\]?:\d{1,5}): (?:connect: )?([a-z][\w /]{3,60})$/;

/** The request that an error of Go names before what happened. */
const REQUEST = /^(?:Get|Head|Post|Put|Patch|Delete|Options) "[^"]{0,500}": /;

/** Returns errors without their repetition of the address: `connection refused by 10.0.0.1:80`. */
function errorWords(errors: readonly string[]): string {
  const words = errors.map((error) => {
    const [, address, reason] = REFUSED.exec(error.trim()) ?? [];
    return address === undefined || reason === undefined ? quoted(error.replace(REQUEST, ''))
      : `${reason}${reason.endsWith('refused') ? ' by' : ','} ${address}`;
  });
  const own = [...new Set(words)];
  const more = own.length > MAX_LISTED ? ` and ${own.length - MAX_LISTED} more` : '';
  return `${own.slice(0, MAX_LISTED).join('; ')}${more}`;
}

function failures(load: Load): string {
  const { requests, failed, statuses } = load;
  const withStatus = ([status, count]: readonly [string, number]): string => `${many(count)} with ${status}`;
  const bad = statuses.filter(([status]) => /^[45]/.test(status));
  const none = statuses.find(([status]) => status === '0')?.[1];
  const good = statuses.filter(([status]) => /^[123]/.test(status));
  // An error of a status says no more than its count.
  const errors = errorWords(load.errors.filter((error) => !bad.some(([status]) => error.startsWith(status))));
  const unanswered = none === undefined || none === failed ? errors
    : `${many(none)} without an answer${errors === '' ? '' : ` (${errors})`}`;
  const why = [unanswered, ...bad.map(withStatus)].filter((part) => part !== '').join('; ');
  return `${many(failed ?? 0)} of ${counted(requests ?? 0, 'request')} failed (${shareText(failedShare(load))})${
    why === '' ? '' : `: ${why}`}.${good.length === 0 ? ''
    : ` Answered were ${good.map(withStatus).join(', ')}.`}`;
}

const thresholds = ({ crossed }: Load): string | null => (crossed.length === 0 ? null
  : `${counted(crossed.length, 'threshold was', 'thresholds were')} crossed: ${
    crossed.slice(0, MAX_LISTED).join(', ')}${crossed.length > MAX_LISTED ? ` and ${crossed.length - MAX_LISTED} more`
    : ''}.`);

function checksOf({ checks }: Load): string | null {
  if (checks === null) return null;
  const total = checks.passed + checks.failed;
  return checks.failed > 0 ? `${many(checks.failed)} of ${counted(total, 'check')} failed`
    : total === 0 ? null : total === 1 ? 'the only check passed' : `all ${many(total)} checks passed`;
}

const WORDS: Readonly<Record<string, string>> = { median: 'median', max: 'at most' };

function latencyFact({ latencies, mean, statuses, failed, requests }: Load, share: number): string | null {
  const said = [
    ...latencies.filter(([name]) => name !== 'p90' || !latencies.some(([other]) => other === 'p95'))
      .map(([name, seconds]) => `${WORDS[name] ?? `${name.slice(1)} % within`} ${formatSeconds(seconds)}`),
    ...mean === null ? [] : [`${formatSeconds(mean)} in the mean`],
  ].join(', ');
  if (said === '') return null;
  const isMost = failed !== null && requests !== null && failed * 2 > requests;
  return share < MANY_FAILED ? `Latency: ${said}.`
    : `The latencies (${said}) include the failed requests${
      isMost ? ', which are most of them' : ''}, so they are not those of ${
      statuses.some(([status]) => status === '0') ? 'answers' : 'good answers'}.`;
}

function tailFact({ latencies }: Load): string | null {
  const at = (name: string): number | null => latencies.find(([own]) => own === name)?.[1] ?? null;
  const median = at('median');
  const [name, late] = at('p95') !== null ? ['95 %', at('p95')] : ['99 %', at('p99')];
  return median === null || late === null || median <= 0 || late < LONG_TAIL * median ? null
    : `The tail is long: the ${name} value is ${formatNumber(late / median)} times the median.`;
}

/** Says that k6 did not begin iterations, and what to do; null for other loads. */
function droppedFact(load: Load): string | null {
  const { dropped, fastest, latencies } = load;
  if (dropped === null) return null;
  const median = latencies.find(([name]) => name === 'median')?.[1] ?? 0;
  const queue = fastest === null || !isQueue(median, fastest) ? null
    : { of: '', factor: median / fastest, fastest: formatSeconds(fastest) };
  return joined([droppedWords(dropped.count, dropped.done, 0), limitStep(queue, false, 100 * failedShare(load))]);
}

/** Says what bounds the rate, if it is the load and not the server. */
function boundFact(load: Load): string | null {
  const { iteration, mean, connections, users, rate } = load;
  const chosen = load.program !== 'vegeta' || rate === null || load.failed !== 0 ? null
    : chosenRate(rate, load.requests ?? 0);
  if (chosen !== null)
    return `${formatNumber(chosen)} per second is the rate that was asked for, not the most that the server can do.`;
  if (mean === null || mean <= 0 || connections === null || rate === null) return null;
  if (iteration === null) return users === 'user' || rate < NEAR_BOUND * connections / mean ? null
    : `Each of the ${counted(connections, users)} waits for its answer, so that ${connections} over ${
      formatSeconds(mean)} is the rate: only more connections show whether the server can do more.`;
  const { seconds, requests } = iteration;
  if (seconds < PAUSES * requests * mean) return null;
  const bound = connections * requests / seconds;
  return `An iteration takes ${formatSeconds(seconds)}, its requests only ${formatSeconds(requests * mean)} of it: the `
    + `script pauses.${rate < NEAR_BOUND * bound ? '' : ` ${counted(connections, users)} can so make at most ${
      formatNumber(bound)} requests per second: the rate is that of the load, not the limit of the server.`}`;
}

/** Returns the step for what most failures are. */
function stepOf({ errors, statuses }: Load): string {
  const text = errors.join('\n');
  if (/too many open files|cannot assign requested address/i.test(text)) return 'The load generator ran out of files '
    + 'or ports itself: raise its ulimit -n, or give it fewer connections, and repeat the run.';
  if (/connection refused/i.test(text)) return 'Nothing listens at that address, or it did not for part of the run: '
    + 'see whether the server runs (of a Service, its endpoints and whether they are ready), then repeat the run.';
  if (/no such host|server misbehaving|name resolution/i.test(text))
    return 'The name was not resolved: see the DNS of the machine that makes the load, then repeat the run.';
  if (/timeout|deadline exceeded|timed out/i.test(text)) return 'See what the server does at that rate: its CPU, its '
    + 'queue and its log; lower the rate until none times out, which is its limit.';
  return statuses.some(([status]) => status.startsWith('5'))
    ? 'Open the log of the server at that time: it says why it failed.'
    : statuses.some(([status]) => status.startsWith('4'))
      ? 'See the request itself (address, login, limits of a rate): the server refused it.'
      : 'Open the log of the server at that time.';
}

/** Compares two results: failures, rate, then the latencies, the worst first; null if a text is no such result. */
export function loadsCompared(before: string, after: string): string | null {
  const [old, current] = [readLoad(before), readLoad(after)];
  if (old === null || current === null || old.program !== current.program) return null;
  const shares = [old, current].map(failedShare);
  const known = new Map(old.latencies);
  const rows = current.latencies.flatMap(([name, seconds]) => {
    const was = known.get(name) ?? 0;
    return was <= 0 || seconds <= 0 ? [] : [{ name, was, seconds, ratio: seconds / was }];
  }).sort((a, b) => b.ratio - a.ratio);
  const isSame = ({ ratio }: { ratio: number }): boolean => Math.abs(ratio - 1) < SAME;
  const same = rows.filter(isSame).map(({ name }) => name);
  const latencies = [
    ...rows.filter((row) => !isSame(row)).map(({ name, was, seconds, ratio }) =>
      `${name} ${percentOf(ratio)} (${formatSeconds(was)} to ${formatSeconds(seconds)})`),
    ...same.length === 0 ? [] : [`${same.join(' and ')} the same`],
  ].join(', ');
  const rate = old.rate === null || current.rate === null || old.rate <= 0 ? null
    : `requests per second ${percentOf(current.rate / old.rate)} (${formatNumber(old.rate)} to ${
      formatNumber(current.rate)})`;
  return joined([
    shares.every((share) => share === 0) ? 'none failed on either side.'
      : `failed: ${shares.map(shareText).join(' before, ')} after.`,
    sentence([rate, latencies === '' ? null : `latency: ${latencies}`], '; '),
    shares.some((share) => share >= MANY_FAILED)
      ? 'The latencies include failed requests, so they do not compare answers.' : null,
    old.connections !== current.connections && old.connections !== null && current.connections !== null
      ? `The load differs: ${old.connections} and ${counted(current.connections, current.users)}.` : null,
    'One run of each: repeat both before a small difference is believed.',
  ]);
}
