/** Tells a healthy start, which is not what to report first beside a fault. Pure. */
import type { MeasuredLog } from '../../../../core/contract/contract.ts';

/** A start of this many seconds is not slow. */
const SHORT_SECONDS = 60;

/** Returns whether the only start was short or long; null if it did not end well, or is one of several. */
export function healthyStart({ replays }: MeasuredLog): 'short' | 'long' | null {
  const [start, another] = replays;
  return start === undefined || another !== undefined || start.outcome !== 'finished' ? null
    : (start.totalSeconds ?? Infinity) < SHORT_SECONDS ? 'short' : 'long';
}
