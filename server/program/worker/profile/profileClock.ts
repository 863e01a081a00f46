/** How far the clock of a target is ahead of ours, as a profile captured from it shows. Pure. */
import type { ProfileInfo } from '../../../../core/contract/contract.ts';

/** Kinds of which Go states the start; of the change between two snapshots it states the end. */
const STATE_START: readonly string[] = ['cpu', 'wall', 'trace'];

export interface Taken {
  /** When it was asked for and when it was complete, ms since the epoch on our clock. */
  startMs: number;
  endMs: number;
  /** It states its end: what Go gives of the change between two snapshots. */
  statesEnd: boolean;
}

/**
 * Seconds. What the profile is of lies between the two moments of our clock; 0 wherever that fits without a difference
 * (one machine, clocks in step), else the middle of what fits.
 */
export function clockAheadSeconds(
  { time, durationSeconds }: Pick<ProfileInfo, 'time' | 'durationSeconds'>, { startMs, endMs, statesEnd }: Taken
): number {
  if (time === null) return 0;
  const lasted = durationSeconds ?? 0;
  const begun = statesEnd ? time - lasted : time;
  const [least, most] = [begun + lasted - endMs / 1000, begun - startMs / 1000];
  return least <= 0 && most >= 0 ? 0 : (least + most) / 2;
}

/**
 * When the profile begins, Unix seconds on our clock; where nobody saw it taken, the time that it states.
 * `isDifference`: we subtracted it.
 */
export function timeOnOurClock(
  facts: Pick<ProfileInfo, 'time' | 'durationSeconds' | 'kind'>, taken: Omit<Taken, 'statesEnd'> | undefined,
  isDifference: boolean
): number | null {
  const { time, durationSeconds, kind } = facts;
  if (taken === undefined || time === null) return time;
  const statesEnd = !isDifference && !STATE_START.includes(kind);
  return time - clockAheadSeconds(facts, { ...taken, statesEnd }) - (statesEnd ? durationSeconds ?? 0 : 0);
}
