/** Recognizes the times that curl -w prints of a request, and says which phase takes the time. Pure; bounded. */
import { formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { CERTAIN, when, type Format } from '../../look/format.ts';
import { joined } from '../../look/factTools.ts';

type Key = 'namelookup' | 'connect' | 'appconnect' | 'pretransfer' | 'redirect' | 'starttransfer' | 'total';
type Times = Partial<Record<Key, number>>;

const NAMES: readonly (readonly [Key, string])[] = [
  ['namelookup', 'name_?lookup|dns(?:[ _]?(?:lookup|resolution|time))?'], ['appconnect',
    'app_?connect|(?:tls|ssl)(?:[ _]?(?:handshake|connect|time))?'],
  ['connect', '(?:tcp[ _]?)?connect(?:ion|ed)?(?:[ _]time)?'], ['pretransfer', 'pre_?transfer'],
  ['redirect', 'redirect(?:s|ion)?(?:[ _]time)?'],
  ['starttransfer', 'start_?transfer|ttfb|first[ _]?byte|time to first byte'], ['total', 'total(?:[ _]?time)?'],
];
/** Names of curl alone, which no other output has beside a total. */
const OF_CURL = /\b(?:time_)?(?:name_?lookup|pre_?transfer|start_?transfer)\b|\btime_total\b|\bcurl\b[^\n]{0,200}\s-w/i;
const VALUE = new RegExp(String.raw`(?:^|[\s,{|>"'(;])(?:time[ _])?(${NAMES.map(([, names]) => names).join('|')})["']?`
  + String.raw`[ \t]{0,20}[:=]?[ \t]{0,20}["']?(\d{1,9}(?:[.,]\d{1,9})?) ?(ms|s|us|\u00b5s|seconds|sec)?`
  + String.raw`(?=[\s,;}|"')]|$)`, 'gim');
const UNITS: Readonly<Record<string, number>> = { ms: 1e-3, us: 1e-6, '\u00b5s': 1e-6 };
/** Total and one more; a total alone has no phases. */
const MIN_KEYS = 2;
const ALL_KEYS = 4;
const ONLY_TOTAL = /^\W{0,40}time_total["']?[ \t]{0,20}[:=][ \t]{0,20}(\d{1,9}(?:[.,]\d{1,9})?)/m;
const FIRST_BYTE = /\bttfb\b|\b(?:time to )?first[ _]?byte\b/i;
const MAX_CHARS = 64 * 1024;
const MAX_RUNS = 1000;

function keyOf(name: string): Key | null {
  return NAMES.find(([, names]) => new RegExp(`^(?:${names})$`, 'i').test(name))?.[0] ?? null;
}

/** Returns the times of each request, in seconds since its start; a name that comes again begins the next one. */
function runsIn(text: string): Times[] {
  const runs: Times[] = [];
  let own: Times = {};
  for (const [, name = '', value = '', unit = ''] of text.slice(0, MAX_CHARS).matchAll(VALUE)) {
    const key = keyOf(name);
    if (key === null || runs.length >= MAX_RUNS) continue;
    if (own[key] !== undefined) {
      runs.push(own);
      own = {};
    }
    own[key] = Number(value.replace(',', '.')) * (UNITS[unit.toLowerCase()] ?? 1);
  }
  return [...runs, own].filter((one) => one.total !== undefined && Object.keys(one).length >= MIN_KEYS);
}

type PhaseId = 'name' | 'connection' | 'tls' | 'redirects' | 'answer' | 'transfer' | 'rest';
interface Phase { id: PhaseId; seconds: number }

/** Divides a request into its phases. One whose end was not reached (0) lasts until the end of the request. */
function phasesOf(times: Times): Phase[] {
  const total = times.total ?? 0;
  const phases: Phase[] = [];
  let at = 0;
  const until = (id: PhaseId, time: number | undefined, isLast = false): boolean => {
    if (time === undefined) return true;
    const end = time === 0 && isLast ? total : time;
    if (end > at) phases.push({ id, seconds: end - at });
    at = Math.max(at, end);
    return !(time === 0 && isLast);
  };
  const redirects = times.redirect ?? 0;
  if (redirects > 0) {
    phases.push({ id: 'redirects', seconds: redirects });
    at = redirects;
  }
  const isUnanswered = times.starttransfer === 0;
  if (!until('name', times.namelookup, isUnanswered && times.connect === 0)) return phases;
  if (!until('connection', times.connect, isUnanswered)) return phases;
  if ((times.appconnect ?? 0) > 0) until('tls', times.appconnect);
  at = Math.max(at, times.pretransfer ?? 0);
  if (!until('answer', times.starttransfer, true)) return phases;
  until(times.starttransfer === undefined ? 'rest' : 'transfer', times.total);
  return phases;
}

const SLOW_SECONDS = 1;
const WHAT: Readonly<Record<PhaseId, readonly [what: string, next: string]>> = {
  name: ['to resolve the name', 'Look at the DNS server and the search domains in /etc/resolv.conf, and at IPv6 '
    + 'lookups that are not answered.'],
  connection: ['to connect', 'Look at the network and the firewalls between the two, and whether the other side '
    + 'accepts connections; 1, 3 or 7 s are repeats of a lost first packet.'],
  tls: ['for the TLS handshake', 'Look at the CPU of the side that ends TLS, and at checks of revoked certificates.'],
  redirects: ['in redirects', 'Ask for the last address at once.'],
  answer: ['from the request to the first byte of the answer', 'Look at the log of the server that was asked and at '
    + 'what it asks itself meanwhile, and time that from the same host.'],
  rest: ['after that, which the other times do not divide', 'Print time_starttransfer, too, which separates the wait '
    + 'for the server from the transfer of its answer.'],
  transfer: ['to transfer the answer', 'Look at its size, and at the bandwidth between the two.'],
};
/** Usual timeouts of clients, in seconds. */
const TIMEOUTS = [5, 10, 15, 20, 30, 60, 90, 120, 300];
const NEAR_RATIO = 0.01;
const SCRAPE_SECONDS = 10;
const METRICS = /\b(?:https?:\/\/)?[\w.-]{1,200}(?::\d{2,5})?\/(?:[\w./-]{0,100}\/)?(?:metrics|probe)\b/;

const percent = (part: number, whole: number): string => `${formatNumber(Math.round(100 * part / whole))} %`;

/** Says which phase of a request takes the time, and that the others do not. */
function factsOf(times: Times, text: string): string | null {
  const total = times.total ?? 0;
  const phases = phasesOf(times);
  const most = phases.reduce<Phase | null>((a, b) => (a === null || b.seconds > a.seconds ? b : a), null);
  if (most === null || total <= 0) return null;
  const [phase, next] = WHAT[most.id];
  // Without those times, TLS is a part of it.
  const isFromConnection = times.pretransfer === undefined && times.appconnect === undefined;
  const what = most.id === 'answer' && isFromConnection ? phase.replace('the request', 'the connection') : phase;
  const isNone = times.starttransfer === 0;
  const rest = Math.max(0, total - most.seconds);
  const others = isNone ? '' : ` All else took ${formatSeconds(rest)}.`;
  const took = isNone ? `The request ended after ${formatSeconds(total)} without an answer: ${
    formatSeconds(most.seconds)} of it went ${what}.`
    : `The request took ${formatSeconds(total)}, of which ${formatSeconds(most.seconds)} (${
      percent(most.seconds, total)}) went ${what}.${others}`;
  if (total < SLOW_SECONDS) return `${took} Nothing in it is slow.`;
  const why = most.id !== 'answer' || most.seconds < 0.8 * total ? null
    : 'So the server itself works or waits that long before it answers, and neither DNS, the network nor the size of '
      + 'the answer is the cause.';
  const near = most.id !== 'answer' ? undefined
    : TIMEOUTS.find((seconds) => Math.abs(most.seconds - seconds) <= NEAR_RATIO * seconds);
  const limit = near === undefined ? null
    : `${formatSeconds(most.seconds)} is close to ${near} s, a usual timeout: it may wait for something that does not `
      + 'answer, rather than compute.';
  const scrape = total <= SCRAPE_SECONDS || !fits(METRICS, text) ? null
    : `A scrape of it fails at the default scrape_timeout of ${SCRAPE_SECONDS} s, and the target is down then; a `
      + 'longer one hides the cause.';
  return joined([took, why, limit, scrape, next]);
}

/** Says how several requests differ; null for one. */
function severalRuns(runs: readonly Times[]): string | null {
  const totals = runs.flatMap(({ total }) => total ?? []);
  return totals.length < 2 ? null
    : `It times ${totals.length} requests, from ${formatSeconds(Math.min(...totals))} to ${
      formatSeconds(Math.max(...totals))}. Of the slowest:`;
}

const slowest = (runs: readonly Times[]): Times => runs.reduce<Times>((a, b) =>
  ((b.total ?? 0) > (a.total ?? -1) ? b : a), {});

/** Times by the names of curl, or by those of all phases, which other outputs do not have together. */
function isOfCurl(head: string): boolean {
  if (fits(OF_CURL, head)) return runsIn(head).length > 0 || fits(ONLY_TOTAL, head);
  return fits(FIRST_BYTE, head) && runsIn(head).some((run) => Object.keys(run).length >= ALL_KEYS);
}

/** The times of curl, by the names of its variables or of the usual formats for it. */
export const CURL_TIMES: Format = {
  id: 'curl-times', name: 'the times of a request, as curl -w prints them', door: null, isAnywhere: true,
  match: ({ isText, head }) => when(isText && isOfCurl(head), { ...CERTAIN, program: 'curl' }),
  interest: ({ text }) => {
    const runs = runsIn(text);
    const alone = runs.length > 0 ? undefined : ONLY_TOTAL.exec(text)?.[1];
    if (alone !== undefined) return `The request took ${formatSeconds(Number(alone.replace(',', '.')))}: print the `
      + 'times of its phases, too, as time_namelookup, time_connect and time_starttransfer.';
    return joined([severalRuns(runs), factsOf(slowest(runs), text)]);
  },
  remedy: 'Time it several times, also from the host of the server itself.',
};
