/** Finds the samples of a Go profile taken inside garbage collection. */
import { GC_FUNCTION } from '../../../core/profile/subsystemRules.ts';
import { at, type Profile } from '../decode/profile.ts';

/** Returns 1 for samples with a collector function anywhere in the stack, including inlined ones. */
export function gcSamples(profile: Profile): Uint8Array {
  const { locations } = profile;
  const isGcFunction = profile.functions.map((each) => GC_FUNCTION.test(each.name));
  const isGcLocation = new Uint8Array(locations.count);
  for (let location = 0; location < locations.count; location++) {
    for (let line = at(locations.lineStart, location); line < at(locations.lineStart, location + 1); line++) {
      if (isGcFunction[at(locations.lineFunction, line)] === true) isGcLocation[location] = 1;
    }
  }
  const found = new Uint8Array(profile.sampleCount);
  if (!isGcLocation.includes(1)) return found;
  const { frames, frameStart } = profile;
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const end = frameStart[sample + 1] ?? 0;
    // By index, not by `at`: there are millions of frames.
    for (let frame = frameStart[sample] ?? 0; frame < end; frame++) {
      if (isGcLocation[frames[frame] ?? 0] === 1) { found[sample] = 1; break; }
    }
  }
  return found;
}
