/** Says by the signs of a k6 summary whether the load or the server is at its limit, and which part of it. Pure. */
import { formatNumber } from '../../../../../core/text/format.ts';
import { allIn, fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';

const MAX_TOLD = 3;
const many = (value: number): string => value.toLocaleString('en-US');

/** A check that failed at times, and the row below it. */
const FAILED_CHECK = new RegExp(String.raw`^[ \t]{0,12}\u2717[ \t]([^\n]{1,120}?)[ \t]{0,9}\n[ \t]{0,16}`
  + String.raw`\u21b3[ \t]{1,4}\d{1,3}% \u2014 \u2713[ \t]{0,4}(\d{1,15})[ \t]{0,4}\/[ \t]{0,4}\u2717[ \t]{0,4}`
  + String.raw`(\d{1,15})`, 'gm');
const GROUP = /^[ \t]{0,12}\u2588 (\S[^\n]{0,80}?)[ \t]{0,9}$/gm;
/** Headings since k6 1.0, which are no groups of a script. */
const HEADINGS = /^(?:THRESHOLDS|TOTAL RESULTS)$/;

/** Names the checks that failed, with the group of each; null without any. */
export function failedChecks(text: string): string | null {
  const groups = [...text.matchAll(GROUP)].map(({ index, 1: name = '' }) => ({ index, name }));
  const told = [...text.matchAll(FAILED_CHECK)].slice(0, MAX_TOLD).map(({ index, 1: name, 2: good, 3: bad }) => {
    const group = groups.findLast((one) => one.index < index)?.name ?? '';
    return `"${name}" ${many(Number(bad))} of ${many(Number(good) + Number(bad))} times${
      group === '' || HEADINGS.test(group) ? '' : ` (group ${group})`}`;
  });
  return told.length === 0 ? null : `Checks that failed: ${told.join(', ')}.`;
}

/** A row of durations of one tag below its metric: `{ type:ingester }....: avg=1m58s min=1s med=1m59s`. */
const OF_TAG = new RegExp(String.raw`^[ \t]{0,16}(?:[\u2713\u2717][ \t])?(\{ ?[^{}\n]{1,100}?\})\.{2,80}: ?`
  + String.raw`(avg=[^\n]{1,200})$`, 'gm');
/** The rows of metrics whose median can be that of waiting. */
const OF_METRIC = new RegExp(String.raw`^[ \t]{0,16}(?:[\u2713\u2717][ \t])?(?:http_req_duration|group_duration)`
  + String.raw`\.{2,80}: ?(avg=[^\n]{1,200})$`, 'gm');
const DURATION = /(\d{1,9}(?:\.\d{1,9})?)(h|ms|m|\u00b5s|us|ns|s)/g;
const SECONDS: Readonly<Record<string, number>> = {
  h: 3600, m: 60, s: 1, ms: 1e-3, '\u00b5s': 1e-6, us: 1e-6, ns: 1e-9,
};

interface Trend { label: string; med: string; min: string; max: string }

const trendOf = (label: string, row: string): Trend => {
  const of = (key: string): string => new RegExp(`(?:^|\\s)${key}=(\\S{1,20})`).exec(row)?.[1] ?? '';
  return { label, med: of('med'), min: of('min'), max: of('max') };
};

const secondsOf = (text: string): number => [...text.matchAll(DURATION)]
  .reduce((sum, [, value = '', unit = '']) => sum + Number(value) * (SECONDS[unit] ?? NaN), 0);

/** Returns the durations of the tags of a script, without that of expected answers. */
const tagTrends = (text: string): Trend[] => allIn(OF_TAG, text).map(([, label = '', row = '']) => trendOf(label, row))
  .filter(({ label, med }) => med !== '' && !label.includes('expected_response'));

/** Says how long the requests of each tag took; null with fewer than two. */
export function tagFacts(text: string): string | null {
  const trends = tagTrends(text);
  return trends.length < 2 ? null : `Durations by tag: ${trends.slice(0, MAX_TOLD).map(({ label, med, min, max }) =>
    `${label} median ${med}${min === '' || max === '' ? '' : ` (${min} to ${max})`}`).join(', ')}.`;
}

/** Factor of the median over the fastest answer, and median, from which requests wait in a queue under an open load. */
const QUEUED = 10;
const MIN_QUEUED_SECONDS = 1;
/** Share of failed requests from which users are not what lacks. */
const MANY_FAILED = 5;

/** Returns the row whose median is most above its fastest answer, as in a queue; null without one. */
function queued(text: string): Trend | null {
  const all = [...tagTrends(text), ...allIn(OF_METRIC, text).map(([, row = '']) => trendOf('', row))];
  const factor = ({ med, min }: Trend): number => secondsOf(med) / secondsOf(min);
  return all.filter((one) => isQueue(secondsOf(one.med), secondsOf(one.min)))
    .toSorted((a, b) => factor(b) - factor(a))[0] ?? null;
}

/**
 * Says how many iterations the load did not begin, because all its users were busy, and that the server is past its
 * limit if requests time out in a queue; null without either.
 */
export function limitFacts(text: string, failedShare: number): string | null {
  const dropped = Number(/\bdropped_iterations\.{2,80}: ?(\d{1,12})\b/.exec(text)?.[1] ?? 0);
  const done = Number(/(?:^|\s)iterations\.{2,80}: ?(\d{1,12})\b/.exec(text)?.[1] ?? NaN);
  const broken = Number(/\b\d{1,12} complete and (\d{1,12}) interrupted iterations\b/.exec(text)?.[1] ?? 0);
  const row = queued(text);
  const queue = row === null ? null : {
    of: row.label === '' ? '' : ` of ${row.label}`, factor: secondsOf(row.med) / secondsOf(row.min), fastest: row.min,
  };
  const timedOut = fits(/request timeout|context deadline exceeded|Client\.Timeout/, text);
  if (dropped === 0) return queue !== null && timedOut && failedShare >= MANY_FAILED
    ? limitStep(queue, timedOut, failedShare) : null;
  return joined([droppedWords(dropped, done, broken), limitStep(queue, timedOut, failedShare)]);
}

/** `done` is NaN if it is unknown. */
export function droppedWords(dropped: number, done: number, broken: number): string {
  const of = done > 0 ? `Of ${many(dropped + done + broken)} iterations, ` : 'At least ';
  return `${of}${many(dropped)} were not begun (dropped_iterations)${
    broken === 0 ? '' : ` and ${many(broken)} interrupted`}: all users were busy, so the rate asked for was not `
    + 'reached.';
}

/** Median over the fastest answer, from which requests wait in a queue. */
export const isQueue = (medianSeconds: number, fastestSeconds: number): boolean =>
  medianSeconds >= MIN_QUEUED_SECONDS && fastestSeconds > 0 && medianSeconds >= QUEUED * fastestSeconds;

interface Queue { of: string; factor: number; fastest: string }

/** Returns what to do about a rate that was not reached: more users help only while the server answers fast. */
export function limitStep(queue: Queue | null, timedOut: boolean, failedShare: number): string {
  if (queue === null) return failedShare >= MANY_FAILED
    ? 'First see why requests fail, because more users (maxVUs) only add to that; then ask for less.'
    : 'Raise maxVUs, or ask for less.';
  return `The median${queue.of} is ${formatNumber(Math.round(queue.factor))} times the fastest answer (${
    queue.fastest}): requests mostly wait in a queue${timedOut ? ', up to a timeout' : ''}, so the server, or what `
    + 'limits its concurrency, is past its limit at this load. Ask for less until the latency falls, and see what the '
    + `queue waits for; more users (maxVUs)${timedOut ? ' or a longer timeout' : ''} only make it longer.`;
}
