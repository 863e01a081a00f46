/**
 * Unpacks an untrusted archive into a folder of tsdbscope, file by file, under generated names. Runs in a worker
 * thread.
 */
import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readEntryName, shownName } from './entryNames.ts';
import { ArchiveError, EntryError, type ArchiveEntry, type ArchiveLimits, type Unpacked } from './limits.ts';
import { tarEntries } from './tarEntries.ts';
import { zipEntries } from './zipEntries.ts';

const MAX_SKIPPED = 100;
/** Earlier times count as missing: promtool writes 1970. */
const EARLIEST_MS = 1e12;

/** Unpacks an archive. Throws ArchiveError if it cannot be opened at all. */
export async function unpackArchive(file: string, folder: string, limits: ArchiveLimits): Promise<Unpacked> {
  const read = new Unpacking(folder, limits);
  const entries = await isZip(file) ? zipEntries(file, limits) : tarEntries(file, limits);
  for await (const entry of entries) await read.take(entry);
  return read.result;
}

class Unpacking {
  readonly result: Unpacked = { files: [], skipped: [], skippedCount: 0 };
  private readonly names = new Set<string>();
  private entries = 0;
  private totalBytes = 0;

  constructor(private readonly folder: string, private readonly limits: ArchiveLimits) {}

  async take(entry: ArchiveEntry): Promise<void> {
    if (++this.entries > this.limits.entries) {
      throw new ArchiveError(
        `The archive has more than ${this.limits.entries} entries; pack only the profiles `
          + 'in question, or send them in several archives.',
        'too_large'
      );
    }
    const name = readEntryName(entry.name);
    if (!name.ok) {
      // `tar czf x.tar.gz -C folder .` includes the folder itself, which need not be reported as skipped.
      if (!entry.isFolder || !/^\.\/*$/.test(name.shown)) this.skip(name.shown, name.reason);
      return;
    }
    if (entry.isFolder) return;
    if (entry.refusal !== null) {
      this.skip(name.name, entry.refusal);
      return;
    }
    if (this.names.has(name.name)) {
      this.skip(name.name, 'its name stands twice in the archive, and the first counts; rename one of them');
      return;
    }
    this.names.add(name.name);
    const file = join(this.folder, String(this.entries));
    try {
      const { sizeBytes, sha256 } = await this.write(file, name.name, entry);
      this.result.files.push({
        name: name.name, file, sizeBytes, sha256,
        modifiedMs: entry.modifiedMs !== null && entry.modifiedMs >= EARLIEST_MS ? entry.modifiedMs : null,
      });
    } catch (error) {
      await rm(file, { force: true });
      if (!(error instanceof EntryError)) throw error;
      this.skip(name.name, error.message);
    }
  }

  private async write(path: string, name: string, entry: ArchiveEntry): Promise<{ sizeBytes: number; sha256: string }> {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const handle = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of entry.bytes()) {
        sizeBytes += chunk.length;
        this.totalBytes += chunk.length;
        if (sizeBytes > this.limits.entryBytes) throw new ArchiveError(
          `"${shownName(name)}" expands to more than ${mib(this.limits.entryBytes)}; pack again without it.`,
          'too_large'
        );
        if (this.totalBytes > this.limits.totalBytes) throw new ArchiveError(
          `The archive expands to more than ${mib(this.limits.totalBytes)}, reached at `
            + `"${shownName(name)}"; send its files in several archives.`,
          'too_large'
        );
        hash.update(chunk);
        await handle.write(chunk);
      }
    } finally {
      await handle.close();
    }
    return { sizeBytes, sha256: hash.digest('hex') };
  }

  private skip(name: string, reason: string): void {
    this.result.skippedCount += 1;
    if (this.result.skipped.length < MAX_SKIPPED) this.result.skipped.push({ name: shownName(name), reason });
  }
}

function mib(bytes: number): string {
  return `${bytes / 2 ** 20} MiB`;
}

async function isZip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    // An empty zip begins with its end record.
    return bytesRead === 4 && buffer[0] === 0x50 && buffer[1] === 0x4b && (buffer[2] === 3 || buffer[2] === 5);
  } finally {
    await handle.close();
  }
}
