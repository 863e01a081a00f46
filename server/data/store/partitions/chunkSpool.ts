/**
 * Chunks that heads do not keep in memory, in an unlinked file: it survives its folder, disappears with the process,
 * and leaves nothing to repair. Freed blocks are reused, so its size is the maximum held at once.
 */
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder } from '../../../kernel/files/wholeFile.ts';

/** Location of bytes in the spool. */
export interface Spooled { bytes: number; crc: number; blocks: Uint32Array }

/** Spooled bytes cannot be read again. */
export class SpoolError extends Error {
  override readonly name = 'SpoolError';
}

const BLOCK_BYTES = 16_384;

export class ChunkSpool {
  private handle: Promise<FileHandle> | null = null;
  private readonly unused: number[] = [];
  private end = 0;

  constructor(private readonly folder: string) {}

  /** Returns null if it cannot be written, as on a full disk, which the writer of a target's own files reports. */
  async put(data: Uint8Array): Promise<Spooled | null> {
    const blocks = Uint32Array.from({ length: Math.ceil(data.length / BLOCK_BYTES) }, () => (
      this.unused.pop() ?? this.end++
    ));
    const spooled = { bytes: data.length, crc: crc32(data), blocks };
    try {
      const handle = await this.file();
      for (const { from, to, position } of runsOf(spooled)) {
        for (let at = from; at < to;)
          at += (await handle.write(data, at, to - at, position + at - from)).bytesWritten;
      }
    } catch {
      this.free(spooled);
      return null;
    }
    return spooled;
  }

  /** Returns the bytes in a new buffer. Throws a SpoolError. */
  async get(spooled: Spooled): Promise<Uint8Array<ArrayBuffer>> {
    const { bytes, crc } = spooled;
    const data = new Uint8Array(bytes);
    try {
      const handle = await this.file();
      for (const { from, to, position } of runsOf(spooled)) await handle.read(data, from, to - from, position);
    } catch (error) {
      throw new SpoolError('What a head keeps outside the memory cannot be read.', { cause: error });
    }
    if (crc32(data) !== crc) throw new SpoolError('What a head keeps outside the memory is damaged.');
    return data;
  }

  /** Frees bytes that are no longer read. */
  free({ blocks }: Spooled): void {
    // The first block is reused first, so that adjacent blocks stay adjacent.
    for (const block of blocks.toReversed()) this.unused.push(block);
  }

  async close(): Promise<void> {
    const handle = await this.handle?.catch(() => null);
    this.handle = null;
    await handle?.close();
  }

  private file(): Promise<FileHandle> {
    this.handle ??= this.begin().catch((error: unknown) => {
      this.handle = null;
      throw error;
    });
    return this.handle;
  }

  private async begin(): Promise<FileHandle> {
    await makeFolder(this.folder);
    const path = join(this.folder, `chunks-${process.pid}`);
    const handle = await open(path, 'w+', 0o600);
    await rm(path, { force: true });
    return handle;
  }
}

/** Returns runs of bytes `from` to `to` at `position` of the file: adjacent blocks are merged. */
function runsOf({ bytes, blocks }: Spooled): { from: number; to: number; position: number }[] {
  const runs: { from: number; to: number; position: number }[] = [];
  for (const [i, block] of blocks.entries()) {
    const [from, to] = [i * BLOCK_BYTES, Math.min(bytes, (i + 1) * BLOCK_BYTES)];
    const last = runs.at(-1);
    if (last !== undefined && block === (blocks[i - 1] ?? NaN) + 1) last.to = to;
    else runs.push({ from, to, position: block * BLOCK_BYTES });
  }
  return runs;
}
