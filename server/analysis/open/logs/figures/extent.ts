/** Says in how many lines of a text an error stands, when, and what the counts beside it add up to. Pure; bounded. */
import { stampAt } from '../../../logs/stamps.ts';
import { addCounts, countsOf, noCounts, ownCounts } from './ownCounts.ts';
import { momentOf, timesOf } from '../said/lines/moments.ts';

/** Fewer lines need no count. */
const MIN_LINES = 3;
const MAX_STAMP = 60;
const NUMBER = /\d+/g;
/** A line whose points another sentence adds up. */
const SUMMED = 'partial write: ';

const formOf = (text: string): string => text.replaceAll(NUMBER, '0');

/** Whether two lines differ in numbers only, such as their times. */
export const isSameForm = (one: string, other: string): boolean => formOf(one) === formOf(other);

/** Returns " in 20 lines from … to … (num_dropped=84 in all)"; "" for few lines. `message`: what they say. */
export function extentOf(own: readonly string[], message: string, isPart = false): string {
  if (own.length < MIN_LINES) return '';
  const counts = noCounts();
  for (const line of own) addCounts(counts, line.includes(SUMMED) ? [] : countsOf(line, message));
  // Only of counts that are in fewer lines, their number is told.
  const amounts = ownCounts(counts, message).replaceAll(` in ${own.length} lines`, ' in all');
  const times = timesOf(own.map((line) => momentOf(line, stampAt(line.slice(0, MAX_STAMP))?.stamp ?? null)));
  return ` in ${isPart ? 'at least ' : ''}${own.length.toLocaleString('en-US')} lines${times}${
    amounts === '' ? '' : ` (${amounts})`}`;
}

/**
 * Returns the extent of a message in lower case by the lines of a text that have it behind the same words: sentences
 * that only speak of it do not count. `isPart`: the text goes on.
 */
export function extentIn(lines: readonly { text: string }[], isPart: boolean): (message: string) => string {
  const lower = lines.map(({ text }) => text.toLowerCase());
  return (message) => {
    const groups = new Map<string, string[]>();
    for (const [i, { text }] of lines.entries()) {
      const at = lower[i]?.indexOf(message) ?? -1;
      if (at < 0) continue;
      const before = formOf(text.slice(0, at));
      const own = groups.get(before);
      if (own === undefined) groups.set(before, [text]);
      else own.push(text);
    }
    const [most = []] = [...groups.values()].sort((one, other) => other.length - one.length);
    return extentOf(most, message, isPart);
  };
}
