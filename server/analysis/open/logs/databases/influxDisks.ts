/** Says what came first in a log of InfluxDB 1 whose disk is full: a refused mapping, or that disk itself. Pure. */
import { atTime, type Entry } from '../ordinary/entries.ts';
import { ADDRESS_SPACE, MAPPED } from './failedMerges.ts';

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

/** The general step for a full disk, which does not mend what came before it. */
const FREE_SPACE = / ?The file system, a quota or its inodes are full: see df [^.]{1,160}\./g;

/** Returns facts without that step. */
export const withoutSpace = (facts: string | null): string | null => facts?.replaceAll(FREE_SPACE, '') ?? null;

const NOT_ADDED = /\bError adding new TSM files from snapshot\b/i;
const WRITTEN = /\bSnapshot for path written\b/i;
const MAX_ENTRIES = 20_000;

/** Returns the snapshots that could not be mapped before the disk was full; null without both in that order. */
export function unmappedSnapshots(entries: readonly Entry[]): string | null {
  const some = entries.slice(0, MAX_ENTRIES);
  const disk = some.findIndex(({ line }) => DISK_FULL.test(line.slice(0, MAX_LINE)));
  const before = some.slice(0, Math.max(disk, 0));
  const refused = before.filter(({ line }) => NOT_ADDED.test(line) && MAPPED.test(line.slice(0, MAX_LINE)));
  const [first, full] = [refused[0], some[disk]];
  if (first === undefined || full === undefined) return null;
  const paths = new Set(before.flatMap(({ line, fields }) => (WRITTEN.test(line) ? fields['path'] ?? [] : [])));
  const [path] = paths;
  return `The first fault${atTime(first)} is that InfluxDB could not take over ${refused.length === 1
    ? 'a snapshot of its cache' : `${refused.length} snapshots of its cache`}${
    path === undefined || paths.size > 1 ? '' : ` (${path})`}: "cannot allocate memory". Each such try may leave a TSM `
    + `file that is not used, so the disk that is full${atTime(full)} may follow from it, and more space does not mend `
    + `that fault. ${ADDRESS_SPACE}`;
}
