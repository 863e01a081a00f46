/** Says which goroutines of a dump have waited for long: where, for how long, and what started them. Pure. */
import { formatSeconds } from '../../../../core/text/format.ts';

const HEADER = new RegExp(String.raw`^goroutine (\d{1,18}) (?:gp=\S{1,40} m=\S{1,40} (?:mp=\S{1,40} )?)?`
  + String.raw`\[([^\],]{1,60})(?:, (\d{1,7}) minutes)?`);
/** A function with its arguments, and the place in the line below it. */
const FRAME = new RegExp(String.raw`^(?!created by )(\S[^\n]{0,1000})\([^()\n]{0,2000}\)[ \t]{0,8}\n`
  + String.raw`[ \t]{1,16}(\S[^\n]{0,1000}?):(\d{1,9})(?:[ \t]|$)`, 'gm');
const CREATED = new RegExp(String.raw`^created by ([^\n]{1,1000}?)(?: in goroutine \d{1,20})?[ \t]{0,8}\n`
  + String.raw`[ \t]{1,16}(\S[^\n]{0,1000}?):(\d{1,9})(?:[ \t]|$)`, 'm');
/** Packages of Go, whose functions wait on behalf of their caller. */
const OF_GO = new RegExp(String.raw`^(?:runtime|sync|internal|time|io|bufio|os|syscall|net|context|crypto/tls|reflect)`
  + String.raw`(?:/[\w./-]{1,100})?\.`);
const SENDS = 'chan send';
/** States in which a goroutine may wait without harm, for as long as its program has nothing to do. */
const MAY_WAIT = /^(?:chan receive|select|sync\.WaitGroup\.Wait)\b/;
/** Loops that each belong to an open connection, which lives for as long as both sides want. */
const OF_CONNECTION = /^(?:http2?|transport|grpc|websocket|quic|net|fasthttp)\./;
/** A wait of so many minutes is long. */
const LONG_MINUTES = 30;
/** Number of goroutines that one statement started at several times from which they may pile up. */
const MIN_PILED = 3;
/** Difference of ids of goroutines that were not started together. */
const MIN_IDS_APART = 1000;
const MAX_PLACES = 3;
const MAX_AGES = 4;
const MAX_NAME = 160;

interface Wait { id: number; state: string; minutes: number; at: string; by: string }
/** `ages`: the minutes of its goroutines; `waits`: those of `by`. */
interface Place { at: string; by: string; ages: number[]; waits: Wait[] }

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1).slice(0, MAX_NAME);
const placeOf = (name: string, file: string, line: string): string => `${lastPart(name)} (${lastPart(file)}:${line})`;

/** Returns where a goroutine waits, for how long, and what started it; null without a header or a frame. */
export function waitOf(text: string): Wait | null {
  const [, id, state, minutes = '0'] = HEADER.exec(text) ?? [];
  const frames = [...text.matchAll(FRAME)];
  const own = frames.find(([, name = '']) => !OF_GO.test(name)) ?? frames[0];
  if (state === undefined || own === undefined) return null;
  const [, name = '', file = '', line = ''] = own;
  const [, creator, where = '', at = ''] = CREATED.exec(text) ?? [];
  return {
    id: Number(id), state, minutes: Number(minutes), at: placeOf(name, file, line),
    by: creator === undefined || creator.startsWith('runtime.') ? '' : placeOf(creator, where, at),
  };
}

/** Returns the waits of one state by place, the most frequent first. */
function placesOf(waits: readonly Wait[]): Place[] {
  const places = new Map<string, Place>();
  for (const wait of waits) {
    const { at, by, minutes } = wait;
    const place = places.get(`${at} ${by}`) ?? { at, by, ages: [], waits: [] };
    places.set(`${at} ${by}`, place);
    place.ages.push(minutes);
    place.waits.push(wait);
  }
  // A stack that is cut below its frames lacks what started it.
  for (const [key, place] of places) {
    const whole = place.by !== '' ? undefined
      : [...places.values()].find((one) => one.at === place.at && one.by !== '');
    if (whole === undefined) continue;
    whole.ages.push(...place.ages);
    places.delete(key);
  }
  return [...places.values()].sort((a, b) => b.ages.length - a.ages.length);
}

