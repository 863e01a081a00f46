/** Compares the rate that wrk2 was asked for (-R) with what it reached, and with what its connections allow. Pure. */
import { counted, formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { said } from '../../look/named.ts';

/** `wrk2 -t8 -c10000 -d180s -R110000 URL`; only wrk2 has -R. */
const COMMAND = /\bwrk2?\b[^\n]{0,600}?[ \t](?:-R|--rate)[ \t=]{0,2}(\d{1,9})([kKM]?)(?=[\s"'`]|$)/g;
const UNITS: Readonly<Record<string, number>> = { '': 1, 'k': 1e3, 'K': 1e3, 'M': 1e6 };
/** A delay that the URL asks the server for, in ms as a rule. */
const DELAY = /[?&](?:delay|sleep|wait)(?:_?ms)?=(\d{1,6})(?:ms)?(?=[&\s"'`]|$)/i;
const CALIBRATED = /^\s{1,8}Thread calibration: mean lat\.: ([\d.]{1,12})(us|ms|s|m),/m;
const SECONDS: Readonly<Record<string, number>> = { us: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

/** Share of the rate asked for from which it is reached. */
const REACHED = 0.97;
/** Latency from which that of wrk2 without its command may be a backlog. */
const MIN_BACKLOG_SECONDS = 1;
/** Share of the backlog at the end from which the mean latency is of it. */
const MIN_OF_BACKLOG = 0.2;

const secondsIn = (pattern: RegExp, text: string): number => {
  const [, value, unit = ''] = pattern.exec(text) ?? [];
  return value === undefined ? NaN : Number(value) * (SECONDS[unit] ?? NaN);
};

/** Returns the rate that the only command of wrk2 asked for; null without one, or with several. */
function askedRate(text: string): number | null {
  const [first, another] = [...text.matchAll(COMMAND)];
  const rate = Number(first?.[1] ?? 0) * (UNITS[first?.[2] ?? ''] ?? NaN);
  return another === undefined && rate > 0 ? rate : null;
}

/** `isReached`: whether the latencies are of requests that were sent in time. */
interface Asked { isReached: boolean; text: string }

/** Says whether a run of wrk2 reached its rate, and what its latencies are otherwise; null for wrk. */
export function askedFacts(text: string, reached: number, connections: number | null): Asked | null {
  const asked = askedRate(text);
  const mean = secondsIn(/^\s{1,12}Latency\s{1,12}([\d.]{1,12})(us|ms|s|m|h)\s/m, text);
  if (asked === null) return CALIBRATED.test(text) && mean >= MIN_BACKLOG_SECONDS ? {
    isReached: false, text: 'wrk2 counts a latency from when the request was due: unless the rate asked for (-R, not '
      + 'in the text) was reached, these are a backlog, not what an answer takes.',
  } : null;
  if (reached >= REACHED * asked) return {
    isReached: true, text: `${formatNumber(asked)} per second is the rate that was asked for (-R), not the most that `
      + 'the server can do.',
  };
  const missing = 1 - reached / asked;
  const duration = secondsIn(/^\s{1,9}\d{1,12} requests in ([\d.]{1,12})(ms|s|m|h),/m, text);
  const limit = connections === null ? '' : ` ${limitOf(text, asked, connections)}`;
  // A backlog that grows at this pace makes a mean of half of it.
  const backlog = !(mean >= MIN_OF_BACKLOG * missing * duration) ? '' : ' It counts a latency from when the request '
    + `was due, so these are mostly the backlog of the missing ${formatNumber(100 * missing)} %, which is ${
      formatSeconds(missing * duration)} at the end of ${formatSeconds(duration)}, not what an answer takes.`;
  return {
    isReached: false,
    text: `wrk2 was asked for ${formatNumber(asked)} requests per second (-R) and reached ${
      formatNumber(100 * reached / asked)} % of them.${backlog}${limit} Ask for less than ${
      formatNumber(reached)} (-R) before comparing latencies, and see whether the CPU of the server or of wrk2 is the `
      + 'limit.',
  };
}

/** Says what an answer may take at most with so many connections, and whether the URL itself asks for more. */
function limitOf(text: string, asked: number, connections: number): string {
  const most = connections / asked;
  const delay = Number(said(DELAY, text) ?? NaN) / 1000;
  const words = `With ${counted(connections, 'connection')}, each of which waits for its answer, the rate asked for `
    + `needs answers within ${formatSeconds(most)}`;
  return !(delay > most) ? `${words}.` : `${words}: the URL asks for a delay of ${
    formatSeconds(delay)} (if it is in ms), with which ${
    formatNumber(connections / delay)} per second is the most that this test can reach.`;
}
