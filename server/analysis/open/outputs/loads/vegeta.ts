/** Summarizes a report of vegeta: the rate against that which was asked for, its latencies, and their tail. Pure. */
import { formatBytes, formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import { sentence } from '../../look/named.ts';

/** Share of the rate asked for below which a server does not keep up. */
const KEEPS_UP = 0.9;
/** Factors of the median from which the mean, or the 95th percentile, is that of other requests. */
const MEAN_APART = 5;
const LATE_APART = 10;
/** Digits of a rate that somebody chose, and its relative distance from such a number beside that of one request. */
const CHOSEN_DIGITS = 2;
const NEAR = 5e-4;
/** Share of good answers, in percent, from which a higher rate is worth a try. */
const MIN_GOOD = 99;
const SECONDS: Readonly<Record<string, number>> = {
  ns: 1e-9, '\u00b5s': 1e-6, us: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600,
};
const DURATION = /(\d{1,12}(?:\.\d{1,12})?)(ns|µs|us|ms|s|m|h)/g;
/** Longest duration that is reported as written. */
const MAX_WRITTEN = 6;

const many = (value: number): string => value.toLocaleString('en-US');
const percent = (part: number, all: number): string => `${Number((100 * part / all).toPrecision(3))} %`;

/** Reads a row of vegeta's report, which lists the names of its values before the values. */
function rowOf(text: string, name: string): Map<string, string> {
  const pattern = new RegExp(`^${name}\\s{1,20}\\[([^\\]\\n]{1,80})\\]\\s{1,80}(\\S.{0,200})$`, 'm');
  const [, keys = '', values = ''] = pattern.exec(text) ?? [];
  const own = values.split(', ');
  return new Map(keys.split(', ').map((key, i) => [key, own[i]?.trim() ?? '']));
}

const ofRow = (values: ReadonlyMap<string, string>, key: string, word: (value: string) => string): string | null => {
  const value = values.get(key);
  return value === undefined || value === '' ? null : word(value);
};

/** Returns the seconds of a duration as Go prints it, such as `17m41.7s`; NaN for other texts. */
function secondsOf(text: string | undefined): number {
  const parts = [...(text ?? '').matchAll(DURATION)];
  return parts.length === 0 ? NaN
    : parts.reduce((sum, [, value = '', unit = '']) => sum + Number(value) * (SECONDS[unit] ?? NaN), 0);
}

/** Returns a duration as written, but with three digits if it has many. */
const short = (text: string): string => {
  const seconds = secondsOf(text);
  return text.length <= MAX_WRITTEN || Number.isNaN(seconds) ? text : formatSeconds(seconds);
};

export function vegetaFacts(text: string): string | null {
  const [requests, latencies] = [rowOf(text, 'Requests'), rowOf(text, 'Latencies')];
  const [rate, throughput] = [Number(requests.get('rate')), Number(requests.get('throughput'))];
  const [, none] = /^Status Codes\s{1,20}\[code:count\]\s{1,80}0:(\d{1,12})(?:\s|$)/m.exec(text) ?? [];
  const isBehind = throughput > 0 && throughput < KEEPS_UP * rate;
  const isGood = Number.parseFloat(rowOf(text, 'Success').get('ratio') ?? '') >= MIN_GOOD;
  const [tail, load] = [
    tailFacts(latencies), isBehind || !isGood ? null : rateFacts(requests, secondsOf(latencies.get('mean'))),
  ];
  return joined([
    isBehind ? `The server keeps up with ${formatNumber(throughput)} of ${formatNumber(rate)} requests per second (${
      percent(throughput, rate)}).` : null,
    sentence([
      ofRow(requests, 'total', (value) => `${many(Number(value))} requests`),
      isBehind ? null : ofRow(requests, 'rate', (value) => `${formatNumber(Number(value))} per second`),
      ofRow(latencies, '50', (value) => `median ${short(value)}`),
      ofRow(latencies, 'mean', (value) => `${short(value)} in the mean`),
      ofRow(latencies, '99', (value) => `99 % within ${short(value)}`),
      ofRow(rowOf(text, 'Success'), 'ratio', (value) => `${value} succeeded`),
      none === undefined || none === '0' ? null : `${many(Number(none))} got no answer`,
      ofRow(rowOf(text, 'Bytes In'), 'mean', (value) =>
        (Number(value) > 0 ? `an answer has about ${formatBytes(Number(value))}` : '')),
    ]),
    tail, load,
    isBehind ? 'Lower the rate until the throughput follows it: that is what the server can do.' : null,
    stepOf(tail !== null, load !== null),
  ]);
}

/** Says that the mean or the late answers are far from the median; null otherwise. */
function tailFacts(latencies: ReadonlyMap<string, string>): string | null {
  const [median, mean, late, most] = ['50', 'mean', '95', 'max'].map((key) => secondsOf(latencies.get(key)));
  if (median === undefined || mean === undefined || late === undefined || most === undefined || !(median > 0))
    return null;
  const isApart = mean >= MEAN_APART * median || late >= LATE_APART * median;
  const times = (value: number): string => formatNumber(value / median);
  return !isApart || Number.isNaN(late) || Number.isNaN(mean) ? null
    : `The mean is ${times(mean)} times the median, and 5 % take ${formatSeconds(late)} or more (${
      times(late)} times the median)${Number.isNaN(most) ? '' : `, up to ${formatSeconds(most)}`
    }: there are two kinds of requests, or some of them wait.`;
}

/** Returns the round number that a rate was set to; null if it is near none. */
export function chosenRate(rate: number, total: number): number | null {
  const chosen = Number(rate.toPrecision(CHOSEN_DIGITS));
  // The last request is sent before the end of its interval.
  return rate > 0 && total > 0 && Math.abs(rate / chosen - 1) <= NEAR + 1.5 / total ? chosen : null;
}

/** Says that the rate is the one that the load was set to; null if it may be what the server could do. */
function rateFacts(requests: ReadonlyMap<string, string>, mean: number): string | null {
  const [rate, total] = [Number(requests.get('rate')), Number(requests.get('total'))];
  const chosen = chosenRate(rate, total);
  if (chosen === null) return null;
  const atOnce = Math.round(rate * mean);
  return `${formatNumber(chosen)} per second is the rate that was asked for, not the most that the server can do${
    atOnce > 1 ? `; about ${many(atOnce)} requests were under way at once (rate times mean)` : ''}.`;
}

function stepOf(hasTail: boolean, isSet: boolean): string | null {
  if (!hasTail && !isSet) return null;
  const raise = 'raise the rate until latencies or errors rise';
  return hasTail ? `Split the requests by target to see which are slow${isSet ? `, and ${raise}` : ''}.`
    : 'Raise the rate until latencies or errors rise, to find that limit.';
}
