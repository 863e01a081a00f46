/** Which samples of a Go profile were taken inside garbage collection. */
import { at, type Profile } from './profile.ts';

/** Marking, assists, write barriers, sweeping, scavenging: the runtime's functions that are only at work for a collection. */
export const GC_FUNCTION = /^runtime\.(gc[A-Z]|bgsweep|bgscavenge|sweepone|wbBufFlush|wbMove|bulkBarrier|\(\*(mspan|sweepLocked)\)\.sweep|\(\*mheap\)\.reclaim|deductSweepCredit|scanobject|scanblock|greyobject|markroot)/;

/** 1 for samples with a function of the collector anywhere in the stack, inlined ones included. */
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
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    for (let frame = at(profile.frameStart, sample); frame < at(profile.frameStart, sample + 1); frame++) {
      if (isGcLocation[at(profile.frames, frame)] === 1) { found[sample] = 1; break; }
    }
  }
  return found;
}
