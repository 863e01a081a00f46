/**
 * Other profiles that the same program could have given, for tests of what is not noise. `random` is uniform in
 * [0, 1).
 */
import type { Profile } from '../../server/profile/decode/profile.ts';

/** Every single sample of a CPU profile to one of two by a throw of a coin: two profiles of the same work. */
export function halves(profile: Profile, random: () => number): [Profile, Profile] {
  const first = withCounts(profile, (count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) if (random() < 0.5) kept++;
    return kept;
  });
  const rest = withCounts(profile, (count, sample) => count - (first.values[sample * profile.sampleTypes.length] ?? 0));
  return [first, rest];
}

/**
 * Counts drawn again around `mean`, like Poisson counts; `mean` may give one sample more or less than the profile has.
 */
export function redrawn(
  profile: Profile, random: () => number, mean: (count: number, sample: number) => number = (count) => count
): Profile {
  return withCounts(profile, (count, sample) => poisson(mean(count, sample), random));
}

/** The profile with other counts and cpu times in proportion: its types are samples/count, cpu/nanoseconds. */
function withCounts(profile: Profile, count: (old: number, sample: number) => number): Profile {
  const values = new Float64Array(profile.values.length);
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const drawn = count(profile.values[2 * sample] ?? 0, sample);
    values[2 * sample] = drawn;
    values[2 * sample + 1] = drawn * Number(profile.period);
  }
  return { ...profile, values };
}

/** Knuth's product of uniforms, in steps that do not underflow. */
function poisson(mean: number, random: () => number): number {
  let left = mean;
  let drawn = 0;
  while (left > 0) {
    const step = Math.min(left, 100);
    left -= step;
    const limit = Math.exp(-step);
    for (let product = random(); product > limit; product *= random()) drawn++;
  }
  return drawn;
}
