/** Summarizes the summary of k6: requests, checks, thresholds that were crossed, durations. Pure. */
import { counted, formatNumber } from '../../../../../core/text/format.ts';
import { allIn } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { each, sentence } from '../../look/named.ts';

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
/** A check that failed at times, and the row below it. */
const FAILED_CHECK = new RegExp(String.raw`^[ \t]{0,12}\u2717[ \t]([^\n]{1,120}?)[ \t]{0,9}\n[ \t]{0,16}`
  + String.raw`\u21b3[ \t]{1,4}\d{1,3}% \u2014 \u2713[ \t]{0,4}\d{1,15}[ \t]{0,4}\/[ \t]{0,4}\u2717[ \t]{0,4}`
  + String.raw`(\d{1,15})`, 'gm');
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

/** Says how many iterations the load did not begin, because all its users were busy; null without any. */
function droppedFacts(text: string): string | null {
  const dropped = Number(/\bdropped_iterations\.{2,80}: ?(\d{1,12})\b/.exec(text)?.[1] ?? 0);
  const done = Number(/(?:^|\s)iterations\.{2,80}: ?(\d{1,12})\b/.exec(text)?.[1] ?? NaN);
  if (dropped === 0) return null;
  const of = done > 0 ? ` of ${many(dropped + done)}` : '';
  return `${many(dropped)}${of} iterations were not begun (dropped_iterations): `
    + 'all users were busy, so the rate asked for was not reached. Raise maxVUs, or ask for less.';
}

/** What the duration of a group is not. */
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
  const bad = allIn(FAILED_CHECK, text).slice(0, MAX_TOLD).map(([, name, count]) => `"${name}" ${
    counted(Number(count), 'time')}`);
  const crossed = [...new Set([...allIn(CROSSED, text), ...allIn(CROSSED_BELOW, text)]
    .map(([, name = '']) => name))].slice(0, MAX_TOLD);
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
    bad.length === 0 ? null : `Checks that failed: ${bad.join(', ')}.`,
    droppedFacts(text), ofGroups === null ? null : OF_GROUPS,
    row === undefined || Number(good) <= Number(failed) ? null
      : `In the row ${row}, the count after \u2717 is of those that did not fail.`,
  ]);
}
