/** Puts refused requests of remote write and their sender together, by the address that both logs have. Pure. */
import { joined, quoted } from '../../look/factTools.ts';
import { shortError } from '../../../logs/shortError.ts';
import type { LogLine } from '../../../logs/readLog.ts';
import { between, clockOf, hasName, type CaseLog } from './caseLog.ts';
import { troublesOf, wholeText } from './troubles.ts';

/** The guess on such refusals without the log of the sender. */
export const OF_TIMES = new RegExp(/ Samples are rejected by their time: see whether two senders write the same /.source
  + /series, one sends again, or a clock is wrong\.(?= |$)/.source);
/** What the log of the sender says alone of samples that it dropped as its queue was stopped. */
export const OF_DROPPED: readonly RegExp[] = [
  / By the lines?, remote write of [^\n]{1,300}? and does not send them again\.(?= |$)/,
  / The error "context canceled" says that remote write was stopped meanwhile, [^\n]{1,200}? of the receiver\.(?= |$)/,
];

const ADDRESS = /\bhttps?:\/\/([^/\s"']{1,260})(\/[^\s"'?]{0,200})?/g;
const SENDS_TO = ['url', 'queue', 'remote_url', 'remote_name'] as const;
const SENT_LINE = /remote|send(?:ing)? batch|non-recoverable error|samples? on shutdown/i;
const RECEIVES_AT = ['endpoint', 'address', 'addr', 'server', 'listen'] as const;
const MAX_LINES = 5000;
const MAX_SAID = 120;
const REFUSED = /out of order|out of bounds|too old|duplicate sample|too far in the (?:past|future)/i;
const INGESTING = /^Error on ingesting (?:samples|out-of-order samples)\b/i;
const DROPPED = /^non-recoverable error$/;
const STOPPED = /\bcontext canceled\b/;
/** Words of an early Thanos receive, which answers such a request with a status that is retried. */
const EARLY_RECEIVE = /\bfailed to (?:non-)?fast add\b/;

const countOf = (text: string | undefined): number => (/^\d{1,12}$/.test(text ?? '') ? Number(text) : 0);
const sumOf = (lines: readonly LogLine[], ...keys: readonly string[]): number =>
  lines.reduce((sum, { fields }) => sum + keys.reduce((all, key) => all + countOf(fields[key]), 0), 0);
const whole = (count: number): string => count.toLocaleString('en-US');
const spanOf = (lines: readonly LogLine[]): string => {
  const [from, to] = [lines[0]?.timeMs ?? NaN, lines.at(-1)?.timeMs ?? NaN];
  return clockOf(from) === clockOf(to) ? `at ${clockOf(from)} UTC` : `from ${clockOf(from)} to ${clockOf(to)} UTC`;
};

/** Returns the addresses with a port to which the lines of remote write send. */
function sentTo({ lines }: CaseLog): Map<string, string> {
  const urls = new Map<string, string>();
  for (const { message, fields } of lines.slice(-MAX_LINES)) {
    if (!SENT_LINE.test(`${message} ${fields['component'] ?? ''}`)) continue;
    const values = SENDS_TO.map((key) => fields[key] ?? '').join(' ');
    for (const [url, host = ''] of values.matchAll(ADDRESS)) urls.set(host, url);
  }
  return urls;
}

/** Whether a log is that of an address: its lines name it as theirs, or the host is called as the file or container. */
function receivesAt({ lines, names }: CaseLog, address: string): boolean {
  if (names.some((name) => hasName(address.replace(/:\d{1,5}$/, ''), name))) return true;
  const isAt = (value: string | undefined): boolean => value !== undefined
    && (value === address || [...value.matchAll(ADDRESS)].some(([, host]) => host === address));
  return lines.slice(0, MAX_LINES).some(({ fields }) => RECEIVES_AT.some((key) => isAt(fields[key])));
}

/** Returns the target of most samples that the sender itself dropped for their time, with these lines. */
function sourceOf(lines: readonly LogLine[]): { target: string; lines: LogLine[] } | null {
  const byTarget = new Map<string, LogLine[]>();
  for (const line of lines) {
    const target = line.fields['target'];
    if (target === undefined || !INGESTING.test(line.message)) continue;
    byTarget.set(target, [...byTarget.get(target) ?? [], line]);
  }
  const [first] = [...byTarget].toSorted((a, b) => b[1].length - a[1].length);
  return first === undefined ? null : { target: first[0], lines: first[1] };
}

/** What two logs say of refused requests, for the report on each. */
interface SentRequests {
  ofSender: string;
  ofReceiver: string;
  /** Whether the queue of the sender was stopped. */
  isStopped: boolean;
  /** Whether samples were refused for their time, whose source is told. */
  isOfSamples: boolean;
}

/** Returns what the receiver refused of the sender, where that comes from, and what the sender dropped; else null. */
export function sentRequests(sender: CaseLog, receiver: CaseLog): SentRequests | null {
  const to = [...sentTo(sender)].find(([host]) => receivesAt(receiver, host));
  const refused = troublesOf(receiver.lines).find(({ lines }) => lines.some((line) => REFUSED.test(wholeText(line))));
  const own = refused?.lines.filter((line) => REFUSED.test(wholeText(line))) ?? [];
  const [one] = own;
  if (to === undefined) return null;
  if (one === undefined) return sameTime(sender, receiver, to[1]);
  const words = shortError(one.fields['err'] ?? one.fields['error'] ?? one.message, MAX_SAID);
  const requests = own.length === 1 ? 'request' : 'requests';
  const dropped = droppedFact(sender, own.at(-1)?.timeMs ?? NaN);
  return {
    ofSender: joined([
      `${sender.name} sends to ${to[1]}, where ${receiver.name} refuses ${whole(own.length)} ${requests} ${
        spanOf(own)} with ${quoted(words)}.`,
      sourceFact(sender),
      EARLY_RECEIVE.test(wholeText(one)) ? 'These words are of an early Thanos receive, which answers such a request '
        + 'with a status that Prometheus retries, so one sample blocks the queue and the whole request is sent again: '
        + 'update Thanos, whose later versions answer 409.' : null,
      dropped,
    ]) ?? '',
    ofReceiver: `${sender.name} sends what is refused here: the report on it has the source.`,
    isStopped: dropped !== null, isOfSamples: true,
  };
}

/** Shares of failures that come in the time of errors of the receiver, and how far outside of it. */
const MOST = 0.9;
const MIN_FAILURES = 2;
const AROUND_MS = 60_000;

/** Returns the errors of a receiver into whose time the failures of its sender fall; null if they do not. */
function sameTime(sender: CaseLog, receiver: CaseLog, url: string): SentRequests | null {
  const failures = troublesOf(sender.lines).flatMap(({ lines }) => lines)
    .filter(({ message, fields }) => SENT_LINE.test(`${message} ${fields['component'] ?? ''}`)
      && Object.values(fields).some((value) => value.includes(url)))
    .toSorted((a, b) => a.timeMs - b.timeMs);
  const reason = troublesOf(receiver.lines).find(({ isError }) => isError);
  const [from, to] = [reason?.lines[0]?.timeMs ?? NaN, reason?.lines.at(-1)?.timeMs ?? NaN];
  const within = failures.filter(({ timeMs }) => timeMs >= from - AROUND_MS && timeMs <= to + AROUND_MS).length;
  if (reason === undefined || failures.length < MIN_FAILURES || within < MOST * failures.length) return null;
  const cause = reason.lines[0]?.fields['err'] ?? reason.lines[0]?.fields['error'];
  return {
    ofSender: `${sender.name} sends to ${url}, which is ${receiver.name}: its ${whole(failures.length)} failures ${
      spanOf(failures)} come in the time of ${whole(reason.lines.length)} ${
      reason.lines.length === 1 ? 'error' : 'errors'} there, ${spanOf(reason.lines)} (${quoted(reason.said)}${
      cause === undefined ? '' : `: ${quoted(shortError(cause, MAX_SAID))}`}), so look there first.`,
    ofReceiver: `${sender.name} sends to this program.`, isStopped: false, isOfSamples: false,
  };
}

function sourceFact({ lines }: CaseLog): string {
  const source = sourceOf(lines);
  if (source === null) return 'No line of the sender shows a target whose samples have such times: see whether another '
    + 'sender writes the same series.';
  const pool = source.lines[0]?.fields['scrape_pool'];
  const count = source.lines.length;
  return `The source is probably the target ${source.target}: of its scrapes the sender itself dropped ${
    whole(sumOf(source.lines, 'num_dropped'))} such samples (${whole(count)} ${
    count === 1 ? 'warning' : 'warnings'}, ${spanOf(source.lines)}), so it exposes timestamps that go back. Set `
    + `honor_timestamps: false for its job${pool === undefined ? '' : ` (${pool})`}, or correct or drop those of the `
    + 'exporter.';
}

/** Says what the sender dropped when its queue was stopped, which is no answer of the receiver. */
function droppedFact({ lines }: CaseLog, refusedMs: number): string | null {
  const dropped = lines.filter((line) => DROPPED.test(line.message) && STOPPED.test(wholeText(line)));
  const [first] = dropped;
  if (first === undefined) return null;
  const count = sumOf(dropped, 'count', 'failedSampleCount');
  const after = first.timeMs > refusedMs ? `, ${between(refusedMs, first.timeMs)} after the last refusal,` : '';
  return `The ${count === 0 ? 'requests' : `${whole(count)} samples`} that the sender dropped ${spanOf(dropped)}${after
  } ended with "context canceled", as when its queue is stopped or changed: no fault of the network.`;
}
