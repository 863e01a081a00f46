/** Describes what a program without a failure does: ready, told to stop, its longest work, its usual message. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { ends, joined } from '../../look/factTools.ts';
import { paceOf } from '../figures/repeats.ts';
import { atTime, firstTimed, oldestFirst, secondsBetween, secondsOf, type Entry } from './entries.ts';

/** Keys of how long something took, with the unit of a bare number. */
const KEY = new RegExp(`^(?:${[
  /duration|elapsed|took|time|time_?taken|response_?time|exec_?time|startup_?time|total_?duration/,
  /(?:[a-z]{1,20}_){1,4}(?:duration|elapsed)/,
].map(({ source }) => source).join('|')})(?:_?(ms|millis|milliseconds|secs|seconds))?$`, 'i');
const NOT_TAKEN_KEY = /expected|max|min|limit|timeout|interval|retention|block|range|period|chunk|threshold|wait/i;
/** Messages whose duration is a setting, or lies ahead. */
const NOT_TAKEN = new RegExp([
  /\b(?:retention|retry|retrying|will|wait(?:ing)?|every|sleep(?:ing)?|time-?out|expir\w{1,4}|scheduling)\b/,
  /\b(?:next|interval|limit|within|delay|lookback|older than|up to|period|threshold)\b/,
].map(({ source }) => source).join('|'), 'i');
const IN_TEXT = new RegExp(String.raw`\b(?:(?:in|took|after|duration:)\s\(?|total=)(${[
  /(?:\d{1,12}(?:\.\d{1,18})?(?:h|ms|m|[µμu]s|ns|s)){1,4}/,
  /\d{1,12}(?:\.\d{1,12})?\s?(?:seconds?|secs?|milliseconds?|ms|s)/,
].map(({ source }) => source).join('|')})\b`, 'g');
/** Minimum duration that is worth a sentence. */
const MIN_SECONDS = 0.01;
/** Maximum duration; longer ones are settings. */
const MAX_SECONDS = 7 * 86_400;
/** Minimum number and share of a repeated message that shows what the program does. */
const MIN_REPEATED = 3;
const MIN_REPEATED_RATIO = 0.2;
/** Messages of a program that is ready. */
export const READY = new RegExp([
  /^(?:Loki|Mimir|Tempo|Cortex|Promtail|Alloy|Application|InfluxDB|Server) (?:is )?(?:started|ready)\b/,
  /\bready to (?:serve|receive|accept)\b|^Everything is ready\b|^HTTP Server Listen\b|^bucket store ready$/,
  /^started (?:VictoriaMetrics|vm\w{2,20}|victoria-\w{2,20}) in \d|^Listening on(?:$| (?:HTTP|address|:|\[|\d))/i,
].map(({ source }) => source).join('|'));
/** Messages of a program that begins. */
export const BEGINS = /\b[Ss]tarting\b|^build version: |^(?:Welcome|Initializ)|\bversion\b/;
export const STOPS = new RegExp([
  /\breceived (?:os )?signal\b|\bReceived (?:an )?(?:SIG(?:TERM|INT)|OS signal)|=== received SIG(?:INT|TERM)/,
  /^caught signal\b|^(?:SIG(?:TERM|INT) received|Signal received)\b/,
].map(({ source }) => source).join('|'), 'i');
/** The first line of a program that begins, not of one of its parts. */
export const AGAIN =
  /^(?:build version: |Starting (?:Prometheus|Loki|Mimir|Tempo|Grafana|Thanos|InfluxDB|etcd)\b|Welcome to )/;
const SHAPE_CHARS = 300;
/** Numbers, identifiers and quoted names, in which repeated messages differ. */
const NAMES = /"[^"]{1,300}"|\b(?=[\w-]{0,40}\d)[\w-]{4,80}\b|\/\S{1,300}|\d[\d.:%]{0,40}/g;

export function ordinaryFacts(inText: readonly Entry[]): string | null {
  const entries = oldestFirst(inText);
  return joined([lifeFacts(entries), longestFact(entries), usualFact(entries)]);
}

/** Reports when it became ready, and that it was told to stop. */
function lifeFacts(entries: readonly Entry[]): string | null {
  const ready = entries.find(({ message }) => READY.test(message));
  const stopAt = entries.findLastIndex(({ message }) => STOPS.test(message));
  const stop = entries[stopAt];
  const restart = stop === undefined ? null : restartFact(stop, entries.slice(stopAt + 1));
  if (restart !== null) return restart;
  const first = firstTimed(entries);
  const isStart = entries.slice(0, 5).some(({ message }) => BEGINS.test(message));
  const took = isStart ? secondsBetween(first, ready) : null;
  const bye = entries.at(-1);
  const ended = bye?.message.startsWith('See you next time!') === true ? secondsBetween(stop, bye) : null;
  return joined([
    ready === undefined || ready === first || atTime(ready) === '' ? null
      : `It was ready${atTime(ready)}${took === null ? '' : `, ${formatSeconds(took)} after its first line`}.`,
    stop === undefined ? null : `It was told to stop${atTime(stop)} ("${ends(stop.message)}")${
      ended === null ? '' : `, and ended ${formatSeconds(ended)} later`}.`,
  ]);
}

