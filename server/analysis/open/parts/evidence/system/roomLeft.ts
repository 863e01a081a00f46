/**
 * Compares an error for lack of space with df: where bytes and inodes are free, the file system is not full, and what
 * is left of the causes is said instead. Pure; bounded.
 */
import { formatBytes } from '../../../../../../core/text/format.ts';
import { FULL_PERCENT, rowsOf } from '../../../outputs/host/dfRows.ts';
import { spaceOf } from '../../../outputs/host/fullFileSystem.ts';

/** What the error means in general. */
const MEANING = /The file system, a quota or its inodes are full: see df and df -i of that path, [^.\n]{1,80} again\./;
const MAX_CHARS = 64 * 1024;
const FAILED_PATH = /(\/[\w.@+/:-]{1,300}?)["'\\]{0,4}: (?:no space left on device|disk quota exceeded)/gi;
/** The data folder by a flag or a key of a configuration. */
const DATA_PATH = new RegExp(
  /\b(?:storage\.(?:tsdb|agent|local)\.path|storageDataPath|data[-.]dir|tsdb\.path|remoteWrite\.tmpDataPath)/.source
    + /["']?[=:\s]{1,3}["']?(\/[\w./-]{1,200})/.source
);
/** A mount whose name says that it has such data. */
const OF_DATA = /(?:^|[/_-])(?:prometheus|thanos|mimir|loki|tempo|tsdb|influxdb|victoria\w{0,20}|vm\w{0,20}-data)\b/i;
/** The file of chunks of a block, which is allocated at its full size when it is made. */
const OF_SEGMENT = /\bwrite chunks: preallocate: no space left/;
const SEGMENT_BYTES = 512 * 2 ** 20;

/** Returns the mount that holds what could not be written; null if the text does not show which. */
function mountOf(head: string, mounts: readonly string[]): string | null {
  const own = mounts.filter((mount) => mount !== '/');
  const failed = [...head.matchAll(FAILED_PATH)].map(([, path = '']) => path);
  const paths = failed.length > 0 ? failed : [DATA_PATH.exec(head)?.[1] ?? ''];
  const held = own.filter((mount) => paths.some((path) => path === mount || path.startsWith(`${mount}/`)))
    .toSorted((a, b) => b.length - a.length)[0];
  const named = failed.length > 0 || held !== undefined ? [] : own.filter((mount) => OF_DATA.test(mount));
  return held ?? (named.length === 1 ? named[0] ?? null : null);
}

/** Returns facts on a full file system with what df shows of it, if that is not full; else as they are. */
export function withRoomLeft(facts: string, text: string): string {
  if (!MEANING.test(facts)) return facts;
  const head = text.slice(0, MAX_CHARS);
  const rows = rowsOf(head);
  const mount = mountOf(head, [...new Set(rows.map((row) => row.mount))]);
  const own = rows.filter((row) => row.mount === mount);
  const [bytes, inodes] = [own.find((row) => !row.isOfInodes), own.find((row) => row.isOfInodes)];
  if (mount === null || bytes === undefined || own.some(({ percent }) => percent >= FULL_PERCENT)) return facts;
  const space = spaceOf(head, mount);
  const ofInodes = inodes === undefined ? '' : `, ${inodes.percent} % of its inodes`;
  if (OF_SEGMENT.test(head) && space !== null && space.free < SEGMENT_BYTES) return facts.replace(MEANING, () =>
    `By df, ${mount} has ${formatBytes(space.free)} of ${formatBytes(space.size)} free (${bytes.percent} % used${
      ofInodes}), so it is not full: a file of chunks of a block is allocated at its full size, by default 512 MiB, `
    + `which ${space.size <= SEGMENT_BYTES ? 'cannot fit into it' : 'does not fit into what is free'}. Use a file `
    + 'system with more than that free beside the WAL and the blocks. Until then no block is written, so retention has '
    + 'nothing to delete.');
  return facts.replace(MEANING, () => `No space was left when it was written, but by df ${mount} is ${
    bytes.percent} % full${inodes === undefined ? '' : `, with ${inodes.percent} % of its inodes in use`}: see whether `
    + `space was freed since${inodes === undefined ? ', df -i for its inodes,' : ','} and whether a quota limits that `
    + 'folder.');
}
