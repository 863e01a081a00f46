import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The body grew past its cap; nothing of it is kept. */
export class BodyTooLargeError extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`body larger than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** There is no memory for more of the body beside those of other targets; nothing of it is kept. */
export class NoRoomError extends Error {}

/** The body came in an encoding that was not asked for. */
export class BodyEncodingError extends Error {}

function expanded(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new BodyEncodingError(encoding);
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  // An error of either side destroys the other with it and so reaches the reader below; nothing is left to do here.
  pipeline(response, gunzip, () => undefined);
  return gunzip;
}

/**
 * The whole body, expanded when it came as gzip, in an ArrayBuffer of its own (so that it can be transferred).
 * Bytes are counted after expansion while they arrive: past `maxBytes` reading stops with BodyTooLargeError, so a
 * gzip bomb costs at most the cap. A connection that ends early rejects with ECONNRESET, a cut gzip stream with a
 * zlib error. `onBytes` gets the count so far; reading stops with NoRoomError when it says false.
 */
export async function readBody(
  response: IncomingMessage, maxBytes: number, onBytes?: (bytes: number) => boolean
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = expanded(response);
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('the response stream gave no bytes');
    total += chunk.length;
    if (total > maxBytes) throw new BodyTooLargeError(maxBytes);
    if (onBytes?.(total) === false) throw new NoRoomError();
    chunks.push(chunk);
  }
  const body = new Uint8Array(total);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}
