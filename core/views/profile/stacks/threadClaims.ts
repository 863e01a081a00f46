/** Words on the threads of a profile of time: those that never leave one line, and what the others do. Pure. */
import type { NamedValue, Part, StackFacts, ThreadFacts, TopTable } from '../../../contract/contract.ts';
import { count, joined, parts, profileQuantity, ratio } from '../../../text/parts.ts';
import { nameWithin } from '../../flame/frameLabel.ts';

const MAX_NAME_LETTERS = 70;
const MAX_THREADS = 3;
const MAX_FUNCTIONS = 3;
/** Names of functions that wait. */
type Waiters = ReadonlySet<string>;

/** A thread all of whose samples are in one line. */
type StillThread = ThreadFacts & { still: NonNullable<ThreadFacts['still']> };

const shown = (name: string): string => nameWithin(name, MAX_NAME_LETTERS);
export const valueOf = (some: readonly { value: number }[]): number => some.reduce((sum, { value }) => sum + value, 0);

/** Returns the threads that never leave one line, unless that is known to wait. */
export function stillThreads(stacks: StackFacts | undefined, waiters: Waiters): StillThread[] {
  return (stacks?.ofThreads ?? []).flatMap(({ still, ...thread }) =>
    (still === undefined || waiters.has(still.function) ? [] : [{ ...thread, still }]));
}

/** Returns whether no other thread is in the function, so that its self value says nothing about work. */
export function isOnlyStill(
  { function: name, flat }: { function: string; flat: number }, threads: readonly StillThread[]
): boolean {
  const own = threads.filter(({ still }) => still.function === name);
  return own.length > 0 && valueOf(own) >= flat;
}

/** Says of each such thread that the profile does not show what it does; empty if there is none. */
export function stillStatement(
  threads: readonly StillThread[], { unit, total }: Pick<TopTable, 'unit' | 'total'>
): Part[] {
  if (threads.length === 0) return [];
  const each = threads.slice(0, MAX_THREADS).map(({ name, value, still }) =>
    parts`${shown(name)} is in one line all the time, ${profileQuantity(value, unit)} (${ratio(value / total)}): ${
      shown(still.function)} (${still.file === '' ? 'line ' : `${still.file}:`}${String(still.line)})`);
  return parts`${joined(each, '; ')}. Such a thread waits, spins or is in one long call: which, the profile does not ${
    'show'}.`;
}

/** Returns what the threads do that neither wait nor stay in one line; empty if the threads are not known. */
export function threadWork(
  { stacks, unit, total }: Pick<TopTable, 'stacks' | 'unit' | 'total'>, waiters: Waiters, still: readonly StillThread[]
): Part[] {
  const skipped = new Set(still.map(({ name }) => name));
  const working = (stacks?.ofThreads ?? []).flatMap(({ name, leaves }) => {
    const work = leaves.filter((leaf) => !waiters.has(leaf.name));
    return skipped.has(name) || work.length === 0 ? [] : [{ name, work, value: valueOf(work) }];
  }).sort((a, b) => b.value - a.value);
  if (working.length === 0) return [];
  const value = valueOf(working);
  const [only] = working;
  const each = working.length === 1 && only !== undefined
    ? [parts`in ${shown(only.name)}, ${functionWords(only.work, unit)}`]
    : working.slice(0, MAX_THREADS).map(({ name, work, value: own }) =>
      parts`${shown(name)} ${profileQuantity(own, unit)}, of it ${functionWords(work, unit)}`);
  return parts`What neither waits nor stays in one line is ${profileQuantity(value, unit)} (${
    ratio(value / total)}): ${joined(each, '; ')}.`;
}

const functionWords = (work: readonly NamedValue[], unit: string): Part[] =>
  joined(work.slice(0, MAX_FUNCTIONS).map(({ name, value }) =>
    parts`${profileQuantity(value, unit)} in ${shown(name)}`), ', ');

/** Says that the time of threads runs side by side; empty if the threads are not known. */
export function besideStatement({ stacks, unit }: Pick<TopTable, 'stacks' | 'unit'>): Part[] {
  const threads = stacks?.ofThreads ?? [];
  const [most] = threads;
  if (most === undefined || unit === 'count') return [];
  const areEqual = threads.every(({ value }) => value >= 0.99 * most.value);
  return parts`These are ${count(threads.length, 'thread')} side by side, of ${areEqual ? '' : 'up to '}${
    profileQuantity(most.value, unit)} each: the sum is no CPU time.`;
}
