/** Says in how many lines of a text an error stands, when, and what the counts beside it add up to. Pure; bounded. */
import { stampAt } from '../../../logs/stamps.ts';
import { addCounts, countsOf, noCounts, ownCounts } from '../figures/ownCounts.ts';
import { momentOf, timesOf } from '../said/lines/moments.ts';

/** Fewer lines need no count. */
const MIN_LINES = 3;
const MAX_STAMP = 60;
const NUMBER = /\d+/g;
/** A line whose points another sentence adds up. */
const SUMMED = 'partial write: ';

/** Whether two lines differ in numbers only, such as their times. */
export const isSameForm = (one: string, other: string): boolean =>
  one.replaceAll(NUMBER, '0') === other.replaceAll(NUMBER, '0');

/** Returns " in 20 lines from … to … (num_dropped=84 in 20 lines)"; "" for few lines. `message`: what they say. */
export function extentOf(own: readonly string[], message: string, isPart = false): string {
  if (own.length < MIN_LINES) return '';
  const counts = noCounts();
  for (const line of own) addCounts(counts, line.includes(SUMMED) ? [] : countsOf(line, message));
  const amounts = ownCounts(counts, message);
  const times = timesOf(own.map((line) => momentOf(line, stampAt(line.slice(0, MAX_STAMP))?.stamp ?? null)));
  return ` in ${isPart ? 'at least ' : ''}${own.length.toLocaleString('en-US')} lines${times}${
    amounts === '' ? '' : ` (${amounts})`}`;
}

/** Returns the extent of a message in lower case by the lines of a text; `isPart`: the text goes on. */
export function extentIn(lines: readonly { text: string }[], isPart: boolean): (message: string) => string {
  const lower = lines.map(({ text }) => text.toLowerCase());
  return (message) => extentOf(lines.flatMap(({ text }, i) => (lower[i]?.includes(message) === true ? [text] : [])),
    message, isPart);
}
