/** Text made of parts: written with a template, rendered once for each medium. Pure. */
import type { Part } from '../contract/finding.ts';
import type { Unit } from '../contract/unit.ts';
import { formatBand, formatClock, formatDateTime, formatValue, zoneName } from './format.ts';
import type { Zone } from './zone.ts';

/** What may stand in a template: a part, several, plain words, or nothing (null). */
export type Piece = Part | readonly Part[] | string | null;

/** Parts of a text: parts`${cores(0.4)} of CPU at ${at(time)}`. Neighbouring words become one part; empty words none. */
export function parts(words: TemplateStringsArray, ...pieces: Piece[]): Part[] {
  return joined([...words].flatMap((text, i) => [text, pieces[i] ?? null]));
}

/** Pieces one after the other, with `between` where both sides hold something. */
export function joined(pieces: readonly Piece[], between = ''): Part[] {
  const out: Part[] = [];
  const put = (part: Part): void => {
    const last = out.at(-1);
    if ('text' in part && last !== undefined && 'text' in last) out[out.length - 1] = { text: last.text + part.text };
    else if (!('text' in part) || part.text !== '') out.push(part);
  };
  for (const piece of pieces) {
    const own = piece === null ? [] : typeof piece === 'string' ? [{ text: piece }] : 'length' in piece ? piece : [piece];
    if (own.every((part) => 'text' in part && part.text === '')) continue;
    if (out.length > 0) put({ text: between });
    own.forEach(put);
  }
  return out;
}

/** A moment, Unix seconds. */
export const at = (time: number): Part => ({ time });
export const onDate = (time: number): Part => ({ time, show: 'date' });
export const quantity = (value: number, unit: Unit): Part => ({ quantity: value, unit });
export const range = (low: number, high: number, unit: Unit): Part => ({ quantity: low, to: high, unit });
export const seconds = (value: number): Part => quantity(value, 'seconds');
export const bytes = (value: number): Part => quantity(value, 'bytes');
export const cores = (value: number): Part => quantity(value, 'cores');
export const ratio = (value: number): Part => quantity(value, 'ratio');
/** A share to whole percents; below 1 % to tenths. */
export const percent = (value: number): Part => {
  const steps = Math.abs(value) < 0.0095 ? 1_000 : 100;
  return ratio(Math.round(value * steps) / steps);
};

/** `1 compaction`, `9 compactions`; `plural` where an s does not make it. */
export function count(value: number, noun: string, plural = `${noun}s`): Part[] {
  return [quantity(value, 'count'), { text: ` ${value === 1 ? noun : plural}` }];
}

/** How a medium writes parts. */
export interface Medium {
  zone: Zone;
  /** Between a number and its unit; the page and pictures use a no-break space. */
  space?: ' ' | '\u00a0';
  /** What the medium does to every text, its own markup included in what it escapes. */
  escape?: (text: string) => string;
}

export const PLAIN_UTC: Medium = { zone: 'utc' };

/** The text in a medium. A moment is followed by its zone. */
export function render(text: readonly Part[], { zone, space = ' ', escape = (said) => said }: Medium = PLAIN_UTC): string {
  return text.map((part) => {
    if ('text' in part) return escape(part.text);
    const formatTime = 'time' in part && part.show === 'date' ? formatDateTime : formatClock;
    const said = 'time' in part ? `${formatTime(Math.round(part.time), zone)} ${zoneName(zone, part.time)}`
      : part.to === undefined ? formatValue(part.quantity, part.unit, zone) : formatBand(part.quantity, part.to, part.unit, zone);
    return escape(space === ' ' ? said : said.replaceAll(' ', space));
  }).join('');
}
