/** Recognizes and summarizes hey and the benchmark of etcd, whose reports are alike: one run or several. */
import { counted, formatBytes, formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import { each, sentence, type Named } from '../../look/named.ts';

const MAX_RUNS = 6;
const MAX_STATUSES = 6;
const TOTAL = String.raw`^Summary:[ \t]{0,9}\r?\n\s{1,99}Total:\s{1,20}[\d.]{1,20} secs`;

/** Counts the answers of each status from 400 on. */
function failedStatuses(text: string): string | null {
  const rows = [...text.matchAll(/^[ \t]{0,12}\[([45]\d\d)\][ \t]{1,12}(\d{1,12}) responses/gm)];
  return rows.length === 0 ? null : rows.slice(0, MAX_STATUSES)
    .map(([, status, count]) => `${Number(count).toLocaleString('en-US')} with status ${status}`).join(', ');
}

const RATE = /^\s+Requests\/sec:\s+([\d.]+)/m;
const MEAN = /^\s+Average:\s+([\d.]+) secs/m;
const AT = (share: number): RegExp => new RegExp(`^\\s{1,12}${share}% in ([\\d.]{1,12}) secs`, 'm');

const runWords = (text: string): string | null => sentence([
  each(RATE, text, (rate) => `${formatNumber(Number(rate))} requests per second`),
  each(AT(50), text, (value) => `median ${value} s`),
  each(MEAN, text, (value) => `${value} s in the mean`),
  each(/^\s+99% in ([\d.]+) secs/m, text, (value) => `99 % within ${value} s`),
  each(/^Error distribution:\s*\n\s+\[(\d+)\]/m, text, (value) => counted(Number(value), 'error')),
  failedStatuses(text),
])?.slice(0, -1) ?? null;

/** The command of the benchmark of etcd, with its flags. */
const ETCD_COMMAND = new RegExp(String.raw`\bbenchmark[ \t]{1,4}((?:watch|put|range|txn|lease|stm|mvcc)[a-z-]{0,20})`
  + String.raw`((?:[ \t]{1,4}[^\s|;&]{1,200}){1,40})`, 'g');

interface Asked { command: string; size: number | null; rate: number | null }

/** Returns what the command of the benchmark of etcd asked for; null without a command, or with several. */
function askedOfEtcd(text: string): Asked | null {
  const commands = [...text.matchAll(ETCD_COMMAND)];
  const [, command, flags = ''] = commands[0] ?? [];
  if (command === undefined || commands.length > 1) return null;
  const flag = (pattern: string): number | null => {
    const value = new RegExp(`[ \\t]--(?:${pattern})[ =](\\d{1,12})(?:\\s|$)`).exec(flags)?.[1];
    return value === undefined ? null : Number(value);
  };
  const rate = flag('put-rate|rate');
  return { command, size: flag('val-size'), rate: rate === 0 ? null : rate };
}

/** Says how the rate compares with the one asked for. */
function rateWords({ rate }: Asked, reached: number): string | null {
  if (rate === null || !(reached > 0)) return null;
  const share = reached / rate;
  if (share < KEEPS_UP) return `That is ${Math.round(100 * share)} % of the ${formatNumber(rate)} per second asked `
    + 'for: the server does not keep up, or too few clients ask.';
  return share <= 1 / KEEPS_UP ? null : `The command asks for ${formatNumber(rate)} per second, less than that: the `
    + 'summary may be of another run.';
}

/** Share of the rate asked for below which a server does not keep up. */
const KEEPS_UP = 0.9;
/** Factor by which a median is above the fastest request, and spread of the quarter above it, in a queue. */
const MUCH_LATER = 10;
const ALIKE = 1.1;
/** With fewer requests at a time none waits for the others. */
const MIN_IN_FLIGHT = 5;

/** Says that requests wait in a queue: all of them take long, and about the same time; null otherwise. */
function queueFacts(text: string): string | null {
  const of = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? NaN);
  const [fastest, median, upper] = [of(/^\s{1,12}Fastest:\s{1,9}([\d.]{1,12}) secs/m), of(AT(50)), of(AT(75))];
  const inFlight = of(RATE) * of(MEAN);
  if (!(fastest > 0) || !(median >= MUCH_LATER * fastest) || !(upper <= ALIKE * median)) return null;
  if (!(inFlight >= MIN_IN_FLIGHT)) return null;
  return `The median is ${formatNumber(median / fastest)} times the fastest request (${formatSeconds(fastest)}), and `
    + `the next quarter takes about as long (up to ${formatSeconds(upper)}), with about ${formatNumber(inFlight)} in `
    + 'flight (rate times mean): they probably wait in a queue, and this rate is what the server can do.';
}

