/** Type of a judgement on a text by rule, and the test of whether the facts of a text name a fault. Pure. */
import type { Recognized } from '../../look/recognized.ts';
import { ANY_FAULT } from '../evidence/faults.ts';
import { gravityOf } from '../gravity.ts';
import { hasStep } from '../prose/steps.ts';
import { sentencesOf } from '../../look/sentences.ts';

export interface Verdict {
  /** The judgement, which stands behind the facts; null if they have it. */
  said: string | null;
  /** The way to learn more, which replaces the remedy of the form; null if there is none in particular. */
  next: string | null;
}

/** Judges a text of one form; null if its rule does not decide. */
export type Judge = (text: string, facts: string, whole: Recognized) => Verdict | null;

export const NO_FAULT = 'Nothing in it names a fault';

/** Quotations, and counts of a fault that did not occur. */
const NOT_SAID = /"[^"]{0,2000}"|\bcorruptionCount 0\b/g;
/** Sentences that deny a fault in its words. */
const DENIES = /^(?:No error or warning is among its|None of its [\d,]+ lines names) /;

/** Whether the facts of a text name no fault, warning or step. */
export const isSound = (facts: string): boolean => gravityOf(facts) === 0 && !hasStep(facts)
  && !sentencesOf(facts).some((one) => !DENIES.test(one) && ANY_FAULT.test(one.replaceAll(NOT_SAID, '')));
