/** Leaves out what a timeout means where a text has another finding, of which it is mostly a consequence. Pure. */
import { isWait, withoutWait } from '../logs/said/causes/waitMeanings.ts';
import type { Recognized } from '../look/recognized.ts';
import { gravityOf } from './gravity.ts';
import { sentencesOf } from '../look/sentences.ts';

const OF_ERROR =
  /^(?:(?:It logged the|The) (?:error|warning) "|The worst of \d{1,9} lines of this form\b|Also: |Later, )/;

/** An error with its cause is the timeout itself; a second error, or anything grave, is another finding. */
export function withoutWaits(one: Recognized): Recognized {
  if (one.interest === null || !sentencesOf(one.interest).some(isWait)) return one;
  const sentences = sentencesOf(one.interest);
  const errors = sentences.filter((sentence) => OF_ERROR.test(sentence)).length;
  const hasOther = errors > 1 || sentences.some((sentence) => !OF_ERROR.test(sentence)
    && !sentence.startsWith('The cause given is ') && gravityOf(sentence) > 0);
  return hasOther ? { ...one, interest: withoutWait(one.interest) } : one;
}
