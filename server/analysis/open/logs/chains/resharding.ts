/** Reads what Prometheus logs as it changes the number of shards of remote write, and skips a change. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { distinct, timeOf } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';

const SKIPPED = /skipping resharding, last successful send was beyond threshold/i;
const LATE = 'Remote write had no successful send for too long, so Prometheus keeps its number of shards for now: see '
  + 'whether the receiver answers, and the errors before this line. The message alone does not show that a request '
  + 'failed.';
const CHANGES = /"?Remote storage resharding"/;
const FROM = /[\s,{]"?from"?[=:] ?"?(\d{1,6})\b/;
const TO = /[\s,{]"?to"?[=:] ?"?(\d{1,6})\b/;
/** The queue of a receiver, by its name, its address or both, in the words of several versions. */
const QUEUE = /[\s,{]"?(?:remote_name|queue|url)"?[=:] ?"?([^\s",}]{1,200})/;
const DESIRED = /\bdesiredShards=(\d{1,6}(?:\.\d{1,20})?)/;
const TIMES = /\blastSendTimestamp=(\d{9,11}) minSendTimestamp=(\d{9,11})/;
const STAMP = /\bts=\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)/;
const MAX_STEPS = 6;

export const reshardingMeaning = (error: string): string | null => (SKIPPED.test(error) ? LATE : null);
const SENTENCES: ReadonlySet<string> = new Set(LATE.split(/(?<=\.) /));
/** Whether a sentence is of that meaning. */
export const isReshardingMeaning = (sentence: string): boolean => sentence === LATE || SENTENCES.has(sentence);

/** Returns the address of the receiver, else its name, with a word before it; `''` without either. */
function receiverOf(line: string): string {
  const [, url] = /[\s,{]"?url"?[=:] ?"?(https?:\/\/[^\s",}]{1,200})/.exec(line) ?? [];
  const name = url ?? QUEUE.exec(line)?.[1];
  return name === undefined ? '' : ` to ${name}`;
}

/** A queue that sends nothing for as long stands still. */
const STILL_SECONDS = 60;
const KEPT = 'What is not sent waits in the WAL, which Prometheus keeps for about 2 h; older samples are lost.';

interface Skip { last: number; least: number; at: number; line: string }

/** Returns the newest line that has the last successful send. */
function newestSkip(lines: readonly string[]): Skip | null {
  const skips = lines.flatMap((line): Skip[] => {
    const [, last, least] = SKIPPED.test(line) ? TIMES.exec(line) ?? [] : [];
    return last === undefined ? [] : [{ last: Number(last), least: Number(least), at: timeOf(line), line }];
  });
  // The newest line may stand first.
  return skips.reduce<Skip | null>((a, b) => (a === null || b.last > a.last || (b.last === a.last && b.at > a.at) ? b
    : a), null);
}

const UNSENT = /failed to send batch, retrying|non-recoverable error/i;

/** Says that sends to the same receiver still fail after a line about its last success; '' if no line does. */
function stillFails(lines: readonly string[], { at, last, line }: Skip): string {
  const receiver = receiverOf(line);
  const until = Math.max(...lines.map((one) => (UNSENT.test(one) && receiverOf(one) === receiver ? timeOf(one) : NaN))
    .filter((time) => time - at >= STILL_SECONDS));
  return !Number.isFinite(until) ? '' : ` at the latest line that says so, and sends still fail at ${
    new Date(until * 1000).toISOString().slice(0, 19)}Z, ${formatSeconds(Math.round(until - last))} after it`;
}

/** Says since when remote write has sent nothing, which comes before what is repeated meanwhile; null if it sends. */
export function standstill(look: Look): string | null {
  const lines = distinct(look);
  const skip = newestSkip(lines);
  if (skip === null || skip.least < skip.last || !(skip.at - skip.last >= STILL_SECONDS)) return null;
  return `Remote write${receiverOf(skip.line)} has had no successful send since ${
    new Date(skip.last * 1000).toISOString().slice(0, 19)}Z, for ${
    formatSeconds(Math.round(skip.at - skip.last))}${stillFails(lines, skip)}. ${KEPT}`;
}

