/** Text made of parts: written with a template, rendered once per medium. Pure. */
import type { Part, Statement, TextPart } from '../contract/terms/finding.ts';
import type { Unit } from '../contract/terms/unit.ts';
import {
  formatBand, formatClock, formatDateTime, formatProfileValue, formatSeconds, formatValue, zoneName,
} from './format.ts';
import type { Zone } from './zone.ts';

/** Value in a template: a part, several, plain words, or nothing (null). */
export type Piece = Part | readonly Part[] | string | null;

/**
 * Returns the parts of a text: parts`${cores(0.4)} of CPU at ${at(time)}`. Merges adjacent words and drops empty ones.
 */
export function parts(words: TemplateStringsArray, ...pieces: Piece[]): Part[] {
  return joined([...words].flatMap((text, i) => [text, pieces[i] ?? null]));
}

/** Returns the pieces in sequence, with `between` if both sides are not empty. */
export function joined(pieces: readonly Piece[], between = ''): Part[] {
  const out: Part[] = [];
  const put = (part: Part): void => {
    const last = out.at(-1);
    if (isPlain(part) && last !== undefined && isPlain(last)) out[out.length - 1] = { text: last.text + part.text };
    else if (!('text' in part) || part.text !== '') out.push(part);
  };
  for (const piece of pieces) {
    const own = piece === null ? [] : typeof piece === 'string' ? [{ text: piece }] : 'length' in piece ? piece
      : [piece];
    if (own.every((part) => 'text' in part && part.text === '')) continue;
    if (out.length > 0) put({ text: between });
    own.forEach(put);
  }
  return out;
}

/** Returns whether a part is words without a link. */
function isPlain(part: Part): part is TextPart {
  return 'text' in part && part.diff === undefined;
}

/** Returns a moment in Unix seconds. */
export const at = (time: number): Part => ({ time });
export const onDate = (time: number): Part => ({ time, show: 'date' });
export const quantity = (value: number, unit: Unit): Part => ({ quantity: value, unit });
export const range = (low: number, high: number, unit: Unit): Part => ({ quantity: low, to: high, unit });
/** Returns a recurring quantity: `5.1 core-s every 3m`. */
export const recurring = (value: number, unit: Unit, everySeconds: number): Part => (
  { quantity: value, unit, everySeconds }
);
export const seconds = (value: number): Part => quantity(value, 'seconds');
export const bytes = (value: number): Part => quantity(value, 'bytes');
export const cores = (value: number): Part => quantity(value, 'cores');
export const ratio = (value: number): Part => quantity(value, 'ratio');
/** Returns a share rounded to whole percents; below 1 % to tenths. */
export const percent = (value: number): Part => {
  const steps = Math.abs(value) < 0.0095 ? 1_000 : 100;
  return ratio(Math.round(value * steps) / steps);
};

/** Returns a value of a profile in its own unit, as named by pprof. */
export function profileQuantity(value: number, unit: string): Part {
  switch (unit) {
    case 'nanoseconds': return seconds(value / 1e9);
    case 'microseconds': return seconds(value / 1e6);
    case 'milliseconds': return seconds(value / 1e3);
    case 'seconds': return seconds(value);
    case 'bytes': return bytes(value);
    case 'count': case 'objects': return quantity(value, 'count');
    case 'cores': return cores(value);
    default: return { text: formatProfileValue(value, unit) };
  }
}

/** Returns `1 compaction`, `9 compactions`; `plural` if adding an s is wrong. */
export function count(value: number, noun: string, plural = `${noun}s`): Part[] {
  return [quantity(value, 'count'), { text: ` ${value === 1 ? noun : plural}` }];
}

/** Returns a sentence together with its parts. */
export const statement = (text: Part[]): Statement => ({ sentence: render(text), parts: text });

/** How a medium renders parts. */
export interface Medium {
  zone: Zone;
  /** Space between a number and its unit; the page and pictures use a no-break space. */
  space?: ' ' | '\u00a0';
  /** Escapes the markup of the medium in every text. */
  escape?: (text: string) => string;
}

export const PLAIN_UTC: Medium = { zone: 'utc' };

/** Returns the medium of the page and embeds: in the reader's time zone, with figures and units on one line. */
export const onPage = (zone: Zone): Medium => ({ zone, space: '\u00a0' });
/** Medium of pictures, in UTC because readers can be anywhere. */
export const ON_PICTURE: Medium = { zone: 'utc', space: '\u00a0' };

/** Returns the second in which a moment is, as a log shows it; rounding to milliseconds corrects sums of fractions. */
const wholeSecond = (time: number): number => Math.floor(Math.round(time * 1000) / 1000);

/** Renders the text for a medium. A moment is followed by its time zone. */
export function render(
  text: readonly Part[], { zone, space = ' ', escape = (said) => said }: Medium = PLAIN_UTC
): string {
  return text.map((part) => {
    if ('text' in part) return escape(part.text);
    const formatTime = 'time' in part && part.show === 'date' ? formatDateTime : formatClock;
    const said = 'time' in part ? `${formatTime(wholeSecond(part.time), zone)} ${zoneName(zone, part.time)}`
      : `${part.to === undefined ? formatValue(part.quantity, part.unit, zone)
        : formatBand(part.quantity, part.to, part.unit, zone)}${
        part.everySeconds === undefined ? '' : ` every ${formatSeconds(part.everySeconds)}`}`;
    return escape(space === ' ' ? said : said.replaceAll(' ', space));
  }).join('');
}

/**
 * Returns an answer with its parts rendered for a medium: `sentence` from the `claim` or `parts` next to it, `note`
 * from `noteParts`, and so on. Returns the same object if there are none, so that nothing is drawn again.
 */
export function renderAnswer<T>(answer: T, medium: Medium): T {
  // The type is unchanged; only texts differ.
  return renderWithin(answer, medium) as T;
}

/** Answers have other lists under these names too, such as the parts of memory. */
function isPart(item: unknown): item is Part {
  return typeof item === 'object' && item !== null && ('text' in item || 'time' in item || 'quantity' in item);
}

function renderWithin(value: unknown, medium: Medium): unknown {
  if (Array.isArray(value)) {
    // A column of a chart.
    if (typeof value[0] === 'number') return value;
    const mapped = value.map((item: unknown) => renderWithin(item, medium));
    return mapped.some((item, i) => item !== value[i]) ? mapped : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const texts = entries.flatMap(([key, inner]): [string, string][] => {
    const name = key === 'claim' || key === 'parts' ? 'sentence' : key.endsWith('Parts') ? key.slice(0, -'Parts'.length)
      : null;
    return name !== null && Array.isArray(inner) && inner.every(isPart) ? [[name, render(inner, medium)]] : [];
  });
  const inner = entries.map(([key, item]) => [key, renderWithin(item, medium)] as const);
  const isSame = texts.length === 0 && inner.every(([, item], i) => item === entries[i]?.[1]);
  return isSame ? value : { ...Object.fromEntries(inner), ...Object.fromEntries(texts) };
}
