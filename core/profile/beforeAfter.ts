/**
 * Guesses which of two profiles is the base: from their names unless their own times contradict them, else from their
 * times. The reader can always swap.
 */
import type { ProfileInfo } from '../contract/contract.ts';
import { isAgainstNames, type Taken } from './nameOrder.ts';

export interface Sides { before: ProfileInfo; after: ProfileInfo; because: 'pair' | 'names' | 'time' | 'order' }

// Whole words of a file name: `new.cpu.pb.gz`, `prom-before-2`, but not `newobject`.
const BEFORE_WORD =
  /(?:^|[^a-z])(?:before|old|base|baseline|prev|previous|orig|original|control|slow|main|master)(?![a-z])/;
const AFTER_WORD =
  /(?:^|[^a-z])(?:after|new|head|next|patched|patch|fixed|fix|candidate|fast|optimi[sz]ed|pr)(?![a-z])/;

/** Returns -1 for before, 1 for after, 0 if the name says neither or both. */
export function sideHint(name: string): -1 | 0 | 1 {
  const lower = name.toLowerCase();
  const isBefore = BEFORE_WORD.test(lower);
  const isAfter = AFTER_WORD.test(lower);
  return isBefore === isAfter ? 0 : isBefore ? -1 : 1;
}

/**
 * Returns two profiles in order; if equal in everything, as given. A profile without its own time counts from its
 * upload.
 */
export function guessSides(first: ProfileInfo, second: ProfileInfo): Sides {
  if (first.pair && second.pair && first.pair.label === second.pair.label && first.pair.side !== second.pair.side) {
    return inOrder(first.pair.side === 'before', first, second, 'pair');
  }
  const difference = sideHint(first.name) - sideHint(second.name);
  // Names such as "before" may be exchanged; a time that is in the file is not.
  if (difference !== 0 && !isAgainstNames(takenOf(first), takenOf(second)))
    return inOrder(difference < 0, first, second, 'names');
  const bothSay = first.time !== null && second.time !== null;
  const firstTime = bothSay ? first.time ?? 0 : first.addedTime;
  const secondTime = bothSay ? second.time ?? 0 : second.addedTime;
  return inOrder(firstTime <= secondTime, first, second, firstTime === secondTime ? 'order' : 'time');
}

/** Returns when a profile was taken by itself. */
export const takenOf = ({ name, time }: ProfileInfo): Taken => ({ name, seconds: time });

function inOrder(firstIsBefore: boolean, first: ProfileInfo, second: ProfileInfo, because: Sides['because']): Sides {
  return firstIsBefore ? { before: first, after: second, because } : { before: second, after: first, because };
}

export interface Groups { before: ProfileInfo[]; after: ProfileInfo[] }

/**
 * Returns two groups of several profiles, by pairs or names; of the rest, the earlier half is before. With two or more
 * profiles, neither group is empty. Groups are in time order.
 */
export function guessGroups(profiles: readonly ProfileInfo[]): Groups {
  const timeOf = (
    info: ProfileInfo
  ): number => (profiles.every(({ time }) => time !== null) ? info.time ?? 0 : info.addedTime);
  const ordered = profiles.toSorted((a, b) => timeOf(a) - timeOf(b));
  const hintOf = (info: ProfileInfo): -1 | 0
    | 1 => (info.pair ? (info.pair.side === 'before' ? -1 : 1) : sideHint(info.name));
  const silent = ordered.filter((info) => hintOf(info) === 0);
  const half = Math.floor(silent.length / 2);
  const isBefore = (info: ProfileInfo): boolean =>
    hintOf(info) === -1 || (hintOf(info) === 0 && silent.indexOf(info) < half);
  const before = ordered.filter(isBefore);
  const after = ordered.filter((info) => !isBefore(info));
  if (before.length > 0 && after.length > 0) return { before, after };
  const middle = Math.floor(ordered.length / 2);
  return { before: ordered.slice(0, middle), after: ordered.slice(middle) };
}

export interface DemoPair { label: string; before: ProfileInfo; after: ProfileInfo }

/** Returns the complete before/after pairs among `profiles`, by label. */
export function completePairs(profiles: readonly ProfileInfo[]): DemoPair[] {
  const byLabel = new Map<string, Partial<Record<'before' | 'after', ProfileInfo>>>();
  for (const profile of profiles) {
    if (!profile.pair) continue;
    byLabel.set(profile.pair.label, { ...byLabel.get(profile.pair.label), [profile.pair.side]: profile });
  }
  return [...byLabel].flatMap(([label, { before, after }]) => (before && after ? [{ label, before, after }] : []))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
}
