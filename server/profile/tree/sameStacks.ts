/** Finds samples with the same stack of names, which determine the width of a frame of a diff. */
import type { FrameNames } from '../query/frameNames.ts';
import type { Profile } from '../decode/profile.ts';
import type { StackView } from '../decode/stackView.ts';

/**
 * Returns for each sample of the view the first one with the same names from root to leaf (itself if it is the first).
 */
export function firstWithSameStack(profile: Profile, view: StackView, names: FrameNames): Uint32Array {
  const first = new Uint32Array(profile.sampleCount);
  const hashes = new Uint32Array(profile.sampleCount);
  const size = 2 ** Math.ceil(Math.log2(2 * profile.sampleCount + 2));
  /** Sample + 1, 0 for none; open addressing. */
  const table = new Uint32Array(size);
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    first[sample] = sample;
    if (view.kept[sample] === 0) continue;
    const hash = hashOf(profile, view, names, sample);
    hashes[sample] = hash;
    for (let place = hash & (size - 1); ; place = (place + 1) & (size - 1)) {
      const other = (table[place] ?? 0) - 1;
      if (other < 0) { table[place] = sample + 1; break; }
      if (hashes[other] === hash && isSame(profile, view, names, sample, other)) { first[sample] = other; break; }
    }
  }
  return first;
}

function hashOf(profile: Profile, view: StackView, names: FrameNames, sample: number): number {
  const { frames } = profile;
  const { start, slots } = names;
  let hash = 0x811c9dc5;
  const end = view.to[sample] ?? 0;
  for (let frame = view.from[sample] ?? 0; frame < end; frame++) {
    const location = frames[frame] ?? 0;
    const lineEnd = start[location + 1] ?? 0;
    for (let line = start[location] ?? 0; line < lineEnd; line++) {
      hash = Math.imul(hash ^ (slots[line] ?? 0), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
  }
  return hash >>> 0;
}

/** Compares location by location, which nearly always decides; else name by name. */
function isSame(profile: Profile, view: StackView, names: FrameNames, a: number, b: number): boolean {
  const { frames } = profile;
  const aFrom = view.from[a] ?? 0;
  const bFrom = view.from[b] ?? 0;
  const length = (view.to[a] ?? 0) - aFrom;
  if (length === (view.to[b] ?? 0) - bFrom) {
    let at = 0;
    while (at < length && frames[aFrom + at] === frames[bFrom + at]) at++;
    if (at === length) return true;
  }
  const walk = new NameWalk(profile, view, names, a);
  const other = new NameWalk(profile, view, names, b);
  for (;;) {
    const slot = walk.next();
    if (slot !== other.next()) return false;
    if (slot < 0) return true;
  }
}

/** Like StackCursor, for one sample and from the leaf. */
class NameWalk {
  private frame: number;
  private readonly end: number;
  private line = 0;

  constructor(private readonly profile: Profile, view: StackView, private readonly names: FrameNames, sample: number) {
    this.frame = view.from[sample] ?? 0;
    this.end = view.to[sample] ?? 0;
  }

  next(): number {
    const { start, slots } = this.names;
    for (; this.frame < this.end; this.frame++, this.line = 0) {
      const location = this.profile.frames[this.frame] ?? 0;
      const line = (start[location] ?? 0) + this.line;
      if (line < (start[location + 1] ?? 0)) {
        this.line++;
        return slots[line] ?? 0;
      }
    }
    return -1;
  }
}
