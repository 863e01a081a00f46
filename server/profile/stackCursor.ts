import { NONE, onlySlots, SEVERAL, type FrameNames } from './frameNames.ts';
import type { Profile } from './profile.ts';
import type { StackView } from './stackView.ts';

/** Walks each sample's stack from the root, one printed name at a time, inlined ones included: each sample has its own place. */
export class StackCursor {
  private readonly frames: Uint32Array;
  private readonly from: Uint32Array;
  private readonly start: Uint32Array;
  private readonly slots: Uint32Array;
  private readonly only: Int32Array;
  /** One past the frame that is next. */
  private readonly frameEnd: Uint32Array;
  /** Lines of that frame already passed. */
  private readonly passed: Uint32Array;

  constructor(profile: Profile, view: StackView, names: FrameNames) {
    this.frames = profile.frames;
    this.from = view.from;
    this.frameEnd = view.to.slice();
    this.passed = new Uint32Array(profile.sampleCount);
    this.start = names.start;
    this.slots = names.slots;
    this.only = onlySlots(names);
  }

  /** Slot of the next name of the sample's stack; -1 at its end. */
  next(sample: number): number {
    const { frames, only } = this;
    const from = this.from[sample] ?? 0;
    for (let end = this.frameEnd[sample] ?? 0; end > from; end--) {
      const location = frames[end - 1] ?? 0;
      const slot = only[location] ?? NONE;
      if (slot >= 0) {
        this.frameEnd[sample] = end - 1;
        return slot;
      }
      if (slot === SEVERAL) return this.nextInlined(sample, location, end);
    }
    return -1;
  }

  private nextInlined(sample: number, location: number, end: number): number {
    const lineEnd = this.start[location + 1] ?? 0;
    const passed = this.passed[sample] ?? 0;
    const last = passed + 1 === lineEnd - (this.start[location] ?? 0);
    this.passed[sample] = last ? 0 : passed + 1;
    this.frameEnd[sample] = last ? end - 1 : end;
    return this.slots[lineEnd - 1 - passed] ?? 0;
  }
}
