/** Checks compressed files for damage when a store opens. */
import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { firstLine } from '../../../core/result.ts';
import { isMissing } from './wholeFile.ts';

/** Limit for one unpacked file; larger files are not checked to the end. */
const MAX_PLAIN_BYTES = 512 * 2 ** 20;

/** Returns what is wrong with a gzip file, by its checksum; null if it is intact or missing. */
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

/** Limit for files of one kind at startup; files beyond it are only read on request. */
const MAX_LOOKED_BYTES = 256 * 2 ** 20;

/** Checks files one after another in the background, and reports each damaged one. */
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
