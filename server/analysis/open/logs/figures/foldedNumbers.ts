/** Keeps the numbers and names in which the lines of one message differ: its quotation has only one. Pure; bounded. */
import { withoutHeaders } from '../../../logs/excerpt/lessSaid.ts';

/** A number of a message with its unit, or a name, as written; and the words around it. */
interface Part { text: string; value: number | null; before: string; behind: string }
interface Values { all: string[]; least: Part; most: Part; last: string }

/** The parts of a message in which its lines may differ, by their places. */
export interface Folded { places: Part[] | null; values: Map<number, Values> }

export const noNumbers = (): Folded => ({ places: null, values: new Map() });

/** Names in quotation marks, ids of blocks, and numbers that stand alone: not those of names, addresses and times. */
const PART = new RegExp(String.raw`("[^"\n]{1,300}"|\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b)|(?<![\w.:/#@+\u2026-])`
  + String.raw`(?:(\d{1,3}(?:,\d{3}){1,5}|\d{1,15}(?:\.\d{1,9})?)`
  + String.raw`( ?(?:%|ns|\u00b5s|us|ms|s|m|h|[KMGT]i?B|B|[Bb]ytes?)\b)?)(?![\w/:-]|\.\d)`, 'g');
/** Maximum digits of a number without a unit; a longer one is an id or a time. */
const MAX_DIGITS = 9;
const MAX_MESSAGE = 1000;
const MAX_PARTS = 12;
/** Times in which only a quick answer differs. */
const SHORT = /^ ?(?:ns|\u00b5s|us)$/;
/** Up to this many different values are listed, names only if they are short together. */
const MAX_LISTED = 4;
const MAX_NAMES = 140;
const MAX_PLACES = 2;
/** The noun that a number counts, after it; or the noun whose number it is, before it. */
const NOUN = /^ ([a-z]{3,20}s)\b/;
const OWNER = /\b([A-Za-z_]{3,24})[:=]? ?$/;

function partsIn(message: string): Part[] {
  const text = withoutHeaders(message).slice(0, MAX_MESSAGE);
  return [...text.matchAll(PART)].slice(0, MAX_PARTS).flatMap((found): Part[] => {
    const [whole, name, digits = '', unit] = found;
    if (name !== undefined) return [{ text: name, value: null, before: '', behind: '' }];
    return (unit === undefined && digits.length > MAX_DIGITS) || SHORT.test(unit ?? '') ? [] : [{
      text: whole, value: Number(digits.replaceAll(',', '')), before: OWNER.exec(text.slice(0, found.index))?.[1] ?? '',
      behind: NOUN.exec(text.slice(found.index + whole.length))?.[1] ?? '',
    }];
  });
}

/** Adds a line of the message; one with fewer or more parts, as one that was cut, is left out. */
export function addNumbers(folded: Folded, message: string): void {
  const parts = partsIn(message);
  folded.places ??= parts;
  if (parts.length !== folded.places.length) return;
  for (const [i, part] of parts.entries()) {
    const known = folded.values.get(i) ?? { all: [], least: part, most: part, last: '' };
    folded.values.set(i, known);
    known.last = part.text;
    if (known.all.length <= MAX_LISTED && !known.all.includes(part.text)) known.all.push(part.text);
    if ((part.value ?? 0) < (known.least.value ?? 0)) known.least = part;
    if ((part.value ?? 0) > (known.most.value ?? 0)) known.most = part;
  }
}

/** Returns the values of the parts that differ, the last one always; `''` if none differs. */
export function foldedNumbers({ places, values }: Folded): string {
  const all = (places ?? []).flatMap((place, i) => {
    const own = values.get(i);
    const said = own === undefined || own.all.length < 2 ? '' : valuesText(own, place);
    return said === '' ? [] : [said];
  });
  // A message may name the same thing twice.
  return [...new Set(all)].slice(0, MAX_PLACES).join('; ');
}

function valuesText({ all, least, most, last }: Values, { value, before, behind }: Part): string {
  const isMany = all.length > MAX_LISTED;
  if (value === null && (isMany || all.join(', ').length > MAX_NAMES)) return '';
  const noun = behind === '' ? '' : ` ${behind}`;
  const owner = behind === '' && before !== '' ? `${before} ` : '';
  if (isMany) return `${owner}${least.text} to ${most.text}${noun}, the last ${last}`;
  const listed = all.at(-1) === last ? all : [...all, last];
  return `${owner}${listed.slice(0, -1).join(', ')}, then ${last}${noun}`;
}
