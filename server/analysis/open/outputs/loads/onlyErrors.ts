/** Finds outputs of load generators in which every answer is an error: their rates are of errors. Pure; bounded. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { timeoutStep } from './timeouts.ts';

/** `[502]  2000 responses` of hey and oha. */
const LISTED = /^[ \t]{0,12}\[([1-5]\d\d)\][ \t]{1,12}([\d,]{1,15}) responses/gm;
/** `Status Codes  [code:count]  0:3  503:97` of vegeta; 0 is no answer. */
const OF_VEGETA = new RegExp(String.raw`^Status Codes\s{1,12}\[code:count\]\s{1,40}`
  + String.raw`(\d{1,3}:\d{1,12}(?:[ \t]{1,4}\d{1,3}:\d{1,12}){0,40})[ \t]{0,9}\r?$`, 'gm');
const OF_BOMBARDIER =
  /1xx - (\d{1,12}), 2xx - (\d{1,12}), 3xx - (\d{1,12}), 4xx - (\d{1,12}), 5xx - (\d{1,12})/g;
const OF_K6 = /\bhttp_req_failed\.{2,40}: ?100(?:\.0{1,4})?%/;
const OF_AUTOCANNON = /^\s{0,8}0 2xx responses, [1-9]\d{0,11} non 2xx responses/m;
const ALL_OF_WRK = /^\s{0,8}(\d{1,12}) requests in [\d.]{1,12}\w{1,2}, /gm;
const BAD_OF_WRK = /^\s{0,8}Non-2xx or 3xx responses: (\d{1,12})/gm;
const ALL_OF_AB = /^Complete requests:\s{1,12}(\d{1,12})/gm;
const BAD_OF_AB = /^Non-2xx responses:\s{1,12}(\d{1,12})/gm;
const FIRST_ERROR = 400;
const MAX_MATCHES = 500;
const MAX_TOLD = 3;

const groups = (text: string, pattern: RegExp): string[][] =>
  [...text.matchAll(pattern)].slice(0, MAX_MATCHES).map(([, ...found]) => found);

const sumOf = (text: string, pattern: RegExp): number =>
  groups(text, pattern).reduce((sum, [count = '0']) => sum + Number(count), 0);

/** Returns how many answers have each status. */
function statusesIn(text: string): Map<number, number> {
  const pairs = [
    ...groups(text, LISTED).map(([code, count = '']) => [Number(code), Number(count.replaceAll(',', ''))] as const),
    ...groups(text, OF_VEGETA).flatMap(([row = '']) => row.trim().split(/\s{1,4}/)
      .map((pair) => [Number(pair.split(':')[0]), Number(pair.split(':')[1])] as const)),
  ];
  const all = new Map<number, number>();
  for (const [code, count] of pairs) all.set(code, (all.get(code) ?? 0) + count);
  return all;
}

/** Returns the statuses in words if all are errors; null otherwise, or without any. */
function ofStatuses(text: string): string | null {
  const all = [...statusesIn(text)].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
  const isError = (code: number): boolean => code === 0 || code >= FIRST_ERROR;
  if (all.length === 0 || !all.every(([code]) => isError(code)) || all.every(([code]) => code === 0)) return null;
  const codes = all.flatMap(([code]) => (code === 0 ? [] : [String(code)]));
  return `${codes.slice(0, MAX_TOLD).join(', ')}${codes.length > MAX_TOLD ? ' and others' : ''}`;
}

/** Returns that every answer is an error, with the statuses that the output names; null if some are not. */
export function onlyErrors(text: string): string | null {
  const statuses = ofStatuses(text);
  const [wrk, ab] = [sumOf(text, ALL_OF_WRK), sumOf(text, ALL_OF_AB)];
  const classes = groups(text, OF_BOMBARDIER).map((counts) => counts.map(Number));
  const isAll = (wrk > 0 && sumOf(text, BAD_OF_WRK) === wrk) || (ab > 0 && sumOf(text, BAD_OF_AB) === ab)
    || fits(OF_K6, text) || fits(OF_AUTOCANNON, text)
    || (classes.length > 0 && classes.every(([a = 0, b = 0, c = 0, d = 0, e = 0]) => a + b + c === 0 && d + e > 0));
  if (statuses === null && !isAll) return null;
  return `Every answer is an error${statuses === null ? '' : ` (${statuses})`}: the rates are of errors.`;
}

/** The requested URL in the output of wrk and ab. */
const ASKED = /^[ \t]{0,8}Running \S{1,20} test @ (https?:\/\/[^\s"'`$\\;|&<>]{1,200})/m;

/** Returns how to see what the errors are; null if some answers are none. */
function errorStep(text: string): string | null {
  if (onlyErrors(text) === null) return null;
  const what = ofStatuses(text) === null ? 'the status and the body' : 'the body';
  return `See ${what} of one answer (curl -i ${ASKED.exec(text)?.[1] ?? 'with the same URL, method and headers'}), `
    + 'correct the request or the server, and repeat the run.';
}

/** Returns the facts of an output after that every answer is an error, if so, and what to do then. */
export const withErrors = (facts: string | null, text: string): string | null =>
  (facts === null ? null : joined([onlyErrors(text), facts, errorStep(text) ?? timeoutStep(text)]));
