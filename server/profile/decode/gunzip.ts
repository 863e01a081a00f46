/** Expands uploaded bytes (gzip or not) to the bytes of the profile, with a limit checked while expanding. */
import { createGunzip, gunzipSync } from 'node:zlib';
import { fail, ok, type Result } from '../../../core/result.ts';
import { formatBytes } from '../../../core/text/format.ts';
import { partWords } from './cutProfile.ts';

const MIB = 1024 * 1024;
const MAX_EXPANDED_BYTES = 512 * MIB;
/** Large enough that a 512 MiB file costs a few thousand callbacks, small enough to need little memory. */
const CHUNK_BYTES = 128 * 1024;

export function isGzip(bytes: Uint8Array): boolean {
  return bytes.length >= 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * Expands gzip `bytes` (several members are read as one file), and returns other bytes unchanged.
 *
 * The trailer gives the length of the last member; up to a limit, it is expanded directly into a buffer of that size.
 * But the trailer comes from the sender, is truncated to 32 bits, and covers one member only. So all else is expanded
 * twice: once to count, then into one buffer of exactly that size. A bomb is refused with little of it ever in memory,
 * and a good file needs no second copy.
 *
 * Errors: `too_large` above `limitBytes`; `unprofilable` for a truncated file, a wrong checksum, bytes after the end.
 */
export async function expand(bytes: Uint8Array, limitBytes = MAX_EXPANDED_BYTES): Promise<Result<Uint8Array>> {
  if (!isGzip(bytes)) {
    if (bytes.length > limitBytes) return tooLarge(limitBytes);
    return ok(bytes);
  }
  const atOnce = expandAtOnce(bytes, limitBytes);
  if (atOnce !== null) return ok(atOnce);
  let size = 0;
  const counted = await inflate(bytes, (chunk) => {
    size += chunk.length;
    return size <= limitBytes;
  });
  if (!counted.ok) return counted;
  if (!counted.value) return tooLarge(limitBytes);

  const expanded = new Uint8Array(size);
  let filled = 0;
  const done = await inflate(bytes, (chunk) => {
    expanded.set(chunk, filled);
    filled += chunk.length;
    return true;
  });
  return done.ok ? ok(expanded) : done;
}

/** Limit up to which a wrong trailer may cost memory. */
const AT_ONCE_BYTES = 48 * MIB;
/** Deflate compresses to about 1/1032 at most. */
const MAX_EXPANSION = 1040;

/** Returns null if the bytes are not one valid member of its trailer's length: `expand` then counts. */
function expandAtOnce(bytes: Uint8Array, limitBytes: number): Uint8Array | null {
  if (bytes.length < 18) return null;
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(bytes.length - 4, true);
  if (size === 0 || size > Math.min(limitBytes, AT_ONCE_BYTES, bytes.length * MAX_EXPANSION)) return null;
  try {
    // One byte more than needed, so that the whole file is one chunk and is not joined from parts.
    const { buffer, engine } = gunzipSync(
      bytes, { maxOutputLength: size, chunkSize: size + 1, info: true }
    ) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    return engine.bytesWritten === bytes.length ? buffer : null;
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error;
    return null;
  }
}

function tooLarge(limitBytes: number): Result<Uint8Array> {
  const limit = `${Math.floor(limitBytes / MIB)} MiB`;
  return fail('too_large', `the profile is larger than ${limit} when expanded; record a shorter or filtered one`);
}

/** Resolves to false if `take` refused a chunk (the rest is not expanded). */
function inflate(bytes: Uint8Array, take: (chunk: Uint8Array) => boolean): Promise<Result<boolean>> {
  return new Promise((resolve) => {
    const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
    let refused = false;
    gunzip.on('data', (chunk: Uint8Array) => {
      if (refused || take(chunk)) return;
      refused = true;
      gunzip.destroy();
      resolve(ok(false));
    });
    gunzip.on('error', (error: Error) => { resolve(fail('unprofilable', gzipProblem(error, bytes))); });
    gunzip.on('end', () => {
      // zlib treats zero bytes after the last member as padding and stops there; a profile has none.
      if (gunzip.bytesWritten < bytes.length)
        resolve(fail('unprofilable', gzipProblem(new Error('incorrect header check'), bytes)));
      else resolve(ok(true));
    });
    gunzip.end(bytes);
  });
}

function gzipProblem(error: Error, bytes: Uint8Array): string {
  if (error.message.includes('unexpected end')) {
    return `the gzip file of ${formatBytes(bytes.length)} is cut off before its end, as by a time limit shorter than ${
      'the profile'}${partWords(bytes)}; fetch or upload it again`;
  }
  if (error.message.includes('header')) {
    return 'there are bytes after the end of the gzip data, or its header is damaged; fetch or upload the file again';
  }
  if (error.message.includes('data check') || error.message.includes('length check')) {
    return 'the gzip checksum does not match, so the file was damaged in transit; fetch or upload it again';
  }
  return `the gzip data is damaged (${error.message}); fetch or upload the file again`;
}