const SEE_ETCD = 'See etcd_disk_wal_fsync_duration_seconds and etcd_disk_backend_commit_duration_seconds of the server '
  + 'meanwhile, then ask for less until the latency falls.';
const ASK_LESS = 'Ask with fewer clients, or a lower rate, until the latency falls, and see which resource of the '
  + 'server is in full use.';
/** Commands of which each request writes a value. */
const WRITES = /^(?:put|watch-latency|txn-put)$/;

/** Tells the benchmark of etcd: the command, what it reached, and whether requests queue. */
function etcdFacts(text: string): string | null {
  const asked = askedOfEtcd(text);
  const runs = text.split(/^(?=Summary:[ \t]{0,9}\r?$)/m).filter((part) => RATE.test(part));
  const [run, another] = runs;
  if (run === undefined || another !== undefined) return heyFacts(text);
  const queue = queueFacts(run);
  const size = asked?.size ?? null;
  const rate = Number(RATE.exec(run)?.[1] ?? NaN);
  const written = size === null || !WRITES.test(asked?.command ?? '') ? '' : `, ${formatBytes(size * rate)}/s in all`;
  return joined([
    asked === null ? null : `The command benchmark ${asked.command} ran${
      size === null ? '' : ` with values of ${formatBytes(size)}${written}`}.`,
    ended(runWords(run)), asked === null ? null : rateWords(asked, rate),
    queue, queue === null ? null : SEE_ETCD,
  ]);
}

const ended = (words: string | null): string | null => (words === null ? null : `${words}.`);

function heyFacts(text: string): string | null {
  const parts = text.split(/^(?=Summary:[ \t]{0,9}\r?$)/m);
  const runs = parts.flatMap((part) => runWords(part) ?? []);
  const more = runs.length - MAX_RUNS;
  const queue = runs.length === 1 ? queueFacts(text) : null;
  return joined([sentence([
    ...runs.slice(0, MAX_RUNS), more > 0 ? `${counted(more, 'more run is', 'more runs are')} in the text` : null,
  ], '; '), queue, queue === null ? null : ASK_LESS]);
}

/** `remedy`: what to do beside such a run. */
export const heyRows = (remedy: string): Named[] => [
  {
    id: 'etcd-benchmark', name: 'the output of benchmark of etcd', program: 'etcd', remedy, fact: etcdFacts,
    pattern: new RegExp(String.raw`${TOTAL}\.[ \t]{0,9}\r?\n(?:[ \t]{1,9}[A-Z]\w{1,20}:.{0,80}\n){1,4}?`
      + String.raw`[ \t]{1,9}Stddev:`, 'm'),
  },
  {
    id: 'hey', name: 'the output of hey', program: 'hey', remedy, fact: heyFacts,
    pattern: new RegExp(String.raw`${TOTAL}[ \t]{0,9}\r?$`, 'm'),
  },
  {
    id: 'hey-or-etcd-benchmark', name: 'the output of hey or of benchmark of etcd', remedy, fact: heyFacts,
    pattern: new RegExp(TOTAL, 'm'),
  },
];
