/** Labels of samples that say when they were taken: pprof has no other place for it. */
import type { Label } from './stackProfile.ts';

/** More are added up by stack, which needs less memory; a picture along time would not show them apart anyway. */
export const MAX_TIMED = 100_000;

const MAX_NANOS = 9e18;

/** None for a time that is none. */
export function timeLabels(nanos: number): Label[] {
  const rounded = Math.round(nanos);
  return rounded >= 0 && rounded < MAX_NANOS ? [['timestamp_ns', BigInt(rounded)]] : [];
}

/** Of decimal seconds as they are printed, to the nanosecond. */
export function printedTimeLabels(seconds: string): Label[] {
  const [whole = '', part = ''] = seconds.split('.');
  return Number(whole) * 1e9 < MAX_NANOS ? [['timestamp_ns', BigInt(whole + part.slice(0, 9).padEnd(9, '0'))]] : [];
}
