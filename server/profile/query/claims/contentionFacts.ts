/** Sums waits for locks by the functions of the program that hold or want them, with the number of the waits. Pure. */
import type { StackFacts } from '../../../../core/contract/contract.ts';
import { isLocking, releasesLock, waitsForLock } from '../../../../core/profile/goWaits.ts';
import { at, type Profile } from '../../decode/profile.ts';
import { readSlots } from '../../decode/stackSlots.ts';
import type { StackView } from '../../decode/stackView.ts';
import type { Column } from '../../decode/values.ts';

/** Printed names by slot, and the slots of each location. */
interface Names { names: readonly string[]; start: ArrayLike<number>; slots: ArrayLike<number> }
interface Asked { view: StackView; names: Names; column: Column }

const MAX_PLACES = 8;
/** Share of a place from which one function is the entry of nearly all of its stacks. */
const NEARLY_ALL = 0.9;
/** Functions that begin a goroutine or a test, which say nothing on the path. */
const ROOT = new RegExp('^(?:runtime\\.|testing\\.|main\\.main$|net/http\\.|created by )'
  + '|\\.(?:Benchmark|Test|Fuzz)[A-Z_]\\w{0,200}(?:\\.func\\d{1,4}){0,3}$');

interface Sums { value: number; waits: number; callers: Map<number, number>; entries: Map<number, number> }

/** Returns nothing for a profile of another kind. */
export function contentionFacts(
  profile: Profile, { view, names, column }: Asked
): Pick<StackFacts, 'contention'> {
  const width = profile.sampleTypes.length;
  const counts = profile.sampleTypes.findIndex(({ type }) => type === 'contentions');
  if (counts < 0 || !profile.sampleTypes.some(({ type }) => type === 'delay')) return {};
  const locking = names.names.map(isLocking);
  const isLock = names.names.map((name) => releasesLock(name) || waitsForLock(name));
  const isRoot = names.names.map((name) => ROOT.test(name));
  const places = new Map<number, Sums>();
  const slots: number[] = [];
  let [all, waits] = [0, 0];
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const value = column.numbers[sample] ?? 0;
    if (view.kept[sample] === 0 || value === 0) continue;
    readSlots(profile, { view, names }, { sample, slots });
    if (isLock[slots[0] ?? -1] !== true) continue;
    const count = at(profile.values, sample * width + counts);
    [all, waits] = [all + value, waits + count];
    const depth = slots.findIndex((slot) => locking[slot] !== true);
    const place = slots[depth];
    if (place === undefined) continue;
    const sums = places.get(place) ?? { value: 0, waits: 0, callers: new Map<number, number>(),
      entries: new Map<number, number>() };
    places.set(place, sums);
    sums.value += value;
    sums.waits += count;
    const callers = slots.slice(depth + 1).filter((slot) => slot !== place && isRoot[slot] !== true);
    const [caller, entry] = [callers[0], callers.at(-1)];
    if (caller !== undefined) sums.callers.set(caller, (sums.callers.get(caller) ?? 0) + value);
    if (entry !== undefined) sums.entries.set(entry, (sums.entries.get(entry) ?? 0) + value);
  }
  const nameOf = (sums: ReadonlyMap<number, number>, value: number): string | null => {
    const [first] = [...sums].sort(([, a], [, b]) => b - a);
    return first === undefined || first[1] < NEARLY_ALL * value ? null : names.names[first[0]] ?? null;
  };
  return all <= 0 ? {} : {
    contention: {
      value: all, waits,
      places: [...places].sort(([, a], [, b]) => b.value - a.value).slice(0, MAX_PLACES)
        .map(([place, { value, waits: own, callers, entries }]) => ({
          function: names.names[place] ?? '', value, waits: own,
          caller: nameOf(callers, value), entry: nameOf(entries, value),
        })),
    },
  };
}
