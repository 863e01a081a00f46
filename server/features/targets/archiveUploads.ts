/** Saves uploads of archives and folders: streamed to disk, never whole in memory. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { Request } from 'express';
import { readEntryName } from '../../data/archive/entryNames.ts';
import { ARCHIVE_LIMITS, type Unpacked } from '../../data/archive/limits.ts';
import { badData, RequestError } from '../../kernel/http/errors.ts';
import { saveUpload } from '../../kernel/http/uploads.ts';

/** Compressed size of an uploaded archive; a day of one target takes about ten MB. */
const MAX_ARCHIVE_BYTES = 512 * 2 ** 20;
const MAX_FOLDER_FILES = 2000;
const MAX_SKIPPED = 100;

/** Saves the body as one file. Throws too_large, bad_data. */
export async function saveArchive(req: Request, folder: string): Promise<string> {
  const file = join(folder, 'archive');
  await saveUpload(req, file, MAX_ARCHIVE_BYTES);
  return file;
}

/** Saves every file of a form, with the path that its part names. Throws too_large, bad_data. */
export async function saveFolder(req: Request, folder: string): Promise<Unpacked> {
  let parser: ReturnType<typeof busboy>;
  try {
    // Keeps paths, which distinguish the files of a folder; they are validated like those of an archive.
    parser = busboy({
      headers: req.headers, preservePath: true, defParamCharset: 'utf8',
      limits: {
        files: MAX_FOLDER_FILES, fields: 10, parts: MAX_FOLDER_FILES + 10, fileSize: ARCHIVE_LIMITS.entryBytes,
      },
    });
  } catch (error) {
    throw badData(`The multipart form is broken (${(error as Error).message}); send the folder as a zip instead.`);
  }
  const unpacked: Unpacked = { files: [], skipped: [], skippedCount: 0 };
  const budget = { left: MAX_ARCHIVE_BYTES };
  const writes: Promise<void>[] = [];
  const names = new Set<string>();
  await new Promise<void>((resolve, reject) => {
    parser.on('file', (_field, stream, { filename }) => {
      const name = readEntryName(filename || 'file');
      const twice = name.ok && names.has(name.name);
      if (!name.ok || twice) {
        unpacked.skippedCount += 1;
        if (unpacked.skipped.length < MAX_SKIPPED) unpacked.skipped.push(
          name.ok ? { name: name.name, reason: 'its name appears twice, and the first counts; rename one of them' }
            : { name: name.shown, reason: name.reason }
        );
        stream.resume();
        return;
      }
      names.add(name.name);
      const entry = {
        name: name.name, file: join(folder, String(names.size)), sizeBytes: 0, sha256: '', modifiedMs: null,
      };
      unpacked.files.push(entry);
      const write = pipeline(counted(stream, entry, budget), createWriteStream(entry.file, { mode: 0o600 }));
      write.catch(
        (error: unknown) => { reject(error instanceof Error ? error : badData('The upload was broken off.')); }
      );
      writes.push(write);
    });
    parser.on(
      'filesLimit', () => { reject(badData(`More than ${MAX_FOLDER_FILES} files in one folder; open it in parts.`)); }
    );
    parser.on('close', resolve);
    parser.on('error', (error) => { reject(badData(`The multipart form is broken: ${(error as Error).message}.`)); });
    req.on('aborted', () => { reject(badData('The upload was broken off.')); });
    req.pipe(parser);
  });
  await Promise.all(writes);
  return unpacked;
}

async function* counted(
  stream: Readable, entry: { sizeBytes: number; sha256: string }, budget: { left: number }
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    entry.sizeBytes += chunk.length;
    budget.left -= chunk.length;
    if (budget.left < 0) throw new RequestError({
      errorType: 'too_large',
      message: `The folder is larger than ${MAX_ARCHIVE_BYTES / 2 ** 20} MiB; open it in parts.`,
    });
    hash.update(chunk);
    yield chunk;
  }
  entry.sha256 = hash.digest('hex');
}
