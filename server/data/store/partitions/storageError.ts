/** Classifies DuckDB's failures by their text, because they have no codes. */

const DAMAGED = new RegExp([
  'Corrupt database file', 'not a valid DuckDB', 'Could not read enough bytes', 'checksum', 'stored chunk of changes',
  'Serialization Error', 'different version',
].join('|'), 'i');

export type StorageFailure = 'corrupt' | 'corruptLog' | 'full' | 'memory' | 'other';

/**
 * Returns the kind of failure. `corrupt`: the file itself is damaged; `corruptLog`: its write-ahead log is; `full`: no
 * space; `memory`: DuckDB's limit is too low for the question; `other`: any other failure of the disk or of
 * permissions.
 */
export function storageFailure(error: unknown): StorageFailure {
  const text = messageOf(error);
  if (/No space left|ENOSPC|quota exceeded|EDQUOT/i.test(text)) return 'full';
  if (/Out of Memory Error/i.test(text)) return 'memory';
  if (/replaying WAL|Corrupt WAL/i.test(text)) return 'corruptLog';
  return DAMAGED.test(text) ? 'corrupt' : 'other';
}

/** Whether the failure concerns only the file that was read or opened. */
export function isOfFile(error: unknown): boolean {
  const failure = storageFailure(error);
  return failure !== 'full' && failure !== 'memory';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
