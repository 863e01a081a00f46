/** Summarizes wrk and ab: the rate, late answers, and what failed. Pure. */
import { counted, formatBytes, formatNumber } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import { each, said, sentence } from '../../look/named.ts';
import { askedFacts } from './askedRate.ts';

const MAX_RUNS = 6;
/** Relative difference below which two throughputs are the same. */
const SAME = 0.05;

const number = (text: string): string => formatNumber(Number(text));
const many = (value: number): string => value.toLocaleString('en-US');
const percent = (part: number, all: number): string => `${Number((100 * part / all).toPrecision(3))} %`;

/** Says how many requests failed for ab; those of another length alone are answers. */
function failedOfAb(text: string): string | null {
  const count = said(/^Failed requests:\s+([1-9]\d*)/m, text);
  if (count === null) return null;
  return said(/^\s*\(Connect: 0, Receive: 0, Length: (\d+), Exceptions: 0\)/m, text) === count
    ? `${count} answers of another length than the first, which alone is no failure` : `${count} failed`;
}

/** Returns the value of a row of the percentiles, which ab prints in ms. */
const ofAb = (share: string, text: string): string | null =>
  said(new RegExp(`^\\s{1,9}${share}%\\s{1,12}(\\d{1,9})(?:\\s|$)`, 'm'), text);

export function abFacts(text: string): string | null {
  const [median, late] = [ofAb('50', text), ofAb('99', text)];
  return sentence([
    each(/^Requests per second:\s+([\d.]+)/m, text, (rate) => `${number(rate)} requests per second`),
    each(/^Concurrency Level:\s+(\d+)/m, text, (level) => `${level} at a time`),
    each(/^Time per request:\s+([\d.]+ \[ms\])/m, text, (value) => `${value.replace(/[[\]]/g, '')} each in the mean`),
    median === null ? null : `median ${median} ms`, late === null ? null : `99 % within ${late} ms`, failedOfAb(text),
    each(/^Non-2xx responses:\s+([1-9]\d{0,11})/m, text, (count) => `${count} answers with a status other than 2xx`),
  ]);
}

interface Run { rate: number; connections: number | null; latency: string; errors: string | null }

const SOCKET_ERRORS = /^\s{1,9}Socket errors: (connect \d{1,12}, read \d{1,12}, write \d{1,12}, timeout \d{1,12})/m;
const BAD_STATUS = /^\s{1,9}Non-2xx or 3xx responses: (\d{1,12})/m;

/** Returns what failed in a run of wrk, the answers with their share. */
function errorsOfWrk(part: string): string | null {
  const sockets = SOCKET_ERRORS.exec(part)?.[1]?.split(', ').filter((one) => !one.endsWith(' 0')).join(', ');
  const bad = Number(BAD_STATUS.exec(part)?.[1] ?? 0);
  const all = Number(said(/^\s{1,9}(\d{1,12}) requests in /m, part) ?? 0);
  return [
    sockets === undefined || sockets === '' ? null : `socket errors: ${sockets}`,
    bad === 0 ? null : `${many(bad)} answers${all > 0 ? ` (${percent(bad, all)})` : ''} with a status of errors`,
  ].filter((one) => one !== null).join('; ') || null;
}

const SECONDS: Readonly<Record<string, number>> = { us: 1e-6, ms: 1e-3, s: 1, m: 60 };
/** Units of wrk, which are multiples of 1,024. */
const BYTES: Readonly<Record<string, number>> = { B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 };
const READ_IN_ALL = /^\s{1,9}(\d{1,12}) requests in [^,\n]{1,20}, ([\d.]{1,12})([KMGT]?B) read/m;
/** Difference of a rate from that of connections which only wait, up to which they are taken for the same. */
const CLOSE = 0.1;

/** Answers from which their transfer may be what takes time. */
const LARGE = 2 ** 17;

