/** Returns how far a target's clock is ahead of ours, from a profile captured there. Pure. */
import type { ProfileInfo } from '../../../../core/contract/contract.ts';

/** Kinds for which Go reports the start; for the change between two snapshots it reports the end. */
const STATE_START: readonly string[] = ['cpu', 'wall', 'trace'];

export interface Taken {
  /** Times of the request and of the complete answer, ms since the epoch on our clock. */
  startMs: number;
  endMs: number;
  /** True if it reports its end, as Go does for the change between two snapshots. */
  statesEnd: boolean;
}

/**
 * Returns seconds. The profiled time lies between the two moments of our clock; 0 if that holds without an offset (one
 * machine, synchronized clocks), else the middle of the possible offsets.
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
 * Returns the start of the profile, Unix seconds on our clock; if we did not capture it, the time that it reports.
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

/** Returns seconds, from the request: traces before Go 1.25 and goroutine dumps do not report when they begin. */
export function askedAt(kind: string, taken: Omit<Taken, 'statesEnd'> | undefined): number | null {
  return (kind === 'trace' || kind === 'goroutine') && taken !== undefined ? taken.startMs / 1000 : null;
}
