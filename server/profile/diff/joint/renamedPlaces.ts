/** Counts a function that has another name in another build as the same in what is compared by function. Pure. */
import type { Part } from '../../../../core/contract/contract.ts';
import { count, parts } from '../../../../core/text/parts.ts';
import { nameWithoutFolders } from './movedNames.ts';
import { alone, renamePairs, type RenamePair } from './renamePairs.ts';

interface Place { name: string; before: number; after: number }

export interface RenamedPlaces<One> { places: One[]; renamed: RenamePair<One>[] }

const valueOf = ({ before, after }: Place): number => before + after;

/** Pairs from which a package was perhaps renamed, if nothing else shows that the sides are of different builds. */
const MIN_PAIRS = 2;

/**
 * Merges the places of functions that only one side has in any of its stacks, if their names are alike. `isOneBuild`:
 * whether the sides are of one build, in which no function has another name; null if that is not known.
 */
export function renamedPlaces<One extends Place>(
  all: readonly One[], stacks: readonly { names: readonly string[]; before: number; after: number }[],
  { isOneBuild, merge }: { isOneBuild: boolean | null; merge: (from: One, to: One) => One }
): RenamedPlaces<One> {
  if (isOneBuild === true) return { places: [...all], renamed: [] };
  const [old, current] = [new Set<string>(), new Set<string>()];
  for (const { names, before, after } of stacks) for (const name of names) {
    if (before !== 0) old.add(name);
    if (after !== 0) current.add(name);
  }
  const gone = all.filter((one) => one.before > 0 && !current.has(one.name));
  const came = all.filter((one) => one.after > 0 && !old.has(one.name));
  const moved = alone(gone, came, ({ name }) => nameWithoutFolders(name));
  const taken = new Set(moved.flatMap(({ from, to }) => [from, to]));
  const alike = renamePairs(
    gone.filter((one) => !taken.has(one)), came.filter((one) => !taken.has(one)),
    { nameOf: ({ name }) => name, valueOf, isStrict: true }
  );
  const isEnough = isOneBuild === false || moved.length + alike.length >= MIN_PAIRS;
  const renamed = [...moved, ...isEnough ? alike : []].toSorted((a, b) =>
    valueOf(b.from) + valueOf(b.to) - valueOf(a.from) - valueOf(a.to));
  const former = new Set(renamed.map(({ from }) => from));
  const byNew = new Map(renamed.map(({ from, to }) => [to, from]));
  return {
    renamed,
    places: all.filter((one) => !former.has(one)).map((one) => {
      const from = byNew.get(one);
      return from === undefined ? one : merge(from, one);
    }),
  };
}

/** Returns what was perhaps renamed, by its largest function; empty if nothing was. */
export function renamedWords(renamed: readonly RenamePair<Place>[], value: (amount: number) => Part): Part[] {
  const [first] = renamed;
  return first === undefined ? []
    : parts`${count(renamed.length, 'function')} perhaps only renamed, such as ${first.from.name} to ${
      first.to.name} (${value(first.from.before)} before and ${value(first.to.after)} after): compared as the same.`;
}
