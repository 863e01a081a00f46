/**
 * Reduces a profile to two samples, garbage collection and everything else: enough for its totals, the significance of
 * their difference and its comparability, and small enough to pass between threads.
 */
import { gcSamples } from '../query/gcStacks.ts';
import type { Profile } from '../decode/profile.ts';

const NO_WORDS = new Uint32Array(0);
/** Share of other functions kept: enough to determine their language. */
const ONE_IN = 50;
/** Any function that `gcSamples` recognizes. */
const COLLECTOR = 'runtime.gcBgMarkWorker';

/** Returns null if two sums cannot replace the samples of `type`: negative values, or sums that do not fit a double. */
export function digestOf(profile: Profile, type: number): Profile | null {
  if (profile.exactValues !== null) return null;
  const width = profile.sampleTypes.length;
  const sums = new Float64Array(2 * width);
  const sizes = new Float64Array(width);
  const inGc = gcSamples(profile);
  const { values } = profile;
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const row = inGc[sample] === 1 ? 0 : width;
    for (let each = 0; each < width; each++) {
      const value = values[sample * width + each] ?? 0;
      if (value < 0 && each === type) return null;
      sums[row + each] = (sums[row + each] ?? 0) + value;
      sizes[each] = (sizes[each] ?? 0) + Math.abs(value);
    }
  }
  if (sizes.some((size) => size > Number.MAX_SAFE_INTEGER)) return null;
  return {
    ...profile,
    sampleCount: 2, values: sums, frameStart: Uint32Array.of(0, 1, 1), frames: Uint32Array.of(0),
    labels: {
      start: Uint32Array.of(0, 0, 0), key: NO_WORDS, text: new Int32Array(0), number: new BigInt64Array(0),
      unit: NO_WORDS, strings: [''],
    },
    locations: {
      count: 1, mapping: Int32Array.of(-1), address: new BigUint64Array(1), folded: new Uint8Array(1),
      lineStart: Uint32Array.of(0, 1), lineFunction: Uint32Array.of(0), lineNumber: new Float64Array(1),
      lineColumn: new Float64Array(1),
    },
    // The Go version comes from the files of the runtime, the language from those of most functions.
    functions: [
      { name: COLLECTOR, systemName: COLLECTOR, file: '', startLine: 0 },
      ...profile.functions.filter(({ name }, row) => name.startsWith('runtime.') || row % ONE_IN === 0),
    ],
  };
}

