/** flat and cum of every name, for any number of value columns at once: the one loop all tables come from. */
import { NONE, onlySlots, type FrameNames } from './frameNames.ts';
import { at, type Profile } from './profile.ts';
import type { StackView } from './stackView.ts';
import { sumsOf, type Column, type Sums } from './values.ts';

export interface FlatCum { flat: Pick<Sums, 'value'>; cum: Pick<Sums, 'value'> }

/**
 * For each column: `flat` = sum over samples whose innermost frame has the name; `cum` = sum over samples with the name
 * anywhere in the stack, once for each sample however often it recurs. Slots as in `names`.
 */
export function accumulate(profile: Profile, view: StackView, names: FrameNames, columns: Column[]): FlatCum[] {
  return columns.some((column) => column.exact !== null)
    ? accumulateExact(profile, view, names, columns)
    : accumulateNumbers(profile, view, names, columns.map((column) => column.numbers));
}

/**
 * The usual case, in doubles. What belongs to a slot stands together: the sample that was counted last, then cum of each
 * column. A large profile has millions of frames, so nothing is allocated or called for a frame, and tables are read by
 * index: `at`, which is called with every kind of array, costs several times as much.
 */
function accumulateNumbers(profile: Profile, view: StackView, names: FrameNames, all: Float64Array[]): FlatCum[] {
  const columns = all.filter((column) => column.some((value) => value !== 0));
  const width = columns.length;
  const stride = width + 1;
  const slots = names.names.length;
  const flat = new Float64Array(slots * width);
  const cum = new Float64Array(slots * stride);
  for (let slot = 0; slot < slots; slot++) cum[slot * stride] = -1;
  const only = onlySlots(names);
  const { frames } = profile;
  const { from, to, kept } = view;
  const { start, slots: slotOf } = names;
  /** Columns in which the sample has a value, and those values. */
  const active = new Uint32Array(width);
  const values = new Float64Array(width);

  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (kept[sample] === 0) continue;
    // Of the columns of a diff, half are 0 in each sample.
    let filled = 0;
    for (let column = 0; column < width; column++) {
      const value = columns[column]?.[sample] ?? 0;
      if (value === 0) continue;
      active[filled] = column;
      values[filled++] = value;
    }
    if (filled === 0) continue;
    let leaf = -1;
    const end = to[sample] ?? 0;
    for (let frame = from[sample] ?? 0; frame < end; frame++) {
      const location = frames[frame] ?? 0;
      let slot = only[location] ?? 0;
      let line = 0;
      let lineEnd = 1;
      if (slot < 0) {
        if (slot === NONE) continue;
        line = start[location] ?? 0;
        lineEnd = start[location + 1] ?? 0;
        slot = slotOf[line] ?? 0;
      }
      if (leaf < 0) leaf = slot;
      for (;;) {
        const cell = slot * stride;
        if (cum[cell] !== sample) {
          cum[cell] = sample;
          for (let i = 0; i < filled; i++) {
            const into = cell + 1 + (active[i] ?? 0);
            cum[into] = (cum[into] ?? 0) + (values[i] ?? 0);
          }
        }
        if (++line >= lineEnd) break;
        slot = slotOf[line] ?? 0;
      }
    }
    for (let i = 0; leaf >= 0 && i < filled; i++) {
      const cell = leaf * width + (active[i] ?? 0);
      flat[cell] = (flat[cell] ?? 0) + (values[i] ?? 0);
    }
  }
  return all.map((each) => {
    const column = columns.indexOf(each);
    if (column < 0) return { flat: NOTHING, cum: NOTHING };
    return {
      flat: { value: (slot: number) => flat[slot * width + column] ?? 0 },
      cum: { value: (slot: number) => cum[slot * stride + 1 + column] ?? 0 },
    };
  });
}

const NOTHING = { value: () => 0 };

/** With sums that do not fit a double. */
function accumulateExact(profile: Profile, view: StackView, names: FrameNames, columns: Column[]): FlatCum[] {
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
