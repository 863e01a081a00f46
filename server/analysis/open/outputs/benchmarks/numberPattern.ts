/** Finds a number in the names of benchmarks that separates what became faster from what became slower. Pure. */
import { allRows } from './changePattern.ts';

interface NamedChange { name: string; change: number }
/** `text`: the number with the word beside it that all names share. */
interface Sized { value: number; text: string; change: number }

const MIN_ROWS = 4;
const MIN_GROUP = 2;
const MAX_VALUES = 3;
const SEPARATORS = /([/_=:,]+|-(?=\d))/;
/** A size as names have it: `1000`, `1e6`, `64k`, `4KiB`, `10`, `100of5000`. */
const NUMBER = /^(\d{1,15}(?:\.\d{1,6})?(?:e\d{1,2})?)([kKMG]?)i?[bB]?(?:of\d{1,15})?$/;
const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9 };

/** Returns the parts of a name and, between them, what separates them, without the number of processors. */
const partsOf = (name: string): string[] => name.replace(/-\d{1,4}$/, '').split(SEPARATORS);

function numberOf(part: string): number | null {
  const [, digits, factor = ''] = NUMBER.exec(part) ?? [];
  return digits === undefined ? null : Number(digits) * (FACTORS[factor] ?? 1);
}

/** Returns the rows by the number at a place of their names; null if one has none there. */
function sizedAt(rows: readonly { parts: string[]; change: number }[], at: number): Sized[] | null {
  const isShared = (i: number): boolean => i >= 0 && rows.every(({ parts }) =>
    parts[i] !== undefined && parts[i] === rows[0]?.parts[i]);
  const [isNext, isBefore] = [isShared(at + 2), isShared(at - 2)];
  const sized = rows.flatMap(({ parts, change }): Sized[] => {
    const value = numberOf(parts[at] ?? '');
    const text = parts.slice(isBefore && (!isNext || parts[at - 1] === '=') ? at - 2 : at,
      isNext && parts[at - 1] !== '=' ? at + 3 : at + 1).join('');
    return value === null ? [] : [{ value, text, change }];
  });
  return sized.length < rows.length ? null : sized.sort((a, b) => a.value - b.value);
}

/** Returns the rows below and above the number at which the direction changes; null if there is no such number. */
function splitAt(sized: readonly Sized[]): [Sized[], Sized[]] | null {
  const isUp = ({ change }: Sized): boolean => change > 0;
  const [first] = sized;
  const end = first === undefined ? -1 : sized.findIndex((row) => isUp(row) !== isUp(first));
  const [low, high] = [sized.slice(0, Math.max(0, end)), sized.slice(Math.max(0, end))];
  return low.length < MIN_GROUP || high.length < MIN_GROUP || low.at(-1)?.value === high[0]?.value
    || new Set(high.map(isUp)).size > 1 ? null : [low, high];
}

/** Returns what rows of small and of large numbers do; null unless a number in the names separates them. */
export function numberPattern(
  rows: readonly NamedChange[], [less, more]: readonly [less: string, more: string],
  percent: (change: number) => string
): string | null {
  const own = rows.map(({ name, change }) => ({ parts: partsOf(name), change }));
  const [first] = own;
  if (first === undefined || own.length < MIN_ROWS || own.some(({ parts }) => parts.length !== first.parts.length))
    return null;
  for (const at of first.parts.keys()) {
    const sized = sizedAt(own, at);
    const sides = sized === null ? null : splitAt(sized);
    if (sides !== null) return `By name: ${sides.map((side) => sideWords(side, [less, more], percent)).join('; ')}.`;
  }
  return null;
}

function sideWords(
  side: readonly Sized[], [less, more]: readonly [string, string], percent: (change: number) => string
): string {
  const texts = [...new Set(side.map(({ text }) => text))];
  const named = texts.length <= MAX_VALUES ? texts.join(', ').replace(/, ([^,]*)$/, ' and $1')
    : `${texts[0]} to ${texts.at(-1)}`;
  const changes = side.map(({ change }) => change).sort((a, b) => Math.abs(a) - Math.abs(b));
  const [least = 0, most = least] = [changes[0], changes.at(-1)];
  return `${least > 0 ? more : less} in ${allRows(side.length)} of ${named} (${
    least === most ? percent(least) : `${percent(least)} to ${percent(most)}`})`;
}

/** Part of a change by which the next one may go back, and the least difference of the ends, as a factor. */
const STEP_BACK = 0.05;
const MIN_TREND = Math.log(1.5);
/** Share of the first change below which the next one is reported. */
const FALLS = 0.9;

/** Says that changes shrink or grow with a number in the names; null if they do not, or hardly. */
export function trendPattern(rows: readonly NamedChange[], percent: (change: number) => string): string | null {
  const own = rows.map(({ name, change }) => ({ parts: partsOf(name), change }));
  const [first] = own;
  if (first === undefined || own.length < MIN_ROWS || own.some(({ parts, change }) =>
    change <= -1 || parts.length !== first.parts.length)) return null;
  for (const at of first.parts.keys()) {
    const sized = sizedAt(own, at) ?? [];
    const isAlone = first.parts.every((part, i) => i === at || own.every(({ parts }) => parts[i] === part));
    const [least, most] = [sized[0], sized.at(-1)];
    const values = new Set(sized.map(({ value }) => value));
    if (!isAlone || least === undefined || most === undefined || values.size < sized.length) continue;
    const logs = sized.map(({ change }) => Math.log1p(change));
    const way = Math.sign((logs.at(-1) ?? 0) - (logs[0] ?? 0));
    const isTrend = logs.every((log, i) => i === 0
      || way * (log - (logs[i - 1] ?? 0)) >= -STEP_BACK * Math.abs(logs[i - 1] ?? 0));
    const [start, end] = [Math.abs(logs[0] ?? 0), Math.abs(logs.at(-1) ?? 0)];
    if (!isTrend || Math.abs((logs.at(-1) ?? 0) - (logs[0] ?? 0)) < MIN_TREND) continue;
    const between = end < start ? sized.find((_, i) => i > 0 && i < sized.length - 1
      && Math.abs(logs[i] ?? 0) < FALLS * start) : undefined;
    const told = [least, ...between === undefined ? [] : [between], most]
      .map(({ text, change }) => `${percent(change)} at ${text.split('/').at(-1) ?? text}`).join(', ');
    return `By name: ${told}: the change ${end < start ? 'shrinks' : 'grows'} as the number grows.`;
  }
  return null;
}
