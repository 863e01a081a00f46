/** Collects the errors of a text that are read whole, in place of what their messages mean in general. Pure. */
import { duplicateMetrics, OF_DUPLICATES } from '../chains/duplicateMetrics.ts';
import { inconsistentLabels, OF_UNEQUAL } from '../chains/inconsistentLabels.ts';
import { OF_UNQUERIED, unqueriedBlocks } from '../chains/unqueriedBlocks.ts';
import { matchFact, OF_MATCHES } from '../messages/matchGroups.ts';

interface WholeErrors {
  /** `isAfter`: another error of the text is its reason. */
  errors: { program: string; sentence: string; isAfter: boolean }[];
  /** Whether the errors contain a message of the table. */
  isSaid: (message: string) => boolean;
}

/** Returns such errors. `flat`: the text with a line for each paragraph. */
export function wholeErrors(text: string, flat: string): WholeErrors {
  const all = [
    { error: duplicateMetrics(text), of: OF_DUPLICATES }, { error: inconsistentLabels(text), of: OF_UNEQUAL },
    { error: matchFact(flat), of: OF_MATCHES }, { error: unqueriedBlocks(flat), of: OF_UNQUERIED },
  ].flatMap(({ error, of }) => (error === null ? [] : [{ error: { isAfter: false, ...error }, of }]));
  return {
    errors: all.map(({ error }) => error), isSaid: (message) => all.some(({ of }) => of.has(message)),
  };
}

/** Between the names of programs that share code, of which another message may name the one it is. */
const OR = /, | or /;

/** Whether a program is one of those that share a message. */
export const isOneOf = (program: string, shared: string | undefined): boolean =>
  program !== shared && shared?.split(OR).includes(program) === true;

/** Returns a sentence on a shared message with the one program that it is of. */
export const ofProgram = (sentence: string, shared: string | undefined, program: string): string =>
  (isOneOf(program, shared) ? sentence.replaceAll(`" of ${shared}`, () => `" of ${program}`) : sentence);
