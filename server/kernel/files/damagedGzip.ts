/** Looks through compressed files for damage, when a store opens. */
import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { firstLine } from '../../../core/result.ts';
import { isMissing } from './wholeFile.ts';

/** Of one file, unpacked; a file that unpacks to more is not looked at to its end. */
const MAX_PLAIN_BYTES = 512 * 2 ** 20;

/** What is wrong with a gzip file, by its own checksum; null where nothing is, or where it is gone. */
export async function damageOfGzip(path: string): Promise<string | null> {
  let bytes = 0;
  const enough = new AbortController();
  const counted = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > MAX_PLAIN_BYTES) enough.abort();
      done();
    },
  });
  try {
    await pipeline(createReadStream(path), createGunzip(), counted, { signal: enough.signal });
    return null;
  } catch (error) {
    return isMissing(error) || enough.signal.aborted ? null : firstLine(error);
  }
}

/** Looked through at a start, of one kind; files beyond it are read when they are asked for. */
const MAX_LOOKED_BYTES = 256 * 2 ** 20;

/** Looks through files one after another, beside everything else, and tells of each that is damaged. */
export async function lookForDamage(
  files: readonly { path: string; sizeBytes: number }[], tell: (path: string, damage: string) => void
): Promise<void> {
  let leftBytes = MAX_LOOKED_BYTES;
  for (const { path, sizeBytes } of files) {
    leftBytes -= sizeBytes;
    if (leftBytes < 0) return;
    const damage = await damageOfGzip(path);
    if (damage !== null) tell(path, damage);
  }
}
