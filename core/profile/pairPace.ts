/** Says how two profiles are compared at first: as they are, or per second of each. Pure. */
import type { Normalize, ProfileInfo } from '../contract/contract.ts';

/** Durations that differ by less are about equal. */
const TOLERANCE = 0.05;
/** Largest time by which a capture takes longer than asked for, in seconds. */
const LATENCY_SECONDS = 0.3;
/** A capture of a longer time takes whole multiples of this. */
const STEP_SECONDS = 5;

type Timed = Pick<ProfileInfo, 'kind' | 'durationSeconds'>;

/** Whether a duration is of a capture for a set time, such as 30.02 s, and not as long as some work took. */
function isSetTime(durationSeconds: number): boolean {
  const whole = Math.floor(durationSeconds + 0.01);
  const isRound = whole < STEP_SECONDS || whole % STEP_SECONDS === 0;
  return isRound && whole > 0 && durationSeconds - whole <= LATENCY_SECONDS;
}

/**
 * Returns `duration` for CPU profiles of two different set times, which differ in their amount of everything; `none`
 * for others: two profiles of the same work are compared as they are, however long it took.
 */
export function firstNormalize(before: Timed, after: Timed): Normalize {
  const [first, second] = [before.durationSeconds, after.durationSeconds];
  if (before.kind !== 'cpu' || after.kind !== 'cpu' || first === null || second === null) return 'none';
  const isUnequal = Math.abs(first - second) > TOLERANCE * Math.max(first, second);
  return isUnequal && isSetTime(first) && isSetTime(second) ? 'duration' : 'none';
}
