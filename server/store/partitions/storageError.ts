/** Tells DuckDB's failures apart by their text, which is all they carry. */

export type StorageFailure = 'corrupt' | 'corruptLog' | 'full' | 'other';

/**
 * `corrupt`: the file itself is damaged; `corruptLog`: its write-ahead log is; `full`: no room; `other`: anything
 * else the disk or the folder's rights brought about.
 */
export function storageFailure(error: unknown): StorageFailure {
  const text = messageOf(error);
  if (/No space left|ENOSPC|quota exceeded|EDQUOT/i.test(text)) return 'full';
  if (/replaying WAL|Corrupt WAL/i.test(text)) return 'corruptLog';
  const damaged =
    /Corrupt database file|not a valid DuckDB|Could not read enough bytes|checksum|stored chunk of changes|Serialization Error|different version/i;
  return damaged.test(text) ? 'corrupt' : 'other';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
