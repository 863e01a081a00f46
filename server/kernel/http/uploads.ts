import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { Request } from 'express';
import { systemClock, within } from '../../../core/time/clock.ts';
import { MAX_BODY_BYTES } from '../../../core/bounds.ts';
import { badData, RequestError } from './errors.ts';
import { heldBodies } from './requestMemoryBudget.ts';
import { writeErrorType } from '../../../core/result.ts';

const MAX_PARTS = 50;
/** Bytes of a refused body that are read and discarded. */
const MAX_DISCARDED_BYTES = 512 * 2 ** 20;
const MAX_DISCARDING_MS = 30_000;

export interface Upload { name: string; bytes: Buffer }

/**
 * Returns the files of a request: its body, or each `profile` part of a multipart one. In total at most 64 MiB, or
 * `maxBytes`, counted as they arrive. Throws too_large, bad_data, or busy if other requests hold the memory; leaves the
 * rest of the body unread.
 */
export async function readUploads(
  req: Request, defaultName: string, { held = heldBodies, maxBytes = MAX_BODY_BYTES } = {}
): Promise<Upload[]> {
  const budget: Budget = { left: maxBytes, maxBytes, hold: (bytes) => { held.take(req, bytes); } };
  refuseDeclared(req, maxBytes);
  const uploads = isForm(req)
    ? await readParts(req, budget)
    : [
      {
        name: defaultName,
        bytes: await readBody(req, budget)
          .catch((error: unknown) => { throw isBrokenOff(error) ? badData('The upload was broken off.') : error; }),
      },
    ];
  if (uploads.length === 0) throw badData(
    'The form held no file; send each as a file part named "profile" (curl -F '
      + 'profile=@FILE), or a log as one named "log".'
  );
  return uploads;
}

/** Streams the body into a file, at most 64 MiB or the given limit; deletes the file on failure. */
export async function saveUpload(req: Request, file: string, maxBytes = MAX_BODY_BYTES): Promise<void> {
  if (isForm(req)) throw badData('Send the bytes of the file as the body, not as a form.');
  refuseDeclared(req, maxBytes);
  try {
    await pipeline(atMost(req, { left: maxBytes, maxBytes }), createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    await rm(file, { force: true });
    if (isBrokenOff(error)) throw badData('The upload was broken off.');
    if (!isFileError(error)) throw error;
    throw new RequestError({
      errorType: writeErrorType(error),
      message: `The upload cannot be written to the data folder (${error.code}); make room or make it writable.`,
    });
  }
}

export function isForm(req: Request): boolean {
  return (req.headers['content-type'] ?? '').toLowerCase().startsWith('multipart/form-data');
}

function refuseDeclared(req: Request, maxBytes = MAX_BODY_BYTES): void {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/** `hold`: counts bytes that stay in memory. */
interface Budget { left: number; maxBytes?: number; hold?: (bytes: number) => void }

/** Yields the stream while the budget lasts, then throws too_large. Leaves the stream open for the answer. */
async function* atMost(stream: Readable, budget: Budget): AsyncGenerator<Buffer> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    budget.left -= chunk.length;
    if (budget.left < 0) throw tooLarge(budget.maxBytes);
    budget.hold?.(chunk.length);
    yield chunk;
  }
}

/**
 * Reads and discards the rest of a refused body: most clients read the answer only after sending everything. Resolves
 * at its end, or at a limit.
 */
export async function discardRest(req: Request): Promise<void> {
  let left = MAX_DISCARDED_BYTES;
  await within(systemClock, MAX_DISCARDING_MS, new Promise<void>((resolve) => {
    req.unpipe();
    req.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve();
    });
    for (const event of ['end', 'close', 'error']) req.on(event, () => { resolve(); });
    req.resume();
  }));
}

function tooLarge(maxBytes = MAX_BODY_BYTES): RequestError {
  return new RequestError({
    errorType: 'too_large',
    message: `The upload is larger than ${maxBytes / 2 ** 20} MiB; `
      + 'gzip it, send several files one by one, or cut a recording into shorter ones.',
  });
}

function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error
    && (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE');
}

function isFileError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

/**
 * Reads the body; if its length is declared, copies each chunk into place as it arrives: joining the chunks of many
 * large uploads at their end, all at the same moment, would block all other work.
 */
async function readBody(req: Request, budget: Budget): Promise<Buffer> {
  const declared = Number(req.headers['content-length']);
  if (!Number.isInteger(declared) || declared < 1) return readAll(req, budget);
  const bytes = Buffer.allocUnsafeSlow(declared);
  let filled = 0;
  // The HTTP parser yields no more than declared, and an error for less.
  for await (const chunk of atMost(req, budget)) filled += chunk.copy(bytes, filled);
  if (filled < declared) throw badData('The upload was broken off.');
  return bytes;
}

async function readAll(stream: Readable, budget: Budget): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of atMost(stream, budget)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function readParts(req: Request, budget: Budget): Promise<Upload[]> {
  let parser: ReturnType<typeof busboy>;
  try {
    parser = busboy({ headers: req.headers, limits: { files: MAX_PARTS, fields: 10, parts: MAX_PARTS + 10 } });
  } catch (error) {
    throw badData(
      `The multipart form is broken (${(error as Error).message}); send the bytes of the profile as the body instead.`
    );
  }
  const reads: Promise<Upload>[] = [];
  await new Promise<void>((resolve, reject) => {
    parser.on('file', (field, file, info) => {
      if (field !== 'profile' && field !== 'log') {
        file.resume();
        return;
      }
      const read = readAll(file, budget).then((bytes) => ({ name: info.filename || 'profile', bytes }));
      read.catch(
        (error: unknown) => { reject(error instanceof Error ? error : badData('The upload was broken off.')); }
      );
      reads.push(read);
    });
    parser.on(
      'filesLimit', () => { reject(badData(`More than ${MAX_PARTS} files in one form; upload them in several.`)); }
    );
    parser.on('close', resolve);
    parser.on('error', (error) => { reject(badData(`The multipart form is broken: ${(error as Error).message}.`)); });
    req.on('aborted', () => { reject(badData('The upload was broken off.')); });
    req.pipe(parser);
  });
  return Promise.all(reads);
}
