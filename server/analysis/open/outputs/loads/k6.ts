/** Summarizes the summary of k6: requests, checks, thresholds that were crossed, durations. Pure. */
import { counted, formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { allIn } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { each, sentence } from '../../look/named.ts';
import { limitFacts, failedChecks, tagFacts } from './k6Limits.ts';

const COUNTS = String.raw`[ \t]{1,12}\u2713[ \t]{0,4}(\d{1,15})[ \t]{1,12}\u2717[ \t]{0,4}(\d{1,15})`;
/** `checks....: 99.00% ✓ 99 ✗ 1`; since k6 0.50 `checks_succeeded...: 99.00% 99 out of 100`. */
const CHECKS = new RegExp(String.raw`\bchecks\.{2,80}: ?[\d.]{1,8}%${COUNTS}`);
const CHECKS_OF =
  /\bchecks(?:_succeeded)?\.{2,80}: ?[\d.]{1,8}%[ \t]{1,12}(?:\u2713 )?(\d{1,15})[ \t]{1,4}out of[ \t]{1,4}(\d{1,15})/;
/** A rate of failures, and the counts behind it: first those that failed. */
const FAILURES = String.raw`\b(http_req_failed|failed requests|check_failure_rate)\.{2,80}: ?([\d.]{1,8})%`;
const FAILED_SHARE = new RegExp(FAILURES);
const FAILED_COUNTS = new RegExp(FAILURES + COUNTS);
/** A metric whose threshold was crossed. */
const CROSSED = /^[ \t]{0,12}\u2717[ \t](\w{1,80}(?:\{[^}\n]{1,100}\})?)\.{2,80}:/gm;
/** The same since k6 1.0: the metric, and below it its thresholds. */
const CROSSED_BELOW = new RegExp(String.raw`^[ \t]{0,12}(\w{1,80}(?:\{[^}\n]{1,100}\})?)[ \t]{0,9}\n`
  + String.raw`(?:[ \t]{1,16}\u2713 '[^\n]{1,200}\n){0,8}[ \t]{1,16}\u2717 '[^'\n]{1,100}'`, 'gm');
/** The last line of k6, which names the metrics of thresholds that were crossed. */
const CROSSED_SAID = /\bthresholds on metrics '([^'\n]{1,400})' have been crossed/;
/** A threshold that holds, since k6 1.0 below its metric. */
const HELD = /^[ \t]{1,16}\u2713 '([^'\n]{1,100})' /gm;
/** The same before k6 1.0, in front of the metric. */
const HELD_OLD = /^[ \t]{0,12}\u2713[ \t](\w{1,80}(?:\{[^}\n]{1,100}\})?)\.{2,80}:/gm;
const MEAN = String.raw`\.{2,80}: ?avg=([\d.]{1,15})(\u00b5s|us|ms|s|m)(?:(\d{1,2}(?:\.\d{1,9})?)s)?\s`;
const ITERATION_MEAN = new RegExp(`\\biteration_duration${MEAN}`);
const REQUEST_MEAN = new RegExp(`\\bhttp_req_duration${MEAN}`);
const ITERATIONS = /(?:^|\s)iterations\.{2,80}: ?(\d{1,12})[ \t]{1,12}([\d.]{1,20})\/s/;
const REQUESTS = /\bhttp_reqs\.{2,80}: ?(\d{1,12})[ \t]/;
const LAST_USERS = /(?:^|\s)vus\.{2,80}: ?(\d{1,9})[ \t]/;
const MAX_USERS = /(?:^|\s)vus_max\.{2,80}: ?(\d{1,9})[ \t]/;
/** A scenario that begins iterations at a rate, whatever the users do. */
const OPEN_LOAD = /arrival-rate|\bdropped_iterations\.{2}|\d iterations\/s for /;
const SECONDS: Readonly<Record<string, number>> = { '\u00b5s': 1e-6, us: 1e-6, ms: 1e-3, s: 1, m: 60 };
/** Share of an iteration outside of its requests from which it is reported. */
const MIN_PAUSE = 0.2;
const MAX_TOLD = 3;

const many = (value: number): string => value.toLocaleString('en-US');

function trendOf(name: string, text: string): string | null {
  const row = new RegExp(`\\b${name}\\.{2,}: ?(.{1,300})$`, 'm').exec(text)?.[1];
  if (row === undefined) return null;
  const parts = ['avg', 'med', 'p\\(95\\)', 'max'].flatMap((key) => {
    const value = new RegExp(`(?:^|\\s)(${key}=\\S{1,20})`).exec(row)?.[1];
    return value === undefined ? [] : [value.replace('=', ' ')];
  });
  return parts.length === 0 ? null : `${name} is ${parts.join(', ')}`;
}

/** Returns the passed and failed checks in words; the share alone where no counts are printed. */
function checksOf(text: string): string | null {
  const [, good, bad] = CHECKS.exec(text) ?? [];
  const [, passed, all] = CHECKS_OF.exec(text) ?? [];
  const failed = good === undefined ? Number(all) - Number(passed) : Number(bad);
  const total = good === undefined ? Number(all) : Number(good) + Number(bad);
  if (!(total > 0)) return each(/\bchecks\.{2,}: ?([\d.]+)%/, text, (share) => `${share} % of the checks passed`);
  if (failed > 0) return `${many(failed)} of ${many(total)} checks failed`;
  return total === 1 ? 'the only check passed' : `all ${many(total)} checks passed`;
}