/** Says how large an answer is; null if the text does not show it. */
function answerSize(text: string): string | null {
  const [, requests, amount, unit = ''] = READ_IN_ALL.exec(text) ?? [];
  const rate = Number(said(/Requests\/sec:\s+([\d.]+)/, text) ?? NaN);
  const each = requests === undefined ? NaN : Number(amount) * (BYTES[unit] ?? NaN) / Number(requests);
  const large = each < LARGE ? '.' : `, ${formatBytes(each * rate)} per second in all: see whether the network or `
    + 'making them bounds it.';
  return Number.isNaN(each) ? null : `An answer has about ${formatBytes(each)}${large}`;
}

/** Says how large an answer is, and that the connections bound the rate of a run; null if they do not. */
function closedLoop(text: string): string | null {
  const [, mean, of = ''] = /^\s{1,12}Latency\s{1,12}([\d.]{1,12})(us|ms|s|m)\s/m.exec(text) ?? [];
  const rate = Number(said(/Requests\/sec:\s+([\d.]+)/, text) ?? NaN);
  const connections = Number(said(/ threads and (\d+) connections/, text) ?? NaN);
  const bound = connections / (Number(mean) * (SECONDS[of] ?? NaN));
  return joined([
    answerSize(text),
    !(Math.abs(rate / bound - 1) < CLOSE) ? null
      : `Each connection waits for its answer before it asks again, and that gives this rate: ${
        counted(connections, 'connection')} over that latency ${connections === 1 ? 'is' : 'are'} ${
        formatNumber(bound)} per second. Only more connections show whether the server can do more, and fewer how `
        + 'long one answer takes.',
  ]);
}

export function wrkFacts(text: string): string | null {
  const runs = text.split(/^(?=\s*Running \S+ test @ )/m).flatMap((part): Run[] => {
    const rate = said(/Requests\/sec:\s+([\d.]+)/, part);
    if (rate === null) return [];
    const at = (share: string): string | null => said(new RegExp(`^\\s+${share}(?:\\.0{1,3})?%\\s+(\\S+)`, 'm'), part);
    const [median, late] = [at('50'), at('99')];
    const mean = said(/^\s+Latency\s+(\S+)/m, part);
    const max = said(/^\s{1,12}Latency\s{1,12}\S{1,20}\s{1,12}\S{1,20}\s{1,12}([\d.]{1,12}\w{1,2})\s/m, part);
    const connections = said(/ threads and (\d+) connections/, part);
    return [{
      rate: Number(rate), connections: connections === null ? null : Number(connections),
      latency: median === null ? `latency ${mean ?? 'unknown'} in the mean${max === null ? '' : `, at most ${max}`}`
        : `median latency ${median}${late === null ? '' : `, 99 % ${late}`}${max === null ? '' : `, at most ${max}`}`,
      errors: errorsOfWrk(part),
    }];
  });
  const [first, second] = runs;
  if (first === undefined) return null;
  const lines = runs.slice(0, MAX_RUNS).map(({ rate, connections, latency, errors }) => {
    const load = connections === null ? '' : ` with ${counted(connections, 'connection')}`;
    return `${formatNumber(rate)} requests per second${load} (${latency}${errors === null ? '' : `; ${errors}`})`;
  });
  const isSame = runs.length === 2 && second !== undefined && first.connections !== second.connections
    && Math.abs(second.rate / first.rate - 1) < SAME;
  const more = runs.length - lines.length;
  const asked = runs.length === 1 ? askedFacts(text, first.rate, first.connections) : null;
  return joined([
    asked?.isReached === false ? asked.text : null, sentence(lines, '; '),
    asked?.isReached === true ? asked.text : null,
    more === 0 ? null : `${counted(more, 'more run is', 'more runs are')} in the text.`,
    runs.length === 1 && first.errors === null ? asked === null ? closedLoop(text) : answerSize(text) : null,
    isSame ? 'Both have the same throughput: further connections only wait.' : null,
  ]);
}
