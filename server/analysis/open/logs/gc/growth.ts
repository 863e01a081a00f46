/** Says how fast the live heap of a GC trace grows that no cycle lessens. Pure. */
import { formatBytes, formatSeconds } from '../../../../../core/text/format.ts';

/** The live heap after each cycle, MiB, and what the heap goal is as a multiple of it. */
interface Growing { liveMb: readonly number[]; goalPerLive: readonly number[]; seconds: number }

const MIN_CYCLES = 6;
const MIN_SECONDS = 5;
const MIN_RATIO = 1.5;
/** Minimum of the last heap; smaller heaps grow while a program starts. */
const MIN_LAST_MIB = 1024;
/** Portion of the cycles that may end with less than the one before. */
const MAX_FALLS = 0.1;
/** A goal below this multiple of the live heap is of a GOGC of 40 or less. */
const LOW_GOAL = 1.4;
const MIB = 2 ** 20;

/** Returns the growth with a step; null for a heap that is small, or that a cycle lessens. */
export function growthText({ liveMb, goalPerLive, seconds }: Growing): string | null {
  const [first, last] = [liveMb[0] ?? 0, liveMb.at(-1) ?? 0];
  if (liveMb.length < MIN_CYCLES || !(seconds >= MIN_SECONDS) || last < MIN_LAST_MIB || last < MIN_RATIO * first)
    return null;
  const falls = liveMb.filter((live, i) => live < (liveMb[i - 1] ?? 0)).length;
  // A heap that has stopped to grow was only filled.
  const middle = liveMb[Math.floor((2 * liveMb.length) / 3)] ?? last;
  if (falls > MAX_FALLS * liveMb.length || (last - middle) < 0.1 * (last - first)) return null;
  const rate = formatBytes((last - first) * MIB / seconds);
  const goal = goalPerLive.toSorted((a, b) => a - b)[Math.floor(goalPerLive.length / 2)];
  const every = seconds / (liveMb.length - 1);
  const often = goal === undefined || goal > LOW_GOAL ? ''
    : ` The heap goal is only ${goal.toPrecision(3)} times the live heap (GOGC about ${
      Math.round((goal - 1) * 100)}), so a cycle begins about every ${formatSeconds(every)}: a larger GOGC saves CPU `
      + 'if there is memory for it.';
  return `The live heap grew from ${formatBytes(first * MIB)} to ${formatBytes(last * MIB)} in ${
    formatSeconds(seconds)} (${rate}/s), and GC freed none of that: a heap profile shows what holds it.${often}`;
}
