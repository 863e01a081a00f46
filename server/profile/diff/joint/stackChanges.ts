/** Sums the values of two profiles by stack, with a second sample type besides the compared one. */
import { at } from '../../decode/profile.ts';
import { columnOf } from '../../decode/values.ts';
import type { Pair } from '../../query/pair.ts';
import type { Filtered } from '../../query/question.ts';
import { firstWithSameStack } from '../../tree/sameStacks.ts';

/** A stack of both sides. `other`: values of the second sample type, 0 without one. */
export interface StackChange {
  /** Printed names, the innermost first. */
  names: string[];
  before: number;
  after: number;
  other: { before: number; after: number };
}

/** Returns the stacks with a value, in the order of their first sample. `second`: the name of another sample type. */
export function stackChanges(pair: Pair, { view, names }: Filtered, second: string): StackChange[] {
  const { combined, beforeStart } = pair;
  const first = firstWithSameStack(combined, view, names);
  const type = combined.sampleTypes.findIndex((own) => own.type === second);
  const others = type < 0 ? null : columnOf(combined, type).numbers;
  const found = new Map<number, StackChange>();
  for (let sample = 0; sample < combined.sampleCount; sample++) {
    if (view.kept[sample] === 0) continue;
    const stack = first[sample] ?? sample;
    const change = found.get(stack) ?? {
      names: namesOf(pair, { view, names }, stack), before: 0, after: 0, other: { before: 0, after: 0 },
    };
    found.set(stack, change);
    const side = sample < beforeStart ? 'after' : 'before';
    change[side] += pair[side].numbers[sample] ?? 0;
    change.other[side] += others?.[sample] ?? 0;
  }
  return [...found.values()].filter(({ before, after }) => before !== 0 || after !== 0);
}

function namesOf({ combined }: Pair, { view, names }: Filtered, sample: number): string[] {
  const found: string[] = [];
  for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
    const location = at(combined.frames, frame);
    for (let line = at(names.start, location); line < at(names.start, location + 1); line++)
      found.push(names.names[at(names.slots, line)] ?? '');
  }
  return found;
}
