/** Selects sealed partitions to delete: those past retention, then the oldest until the folder is small enough. */

export interface RetainedPartition { path: string; startMs: number; endMs: number; bytes: number; recording: boolean }

export interface RetentionLimits { nowMs: number; retentionMs: number; retentionBytes: number }

/**
 * Returns the partitions to delete, oldest first. `totalBytes` is everything stored, including heads and recordings.
 * Recordings that a user opened are never deleted here, neither for age nor for size: only the user knows whether they
 * are still available elsewhere. So what is left may exceed the limit.
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

/** If the wall clock gains this much on the monotonic one, it was set or the machine slept; corrections are smaller. */
const JUMP_MS = 60_000;
/** A clock is trusted after it has run this long without a jump. */
const SETTLED_MS = 3_600_000;

/**
 * The maximum age of data while the clock can be trusted. A clock set a month ahead by mistake must not delete
 * everything before it is corrected: in the hour after a jump forward nothing is too old (retention by size still
 * applies). Called every 30 s.
 */
export class RetentionAge {
  private aheadMs: number | null = null;
  private jumpedMs = -Infinity;

  /** `steadyMs`: a monotonic clock with any origin. */
  constructor(private readonly retentionMs: number, private readonly steadyMs: () => number) {}

  limitMs(nowMs: number): number {
    const steadyMs = this.steadyMs();
    const aheadMs = nowMs - steadyMs;
    if (this.aheadMs !== null && aheadMs - this.aheadMs > JUMP_MS) this.jumpedMs = steadyMs;
    this.aheadMs = aheadMs;
    return steadyMs - this.jumpedMs >= SETTLED_MS ? this.retentionMs : Infinity;
  }
}
