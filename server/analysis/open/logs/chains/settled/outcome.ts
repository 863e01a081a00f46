/** Adds to the errors of a log how they ended, and puts what its text decides in place of advice that asks. Pure. */
import type { Look } from '../../../look/look.ts';
import { joined } from '../../../look/factTools.ts';
import { withAttempts } from './attempts.ts';
import { withSettledGossip } from './gossip.ts';
import { laterSuccess } from './laterSuccess.ts';
import { withOlderRefusals } from './olderRefusals.ts';
import { withRefusedAges } from './refusedAges.ts';
import { withSlowStart } from './slowStart.ts';
import { withMachine } from '../../databases/addressSpace.ts';

const STEPS = [withAttempts, withSettledGossip, withOlderRefusals, withRefusedAges] as const;
/** An error that came once; of repeated ones, and of an end, a success says nothing. */
const ONE_ERROR = /^It logged the error "/;

/** Returns facts with the outcome that the text shows. */
export function withOutcome(facts: string | null, look: Look): string | null {
  if (facts === null) return null;
  const said = STEPS.reduce<string | null>((before, step) => step(before, look), facts);
  return said !== null && ONE_ERROR.test(said) ? joined([said, laterSuccess(look)]) : said;
}

/** Returns all facts of a log with what its text decides in place of a question, whichever reader asks it. */
export const withDecided = (facts: string | null, look: Look): string | null =>
  withMachine(withSlowStart(facts, look), look);
