/** Says that the object of the last error was worked on again, without an error. Pure; bounded. */
import type { Look } from '../../../look/look.ts';
import { entriesOf, oldestFirst, type Entry } from '../../ordinary/entries.ts';

const IS_ERROR = /\b(?:level|lvl)"?[=:] ?"?(?:err(?:or)?|crit(?:ical)?|fatal|panic)\b|\t(?:error|fatal|panic)\t/i;
const IS_WARNING = /\b(?:level|lvl)"?[=:] ?"?warn(?:ing)?\b|\twarn\t/i;
/** A block or another object by its own id: a UUID or a ULID. */
const ID = /\b(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[0-7][\dA-HJKMNP-TV-Z]{25})\b/g;
/** How programs end a piece of work. */
const SUCCESS = /\b(?:complete|completed|succeeded|successfully|finished)\b/i;
const UNSUCCESSFUL = /\b(?:not|without|failed|failure|error|unsuccessful|incomplete)\b/i;
/** A success that comes later belongs to other work. */
const MAX_BETWEEN = 40;
const MAX_LINES = 2000;

/** Words that each success has, whatever succeeded. */
const OF_ANY = /^(?:comple|succes|finish)/;

/** Returns the beginnings of the words of a message, by which the begin and the end of one kind of work are alike. */
const stemsOf = (message: string): Set<string> => new Set((message.toLowerCase().match(/[a-z]{5,40}/g) ?? [])
  .map((word) => word.slice(0, STEM_CHARS)).filter((stem) => !OF_ANY.test(stem)));
const STEM_CHARS = 6;

const timeIn = ({ moment }: Entry): string => (moment?.text === null || moment === null ? '' : ` at ${moment.text}`);

/** Returns that; null unless a later line has an id of the last error, a success follows, and no error does. */
export function laterSuccess(look: Look): string | null {
  const entries = oldestFirst(entriesOf(look)).slice(-MAX_LINES);
  const at = entries.findLastIndex(({ line }) => IS_ERROR.test(line));
  const failed = entries[at];
  if (failed === undefined || entries.slice(0, at).some(({ line, message }) => IS_ERROR.test(line)
    && message !== failed.message)) return null;
  const ids = new Set(failed.line.match(ID));
  const after = entries.slice(at + 1);
  if (ids.size === 0 || after.some(({ line }) => IS_WARNING.test(line)
    && [...ids].some((id) => line.includes(id)))) return null;
  const again = after.findIndex(({ line }) => [...ids].some((id) => line.includes(id)));
  const begun = after[again];
  if (begun === undefined) return null;
  const work = stemsOf(begun.message);
  const done = after.slice(again, again + MAX_BETWEEN).find(({ message }) =>
    SUCCESS.test(message) && !UNSUCCESSFUL.test(message) && [...stemsOf(message)].some((stem) => work.has(stem)));
  if (done === undefined) return null;
  const id = [...ids].find((one) => begun.line.includes(one)) ?? '';
  const same = entries.filter(({ message }) => message === done.message).length;
  const errors = entries.filter(({ line }) => IS_ERROR.test(line)).length;
  return `It passed: the log takes up ${id} again${timeIn(begun)} ("${begun.message.slice(0, MAX_QUOTED)}"), "${
    done.message.slice(0, MAX_QUOTED)}" follows${timeIn(done)}, and no error comes after that. ${
    errors} error${errors === 1 ? '' : 's'} and ${same} × "${done.message.slice(0, MAX_QUOTED)}" are in the text: `
    + 'unless it returns, nothing is left to do.';
}
const MAX_QUOTED = 80;
