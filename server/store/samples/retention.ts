/** Which sealed partitions go: the too old ones, then the oldest until the folder is small enough. */

export interface RetainedPartition { path: string; startMs: number; endMs: number; bytes: number; recording: boolean }

export interface RetentionLimits { nowMs: number; retentionMs: number; retentionBytes: number }

/**
 * Answers the partitions to delete, oldest first. `totalBytes` is everything stored, heads and recordings
 * included. Recordings that a user opened are never deleted here, neither for age nor for size: only the user knows
 * whether they can be had again. So what is left may exceed the limit.
 */
export function partitionsToDelete<P extends RetainedPartition>(
  partitions: readonly P[], totalBytes: number, limits: RetentionLimits,
): P[] {
  const oldestFirst = partitions.filter((one) => !one.recording).sort((a, b) => a.startMs - b.startMs);
  let bytes = totalBytes;
  return oldestFirst.filter((one) => {
    const goes = one.endMs < limits.nowMs - limits.retentionMs || bytes > limits.retentionBytes;
    if (goes) bytes -= one.bytes;
    return goes;
  });
}

/**
 * A wall clock that gains so much on the steady one was set, or the machine slept; a clock that is corrected gains
 * less.
 */
const JUMP_MS = 60_000;
/** A clock is believed after it has run so long without a jump. */
const SETTLED_MS = 3_600_000;

/**
 * How old data may get, for as long as the clock is to be believed. A clock that was set a month ahead by mistake must
 * not delete everything in the minute until it is set right: in the hour after a jump forward nothing is too old (the
 * retention by size holds nevertheless). Asked every half a minute.
 */
export class RetentionAge {
  private aheadMs: number | null = null;
  private jumpedMs = -Infinity;

  /** `steadyMs` runs evenly, from wherever. */
  constructor(private readonly retentionMs: number, private readonly steadyMs: () => number) {}

  limitMs(nowMs: number): number {
    const steadyMs = this.steadyMs();
    const aheadMs = nowMs - steadyMs;
    if (this.aheadMs !== null && aheadMs - this.aheadMs > JUMP_MS) this.jumpedMs = steadyMs;
    this.aheadMs = aheadMs;
    return steadyMs - this.jumpedMs >= SETTLED_MS ? this.retentionMs : Infinity;
  }
}
