/** Which sealed partitions go: the too old ones, then the oldest until the folder is small enough. Pure. */

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
