/** Reads the printed names of a sample's stack into an array that is used again for each sample. Pure. */
import { at, type Profile } from './profile.ts';
import type { StackView } from './stackView.ts';

/** The slots of each location, innermost name first. */
interface Names { start: ArrayLike<number>; slots: ArrayLike<number> }

/** `first`: only the names of the first frame; `isEnough`: only those up to the caller of what it accepts. */
interface Wanted {
  sample: number; slots: number[]; first?: boolean;
  isEnough?: ((slot: number) => boolean) | null;
}

/**
 * Replaces `slots` with the names of a stack, innermost first; with `isEnough`, those up to the caller of the first
 * function that it accepts, and the outermost one.
 */
export function readSlots(
  { frames }: Pick<Profile, 'frames'>, { view, names }: { view: StackView; names: Names },
  { sample, slots, first = false, isEnough = null }: Wanted
): void {
  // Set to its new length only at the end: an emptied array gives up its memory, once for each of many samples. Tables
  // are read by index, as `at` is called with every kind of array and costs several times as much.
  let count = 0;
  let enough = -1;
  const { start, slots: slotOf } = names;
  const to = view.to[sample] ?? 0;
  for (let frame = view.from[sample] ?? 0; frame < to && !(first && count > 0); frame++) {
    const location = frames[frame] ?? 0;
    const end = start[location + 1] ?? 0;
    for (let line = start[location] ?? 0; line < end; line++) {
      const slot = slotOf[line] ?? 0;
      slots[count++] = slot;
      if (isEnough === null || slot === enough) continue;
      if (enough >= 0) {
        slots[count++] = outermost(names, frames, { from: frame, to }) ?? slot;
        slots.length = count;
        return;
      }
      if (isEnough(slot)) enough = slot;
    }
  }
  slots.length = count;
}

function outermost(
  { start, slots }: Names, frames: Profile['frames'], { from, to }: { from: number; to: number }
): number | undefined {
  for (let frame = to - 1; frame >= from; frame--) {
    const location = at(frames, frame);
    if (at(start, location) < at(start, location + 1)) return at(slots, at(start, location + 1) - 1);
  }
  return undefined;
}
