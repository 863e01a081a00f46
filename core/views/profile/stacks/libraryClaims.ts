/** Words on a library function with most of a profile, such as fmt.Sprintf, and the function that calls it. Pure. */
import type { Part, StackFacts, StackLeaf } from '../../../contract/contract.ts';
import { costStep } from '../../../profile/knownCosts.ts';
import { parts, profileQuantity, ratio } from '../../../text/parts.ts';
import { calledBy, NEARLY_ALL, shown } from './callers.ts';

type Library = NonNullable<StackLeaf['library']>;

/** Returns the value of a library function, if what works for it is in that; undefined for other functions. */
export const libraryOf = (stacks: StackFacts | undefined, name: string): Library | undefined =>
  stacks?.leaves.find((leaf) => leaf.function === name)?.library;

/** Returns `, called by shop.Load,`; empty if no caller has much of it. */
function callerWords({ value, caller, callers = [] }: Library): Part[] {
  const by = calledBy({ flat: value, caller, callers });
  return by.length === 0 ? [] : parts`, ${by},`;
}

/** Returns ` (called by shop.Load)`, or what the value of a library function includes if several call it. */
export const libraryMark = (library: Library): Part[] => (library.caller === null
  || library.caller.value < NEARLY_ALL * library.value ? parts` (with library functions)`
  : parts` (called by ${shown(library.caller.name)})`);

/**
 * Returns `fmt.Sprintf, called by shop.Load, has most: 36 % of CPU with the library functions that it calls, 1 s of
 * 2 s.`; null for a function that is of no library. `among`: what the share is of, besides the type.
 */
export function libraryClaim(
  stacks: StackFacts | undefined, first: { name: string; shown: string },
  { total, type, unit, among }: { total: number; type: string; unit: string; among: string }
): Part[] | null {
  const library = libraryOf(stacks, first.name);
  if (library === undefined || total <= 0) return null;
  return parts`${first.shown}${callerWords(library)} has most${among}: ${ratio(library.value / total)} of ${
    type} with the library functions that it calls, ${profileQuantity(library.value, unit)} of ${
    profileQuantity(total, unit)}.`;
}

/** Returns what the first function or the program's own code is known to do, and what to change; empty without. */
export function costStatement(stacks: StackFacts | undefined, first: string): Part[] {
  const step = costStep(first) ?? costStep(stacks?.own?.function ?? '');
  return step === null ? [] : [{ text: step }];
}