/** Returns a stop and the start after it in their order; null without such a start. */
function restartFact(stop: Entry, after: readonly Entry[]): string | null {
  const at = after.findIndex(({ message }) => AGAIN.test(message));
  const again = after[at];
  if (again === undefined) return null;
  const ready = after.slice(at).find(({ message }) => READY.test(message));
  const took = secondsBetween(again, ready);
  return `It was told to stop${atTime(stop)} ("${ends(stop.message)}"), and was started again${atTime(again)}${
    took === null ? '' : `; it was ready ${took < MIN_SECONDS ? 'at once' : `${formatSeconds(took)} later`}`}.`;
}

interface Taken { seconds: number; entry: Entry }

/** Returns what an entry says that something took; null if it says nothing. */
function takenBy(entry: Entry): Taken | null {
  const { message, fields } = entry;
  if (NOT_TAKEN.test(message)) return null;
  const found = Object.entries(fields).flatMap(([key, value]) => {
    const match = NOT_TAKEN_KEY.test(key) ? null : KEY.exec(key);
    // A number alone under `time` is a moment.
    return match === null ? [] : (key === 'time' ? secondsOf(value) : fieldSeconds(value, match[1])) ?? [];
  });
  const said = [...message.matchAll(IN_TEXT)].flatMap(([, text]) => textSeconds(text) ?? []);
  const all = [...found, ...said].filter((seconds) => seconds <= MAX_SECONDS);
  return all.length === 0 ? null : { seconds: Math.max(...all), entry };
}

/** Reads `7.03s`, a number with the unit of its key, or the seconds that zap writes with a point. */
function fieldSeconds(value: string, unit: string | undefined): number | null {
  if (!/^\d{1,15}(?:\.\d{1,18})?$/.test(value)) return secondsOf(value);
  if (unit !== undefined) return Number(value) / (unit.toLowerCase().startsWith('m') ? 1000 : 1);
  return value.includes('.') ? Number(value) : null;
}

function textSeconds(text: string | undefined): number | null {
  const [, value, unit = ''] = /^([\d.]{1,30})\s?(seconds?|secs?|milliseconds?|(?<=\s)m?s)$/.exec(text ?? '') ?? [];
  return value === undefined ? secondsOf(text) : Number(value) / (unit.startsWith('m') ? 1000 : 1);
}

/** Returns the longest duration that a line states, and of how many. */
function longestFact(entries: readonly Entry[]): string | null {
  const taken = entries.flatMap((entry) => takenBy(entry) ?? []);
  const longest = taken.reduce<Taken | null>(
    (most, one) => (most === null || one.seconds > most.seconds ? one : most), null
  );
  if (longest === null || !(longest.seconds >= MIN_SECONDS)) return null;
  const { seconds, entry } = longest;
  const of = taken.length === 1 ? 'The longest duration that a line states is'
    : `Of ${taken.length} durations that its lines state, the longest is`;
  return `${of} ${formatSeconds(seconds)}: "${ends(entry.message)}"${atTime(entry)}.`;
}

/** Returns the message that is repeated most, if it is a good part of the log. */
function usualFact(entries: readonly Entry[]): string | null {
  const shapes = new Map<string, { message: string; count: number }>();
  for (const { message } of entries) {
    const shape = message.slice(0, SHAPE_CHARS).replace(NAMES, '0');
    const own = shapes.get(shape) ?? { message, count: 0 };
    shapes.set(shape, own);
    own.count += 1;
  }
  const most = [...shapes.values()].reduce<{ message: string; count: number } | null>(
    (best, one) => (best === null || one.count > best.count ? one : best), null
  );
  if (most?.count === entries.length) return soleFact(entries);
  return most === null || most.count < MIN_REPEATED || most.count < MIN_REPEATED_RATIO * entries.length ? null
    : `Most often it says "${ends(most.message)}" (${most.count} of ${entries.length} lines).`;
}

/** Minimum number of lines of a log of one message that is reported as such. */
const MIN_SOLE = 5;
const MAX_VALUES = 3;
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** Returns the only message of a log, how often it comes, and the range of its values; null if they say more. */
function soleFact(entries: readonly Entry[]): string | null {
  const [first] = entries;
  if (first === undefined || entries.length < MIN_SOLE) return null;
  const { message } = first;
  if (entries.some((entry) => entry.message !== message) || Object.keys(first.fields).length === 0) return null;
  const [every, apart] = paceOf(entries.flatMap(({ moment }) => moment?.seconds ?? []));
  const values = Object.keys(first.fields).filter((key) => !NOT_A_VALUE.test(key)).flatMap((key) => {
    const all = entries.map(({ fields }) => fields[key] ?? '');
    if (!all.every((value) => NUMBER.test(value)) || new Set(all).size < 2) return [];
    const sorted = all.toSorted((a, b) => Number(a) - Number(b));
    return [`${key} is ${sorted[0] ?? ''} to ${sorted.at(-1) ?? ''}`];
  }).slice(0, MAX_VALUES);
  return `They all say "${ends(message)}"${every}${apart}${values.length === 0 ? '' : `; ${values.join(', ')}`}.`;
}

/** Keys of moments and identifiers. */
const NOT_A_VALUE = /^(?:ts|t|time|timestamp|pid|line|.{0,20}id|(?:min|max)t(?:ime)?)$/i;
