/** Tells of runs of `time` whether the CPU of two sides overlaps, and whether the first runs take longest. Pure. */
import { formatSeconds } from '../../../../core/text/format.ts';
import type { TimeOutput } from '../sides/timeOutput.ts';

const MIN_RUNS = 3;
/** Ratio of the first run to the slowest of the others. */
const COLD = 1.1;

/** Says that the CPU of two sides does not overlap, which the wall clock may hide; null if it does, or for one side. */
export function apartWords([before = [], after = [], ...others]: readonly (readonly TimeOutput[])[]): string | null {
  if (others.length > 0 || before.length < MIN_RUNS || after.length < MIN_RUNS) return null;
  const [old, current] = [before, after].map((runs) =>
    runs.map(({ userSeconds, systemSeconds }) => userSeconds.value + systemSeconds.value));
  const [least, most] = [Math.min(...old ?? []), Math.max(...old ?? [])];
  const [first, last] = [Math.min(...current ?? []), Math.max(...current ?? [])];
  return first > most ? 'Every run of the second side takes more CPU than every run of the first.'
    : last < least ? 'Every run of the second side takes less CPU than every run of the first.' : null;
}

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
