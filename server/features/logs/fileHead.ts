/** The first megabyte of a file, expanded if it is gzip. */
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { LOOK_BYTES } from '../../analysis/open/look/look.ts';

/** Returns the first MiB of a file; for gzip, of its decompressed content, as far as it is readable. */
export async function headOf(file: string): Promise<Uint8Array> {
  const head = await firstBytes(createReadStream(file, { end: LOOK_BYTES - 1 }));
  if (head[0] !== 0x1f || head[1] !== 0x8b) return head;
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  try {
    return await firstBytes(source.pipe(gunzip));
  } finally {
    source.destroy();
  }
}

/** Reads up to the limit; keeps the bytes before an error of a damaged file. */
async function firstBytes(stream: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= LOOK_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
  }
  return Buffer.concat(chunks).subarray(0, LOOK_BYTES);
}
