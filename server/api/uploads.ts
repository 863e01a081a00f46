import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { Request } from 'express';
import { badData, RequestError } from './errors.ts';

export const MAX_UPLOAD_BYTES = 64 * 2 ** 20;
const MAX_PARTS = 50;

export interface Upload { name: string; bytes: Buffer }

/**
 * The files of a request: its body, or each `profile` part of a multipart one. In all at most 64 MiB, counted as
 * they come. Throws too_large or bad_data; the rest of the body is left unread.
 */
export async function readUploads(req: Request, defaultName: string): Promise<Upload[]> {
  const declared = Number(req.headers['content-length'] ?? 0);
  if (declared > MAX_UPLOAD_BYTES) throw tooLarge();
  const type = req.headers['content-type'] ?? '';
  const uploads = type.startsWith('multipart/form-data')
    ? await readParts(req)
    : [{ name: defaultName, bytes: await readAll(req, { left: MAX_UPLOAD_BYTES }) }];
  if (uploads.length === 0) throw badData('The form held no file; send each as a part named "profile".');
  return uploads;
}

/** Streams the body into a file, at most 64 MiB; nothing is left behind on failure. */
export async function saveUpload(req: Request, file: string): Promise<void> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES) throw tooLarge();
  let left = MAX_UPLOAD_BYTES;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done): void {
      left -= chunk.length;
      if (left < 0) done(tooLarge());
      else done(null, chunk);
    },
  });
  try {
    await pipeline(req, counter, createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

function tooLarge(): RequestError {
  return new RequestError({ errorType: 'too_large', message: 'The upload is larger than 64 MiB; upload the files one by one, gzipped.' });
}

async function readAll(stream: Readable, budget: { left: number }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    budget.left -= chunk.length;
    if (budget.left < 0) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readParts(req: Request): Promise<Upload[]> {
  const budget = { left: MAX_UPLOAD_BYTES };
  let parser: ReturnType<typeof busboy>;
  try {
    parser = busboy({ headers: req.headers, limits: { files: MAX_PARTS, fields: 10, parts: MAX_PARTS + 10 } });
  } catch (error) {
    throw badData(`The multipart form is broken (${(error as Error).message}); send the bytes of the profile as the body instead.`);
  }
  const reads: Promise<Upload>[] = [];
  await new Promise<void>((resolve, reject) => {
    parser.on('file', (field, file, info) => {
      if (field !== 'profile') {
        file.resume();
        return;
      }
      const read = readAll(file, budget).then((bytes) => ({ name: info.filename || 'profile', bytes }));
      read.catch((error: unknown) => { reject(error instanceof Error ? error : badData('The upload was broken off.')); });
      reads.push(read);
    });
    parser.on('filesLimit', () => { reject(badData(`More than ${MAX_PARTS} files in one form; upload them in several.`)); });
    parser.on('close', resolve);
    parser.on('error', (error) => { reject(badData(`The multipart form is broken: ${(error as Error).message}.`)); });
    req.on('aborted', () => { reject(badData('The upload was broken off.')); });
    req.pipe(parser);
  });
  return Promise.all(reads);
}