/** Returns the different ages, the longest first. */
const agesOf = (places: readonly Place[]): number[] =>
  [...new Set(places.flatMap(({ ages }) => ages))].sort((a, b) => b - a);

const ageWords = (ages: readonly number[]): string => {
  const shown = ages.slice(0, MAX_AGES).map((minutes) => (minutes === 0 ? 'under 1m' : formatSeconds(minutes * 60)));
  const last = ages.length > MAX_AGES ? `${ages.length - MAX_AGES} other times` : shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
};

const started = ({ by }: Place): string => (by === '' ? '' : `, started by ${by}`);

/** Says that goroutines have sent for long without a receiver; null without one. */
function senders(waits: readonly Wait[]): string | null {
  const places = placesOf(waits.filter(({ state }) => state === SENDS));
  const ages = agesOf(places);
  const [longest] = ages;
  const [first] = places;
  if (first === undefined || longest === undefined || longest < LONG_MINUTES) return null;
  const count = places.reduce((sum, place) => sum + place.ages.length, 0);
  const age = formatSeconds(longest * 60);
  if (count === 1) return `A goroutine has been stuck in "${SENDS}" for ${age}, in ${first.at}${started(first)}: `
    + 'nothing receives what it sends, so it has probably leaked; see what should receive there, and why it does not.';
  const shown = places.slice(0, MAX_PLACES).map((place) => `${place.ages.length} in ${place.at}${started(place)}`);
  const rest = places.length - shown.length;
  const more = rest === 0 ? '' : `; and ${rest} other ${rest === 1 ? 'place' : 'places'}`;
  const isOnce = ages.length === 1;
  return [
    `${count.toLocaleString('en-US')} goroutines are stuck in "${SENDS}", the longest for ${age}: nothing receives `
      + `what they send, so they have probably leaked. ${shown.join('; ')}${more}.`,
    ...isOnce ? [] : [`They have waited for ${ageWords(ages)}: it happened ${ages.length} times.`],
    `See what should receive from that channel and why it stopped${
      isOnce ? '' : ', such as reloads or restarts at those times'}.`,
  ].join(' ');
}

/**
 * Whether the ids show that goroutines were started apart from each other, each before those that wait for less: a pool
 * is started at once, and its waits are as long as each has had no work.
 */
function areOfTimes(waits: readonly Wait[]): boolean {
  const sorted = waits.toSorted((a, b) => a.id - b.id);
  const [first, last] = [sorted[0], sorted.at(-1)];
  return first !== undefined && last !== undefined && last.id - first.id >= MIN_IDS_APART
    && last.minutes * 2 <= first.minutes
    && sorted.every(({ minutes }, i) => minutes <= (sorted[i - 1]?.minutes ?? Infinity));
}

/** Says that those which one statement started at several times are all still there; null if they are few. */
function piled(waits: readonly Wait[]): string | null {
  const [place] = placesOf(waits.filter(({ state, at, by }) =>
    MAY_WAIT.test(state) && by !== '' && !OF_CONNECTION.test(at)));
  const ages = place === undefined ? [] : agesOf([place]);
  const [longest] = ages;
  if (place === undefined || longest === undefined || place.ages.length < MIN_PILED || ages.length < 2
    || longest < LONG_MINUTES || !areOfTimes(place.waits)) return null;
  const state = waits.find(({ at, by }) => at === place.at && by === place.by)?.state ?? '';
  return `${place.ages.length.toLocaleString('en-US')} goroutines wait in "${state}" in ${place.at}, all started by ${
    place.by}, for ${ageWords(ages)}: those of ${ages.length} different times are still there. If each should end with `
    + 'its work, they leak: see what should end them.';
}

/** `stacks`: the goroutines, each with its header. Returns null if none has stood for long. */
export function longWaits(stacks: readonly string[]): string | null {
  const waits = stacks.flatMap((text) => waitOf(text) ?? []);
  return senders(waits) ?? piled(waits);
}
