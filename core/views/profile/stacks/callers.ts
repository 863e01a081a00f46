/** Words on the callers of a function of a profile. Pure. */
import type { Part, StackLeaf } from '../../../contract/contract.ts';
import { joined, parts, ratio } from '../../../text/parts.ts';
import { nameWithin } from '../../flame/frameLabel.ts';

const MAX_NAME_LETTERS = 70;
/** Share of a function's value from which its caller is named. */
const MIN_CALLER = 0.3;
/** Share from which a caller, or a process, is named without its share. */
export const NEARLY_ALL = 0.95;
/** Share of a function's value from which each of several callers is named, and of one that is named alone. */
const MIN_SEVERAL = 0.1;
const MOSTLY_ONE = 0.9;

/** A method of Java, whose package most readers know: `com.a.b.Table.get`. */
const JAVA_METHOD = /^(?:[a-z_][\w$]*[./]){2,}([A-Z_$][\w$]*\.[\w$<>]+)$/;

/** Returns the name of a function without the package of Java, shortened. */
export const shown = (name: string): string => nameWithin(JAVA_METHOD.exec(name)?.[1] ?? name, MAX_NAME_LETTERS);

/** Returns ` (74.3 % of it)`; empty for nearly all. */
export const shareOf = (value: number, all: number): Part[] =>
  (value >= NEARLY_ALL * all ? [] : parts` (${ratio(value / all)} of it)`);

/** Returns `main (57.1 % of it) and delta() (42.9 %)`, the larger first; empty unless several share it. */
export function callersWords({ flat, callers = [] }: Pick<StackLeaf, 'flat' | 'callers'>): Part[] {
  const often = callers.filter(({ value }) => value >= MIN_SEVERAL * flat);
  if (often.length < 2 || often.some(({ value }) => value >= MOSTLY_ONE * flat)) return [];
  const [last, ...others] = often.map(({ name, value }, at) =>
    parts`${shown(name)} (${ratio(value / flat)}${at === 0 ? ' of it' : ''})`).reverse();
  return parts`${joined(others.reverse(), ', ')} and ${last ?? []}`;
}

/** Returns `called by vfs_read (74.3 % of it)`, or several callers; empty if none has much of it. */
export function calledBy(leaf: Pick<StackLeaf, 'flat' | 'caller' | 'callers'>): Part[] {
  const several = callersWords(leaf);
  if (several.length > 0) return parts`called by ${several}`;
  const { flat, caller } = leaf;
  return caller === null || caller.value < MIN_CALLER * flat ? []
    : parts`called by ${shown(caller.name)}${shareOf(caller.value, flat)}`;
}
