/** Entries of a zip archive in the order of its directory. */
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { ArchiveError, EntryError, type ArchiveEntry, type ArchiveLimits } from './limits.ts';

const ENCRYPTED = 1;
const STORED = 0, DEFLATED = 8;
const FROM_UNIX = 3;
const FILE_TYPE = 0o170000, SYMLINK = 0o120000, PLAIN_FILE = 0o100000, FOLDER = 0o040000;

/**
 * Yields the entries. Throws ArchiveError if it is not a zip, has a damaged directory, or exceeds the expansion ratio.
 */
export async function* zipEntries(file: string, limits: ArchiveLimits): AsyncGenerator<ArchiveEntry> {
  const zip = await opened(file);
  try {
    if (zip.entryCount > limits.entries) {
      throw new ArchiveError(
        `The archive has ${zip.entryCount} entries, more than `
          + `the ${limits.entries} that are taken; pack only `
          + 'the profiles in question, or send them in several archives.',
        'too_large'
      );
    }
    const sum = { in: 0, out: 0 };
    for await (const entry of entriesOf(zip)) {
      yield {
        name: nameOf(entry), isFolder: isFolder(entry), refusal: refusalOf(entry), modifiedMs: timeOf(entry),
        bytes: () => bytesOf(zip, entry, sum, limits),
      };
    }
  } finally {
    zip.close();
  }
}

async function opened(file: string): Promise<ZipFile> {
  try {
    return await openPromise(
      file, { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }
    );
  } catch (error) {
    throw new ArchiveError(`The zip archive is cut off or damaged (${firstSentence(error)}); send it again.`);
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(
      `The directory of the zip archive is damaged (${firstSentence(error)}); send it again. Nothing of it was kept.`
    );
  }
}

/** Returns the name, which is bytes without `decodeStrings`. */
function nameOf(entry: Entry): Uint8Array {
  const name: unknown = entry.fileName;
  return name instanceof Uint8Array ? name : Buffer.from(String(name), 'utf8');
}

function isFolder(entry: Entry): boolean {
  const name = nameOf(entry);
  return modeOf(entry) === FOLDER || name[name.length - 1] === 0x2f;
}

/** Returns the Unix file type; 0 if the archive was not made on Unix and states none. */
function modeOf(entry: Entry): number {
  return entry.versionMadeBy >> 8 === FROM_UNIX ? (entry.externalFileAttributes >>> 16) & FILE_TYPE : 0;
}

function refusalOf(entry: Entry): string | null {
  const mode = modeOf(entry);
  if (mode === SYMLINK) return 'it is a symbolic link; pack the file it points to instead';
  if (mode !== 0 && mode !== PLAIN_FILE && mode !== FOLDER) return 'it is a device or pipe, not a file';
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) return 'it is encrypted; pack it without a password';
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    return `it is compressed by method ${entry.compressionMethod}, which is not `
      + 'read; pack it with the usual one (deflate)';
  return null;
}

function timeOf(entry: Entry): number | null {
  const ms = entry.getLastModDate({ timezone: 'UTC' }).getTime();
  return Number.isFinite(ms) ? ms : null;
}

async function* bytesOf(
  zip: ZipFile, entry: Entry, sum: { in: number; out: number }, limits: ArchiveLimits
): AsyncGenerator<Uint8Array> {
  let checksum = 0;
  sum.in += entry.compressedSize;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      sum.out += chunk.length;
      if (sum.out > limits.ratioFromBytes && sum.out > sum.in * limits.ratio) {
        throw new ArchiveError(
          `The archive expands to more than ${limits.ratio} times its size, as no honest one `
            + 'does; unpack it yourself and send what is in it.',
          'too_large'
        );
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new EntryError(`its data is damaged (${firstSentence(error)}); pack it again`);
  }
  if (checksum !== entry.crc32) throw new EntryError('its checksum does not fit its data; pack it again');
}

function firstSentence(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? '';
}
