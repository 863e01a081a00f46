/** Reads the end of an error whose beginning is not in the text, above the first whole line of a log. Pure; bounded. */
import { shortError } from '../../../../logs/shortError.ts';
import { firstKnown } from '../../messages/knownMessages.ts';
import { momentOf } from './moments.ts';
import { saidLine } from './saidLine.ts';
import type { TimedLine } from '../../../look/factTools.ts';

const MAX_LINES = 12;
const MAX_QUOTE = 260;
/** Maximum length that is quoted before a message, back to a sentence or a clause. */
const MAX_BEFORE = 210;
/** The end of the value of a key: a quotation mark that was opened before the text begins. */
const ENDS_VALUE = /(?:^|[^\\])"(?:[ \t]{1,4}[\w.]{1,40}=\S{1,80}){0,6}$/;

/**
 * Returns what the end of such an error says and means; null without one. `told`: the facts on the whole lines, whose
 * meanings are not repeated.
 */
export function cutStart(lines: readonly TimedLine[], told: string): string | null {
  const first = lines.findIndex(({ line, stamp }) => momentOf(line, stamp) !== null || saidLine(line) !== null);
  if (first < 1 || first > MAX_LINES) return null;
  const text = lines.slice(0, first).map(({ line }) => line.trim()).join(' ');
  const quotes = (text.match(/(?<!\\)"/g) ?? []).length;
  // Sentences above a log begin with a capital letter.
  if (!/^[a-z\d(,;:]/.test(text) || quotes % 2 !== 1 || !ENDS_VALUE.test(text)) return null;
  const found = firstKnown(text);
  if (found === null || told.includes(found.known.sentence)) return null;
  const end = found.at + found.known.message.length;
  // A word that the limit cuts would be another one.
  const from = found.at <= MAX_BEFORE ? 0 : text.indexOf(' ', found.at - MAX_BEFORE) + 1;
  const quote = shortError(text.slice(from, end + 1).trim(), MAX_QUOTE);
  return `The text begins within another error, whose end says "${quote}". ${found.known.sentence}`;
}
