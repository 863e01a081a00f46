/** Helpers of the fact readers: lines without repetitions, times, and texts shortened for sentences. */
import { shortError } from '../../logs/shortError.ts';
import type { Stamp } from '../../logs/stamps.ts';
import type { Look } from './look.ts';

const MAX_TEXT = 200;

/** `isCut`: a terminal cut the end of the line. */
export interface TimedLine { line: string; stamp: Stamp | null; isCut: boolean }

const FRACTION = /\d\d:\d\d:\d\d[.,]\d|"ts": ?\d{9,10}\.\d/;
const OWN_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d|"ts": ?\d{9}/;

/** Whether an envelope has fractions of a second, and the line itself does not. */
const isFiner = ({ ms }: Stamp, line: string): boolean => ms % 1000 !== 0 && !FRACTION.test(line);

const linesOf = new WeakMap<Look, readonly TimedLine[]>();

/** Envelopes of log stores, whose exports often have a line twice. */
const OF_STORES: ReadonlySet<string> = new Set([
  'rows of CSV', 'a JSON export', 'JSON of Loki', 'logcli lines', 'lines of JSON',
]);
/** Fewer lines that are all there twice may be so by chance. */
const MIN_DOUBLED = 2;

/**
 * Returns the lines without copies: those of an export of a log store, of a part that was pasted twice, and of a text
 * in which each line is there twice. Equal lines that a program wrote at one moment are no copies.
 */
export function timedLines(look: Look): readonly TimedLine[] {
  const read = linesOf.get(look) ?? readLines(look);
  linesOf.set(look, read);
  return read;
}

function readLines({ lines, stamps, cuts, envelope }: Look): TimedLine[] {
  const keys = lines.map((line, i) => {
    const stamp = stamps[i] ?? null;
    return stamp === null || (OWN_TIME.test(line) && !isFiner(stamp, line)) ? line : `${stamp.ms} ${line}`;
  });
  const isCopied = (envelope !== null && OF_STORES.has(envelope)) || isDoubled(keys);
  const known = new Set<string>();
  return lines.flatMap((line, i) => {
    const [key = line, stamp] = [keys[i], stamps[i] ?? null];
    const isAgain = !isCopied && key === keys[i - 1] && (stamp !== null || OWN_TIME.test(line));
    if (known.has(key) && !isAgain) return [];
    known.add(key);
    return [{ line, stamp, isCut: cuts[i] === true }];
  });
}

/** Whether each of several lines is there as often as the others, and more than once. */
function isDoubled(keys: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts.size >= MIN_DOUBLED && [...counts.values()].every((count) => count > 1);
}

/** Returns the texts of the lines without duplicates. */
export function distinct(look: Look): string[] {
  return timedLines(look).map(({ line }) => line);
}

export const quoted = (text: string): string => `"${ends(text.trim())}"`;
export const joined = (parts: readonly (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join(' ') || null;

/** Shortens a text to its beginning and its end, because the root cause comes last. */
export function ends(text: string): string {
  return shortError(text, MAX_TEXT);
}

/** Returns the median gap in seconds between times in any order; null with fewer than two. */
export function middleGap(of: readonly number[]): number | null {
  const times = of.filter(Number.isFinite).sort((a, b) => a - b);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time)).sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? null;
}

/** Returns the time of a line in Unix seconds; NaN without a time. */
export function timeOf(line: string): number {
  const stated = /"ts": ?(\d{9,10}(?:\.\d{1,9})?)/.exec(line)?.[1];
  if (stated !== undefined) return Number(stated);
  const text = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d))/.exec(line)?.[1];
  return text === undefined ? NaN : Date.parse(text) / 1000;
}

const AGE_SECONDS: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 };

/** Returns the seconds of an age that kubectl prints, such as `2m30s`. */
export const ageSeconds = (text: string): number => [...text.matchAll(/(\d{1,9})([dhms])/g)]
  .reduce((sum, [, value, unit = '']) => sum + Number(value) * (AGE_SECONDS[unit] ?? 0), 0);
