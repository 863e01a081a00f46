/** Tells that the first run of each side takes longest, as before caches are filled. Pure. */
import { formatSeconds } from '../../../../core/text/format.ts';
import type { TimeOutput } from '../sides/timeOutput.ts';

const MIN_RUNS = 3;
/** Ratio of the first run to the slowest of the others. */
const COLD = 1.1;

/** `sides`: the runs of each in their order. Null unless the first run of each of two or more is by far the slowest. */
export function coldWords(sides: readonly (readonly TimeOutput[])[]): string | null {
  if (sides.length < 2 || sides.some(({ length }) => length < MIN_RUNS)) return null;
  const firsts = sides.flatMap((runs) => {
    const [first = 0, ...others] = runs.map(({ elapsedSeconds }) => elapsedSeconds.value);
    return first >= COLD * Math.max(...others) ? [formatSeconds(first)] : [];
  });
  return firsts.length < sides.length ? null : `The first run of each side takes longest (${
    firsts.join(', ')}), as when a cache is still cold: leave it out on both sides, or make each run start alike.`;
}
