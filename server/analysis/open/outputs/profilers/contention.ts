/** Describes mutex and block profiles of Go as text (debug=1): how long goroutines waited, and where most. Pure. */
import { isLocking, waitsForWork } from '../../../../../core/profile/goWaits.ts';
import { counted, formatSeconds } from '../../../../../core/text/format.ts';

const SECTION = new RegExp(String.raw`^[ \t]{0,8}--- (mutex|contention|block):[ \t]{0,80}\n[ \t]{0,8}`
  + String.raw`cycles\/second=(\d{1,15})[ \t]{0,80}\n(?:[ \t]{0,8}sampling period=(\d{1,12})[ \t]{0,80}\n)?`, 'gm');
const ROW = /^[ \t]{0,8}(\d{1,20}) (\d{1,15}) @/;
const FRAME = /^[ \t]{0,8}#[ \t]{1,20}0x[0-9a-f]{1,16}[ \t]{1,20}(\S{1,300})\+0x[0-9a-f]{1,12}\b/;
/** Functions in which code waits, which are not the reason. */
const LIBRARY = /^(?:runtime|sync|internal|time|context|net|os|syscall|io|bufio)(?:\/|\.)/;
const MAX_LINES = 20_000;
const NEARLY_ALL = 0.995;
/** Share of the time up to which places are reported. */
const MOST = 0.9;
const MAX_PLACES = 3;
/** Share of the waits that is most of them. */
const MANY = 0.5;
/** The type of a method of Go. */
const RECEIVER = /^.{1,200}\(\*[\w.]{1,200}\)(?=\.)/;

/** `leaf`: the innermost function; `place`: the innermost one that is of no library; `outer`: the outermost such. */
interface Wait { cycles: number; count: number; leaf: string | null; place: string | null; outer: string | null }

/** Returns a sentence on all such profiles of the text; null without one that has a wait. */
export function contentionFacts(text: string): string | null {
  const found = [...text.matchAll(SECTION)];
  const said = found.flatMap(({ index, 0: head, 1: kind, 2: second, 3: period = '1' }, i) => {
    const body = text.slice(index + head.length, found[i + 1]?.index ?? text.length);
    return sectionWords(waitsOf(body), { isMutex: kind === 'mutex', perSecond: Number(second), period: Number(period) })
      ?? [];
  });
  return said.length === 0 ? null : said.map((one) => `It has ${one}`).join(' ');
}

function waitsOf(body: string): Wait[] {
  const waits: Wait[] = [];
  for (const line of body.split('\n', MAX_LINES)) {
    const [, cycles, count] = ROW.exec(line) ?? [];
    if (cycles !== undefined)
      waits.push({ cycles: Number(cycles), count: Number(count), leaf: null, place: null, outer: null });
    const last = waits.at(-1);
    const name = FRAME.exec(line)?.[1];
    if (last === undefined || name === undefined) continue;
    last.leaf ??= name;
    if (LIBRARY.test(name) || isLocking(name)) continue;
    const short = name.split('/').at(-1) ?? name;
    last.place ??= short;
    last.outer = short;
  }
  return waits;
}

/** `perSecond`: cycles of a second, by which a wait is divided; one in `period` events is recorded. */
interface Scale { isMutex: boolean; perSecond: number; period: number }