function secondsOf(pattern: RegExp, text: string): number {
  const [, value, unit = '', seconds = '0'] = pattern.exec(text) ?? [];
  return value === undefined ? NaN : Number(value) * (SECONDS[unit] ?? NaN) + Number(seconds);
}

/**
 * Says how many users worked at a time, which the last value of `vus` does not show, and that their pauses set the
 * rate; null for a load that begins iterations at a rate, and without the figures for it.
 */
function usersFacts(text: string): string | null {
  const [iteration, request] = [secondsOf(ITERATION_MEAN, text), secondsOf(REQUEST_MEAN, text)];
  const [, count, rate] = ITERATIONS.exec(text) ?? [];
  const requests = Number(REQUESTS.exec(text)?.[1] ?? NaN);
  const [last, most] = [LAST_USERS, MAX_USERS].map((pattern) => Number(pattern.exec(text)?.[1] ?? NaN));
  if (count === undefined || OPEN_LOAD.test(text) || !(iteration > 0) || !(request > 0)) return null;
  const users = Number(rate) * iteration;
  const each = requests / Number(count);
  const pause = iteration - each * request;
  const isOther = last !== undefined && most !== undefined && users <= most * 1.05 && users >= 2 * last && users >= 2;
  const told = !isOther ? null : `About ${formatNumber(users)} users were active in the mean (iterations per second `
    + `times their duration)${most > last ? `, of at most ${many(most)}` : ''}: ${many(last)} is only the last value `
    + 'of vus.';
  const isPaused = each >= 1 && each < 20 && pause > MIN_PAUSE * iteration;
  return joined([
    told,
    !isPaused ? null : `An iteration takes ${formatSeconds(pause)} more than its ${
      each < 1.5 ? 'request' : 'requests'}, by a sleep or its own work, and a user asks again only after it: so the `
      + 'number of users sets the rate, which is not the most that the server can do. Raise the rate of a scenario '
      + 'with constant-arrival-rate until latencies rise, to see that.',
    requests <= Number(count) || requests > Number(count) + MAX_SETUP ? null
      : `${counted(requests - Number(count), 'request is', 'requests are')} outside of the iterations, as in setup.`,
  ]);
}

/** Requests beyond one for each iteration that setup makes. */
const MAX_SETUP = 3;

/** Says that all thresholds hold; null if one was crossed, or none is printed. */
function heldFacts(text: string, crossed: readonly string[]): string | null {
  const held = [...allIn(HELD, text), ...allIn(HELD_OLD, text)].map(([, threshold = '']) => threshold);
  return crossed.length > 0 || held.length === 0 ? null
    : `${held.length === 1 ? 'The only threshold holds' : held.length === 2 ? 'Both thresholds hold'
      : `All ${held.length} thresholds hold`} (${held.slice(0, MAX_TOLD).join(', ')}${
      held.length > MAX_TOLD ? ', …' : ''}).`;
}

/** The note that the duration of a group is not that of a request. */
const OF_GROUPS = 'A group_duration is that of a group of requests and checks, not of one request.';

export function k6Facts(text: string): string | null {
  const [, requests, rate] = /\bhttp_reqs\.{2,}: ?(\d+)\s+([\d.]+)\/s/.exec(text) ?? [];
  const checks = checksOf(text);
  const ofRequests = trendOf('http_req_duration', text);
  const ofGroups = ofRequests === null ? trendOf('group_duration', text) : null;
  const trend = ofRequests ?? ofGroups ?? trendOf('iteration_duration', text);
  const share = FAILED_SHARE.exec(text)?.[2];
  const [, row, , failed, good] = FAILED_COUNTS.exec(text) ?? [];
  const ofAll = failed === undefined ? '' : ` (${many(Number(failed))} of ${many(Number(failed) + Number(good))})`;
  const crossed = [...new Set([...allIn(CROSSED, text), ...allIn(CROSSED_BELOW, text)].map(([, name = '']) => name)
    .concat(CROSSED_SAID.exec(text)?.[1]?.split(', ') ?? []))].slice(0, MAX_TOLD);
  return joined([
    crossed.length === 0 ? null : `Thresholds crossed: ${crossed.join(', ')}.`,
    sentence([
      requests === undefined || rate === undefined ? checks
        : `${counted(Number(requests), 'request')} at ${formatNumber(Number(rate))} per second`,
      requests === undefined && checks === null && trend !== null ? `its ${trend}` : trend,
      each(/\bdata_received\.{2,80}: ?[\d.]{1,12} \wi?B[ \t]{1,12}([\d.]{1,12} \wi?B\/s)/, text,
        (rate) => `${rate} received`),
      share === undefined ? null : `${share} % failed${ofAll}`,
      requests === undefined || rate === undefined ? null : checks,
    ], '; '),
    heldFacts(text, crossed),
    failedChecks(text), tagFacts(text), limitFacts(text, Number(share ?? 0)), usersFacts(text),
    ofGroups === null ? null : OF_GROUPS,
    row === undefined || Number(good) <= Number(failed) ? null
      : `In the row ${row}, the count after \u2717 is of those that did not fail.`,
  ]);
}
