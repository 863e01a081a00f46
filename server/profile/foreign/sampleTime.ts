/** Labels with the time of a sample, for which pprof has no other place. */
import type { Label } from './stackProfile.ts';

/** Limit of samples with a time; more are summed by stack to save memory: a timeline could not distinguish them. */
export const MAX_TIMED = 100_000;

const MAX_NANOS = 9e18;

/** Returns the label of a time; none if the time is invalid. */
export function timeLabels(nanos: number): Label[] {
  const rounded = Math.round(nanos);
  return rounded >= 0 && rounded < MAX_NANOS ? [['timestamp_ns', BigInt(rounded)]] : [];
}

/** Returns the label of printed decimal seconds, to the nanosecond. */
export function printedTimeLabels(seconds: string): Label[] {
  const [whole = '', part = ''] = seconds.split('.');
  return Number(whole) * 1e9 < MAX_NANOS ? [['timestamp_ns', BigInt(whole + part.slice(0, 9).padEnd(9, '0'))]] : [];
}
