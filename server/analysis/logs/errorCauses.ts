/** Classifies why a storage operation failed, from the error texts of operating systems and the TSDB. */
import { isOfWatch } from './causes/fileWatches.ts';

export type ErrorCause =
  | 'disk-full' | 'address-space' | 'locked' | 'overlap' | 'out-of-order' | 'missing-segment' | 'corrupt' | 'permission'
  | 'series-order' | 'unrepaired' | 'read-only' | 'input-output' | 'file-limit' | 'port' | 'version' | 'object-storage';

const ROWS: readonly [ErrorCause, RegExp][] = [
  ['disk-full', /no space left on device|not enough space on the disk|disk quota exceeded|ENOSPC|disk (?:is )?full/i],
  // mmap fails so in a 32-bit process, and in one at vm.max_map_count.
  ['address-space', /cannot allocate memory|mmap.{0,80}(?:not enough memory|insufficient)|virtual memory exhausted/i],
  // Excludes failures to request the lock: no write permission, or a file system without locks.
  [
    'locked', new RegExp([
      /lock DB directory(?!.*(?:permission denied|no locks available))|locked by other process/,
      /resource temporarily unavailable|lock(?:file)? .{0,40}(?:held|acquired|exists)/,
    ].map(({ source }) => source).join('|'), 'i'),
  ],
  ['overlap', /overlap/i],
  ['series-order', /out[- ]of[- ]order series/i],
  ['out-of-order', /out[- ]of[- ]order/i],
  ['read-only', /read-only file system/i],
  ['permission', /permission denied|access is denied|operation not permitted/i],
  ['file-limit', /too many open files/i],
  ['port', /address already in use|only one usage of each socket address/i],
  ['input-output', /input\/output error|stale (?:NFS )?file handle|remote i\/o error/i],
  ['missing-segment', /segments are not sequential|unsequential head chunk files|found unsequential/i],
  // The repair ended because a file is not there, whatever was damaged before.
  ['unrepaired', /repair corrupted WAL: (?:rename|cannot handle error: open WAL segment)[^\n]{1,900}no such file/i],
  ['corrupt', /corrupt|checksum|invalid magic|unexpected (?:eof|end)|invalid (?:segment|(?:head )?chunk)/i],
  ['version', /unexpected (?:meta|index) (?:file )?version|unknown (?:index|chunk) (?:file )?version/i],
  ['object-storage', /\b(?:get object|upload object|bucket|access denied|slow ?down|request timeout)\b/i],
];

/** A file that cannot be read because a folder is in its place, and what that means. */
export const IS_FOLDER = /\b(?:read|open) \S{1,300}: is a directory\b/i;
export const FOLDER_FOR_FILE = 'A folder is at that path in place of a file, as Docker makes one if the file of a bind '
  + 'mount is not on the host: remove the folder, put the file there, and start it again.';

/** Returns the cause; null if the text names no known one. */
export function causeOfError(text: string): ErrorCause | null {
  const head = text.slice(0, 4096);
  const cause = ROWS.find(([, pattern]) => pattern.test(head))?.[0] ?? null;
  return (cause === 'disk-full' || cause === 'file-limit') && isOfWatch(head) ? null : cause;
}
