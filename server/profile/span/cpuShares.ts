/** Returns CPU time by subsystem, and that of GC, from a CPU profile: small enough to store with it. */
import type { CpuShares } from '../../../core/cpuLayers.ts';
import { ok, type Result } from '../../../core/result.ts';
import { at, type Profile } from '../decode/profile.ts';
import { gcShare } from './gcShare.ts';
import { byFunction, filtered } from '../query/question.ts';
import { placeSamples, subsystemNames, type Subsystem } from '../query/subsystems.ts';

/** Returns the shares. Error `bad_data` if it is not a CPU profile. */
export function cpuShares(profile: Profile, rules: readonly Subsystem[]): Result<CpuShares> {
  const gc = gcShare(profile);
  if (!gc.ok) return gc;
  const what = filtered(profile, byFunction({}));
  if (!what.ok) return what;
  const { program, places, ofSample } = placeSamples(profile, what.value, rules);
  const named = subsystemNames(program, rules);
  const rows = places.map((place) => named(place).id);
  const time = profile.sampleTypes.findIndex(({ type }) => type === 'cpu');
  // Sums in integer nanoseconds, so that the stored text is short.
  const nanos: Record<string, number> = {};
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const row = rows[at(ofSample, sample)];
    if (row === undefined) continue;
    nanos[row] = (nanos[row] ?? 0) + at(profile.values, sample * profile.sampleTypes.length + time);
  }
  const seconds = Object.fromEntries(Object.entries(nanos).map(([row, value]) => [row, value / 1e9]));
  return ok({ seconds, gc: gc.value });
}
