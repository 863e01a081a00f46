/** Returns the plausible time and duration that a profile reports. */
import type { Profile } from './profile.ts';

const NANOS = 1e9;
/** pprof is newer. */
const MIN_SECONDS = Date.UTC(2000, 0) / 1000;
const MAX_SECONDS = Date.UTC(2100, 0) / 1000;
/** A year: longer than any profile is recorded or merged. */
const MAX_DURATION_SECONDS = 366 * 86_400;

type Times = Pick<Profile, 'timeNanos' | 'durationNanos'>;

/** Returns Unix seconds; null if it reports none, or an implausible one, as in another unit. */
export function timeSecondsOf(profile: Times): number | null {
  return profile.timeNanos === 0n || isImplausibleTime(profile) ? null : Number(profile.timeNanos) / NANOS;
}

/** Returns seconds; null if it reports none, or an implausible one. */
export function durationSecondsOf(profile: Times): number | null {
  return profile.durationNanos === 0n || isImplausibleDuration(profile) ? null : Number(profile.durationNanos) / NANOS;
}

export function isImplausibleTime({ timeNanos }: Pick<Times, 'timeNanos'>): boolean {
  const time = Number(timeNanos) / NANOS;
  return timeNanos !== 0n && (time < MIN_SECONDS || time > MAX_SECONDS);
}

export function isImplausibleDuration({ durationNanos }: Pick<Times, 'durationNanos'>): boolean {
  return durationNanos < 0n || Number(durationNanos) / NANOS > MAX_DURATION_SECONDS;
}
