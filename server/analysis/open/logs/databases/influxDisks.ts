/** Says that the cache of InfluxDB 1 is full because a full disk takes no snapshot of it. Pure. */

const DISK_FULL = /no space left on device|not enough space on the disk|disk quota exceeded/i;
const CACHE_FULL = /cache[- ]max(?:imum)?[- ]memory[- ]size/i;
const MAX_LINE = 2000;

/** Returns null unless the disk was full before the cache was. */
export function fullCache(lines: readonly string[]): string | null {
  const disk = lines.findIndex((line) => DISK_FULL.test(line.slice(0, MAX_LINE)));
  const cache = lines.findIndex((line, i) => i > disk && CACHE_FULL.test(line.slice(0, MAX_LINE)));
  return disk < 0 || cache < 0 ? null : 'The full cache follows from the full disk, to which no snapshot of it can be '
    + 'written, so that writes are refused: free space there first, start InfluxDB again, and leave '
    + 'cache-max-memory-size as it is.';
}
