/** Returns a uniform random number in [0, 1). */
export type Random = () => number;

/**
 * Returns a small seeded generator (mulberry32): the same seed gives the same figures on every machine, so that a panel
 * does not change between two reads of the same window. Not for secrets.
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
