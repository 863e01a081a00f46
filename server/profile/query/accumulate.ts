/** Sums flat and cum of every name, for any number of value columns at once: the loop behind all tables. */
import { layersOf, type Layer } from './columnLayers.ts';
import { onlySlots, SEVERAL, type FrameNames } from './frameNames.ts';
import { at, type Profile } from '../decode/profile.ts';
import type { StackView } from '../decode/stackView.ts';
import { sumsOf, type Column, type Sums } from '../decode/values.ts';

export interface FlatCum { flat: Pick<Sums, 'value'>; cum: Pick<Sums, 'value'> }

/**
 * Returns for each column: `flat` = sum over samples whose innermost frame has the name; `cum` = sum over samples with
 * the name anywhere in the stack, once per sample even if it recurs. Slots as in `names`.
 */
export function accumulate(profile: Profile, view: StackView, names: FrameNames, columns: Column[]): FlatCum[] {
  return columns.some((column) => column.exact !== null)
    ? accumulateExact(profile, view, names, columns)
    : accumulateNumbers(profile, view, names, columns.map((column) => column.numbers));
}

/** Sums in doubles, the usual case. */
function accumulateNumbers(profile: Profile, view: StackView, names: FrameNames, columns: Float64Array[]): FlatCum[] {
  const { layers, placed } = layersOf(columns);
  const sums = layers.map((layer) => sumLayer(profile, view, names, layer));
  return placed.map((place) => {
    const layer = place === null ? undefined : sums[place.layer];
    if (place === null || layer === undefined) return { flat: NOTHING, cum: NOTHING };
    const { factors } = place;
    const width = factors.length;
    const total = (table: Float64Array, first: number): number => {
      let sum = 0;
      for (let column = 0; column < width; column++) sum += (factors[column] ?? 0) * (table[first + column] ?? 0);
      return sum;
    };
    return {
      flat: { value: (slot: number) => total(layer.flat, slot * width) },
      cum: { value: (slot: number) => total(layer.cum, slot * (width + 1) + 1) },
    };
  });
}

const NOTHING = { value: () => 0 };

/** flat and cum of a layer's columns, interleaved by slot; before each slot's cum is the last counted sample. */
interface LayerSums { flat: Float64Array; cum: Float64Array }

/**
 * Sums a layer. A large profile has millions of frames, so nothing is allocated or called per frame, tables are read by
 * index (`at`, which is called with every kind of array, costs several times as much), and data of a frame is adjacent
 * in memory.
 */
function sumLayer(profile: Profile, view: StackView, names: FrameNames, { owner, values, columns }: Layer): LayerSums {
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

  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const own = owner[sample] ?? -1;
    if (own < 0 || kept[sample] === 0) continue;
    const value = values[sample] ?? 0;
    const place = own + 1;
    const end = to[sample] ?? 0;
    for (let frame = from[sample] ?? 0; frame < end; frame++) {
      const location = frames[frame] ?? 0;
      const slot = only[location] ?? 0;
      if (slot >= 0) {
        const cell = slot * stride;
        if (cum[cell] !== sample) {
          cum[cell] = sample;
          cum[cell + place] = (cum[cell + place] ?? 0) + value;
        }
      } else if (slot === SEVERAL) {
        const lineEnd = start[location + 1] ?? 0;
        for (let line = start[location] ?? 0; line < lineEnd; line++) {
          const cell = (slotOf[line] ?? 0) * stride;
          if (cum[cell] === sample) continue;
          cum[cell] = sample;
          cum[cell + place] = (cum[cell + place] ?? 0) + value;
        }
      }
    }
    // Adds to the innermost line of the first frame that is not hidden.
    for (let frame = from[sample] ?? 0; frame < end; frame++) {
      const location = frames[frame] ?? 0;
      const line = start[location] ?? 0;
      if (line === (start[location + 1] ?? 0)) continue;
      const cell = (slotOf[line] ?? 0) * width + own;
      flat[cell] = (flat[cell] ?? 0) + value;
      break;
    }
  }
  return { flat, cum };
}

/** Sums in integers, for sums that do not fit a double. */
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
