/** Reports the warnings of a log that count what was lost, which other errors must not hide. Pure. */
import { ownCounts, type Counts } from '../figures/ownCounts.ts';
import { quoteOf, shortened } from '../figures/quotes.ts';
import { byMessage, type Said } from './groups/sameMessages.ts';
import { oftenOf } from './groups/gravest.ts';
import type { LoggedError } from './lines/crashLoops.ts';
import { timesOf } from './lines/moments.ts';
import { meaningOf } from './meanings.ts';

const LOST = /drop|discard|\blost\b/i;
/** A key that says what it counts only together with its message. */
const BARE_KEY = /^(?:count|num|n)$/i;
const MAX_TOLD = 2;
const MAX_MEANT_CHARS = 1000;
/** Characters by which facts show that a message is reported. */
const SAME_CHARS = 60;

/** Returns the counts of what was lost. */
const lossesOf = ({ counts, message }: Said): Counts => new Map([...counts].filter(([key, { sum }]) =>
  sum > 0 && (LOST.test(key) || (BARE_KEY.test(key) && LOST.test(message.text)))));

/** A number of what was lost within a message, as old versions log it. */
const WITHIN = /\bdropp(?:ed|ing) (\d{1,12}) [a-z]|\b(\d{1,12}) [a-z]{3,20} (?:(?:have been|were|was) )?dropped\b/i;

/** Returns the sum of the numbers that the warnings of a message have within it; 0 without such numbers. */
function withinMessages(said: readonly LoggedError[], { message }: Said): number {
  if (!WITHIN.test(message.text)) return 0;
  const shape = message.text.replace(WITHIN, '');
  return said.reduce((sum, { said: one }) => {
    const [, behind, before] = WITHIN.exec(one.message) ?? [];
    return sum + (one.message.replace(WITHIN, '') === shape ? Number(behind ?? before ?? 0) : 0);
  }, 0);
}

/** Returns the warnings that count losses and are not in the facts yet (`told`), each with what it means; or null. */
export function lossFacts(said: readonly LoggedError[], told: string | null): string | null {
  const isTold = (text: string): boolean => told?.includes(text.slice(0, SAME_CHARS)) === true;
  const warnings = said.filter((one) => one.said.level === 'warning');
  const all = byMessage(warnings)
    .flatMap((one) => {
      const losses = lossesOf(one);
      const sum = losses.size > 0 ? 0 : withinMessages(warnings, one);
      return (losses.size === 0 && sum === 0) || isTold(one.message.text) ? [] : [{ one, losses, sum }];
    })
    .sort((a, b) => oftenOf(b.one) - oftenOf(a.one)).slice(0, MAX_TOLD);
  return all.flatMap(({ one, losses, sum }) => {
    const meaning = meaningOf(one.message.text.slice(0, MAX_MEANT_CHARS));
    const counted = losses.size === 0 ? '' : ` (${ownCounts(losses, one.message.text)})`;
    const quote = `${quoteOf(shortened(one.message))}${counted}`;
    const added = sum === 0 ? '' : `, with ${sum.toLocaleString('en-US')} dropped in all`;
    const sentence = oftenOf(one) === 1 ? `It logged the warning ${quote}${timesOf(one.moments)}.`
      : `The warning ${quote} occurs ${oftenOf(one)} times${timesOf(one.moments)}${added}.`;
    return meaning === null || isTold(meaning) ? [sentence] : [sentence, meaning];
  }).join(' ') || null;
}
