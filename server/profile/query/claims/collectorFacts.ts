/** Sums the garbage collector of a Go program over whole stacks, and who allocates. Pure. */
import type { NamedValue, StackFacts } from '../../../../core/contract/contract.ts';
import { GC_FUNCTION } from '../../../../core/profile/subsystemRules.ts';
import { at, type Profile } from '../../decode/profile.ts';
import type { StackView } from '../../decode/stackView.ts';
import type { Column } from '../../decode/values.ts';

/** Printed names by slot, and the slots of each location. */
interface Names { names: readonly string[]; start: ArrayLike<number>; slots: ArrayLike<number> }
/** `isOwn`: whether a slot is a function of the program. */
interface Asked { view: StackView; names: Names; column: Column; isOwn: (slot: number) => boolean }

const MAX_ALLOCATORS = 3;
const WORKER_FUNCTION = /^runtime\.gcBgMarkWorker/;
const ASSIST_FUNCTION = /^runtime\.gcAssistAlloc/;
const ALLOCATION = /^runtime\.mallocgc/;
/** Flags of a function. */
const [COLLECTOR, WORKER, ASSIST, ALLOCATES] = [1, 2, 4, 8];

const flagsOf = (name: string): number => (GC_FUNCTION.test(name) ? COLLECTOR : 0)
  | (WORKER_FUNCTION.test(name) ? WORKER : 0) | (ASSIST_FUNCTION.test(name) ? ASSIST : 0)
  | (ALLOCATION.test(name) ? ALLOCATES : 0);

/** Returns the value of stacks with any function of the collector, as the roll-up by subsystem counts them. */
export function collectorFacts(profile: Profile, asked: Asked): Pick<StackFacts, 'collector'> {
  const { view, names, column } = asked;
  const flags = names.names.map(flagsOf);
  if (!flags.some((flag) => (flag & COLLECTOR) !== 0)) return {};
  const allocators = new Map<number, number>();
  let [value, workers, assists] = [0, 0, 0];
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const taken = column.numbers[sample] ?? 0;
    if (view.kept[sample] === 0 || taken === 0) continue;
    const { all, allocator } = stackOf(profile, asked, { sample, flags });
    if (allocator >= 0) allocators.set(allocator, (allocators.get(allocator) ?? 0) + taken);
    if ((all & COLLECTOR) === 0) continue;
    value += taken;
    if ((all & WORKER) !== 0) workers += taken;
    else if ((all & ASSIST) !== 0) assists += taken;
  }
  const most: NamedValue[] = [...allocators].sort(([, a], [, b]) => b - a).slice(0, MAX_ALLOCATORS)
    .map(([slot, sum]) => ({ name: names.names[slot] ?? '', value: sum }));
  return value === 0 ? {} : { collector: { value, workers, assists, allocators: most } };
}

/** Returns the flags of all functions of a stack, and the first of the program that allocates, or -1. */
function stackOf(
  { frames }: Profile, { view, names, isOwn }: Asked, { sample, flags }: { sample: number; flags: readonly number[] }
): { all: number; allocator: number } {
  let [all, allocator] = [0, -1];
  for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
    const location = at(frames, frame);
    for (let line = at(names.start, location); line < at(names.start, location + 1); line++) {
      const slot = at(names.slots, line);
      if (allocator < 0 && (all & ALLOCATES) !== 0 && isOwn(slot)) allocator = slot;
      all |= flags[slot] ?? 0;
    }
  }
  return { all, allocator };
}
