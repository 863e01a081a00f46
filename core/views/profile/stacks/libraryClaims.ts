/** Words on a library function with most of a profile, such as fmt.Sprintf, and the function that calls it. Pure. */
import type { Part, StackFacts, StackLeaf } from '../../../contract/contract.ts';
import { costStep } from '../../../profile/knownCosts.ts';
import { joined, parts, profileQuantity, ratio } from '../../../text/parts.ts';
import { nameWithin } from '../../flame/frameLabel.ts';

const MAX_NAME_LETTERS = 70;
/** Share of the value from which the caller is named, and from which it is named without its share. */
const MIN_CALLER = 0.3;
const NEARLY_ALL = 0.95;
/** Share up to which the largest of several callers is not named alone, and share from which each of them is. */
const MOSTLY_ONE = 0.9;
const MIN_SEVERAL = 0.1;

type Library = NonNullable<StackLeaf['library']>;

/** Returns the value of a library function, if what works for it is in that; undefined for other functions. */
export const libraryOf = (stacks: StackFacts | undefined, name: string): Library | undefined =>
  stacks?.leaves.find((leaf) => leaf.function === name)?.library;

function callerWords({ value, caller, callers = [] }: Library): Part[] | '' {
  const often = callers.filter((one) => one.value >= MIN_SEVERAL * value);
  if (often.length > 1 && often.every((one) => one.value < MOSTLY_ONE * value)) {
    const [last = [], ...others] = often.map(({ name, value: own }, at) =>
      parts`${nameWithin(name, MAX_NAME_LETTERS)} (${ratio(own / value)}${at === 0 ? ' of it' : ''})`).reverse();
    return parts`, called by ${joined(others.reverse(), ', ')} and ${last},`;
  }
  if (caller === null || caller.value < MIN_CALLER * value) return '';
  const share = caller.value >= NEARLY_ALL * value ? '' : parts` (${ratio(caller.value / value)} of it)`;
  return parts`, called by ${nameWithin(caller.name, MAX_NAME_LETTERS)}${share},`;
}

/** Returns ` (called by shop.Load)`, or what the value of a library function includes if several call it. */
export const libraryMark = (library: Library): Part[] => (library.caller === null
  || library.caller.value < NEARLY_ALL * library.value ? parts` (with library functions)`
  : parts` (called by ${nameWithin(library.caller.name, MAX_NAME_LETTERS)})`);

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
