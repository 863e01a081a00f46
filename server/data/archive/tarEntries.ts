/** Entries of a tar archive, gzip or plain, in their order. */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { isGzipFile } from '../incident/gzipFile.ts';
import { ArchiveError, type ArchiveEntry, type ArchiveLimits } from './limits.ts';
import { shownName } from './entryNames.ts';

const REFUSALS: Record<string, string> = {
  symlink: 'it is a symbolic link; pack the file it points to instead (tar -h)',
  link: 'it is a hard link; pack the file itself instead (tar --hard-dereference)',
  'character-device': 'it is a device, not a file',
  'block-device': 'it is a device, not a file',
  fifo: 'it is a pipe, not a file',
};

/**
 * Yields the entries. Throws ArchiveError if it is not a tar, is cut off or damaged, or exceeds the expansion ratio.
 */
export async function* tarEntries(file: string, limits: ArchiveLimits): AsyncGenerator<ArchiveEntry> {
  const zipped = await isGzipFile(file);
  const entries = extract();
  const progress = { read: 0, last: '' };
  const input = createReadStream(file);
  let cause: Error | null = null;
  const failed = (error: Error | null | undefined): void => {
    if (!error) return;
    cause ??= error;
    entries.destroy(error);
  };
  if (zipped) pipeline(input, createGunzip(), guardRatio(() => input.bytesRead, limits), entries, failed);
  else pipeline(input, entries, failed);
  const why = async (error: unknown): Promise<unknown> => {
    // The first failure explains more than those it causes, and may be reported a little later.
    await new Promise((told) => { setImmediate(told); });
    return explained(error instanceof ArchiveError ? error : cause ?? error, zipped, progress);
  };
  try {
    for await (const entry of entries) {
      const { name, type, mtime } = entry.header;
      progress.read += 1;
      progress.last = name;
      yield {
        name, isFolder: type === 'directory', refusal: refusalOf(type), modifiedMs: mtime?.getTime() ?? null,
        bytes: () => bytesOf(entry as AsyncIterable<Uint8Array>, why),
      };
      entry.resume();
    }
  } catch (error) {
    throw await why(error);
  } finally {
    entries.destroy();
    input.destroy();
  }
}

async function* bytesOf(
  entry: AsyncIterable<Uint8Array>, why: (error: unknown) => Promise<unknown>
): AsyncGenerator<Uint8Array> {
  try {
    yield* entry;
  } catch (error) {
    throw await why(error);
  }
}

function refusalOf(type: Header['type']): ArchiveEntry['refusal'] {
  if (type === 'file' || type === 'contiguous-file' || type === 'directory') return null;
  return REFUSALS[type ?? ''] ?? 'it is of a kind that is not read (not a plain file); pack it as a plain file';
}

function guardRatio(bytesIn: () => number, limits: ArchiveLimits) {
  return async function* guarded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let out = 0;
    for await (const chunk of chunks) {
      out += chunk.length;
      if (out > limits.ratioFromBytes && out > bytesIn() * limits.ratio) {
        throw new ArchiveError(
          `The archive expands to more than ${limits.ratio} times its size, as no honest one `
            + 'does; unpack it yourself and send what is in it.',
          'too_large'
        );
      }
      yield chunk;
    }
  };
}

function explained(error: unknown, zipped: boolean, { read, last }: { read: number; last: string }): unknown {
  if (error instanceof ArchiveError || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ENOSPC')
    return new ArchiveError(
      'The archive cannot be unpacked: the disk of the data folder is full; make room.', 'disk_full'
    );
  const isOurs = code.startsWith('Z_')
    || /tar header|Unexpected end of data|Stream was destroyed|Invalid header|Header exceeds/i.test(error.message);
  if (!isOurs) return error;
  const cutOff = code === 'Z_BUF_ERROR' || /Unexpected end|Stream was destroyed/i.test(error.message);
  if (read === 0) {
    return new ArchiveError(cutOff || code.startsWith('Z_')
      ? `The archive is ${cutOff ? 'cut off' : 'damaged'} before its first entry; send it again.`
      : `This is no tar archive${zipped ? ' (though it is gzip)' : ''}; open a .tar.gz, `
        + '.tar or .zip, or a profile or recording by itself.');
  }
  return new ArchiveError(
    `The archive is ${cutOff ? 'cut off' : 'damaged'} `
      + `in or after its entry "${shownName(last)}" `
      + `(${error.message}); send it again. Nothing of it was kept.`
  );
}
