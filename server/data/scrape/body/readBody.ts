import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';

/** The body exceeds its limit; nothing of it is kept. */
export class BodyTooLargeError extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`body larger than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** There is no memory for more of the body besides those of other targets; nothing of it is kept. */
export class NoRoomError extends Error {}

/** The body has an encoding that was not requested. */
export class BodyEncodingError extends Error {}

/** Size up to which an answer is decompressed at once: a stream costs more than the work. */
const SMALL_BYTES = 64 * 1024;
/** A longer result is suspicious and is decompressed piece by piece. */
const SMALL_EXPANDED_BYTES = 1024 * 1024;

function isPacked(response: IncomingMessage): boolean {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return false;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new BodyEncodingError(encoding);
  return true;
}

/**
 * Returns the whole body, decompressed if it is gzip, in the memory that `take` returns for it; by default in an
 * ArrayBuffer of its own: a view of a larger one would take all of it along to another thread. Bytes are counted after
 * decompression while they arrive: past `maxBytes` reading stops with BodyTooLargeError, so a gzip bomb costs at most
 * that. A connection that ends early rejects with ECONNRESET, a cut gzip stream with a zlib error. `onBytes` receives
 * the count so far; reading stops with NoRoomError if it returns false.
 */
export async function readBody(
  response: IncomingMessage, maxBytes: number, onBytes?: (bytes: number) => boolean, take = ownMemory
): Promise<Uint8Array> {
  const parts = isPacked(response) ? await unpacked(response) : response;
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const part of parts) {
    const chunk = bytesOf(part);
    total += chunk.length;
    if (total > maxBytes) throw new BodyTooLargeError(maxBytes);
    if (onBytes?.(total) === false) throw new NoRoomError();
    chunks.push(chunk);
  }
  const body = take(total);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

function ownMemory(bytes: number): Uint8Array {
  return new Uint8Array(bytes);
}

async function unpacked(response: IncomingMessage): Promise<AsyncIterable<unknown> | Iterable<unknown>> {
  const packed: AsyncIterator<unknown> = response[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let isWhole = false;
  for (let bytes = 0; bytes <= SMALL_BYTES && !isWhole;) {
    const next = await packed.next();
    isWhole = next.done === true;
    if (isWhole) break;
    const chunk = bytesOf(next.value);
    bytes += chunk.length;
    first.push(chunk);
  }
  const small = isWhole ? expandSmall(Buffer.concat(first)) : null;
  return small === null ? expanded(first, packed) : [small];
}

/** Decompresses a small body; null if the result is not small, or the input is not valid gzip. */
function expandSmall(packed: Buffer): Buffer | null {
  try {
    return gunzipSync(packed, { maxOutputLength: SMALL_EXPANDED_BYTES, chunkSize: SMALL_BYTES });
  } catch {
    // The stream reports the error, and how far the body can be read.
    return null;
  }
}

function expanded(first: readonly Buffer[], rest: AsyncIterator<unknown>): Readable {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  const all = async function* (): AsyncGenerator<unknown> {
    yield* first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  };
  // An error of either side destroys the other with it and so reaches the reader below; nothing to do here.
  pipeline(Readable.from(all(), { objectMode: false }), gunzip, () => { void rest.return?.(); });
  return gunzip;
}

function bytesOf(chunk: unknown): Buffer {
  if (!Buffer.isBuffer(chunk)) throw new TypeError('the response stream gave no bytes');
  return chunk;
}
