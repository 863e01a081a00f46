/** Tells from two names of files which the writer took first, and whether times contradict that. Pure. */
import { formatDateTime, formatSeconds } from '../text/format.ts';

/** Words on time; `base` and `main` name a version, which may be measured last. */
const EARLIER = /(?:^|[^a-z])(?:before|old|older|prev|previous|earlier)(?![a-z])/;
const LATER = /(?:^|[^a-z])(?:after|new|newer|next|later)(?![a-z])/;
/** What a number counts that is behind it; in other names it may be a version, a replica or a size. */
const COUNTED = new RegExp(String.raw`(heap|profiles?|goroutines?|mutex|block|allocs?|space|objects|dumps?|runs?`
  + String.raw`|scrapes?|metrics|snap(?:shot)?s?|captures?|stacks?|\.0)([ ._-]?0{0,3})(\d{1,3})(?=\W|_|$)`);
/** Less is the rounding of a time. */
const MIN_SECONDS = 2;

interface Numbered { rest: string; number: number }

function numberIn(name: string): Numbered | null {
  const found = COUNTED.exec(name);
  return found === null ? null
    : { rest: name.replace(COUNTED, '$1#'), number: Number(found[3]) };
}

/** Returns -1 if the names say that the first is the earlier one, 1 if the second is, 0 if they say neither. */
export function nameOrder(first: string, second: string): -1 | 0 | 1 {
  const [one, other] = [first.toLowerCase(), second.toLowerCase()];
  const hint = (name: string): number => Number(LATER.test(name)) - Number(EARLIER.test(name));
  // A word in one name alone may be of a version: "main" and "new".
  const byWords = hint(one) * hint(other) < 0 ? hint(one) : 0;
  const [counted, again] = [numberIn(one), numberIn(other)];
  const byNumbers = counted === null || again === null || counted.rest !== again.rest ? 0
    : Math.sign(counted.number - again.number);
  const order = byWords === 0 ? byNumbers : byWords;
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

export interface Taken { name: string; seconds: number | null }

/** Whether the times of two files say the opposite of their names. */
export function isAgainstNames(first: Taken, second: Taken): boolean {
  if (first.seconds === null || second.seconds === null) return false;
  const apart = first.seconds - second.seconds;
  return Math.abs(apart) >= MIN_SECONDS && nameOrder(first.name, second.name) * apart < 0;
}

/** Returns what precedes a comparison in order of time whose names say the opposite; null for other files. */
export function againstNamesWords(before: Taken, after: Taken): string | null {
  if (!isAgainstNames(before, after) || before.seconds === null || after.seconds === null) return null;
  const [earlier, later] = [before.seconds, after.seconds].map((time) => formatDateTime(time, 'utc'));
  return `The times in the files contradict their names: ${after.name} was taken ${
    formatSeconds(after.seconds - before.seconds)} after ${before.name} (${earlier ?? ''} and ${later ?? ''} UTC). The `
    + 'comparison is in order of time.';
}
