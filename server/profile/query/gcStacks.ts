/** Finds the samples of a Go profile taken inside garbage collection. */
import { GC_FUNCTION } from '../../../core/profile/subsystemRules.ts';
import { at, type Profile } from '../decode/profile.ts';

/** Returns 1 for samples with a collector function anywhere in the stack, including inlined ones. */
export function gcSamples(profile: Profile): Uint8Array {
  return samplesThrough(profile, GC_FUNCTION).found;
}

/** Returns 1 for samples with a matching function anywhere in the stack; `any`: whether the profile names one. */
export function samplesThrough(profile: Profile, name: RegExp): { found: Uint8Array; any: boolean } {
  const { locations, frames, frameStart } = profile;
  const isNamed = profile.functions.map((each) => name.test(each.name));
  const found = new Uint8Array(profile.sampleCount);
  if (!isNamed.includes(true)) return { found, any: false };
  const isThere = new Uint8Array(locations.count);
  for (let location = 0; location < locations.count; location++) {
    for (let line = at(locations.lineStart, location); line < at(locations.lineStart, location + 1); line++) {
      if (isNamed[at(locations.lineFunction, line)] === true) isThere[location] = 1;
    }
  }
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const end = frameStart[sample + 1] ?? 0;
    // By index, not by `at`: there are millions of frames.
    for (let frame = frameStart[sample] ?? 0; frame < end; frame++) {
      if (isThere[frames[frame] ?? 0] === 1) { found[sample] = 1; break; }
    }
  }
  return { found, any: true };
}
