/** flat and cum of every name, for any number of value columns at once: the one loop all tables come from. */
import type { FrameNames } from './frameNames.ts';
import { at, type Profile } from './profile.ts';
import type { StackView } from './stackView.ts';
import { sumsOf, type Column, type Sums } from './values.ts';

export interface FlatCum { flat: Sums; cum: Sums }

/**
 * For each column: `flat` = sum over samples whose innermost frame has the name; `cum` = sum over samples with the name
 * anywhere in the stack, once for each sample however often it recurs. Slots as in `names`.
 */
export function accumulate(profile: Profile, view: StackView, names: FrameNames, columns: Column[]): FlatCum[] {
  const slots = names.names.length;
  const sums = columns.map((column) => ({ flat: sumsOf(column, slots), cum: sumsOf(column, slots) }));
  const lastSample = new Int32Array(slots).fill(-1);
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (view.kept[sample] === 0) continue;
    const active = sums.filter((_, column) => columns[column]?.numbers[sample] !== 0);
    if (active.length === 0) continue;
    let leaf = -1;
    for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
      const location = at(profile.frames, frame);
      for (let line = at(names.start, location); line < at(names.start, location + 1); line++) {
        const slot = at(names.slots, line);
        if (leaf < 0) leaf = slot;
        if (lastSample[slot] === sample) continue;
        lastSample[slot] = sample;
        for (const column of active) column.cum.add(slot, sample);
      }
    }
    if (leaf >= 0) for (const column of active) column.flat.add(leaf, sample);
  }
  return sums;
}
