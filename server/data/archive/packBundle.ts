/** Writes a bundle as `promtool debug` does: a gzip tar of files without a folder. */
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

export interface BundleFile { name: string; bytes: Uint8Array }

/** Packs all files in memory: the caller limits their size. */
export async function packBundle(files: readonly BundleFile[]): Promise<Uint8Array> {
  const archive = pack();
  const packed = buffer(archive.pipe(createGzip()));
  for (const { name, bytes } of files)
    archive.entry({ name, mode: 0o600 }, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  archive.finalize();
  return packed;
}
