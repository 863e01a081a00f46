/** Describes mutex and block profiles of Go as text (debug=1): how long goroutines waited, and where most. Pure. */
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
/** The type of a method of Go. */
const RECEIVER = /^.{1,200}\(\*[\w.]{1,200}\)(?=\.)/;

/** `place`: the innermost function that is of no library; `outer`: the outermost one. */
interface Wait { cycles: number; count: number; place: string | null; outer: string | null }

/** Returns a sentence on all such profiles of the text; null without one that has a wait. */
export function contentionFacts(text: string): string | null {
  const found = [...text.matchAll(SECTION)];
  const said = found.flatMap(({ index, 0: head, 1: kind, 2: second, 3: period = '1' }, i) => {
    const body = text.slice(index + head.length, found[i + 1]?.index ?? text.length);
    return sectionWords(waitsOf(body), { isMutex: kind === 'mutex', perSecond: Number(second), period: Number(period) })
      ?? [];
  });
  return said.length === 0 ? null : `It has ${said.join(', and ')}.`;
}

function waitsOf(body: string): Wait[] {
  const waits: Wait[] = [];
  for (const line of body.split('\n', MAX_LINES)) {
    const [, cycles, count] = ROW.exec(line) ?? [];
    if (cycles !== undefined) waits.push({ cycles: Number(cycles), count: Number(count), place: null, outer: null });
    const last = waits.at(-1);
    const name = FRAME.exec(line)?.[1];
    if (last === undefined || name === undefined || LIBRARY.test(name)) continue;
    const short = name.split('/').at(-1) ?? name;
    last.place ??= short;
    last.outer = short;
  }
  return waits;
}

/** `perSecond`: cycles of a second, by which a wait is divided; one in `period` events is recorded. */
interface Scale { isMutex: boolean; perSecond: number; period: number }

function sectionWords(waits: readonly Wait[], { isMutex, perSecond, period }: Scale): string | null {
  const total = waits.reduce((sum, { cycles }) => sum + cycles, 0);
  if (total <= 0 || !(perSecond > 0) || !(period > 0)) return null;
  const byPlace = new Map<string, number>();
  for (const { place, cycles } of waits)
    if (place !== null) byPlace.set(place, (byPlace.get(place) ?? 0) + cycles);
  const [most] = sorted(byPlace);
  const share = most === undefined ? 0 : most[1] / total;
  const where = most === undefined ? ''
    : `, ${share >= NEARLY_ALL ? 'all' : percent(share)} ${isMutex ? 'behind' : 'in'} ${most[0]}${
      share >= MOST ? '' : othersWords(byPlace, total)}`;
  // Both columns are multiplied, as go tool pprof does.
  const count = period * waits.reduce((sum, one) => sum + one.count, 0);
  return `${formatSeconds(total * period / perSecond)} of ${isMutex ? 'waiting for mutexes' : 'blocked goroutines'} (${
    counted(count, 'wait')})${where}${isMutex ? holderWords(waits, most?.[0] ?? '') : ''}`;
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
