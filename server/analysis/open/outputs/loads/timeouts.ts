/** Says what to do about a load of which a part of the requests times out. Pure; bounded. */
import { counted } from '../../../../../core/text/format.ts';

/** Timeouts as wrk, oha and hey count them, each with what counts all requests of the run. */
const FORMS: readonly (readonly [timeouts: RegExp, all: RegExp])[] = [
  [/^\s{1,9}Socket errors: connect \d{1,12}, read \d{1,12}, write \d{1,12}, timeout (\d{1,12})/gm,
    /^\s{1,9}(\d{1,12}) requests in /gm],
  [/^\s{1,12}\[(\d{1,12})\][ \t]{1,9}(?:operation timed out|timeout)\b/gm,
    /^\s{1,12}\[[1-5]\d\d\] (\d{1,12}) responses/gm],
  [/^\s{1,12}\[(\d{1,12})\]\t[^\n]{0,300}(?:context deadline exceeded|Client\.Timeout)/gm,
    /^\s{1,12}\[[1-5]\d\d\]\s{1,9}(\d{1,12}) responses/gm],
];
/** Share of the requests from which timeouts are more than a few late answers. */
const MIN_SHARE = 0.01;
const MAX_MATCHES = 100;

const numbersIn = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].slice(0, MAX_MATCHES).map(([, count]) => Number(count));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns null without timeouts, with few, and for several runs, whose loads differ. */
export function timeoutStep(text: string): string | null {
  for (const [timeouts, all] of FORMS) {
    const found = numbersIn(text, timeouts);
    const late = sum(found);
    const runs = text.match(/^\s{0,9}(?:Running \S{1,20} test @ |Summary:)/gm)?.length ?? 1;
    if (late === 0 || runs > 1) continue;
    return late < MIN_SHARE * (late + sum(numbersIn(text, all))) ? null
      : `${counted(late, 'request')} timed out: ask with fewer connections, or a lower rate, until none does, which is `
        + 'what the server can do; more connections or a longer timeout only make the wait longer.';
  }
  return null;
}
