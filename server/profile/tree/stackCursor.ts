import { NONE, onlySlots, SEVERAL, type FrameNames } from '../query/frameNames.ts';
import type { Profile } from '../decode/profile.ts';
import type { StackView } from '../decode/stackView.ts';

/**
 * Fields of each sample's position: one past its next frame, its last frame, lines of the next frame already passed.
 */
const STRIDE = 4;
const END = 0;
const FROM = 1;
const PASSED = 2;

/** Walks each sample's stack separately, from the root, one printed name at a time, including inlined ones. */
export class StackCursor {
  private readonly frames: Uint32Array;
  private readonly start: Uint32Array;
  private readonly slots: Uint32Array;
  private readonly only: Int32Array;
  private readonly places: Uint32Array;

  constructor(profile: Profile, view: StackView, names: FrameNames) {
    this.frames = profile.frames;
    this.start = names.start;
    this.slots = names.slots;
    this.only = onlySlots(names);
    this.places = new Uint32Array(profile.sampleCount * STRIDE);
    for (let sample = 0; sample < profile.sampleCount; sample++) {
      this.places[sample * STRIDE + END] = view.to[sample] ?? 0;
      this.places[sample * STRIDE + FROM] = view.from[sample] ?? 0;
    }
  }

  /** Returns the slot of the next name of the sample's stack; -1 at its end. */
  next(sample: number): number {
    const { frames, only, places } = this;
    const place = sample * STRIDE;
    const from = places[place + FROM] ?? 0;
    for (let end = places[place + END] ?? 0; end > from; end--) {
      const location = frames[end - 1] ?? 0;
      const slot = only[location] ?? NONE;
      if (slot >= 0) {
        places[place + END] = end - 1;
        return slot;
      }
      if (slot === SEVERAL) return this.nextInlined(place, location, end);
    }
    return -1;
  }

  private nextInlined(place: number, location: number, end: number): number {
    const lineEnd = this.start[location + 1] ?? 0;
    const passed = this.places[place + PASSED] ?? 0;
    const last = passed + 1 === lineEnd - (this.start[location] ?? 0);
    this.places[place + PASSED] = last ? 0 : passed + 1;
    this.places[place + END] = last ? end - 1 : end;
    return this.slots[lineEnd - 1 - passed] ?? 0;
  }
}
