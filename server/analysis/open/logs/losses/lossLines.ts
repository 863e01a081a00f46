/** Tells the warnings of a log that count what was lost, which other errors must not hide. Pure. */
import { ownCounts, type Counts } from '../figures/ownCounts.ts';
import { quoteOf, shortened } from '../figures/quotes.ts';
import { byMessage, type Said } from '../said/groups/sameMessages.ts';
import { oftenOf } from '../said/groups/gravest.ts';
import type { LoggedError } from '../said/lines/crashLoops.ts';
import { timesOf } from '../said/lines/moments.ts';
import { meaningOf } from '../said/meanings.ts';

const LOST = /drop|discard|\blost\b/i;
/** A key that says what it counts only together with its message. */
const BARE_KEY = /^(?:count|num|n)$/i;
const MAX_TOLD = 2;
const MAX_MEANT_CHARS = 1000;
/** Characters by which facts show that a message is told. */
const SAME_CHARS = 60;

/** Returns the counts of what was lost. */
const lossesOf = ({ counts, message }: Said): Counts => new Map([...counts].filter(([key, { sum }]) =>
  sum > 0 && (LOST.test(key) || (BARE_KEY.test(key) && LOST.test(message.text)))));

/** Returns the warnings that count losses and are not in the facts yet (`told`), each with what it means; or null. */
export function lossFacts(said: readonly LoggedError[], told: string | null): string | null {
  const isTold = (text: string): boolean => told?.includes(text.slice(0, SAME_CHARS)) === true;
  const all = byMessage(said.filter((one) => one.said.level === 'warning'))
    .flatMap((one) => {
      const losses = lossesOf(one);
      return losses.size === 0 || isTold(one.message.text) ? [] : [{ one, losses }];
    })
    .sort((a, b) => oftenOf(b.one) - oftenOf(a.one)).slice(0, MAX_TOLD);
  return all.flatMap(({ one, losses }) => {
    const meaning = meaningOf(one.message.text.slice(0, MAX_MEANT_CHARS));
    const quote = `${quoteOf(shortened(one.message))} (${ownCounts(losses, one.message.text)})`;
    const sentence = oftenOf(one) === 1 ? `It logged the warning ${quote}${timesOf(one.moments)}.`
      : `The warning ${quote} occurs ${oftenOf(one)} times${timesOf(one.moments)}.`;
    return meaning === null || isTold(meaning) ? [sentence] : [sentence, meaning];
  }).join(' ') || null;
}
