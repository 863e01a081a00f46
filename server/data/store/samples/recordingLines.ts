/** Reads a recording file as lines, decompressed if it is gzip, with limits on its expanded size. */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { isGzipFile } from '../../incident/gzipFile.ts';

/** Enough for a body of up to 64 MiB, which grows when escaped as JSON. */
const MAX_LINE_BYTES = 130 * 2 ** 20;
const MAX_EXPANDED_BYTES = 4 * 2 ** 30;
/** A day of three paths at five per second has 1.3 million lines. Even empty lines cost time. */
const MAX_LINES = 2_000_000;

/** The file is not valid; the message is for the user. */
export class RecordingError extends Error {}

const LIMITS = { maxLineBytes: MAX_LINE_BYTES, maxExpandedBytes: MAX_EXPANDED_BYTES, maxLines: MAX_LINES };

/**
 * Yields lines with their 1-based number; the last may lack its line feed. Throws RecordingError with `name` in it.
 * `skip` receives a line beyond the limit, which is skipped then; without it, such a line throws.
 */
export async function* recordingLines(
  file: string, limits = LIMITS, name = 'the recording', skip?: (number: number, why: string) => void,
): AsyncGenerator<{ number: number; text: string }> {
  let parts: Buffer[] = [];
  let length = 0;
  let total = 0;
  let number = 1;
  for await (const chunk of chunks(file, name)) {
    total += chunk.length;
    if (total > limits.maxExpandedBytes) {
      throw new RecordingError(
        `${capital(name)} expands to more than ${limits.maxExpandedBytes} bytes; cut it into several files.`
      );
    }
    let from = 0;
    for (;;) {
      const feed = chunk.indexOf(10, from);
      const piece = chunk.subarray(from, feed < 0 ? chunk.length : feed);
      length += piece.length;
      const isTooLong = length > limits.maxLineBytes;
      if (isTooLong && skip === undefined)
        throw new RecordingError(`Line ${number} of ${name} is longer than ${limits.maxLineBytes} bytes.`);
      if (isTooLong) parts = [];
      else parts.push(piece);
      if (feed < 0) break;
      if (isTooLong) skip?.(number, `it is longer than ${limits.maxLineBytes} bytes`);
      else yield { number, text: Buffer.concat(parts).toString('utf8') };
      parts = [];
      length = 0;
      if (++number > limits.maxLines)
        throw new RecordingError(`${capital(name)} has more than ${limits.maxLines} lines; cut it into several files.`);
      from = feed + 1;
    }
  }
  if (length > limits.maxLineBytes) skip?.(number, `it is longer than ${limits.maxLineBytes} bytes`);
  else if (length > 0) yield { number, text: Buffer.concat(parts).toString('utf8') };
}

async function* chunks(file: string, name: string): AsyncGenerator<Buffer> {
  const zipped = await isGzipFile(file);
  const raw = createReadStream(file);
  if (!zipped) {
    for await (const chunk of raw) yield chunk as Buffer;
    return;
  }
  const unzipped = createGunzip();
  raw.on('error', (error) => unzipped.destroy(error));
  raw.pipe(unzipped);
  try {
    for await (const chunk of unzipped) yield chunk as Buffer;
  } catch (error) {
    throw new RecordingError(
      `${capital(name)}'s gzip data is broken or cut off (${error instanceof Error ? error.message : String(error)}).`
    );
  } finally {
    raw.destroy();
  }
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