const clockOf = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(11, 19)}Z`;

/** Returns the changes of shards, and since when no send succeeded; null else how it swings; null without both. */
export function reshardingFacts(look: Look): string | null {
  const lines = distinct(look);
  const skip = newestSkip(lines);
  if (skip === null) return swingFacts(lines);
  if (skip.least < skip.last) return null;
  const seconds = skip.at - skip.last;
  if (seconds >= STILL_SECONDS) return changesOf(lines).trim() || null;
  const before = seconds >= 1 ? `, ${formatSeconds(Math.round(seconds))} before the latest such line` : '';
  return `${changesOf(lines)}No send succeeded since ${clockOf(skip.last)}${before}.`;
}

interface Change { from: number; to: number; at: number; clock: string | undefined; queue: string }

/** Returns the changes of the number of shards in the order of time. */
function changesIn(lines: readonly string[]): Change[] {
  return lines.filter((line) => CHANGES.test(line)).flatMap((line) => {
    const [from, to] = [FROM.exec(line)?.[1], TO.exec(line)?.[1]];
    return from === undefined || to === undefined ? [] : [{
      from: Number(from), to: Number(to), at: timeOf(line), clock: STAMP.exec(line)?.[1],
      queue: QUEUE.exec(line)?.[1] ?? '',
    }];
  }).sort((a, b) => a.at - b.at);
}

/** Changes up, and changes down, from which on the number of shards swings. */
const MIN_SWINGS = 2;
const STOPS_QUEUE = 'Each change stops the queue and starts it again.';
const NOTHING_LOST = ' The lines show no failed send and no lost sample.';
/** Words of lines that may report a failed send. */
const MAY_FAIL = /\b(?:warn(?:ing)?|err(?:or)?)\b|fail|drop|skipp/i;
const SWING_STEP = ' Compare prometheus_remote_storage_shards_desired with min_shards and max_shards: min_shards at '
  + 'the upper number keeps it there. In an old version the calculation itself may swing: upgrade it.';

/** Describes a number of shards that goes up and down again and again; null for one that settles. */
function swingFacts(lines: readonly string[]): string | null {
  const all = changesIn(lines);
  const queues = [...new Set(all.map(({ queue }) => queue))];
  const most = queues.map((queue) => all.filter((one) => one.queue === queue))
    .reduce((a, b) => (b.length > a.length ? b : a), []);
  const ups = most.filter(({ from, to }) => to > from);
  const downs = most.filter(({ from, to }) => to < from);
  const [first, last] = [most[0], most.at(-1)];
  if (first === undefined || last === undefined || ups.length < MIN_SWINGS || downs.length < MIN_SWINGS) return null;
  const seconds = last.at - first.at;
  const span = seconds > 0 ? ` in ${formatSeconds(seconds)}` : '';
  const since = first.clock === undefined ? '' : ` from ${first.clock} on`;
  const of = queues.length < 2 ? '' : ` of the queue ${first.queue}, one of ${queues.length}`;
  return `The number of shards of remote write${of} goes up and down: ${most.length} changes${span}${since}, ${
    ups.length} up (${rangeOf(ups.map(({ from }) => from))} to ${rangeOf(ups.map(({ to }) => to))}) and ${
    downs.length} down.${heldFacts(most, seconds)} ${STOPS_QUEUE}${
    lines.some((line) => MAY_FAIL.test(line)) ? '' : NOTHING_LOST}${SWING_STEP}`;
}

const rangeOf = (values: readonly number[]): string =>
  [...new Set(values)].sort((a, b) => a - b).slice(0, MAX_STEPS).join(' or ');

/** Returns for which share of the time it had the highest number, and how long a lower one lasted. */
function heldFacts(changes: readonly Change[], seconds: number): string {
  const held = changes.slice(1).map(({ at }, i) => {
    const before = changes[i];
    return { shards: before?.to ?? 0, took: at - (before?.at ?? at) };
  });
  const top = Math.max(...changes.map(({ to }) => to));
  const high = held.filter(({ shards }) => shards === top).reduce((sum, { took }) => sum + took, 0);
  const low = held.filter(({ shards }) => shards < top).map(({ took }) => took);
  if (!(seconds > 0) || !(high > 0) || low.length === 0) return '';
  const [least, longest] = [Math.min(...low), Math.max(...low)];
  const lasted = longest - least < 1 ? formatSeconds(least) : `${formatSeconds(least)} to ${formatSeconds(longest)}`;
  return ` It had ${top} for ${Math.round(100 * high / seconds)} % of that time, and fewer for ${lasted} at a time.`;
}

/** Returns the numbers of shards in the order of time, and the highest number that it wanted. */
function changesOf(lines: readonly string[]): string {
  const changes = changesIn(lines);
  const [first] = changes;
  if (first === undefined) return '';
  const steps = changes.slice(1).every(({ from }, i) => from === changes[i]?.to) && changes.length <= MAX_STEPS
    ? [first.from, ...changes.map(({ to }) => to)] : [first.from, changes.at(-1)?.to ?? first.to];
  const wanted = lines.flatMap((line) => DESIRED.exec(line)?.[1] ?? []).map(Number);
  const most = wanted.length === 0 ? '' : `; it wanted up to ${Math.max(...wanted).toFixed(1)}`;
  const ways = changes.length === 1 ? '' : `in ${changes.length} changes `;
  const when = first.clock === undefined ? '' : ` ${changes.length === 1 ? 'at' : 'from'} ${first.clock}${
    changes.length === 1 ? '' : ' on'}`;
  const [from = 0, ...to] = steps;
  return `It went ${ways}from ${from} to ${to.join(', then ')} shards${when}${most}. `;
}
