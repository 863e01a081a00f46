/** Limits of unpacking an archive. All are counted while unpacking, regardless of the sizes the archive states. */
export interface ArchiveLimits {
  /** Number of files, folders and links together. */
  entries: number;
  entryBytes: number;
  totalBytes: number;
  /** Bytes out per byte in, checked after `ratioFromBytes` bytes out. */
  ratio: number;
  ratioFromBytes: number;
  timeMs: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 5000,
  entryBytes: 512 * 2 ** 20,
  totalBytes: 2 * 2 ** 30,
  // Text of metrics and goroutines compresses to a tenth or a twentieth.
  ratio: 200,
  ratioFromBytes: 16 * 2 ** 20,
  timeMs: 120_000,
};

/** The archive cannot be opened; the message is for the user. */
export class ArchiveError extends Error {
  constructor(message: string, readonly errorType: 'bad_data' | 'too_large' | 'disk_full' = 'bad_data') {
    super(message);
  }
}

/** One file of the archive, unpacked under a generated name. */
export interface UnpackedFile {
  /** Name in the archive, with `/` between folders. */
  name: string;
  file: string;
  sizeBytes: number;
  sha256: string;
  /** Time stated by the archive; null if it states none, or one before 2001. */
  modifiedMs: number | null;
}

export interface Unpacked {
  files: UnpackedFile[];
  skipped: { name: string; reason: string }[];
  skippedCount: number;
}

/** One entry as returned by the readers of tar and zip. */
export interface ArchiveEntry {
  name: Uint8Array | string;
  isFolder: boolean;
  /** Reason to skip it, to follow `"name" was skipped: `; null for a plain file. */
  refusal: string | null;
  modifiedMs: number | null;
  /** Reads the bytes. Throws EntryError if they are damaged; bytes of an unwanted entry need not be read. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** This entry is damaged; the others may be intact. The message follows `"name" was skipped: `. */
export class EntryError extends Error {}
