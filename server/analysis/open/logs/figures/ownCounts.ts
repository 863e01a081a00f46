/** Keeps the counts that the lines of one message have beside it: what they dropped, which attempt it was. Pure. */

/** The counts of a message: of each key its values, and the number of lines that have it. */
export type Counts = Map<string, Count>;
interface Count { all: number[]; least: number; most: number; last: number; sum: number; lines: number }

export const noCounts = (): Counts => new Map();

const PAIR = /(?:^|[\s,{(])"?([A-Za-z][\w.-]{2,40})"?[=:] ?"?(\d{1,15})(?=[\s",)}]|$)/g;
const MAX_LINE = 4000;
const MAX_PAIRS = 30;
/** Keys of what is counted. */
const COUNT = new RegExp(String.raw`^(?:num|total|n)?[\w.-]{0,30}?(?:count|dropped|discarded|rejected|ignored|skipped`
  + String.raw`|lost|missed|suppressed|failed|failures|errors|samples|items|alerts|exemplars|attempts?|retries`
  + String.raw`|restarts|spans|records|points|rows|metrics|entries)$`, 'i');
const PREFIXED = /^num(?:_[a-z]|[A-Z])/;
/** Settings, and counts of what went well. */
const NO_COUNT = /max|limit|min_|per_|interval|queue|status|code|success|sent|highest|account|discount/i;
/** Counts whose lines have different things, so that their sum is what was lost. */
const LOSS = new RegExp(String.raw`non-recoverable|drop|discard|reject|lost|lose|ignor|skip|miss|refus`
  + String.raw`|out[- ]of[- ](?:order|bounds)|too old|duplicate`, 'i');
const FAILED = /^fail/i;
const NO_SUM = /attempt|retr|restart|total/i;
const MAX_TOLD = 2;
const MAX_LISTED = 4;

/** Returns the counts of a line, by their keys as written. `told`: the message and the cause, which need no copy. */
export function countsOf(line: string, told: string): [key: string, count: number][] {
  const found = [...line.slice(0, MAX_LINE).matchAll(PAIR)].slice(0, MAX_PAIRS).flatMap(
    ([, key = '', value = '']): [string, number][] => {
      const isCount = (COUNT.test(key) || PREFIXED.test(key)) && !NO_COUNT.test(key);
      return !isCount || Number(value) === 0 || told.includes(key) ? [] : [[key, Number(value)]];
    }
  );
  // What was lost before which attempt it was.
  return [...new Map(found)].sort(([a], [b]) => Number(LOSS.test(b)) - Number(LOSS.test(a)));
}

export function addCounts(counts: Counts, own: readonly (readonly [string, number])[]): void {
  for (const [key, value] of own) {
    const known = counts.get(key) ?? { all: [], least: value, most: value, last: value, sum: 0, lines: 0 };
    counts.set(key, known);
    if (known.all.length <= MAX_LISTED && !known.all.includes(value)) known.all.push(value);
    known.least = Math.min(known.least, value);
    known.most = Math.max(known.most, value);
    known.last = value;
    known.sum += value;
    known.lines += 1;
  }
}

/** Returns `num_dropped=23`, of several lines the sum of what was lost, else the values; `''` without counts. */
export const ownCounts = (counts: Counts, message: string): string => [...counts].slice(0, MAX_TOLD)
  .map(([key, count]) => `${key}=${valuesText(count, isSummed(key, message))}`).join(', ');

const isSummed = (key: string, message: string): boolean =>
  !NO_SUM.test(key) && (FAILED.test(key) || LOSS.test(`${key} ${message}`));

function valuesText({ all, least, most, last, sum, lines }: Count, isSum: boolean): string {
  if (lines === 1) return String(last);
  if (isSum) return `${sum} in ${lines} lines`;
  if (all.length === 1) return String(last);
  const range = `${least} to ${most}`;
  return all.length <= MAX_LISTED && all.at(-1) === last ? `${all.slice(0, -1).join(', ')}, then ${last}`
    : last === most ? range : `${range}, the last ${last}`;
}
