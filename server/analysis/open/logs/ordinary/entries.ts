/** Reads the lines of a log as messages with fields, for facts on what the program did. Pure. */
import { goDurationMs } from '../../../logs/goDuration.ts';
import { readInner } from '../../../logs/innerLine.ts';
import { logfmtFields } from '../../../logs/logfmt.ts';
import { timedLines } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { momentOf, type Moment } from '../said/lines/moments.ts';

export interface Entry {
  line: string;
  message: string;
  /** Other keys and values of the line; empty for lines without keys. */
  fields: Readonly<Record<string, string>>;
  moment: Moment | null;
}

const MAX_MESSAGE = 1000;
const HAS_WORD = /[\p{L}\p{N}]/u;
const KEYS_ALONE = /^\s{0,20}(?:level|ts|caller)=\S/;
/** Name of a part, time and zone before the message of a line without keys. */
const BEFORE_MESSAGE = new RegExp(
  /^(?:\[[\w .-]{1,40}\] ?)?\[?\d{4}[-/.]\d\d[-/.]\d\d[T _]\d\d:\d\d:\d\d\S{0,15}\s{1,8}/.source
    + /(?:(?:UTC|[+-]\d{4}|\|)\s{1,8})?/.source
);

const known = new WeakMap<Look, readonly Entry[]>();

/** Returns the lines that say something: not the dots of an omission. */
export function entriesOf(look: Look): readonly Entry[] {
  const read = known.get(look) ?? readEntries(look);
  known.set(look, read);
  return read;
}

function readEntries(look: Look): Entry[] {
  return timedLines(look).filter(({ line }) => HAS_WORD.test(line)).map(({ line, stamp }) => {
    const inner = readInner(line.trim(), 'whole') ?? withoutMessage(line);
    const moment = momentOf(line, stamp);
    const message = inner?.message ?? line.trim().replace(BEFORE_MESSAGE, '');
    return { line, message: message.slice(0, MAX_MESSAGE), fields: inner?.fields ?? {}, moment };
  });
}

/** Reads a line of keys alone, as Loki logs its queries; its query stands for the message. */
function withoutMessage(line: string): Pick<Entry, 'message' | 'fields'> | null {
  if (!KEYS_ALONE.test(line)) return null;
  const fields = logfmtFields(line.trim());
  const { query, caller } = fields;
  return { message: query === undefined ? caller ?? '' : `query ${query}`, fields };
}

/** Returns the entries in the order of their times, where a text has the newest line first. */
export function oldestFirst(entries: readonly Entry[]): readonly Entry[] {
  const [first, last] = [firstTimed(entries), entries.findLast(({ moment }) => moment !== null)];
  const [a, b] = [first?.moment ?? null, last?.moment ?? null];
  return a !== null && b !== null && a.kind === b.kind && a.seconds > b.seconds ? entries.toReversed() : entries;
}

/** Returns the seconds of a Go duration such as `1m2.5s`; null for other text and for a number without a unit. */
export function secondsOf(text: string | undefined): number | null {
  const ms = text === undefined || /^\d*$/.test(text) ? null : goDurationMs(text);
  return ms === null ? null : ms / 1000;
}

/** Returns the seconds from the first of two entries to the second; null if they cannot be compared. */
export function secondsBetween(from: Entry | undefined, to: Entry | undefined): number | null {
  const [a, b] = [from?.moment ?? null, to?.moment ?? null];
  return a === null || b === null || a.kind !== b.kind || b.seconds < a.seconds ? null : b.seconds - a.seconds;
}

/** Returns the first entry that has a time. */
export const firstTimed = (entries: readonly Entry[]): Entry | undefined =>
  entries.find(({ moment }) => moment !== null);

/** Returns " at …" with the time of an entry; "" without one. */
export const atTime = ({ moment }: Entry): string => (moment?.text === null || moment === null ? ''
  : ` at ${moment.text}`);
