/** Chooses which parts of an error stay when it is shortened: both ends, and what must stay between them. Pure. */
import { beginOf, endOf } from './cutWords.ts';
import { namesIn, reasonsIn } from './lessSaid.ts';
import { amountsIn, blocksIn, type Place } from './limits.ts';

/** A shorter end after a whole sentence says nothing. */
const MIN_END = 40;
/** Both ends have at least this many characters if more than one place between them is kept. */
const MIN_SIDE = 36;
/** Length of an ellipsis with its blanks; a gap that is shorter stays. */
const ELLIPSIS = 3;
const MAX_PLACES = 3;
const MAX_WORD = 60;

/** Returns the length of each of two ends. */
export const halfOf = (maxLength: number): number => Math.floor((maxLength - ELLIPSIS) / 2);

/** Returns the parts of a text of more than `maxLength` characters that stay. `sentence`: its first one, if it fits. */
export function keptPlaces(said: string, maxLength: number, sentence: string | null): Place[] {
  const ends = endPlaces(said, maxLength, sentence);
  const shown = ends.map(({ from, to }) => said.slice(from, to));
  // An amount, else a block, that neither part has whole stands between them.
  const textOf = ({ from, to }: Place): string => said.slice(from, to);
  const isLost = (place: Place): boolean => place.to - place.from <= halfOf(maxLength)
    && !shown.some((part) => part.includes(textOf(place)));
  const blocks = blocksIn(said);
  const amounts = amountsIn(said).filter(isLost);
  const lost = [
    ...amounts, ...amounts.length > 0 || blocks.every(isLost) ? blocks.slice(0, 1) : [],
    ...[...reasonsIn(said), ...namesIn(said)].map((place) => withWords(said, place)).filter(isLost),
  ];
  const once = lost.filter((one, i) => lost.findIndex((other) => textOf(other) === textOf(one)) === i);
  const [first] = once;
  if (first === undefined) return ends;
  // Another ellipsis ends it.
  if (sentence !== null && sentence.length + first.to - first.from + 2 * ELLIPSIS <= maxLength)
    return joinedPlaces([{ from: 0, to: sentence.length }, first]);
  const kept = around(said, chosen(once, maxLength), maxLength);
  // An end that became shorter may have lost an amount that it had.
  const gone = amountsIn(said).filter((place) => !isLost(place) && place.to - place.from <= halfOf(maxLength)
    && !kept.some(({ from, to }) => said.slice(from, to).includes(textOf(place))));
  return gone.length === 0 ? kept : around(said, chosen([...gone, ...once], maxLength), maxLength);
}

function endPlaces(said: string, maxLength: number, sentence: string | null): Place[] {
  if (sentence !== null) {
    const room = maxLength - sentence.length - ELLIPSIS;
    const end = room < MIN_END ? 0 : endOf(said, room).length;
    return [{ from: 0, to: sentence.length }, { from: said.length - end, to: said.length }];
  }
  const begin = beginOf(said, halfOf(maxLength)).length;
  return [{ from: 0, to: begin },
    { from: said.length - endOf(said, maxLength - ELLIPSIS - begin).length, to: said.length }];
}

/** Extends a place to the ends of the words at its ends. */
function withWords(said: string, { from, to }: Place): Place {
  const before = /[\w.-]$/.test(said.slice(0, from)) && /^\w/.test(said.slice(from))
    ? /[\w.-]{1,60}$/.exec(said.slice(Math.max(0, from - MAX_WORD), from))?.[0].length ?? 0 : 0;
  const behind = /\w$/.test(said.slice(from, to)) ? /^[\w-]{1,60}/.exec(said.slice(to))?.[0].length ?? 0 : 0;
  return { from: from - before, to: to + behind };
}

/** Returns the first places for which there is room beside both ends, in the order of the text. */
function chosen(lost: readonly Place[], maxLength: number): Place[] {
  const some: Place[] = [];
  let length = 0;
  for (const place of lost) {
    const own = place.to - place.from + ELLIPSIS;
    const overlaps = some.some(({ from, to }) => place.from < to && from < place.to);
    const side = (maxLength - length - own - ELLIPSIS) / 2;
    if (overlaps || (some.length > 0 && (side < MIN_SIDE || some.length >= MAX_PLACES))) continue;
    some.push(place);
    length += own;
  }
  return some.sort((a, b) => a.from - b.from);
}

/** Returns the beginning, places of the text and the end. */
function around(said: string, places: readonly Place[], maxLength: number): Place[] {
  const length = places.reduce((sum, { from, to }) => sum + to - from + ELLIPSIS, 0);
  const side = Math.floor((maxLength - length - ELLIPSIS) / 2);
  const [from, to] = [places[0]?.from ?? 0, places.at(-1)?.to ?? 0];
  const begin = from <= side ? from : beginOf(said.slice(0, from), side).length;
  const behind = said.slice(to);
  const room = maxLength - length - begin + (begin === from ? ELLIPSIS : 0);
  const end = behind.length <= room ? behind.length : endOf(behind, Math.max(0, room - ELLIPSIS)).length;
  return joinedPlaces([{ from: 0, to: begin }, ...places, { from: said.length - end, to: said.length }]);
}

/** Returns the places with those as one between which there is less than an ellipsis takes. */
function joinedPlaces(places: readonly Place[]): Place[] {
  const joined: Place[] = [];
  for (const place of places) {
    const last = joined.at(-1);
    if (place.to <= place.from) continue;
    if (last !== undefined && place.from - last.to <= ELLIPSIS) last.to = Math.max(last.to, place.to);
    else joined.push({ ...place });
  }
  return joined;
}
