/** Computes how full the log's last segment is, from the size of the log on disk. See docs/reference/wal-replay.md. */

const MIB = 2 ** 20;
/** Usual segment sizes, the likeliest first: 128 MiB is the default. */
const USUAL_STEPS = [128, 64, 32, 16, 10, 8, 5, 4, 2, 1];
/** A segment ends before the record that it has no room for. */
const UNUSED = 0.01;

/**
 * Returns the fill, 0 to 1, of the last of so many segments that hold `bytes` in all: the others are full, and a
 * segment's size is a whole number of MiB. null if no such size fits.
 */
export function lastFillBySize(bytes: number, segments: number): number | null {
  if (segments < 2 || !(bytes > 0)) return null;
  const least = Math.max(1, Math.ceil(bytes / segments / MIB));
  const most = Math.floor(bytes / (segments - 1) / MIB * (1 + UNUSED));
  for (const step of USUAL_STEPS) {
    const size = Math.ceil(least / step) * step;
    if (size <= most) return Math.min(1, Math.max(0, bytes / (size * MIB) - (segments - 1)));
  }
  return null;
}
