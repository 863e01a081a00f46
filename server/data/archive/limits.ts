/**
 * What of an archive is unpacked at most. All of it is counted while unpacking, whatever the archive says of itself.
 */
export interface ArchiveLimits {
  /** Files, folders and links together. */
  entries: number;
  entryBytes: number;
  totalBytes: number;
  /** Bytes out for each byte in, once more than `ratioFromBytes` came out. */
  ratio: number;
  ratioFromBytes: number;
  timeMs: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 5000,
  entryBytes: 512 * 2 ** 20,
  totalBytes: 2 * 2 ** 30,
  // Text of metrics and goroutines shrinks to a tenth or a twentieth.
  ratio: 200,
  ratioFromBytes: 16 * 2 ** 20,
  timeMs: 120_000,
};

/** The archive is not to be opened at all; the message is for the user. */
export class ArchiveError extends Error {
  constructor(message: string, readonly errorType: 'bad_data' | 'too_large' | 'disk_full' = 'bad_data') {
    super(message);
  }
}

/** One file of the archive, unpacked under a name of ours. */
export interface UnpackedFile {
  /** As the archive calls it, `/` between folders. */
  name: string;
  file: string;
  sizeBytes: number;
  sha256: string;
  /** As the archive states it; null where it states none, or one before 2001. */
  modifiedMs: number | null;
}

export interface Unpacked {
  files: UnpackedFile[];
  skipped: { name: string; reason: string }[];
  skippedCount: number;
}

/** One entry as the readers of tar and zip give it. */
export interface ArchiveEntry {
  name: Uint8Array | string;
  isFolder: boolean;
  /** Why it is not to be read, to follow `"name" was skipped: `; null for a plain file. */
  refusal: string | null;
  modifiedMs: number | null;
  /** The bytes. Throws EntryError when they are damaged; bytes of an entry that is not wanted need not be read. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** This one entry is damaged; the others may be whole. The message follows `"name" was skipped: `. */
export class EntryError extends Error {}