function sectionWords(all: readonly Wait[], scale: Scale): string | null {
  const { isMutex, perSecond, period } = scale;
  const sum = cyclesOf(all);
  if (sum <= 0 || !(perSecond > 0) || !(period > 0)) return null;
  const isIdle = ({ leaf }: Wait): boolean => !isMutex && waitsForWork(leaf ?? '');
  const idle = all.filter(isIdle);
  const waits = all.filter((one) => !isIdle(one));
  const total = cyclesOf(waits);
  const byPlace = new Map<string, number>();
  for (const { place, cycles } of waits)
    if (place !== null) byPlace.set(place, (byPlace.get(place) ?? 0) + cycles);
  const [most] = sorted(byPlace);
  const share = most === undefined ? 0 : most[1] / total;
  const where = most === undefined ? ''
    : `${share >= NEARLY_ALL ? 'all' : percent(share)} ${idle.length > 0 ? 'of the rest ' : ''}${
      isMutex ? 'behind' : 'in'} ${most[0]}${share >= MOST ? '' : othersWords(byPlace, total)}`;
  // Of a present Go, the counts are multiples of the period, because both columns are multiplied by it already.
  const isScaled = period > 1 && all.every(({ count }) => count % period === 0);
  const factor = isScaled ? 1 : period;
  const counts = factor * all.reduce((added, { count }) => added + count, 0);
  return [
    `${formatSeconds(sum * factor / perSecond)} of ${isMutex ? 'waiting for mutexes' : 'blocked goroutines'} (${
      counted(counts, 'wait')})${idle.length === 0 ? '' : `, ${idle.length === all.length ? 'all' : percent(
      cyclesOf(idle) / sum)} in selects, channel receives and the like, where they usually wait for work`}${
      where === '' ? '' : `, ${where}`}${isMutex ? holderWords(waits, most?.[0] ?? '') : ''}.`,
    most === undefined ? null : placeWords(waits, most[0], scale),
    isMutex ? mostWaits(waits, most?.[0] ?? '') : null,
    'It is waiting, no CPU time, all of it since the process started, or since the profile was enabled: a second one, '
      + 'minutes later, shows what waits now.',
    factor === 1 ? null : `It is multiplied by the sampling period of ${period}, as go tool pprof does; if the `
      + `program's Go did that already, it is ${formatSeconds(sum / perSecond)}.`,
  ].filter((one) => one !== null).join(' ');
}

const cyclesOf = (waits: readonly Wait[]): number => waits.reduce((sum, { cycles }) => sum + cycles, 0);

/** Returns what calls the largest place, and how long one wait there takes; null if that adds nothing. */
function placeWords(waits: readonly Wait[], place: string, { isMutex, perSecond }: Scale): string | null {
  const own = waits.filter((one) => one.place === place);
  const [outer, ...others] = new Set(own.map((one) => one.outer));
  const count = own.reduce((sum, one) => sum + one.count, 0);
  if (count <= 0) return null;
  const each = formatSeconds(cyclesOf(own) / count / perSecond);
  const within = outer === null || outer === undefined || others.length > 0 || outer === place ? ''
    : ` within ${outer}`;
  return isMutex ? `${place} released the mutex${within}: others waited ${each} each time on average.`
    : `${place}${within} waits ${each} each time on average.`;
}

/** Returns the place with most waits, if that is another one than the place with most time; null otherwise. */
function mostWaits(waits: readonly Wait[], place: string): string | null {
  const byPlace = new Map<string, number>();
  for (const one of waits) if (one.place !== null) byPlace.set(one.place, (byPlace.get(one.place) ?? 0) + one.count);
  const [first] = sorted(byPlace);
  const all = waits.reduce((sum, { count }) => sum + count, 0);
  if (first === undefined || first[0] === place || first[1] < MANY * all) return null;
  const cycles = cyclesOf(waits.filter((one) => one.place === first[0])) / cyclesOf(waits);
  return cycles > MANY ? null
    : `${first[0]} has ${percent(first[1] / all)} of the waits, but ${percent(cycles)} of the time.`;
}

const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
const sorted = (byPlace: ReadonlyMap<string, number>): [place: string, cycles: number][] =>
  [...byPlace].sort(([, a], [, b]) => b - a);

/** Names the next places until most of the time is reported, and the type that has methods among them. */
function othersWords(byPlace: ReadonlyMap<string, number>, total: number): string {
  const told: [string, number][] = [];
  let sum = 0;
  for (const [place, cycles] of sorted(byPlace)) {
    if (sum >= MOST * total || told.length >= MAX_PLACES) break;
    told.push([place, cycles]);
    sum += cycles;
  }
  const others = told.slice(1).map(([place, cycles]) => `, ${percent(cycles / total)} ${place}`).join('');
  const type = RECEIVER.exec(told[0]?.[0] ?? '')?.[0];
  const own = type === undefined ? [] : told.filter(([place]) => RECEIVER.exec(place)?.[0] === type);
  return own.length < 2 ? others
    : `${others}; methods of ${type ?? ''} have ${percent(own.reduce((all, [, cycles]) => all + cycles, 0) / total)}`;
}

/** Names what calls all holders, if several places release mutexes; the stacks are of those that release. */
function holderWords(waits: readonly Wait[], place: string): string {
  const [outer, ...others] = new Set(waits.map((one) => one.outer));
  const places = new Set(waits.map((one) => one.place));
  return outer === null || outer === undefined || others.length > 0 || places.size < 2 || outer === place ? ''
    : `; all were held within ${outer}`;
}
