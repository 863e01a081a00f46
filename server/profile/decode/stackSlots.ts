/** Reads the printed names of a sample's stack into an array that is used again for each sample. Pure. */
import type { Profile } from './profile.ts';
import type { StackView } from './stackView.ts';

/** The slots of each location, innermost name first. */
interface Names { start: ArrayLike<number>; slots: ArrayLike<number> }

/** Replaces `slots` with the names of a stack, innermost first; with `first`, only those of its first frame. */
export function readSlots(
  { frames }: Pick<Profile, 'frames'>, { view, names }: { view: StackView; names: Names },
  { sample, slots, first = false }: { sample: number; slots: number[]; first?: boolean }
): void {
  // Set to its new length only at the end: an emptied array gives up its memory, once for each of many samples. Tables
  // are read by index, as `at` is called with every kind of array and costs several times as much.
  let count = 0;
  const { start, slots: slotOf } = names;
  const to = view.to[sample] ?? 0;
  for (let frame = view.from[sample] ?? 0; frame < to && !(first && count > 0); frame++) {
    const location = frames[frame] ?? 0;
    const end = start[location + 1] ?? 0;
    for (let line = start[location] ?? 0; line < end; line++) slots[count++] = slotOf[line] ?? 0;
  }
  slots.length = count;
}
