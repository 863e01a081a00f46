/** Bundles of everything at once in the data folder, `bundles/<id of the capture>.tar.gz`; the newest are kept. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, namesIn, removeFile, writeWhole } from '../../files/wholeFile.ts';

const FILE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tar\.gz$/;
const KEPT = { files: 20, bytes: 512 * 2 ** 20 };

export class BundleStore {
  constructor(private readonly folder: string) {}

  /** Removes the oldest others beyond 20 files and 512 MiB. Rejects when the disk refuses. */
  async put(id: string, bytes: Uint8Array): Promise<void> {
    await makeFolder(this.folder);
    await writeWhole(this.pathOf(id), bytes);
    const names = (await namesIn(this.folder)).filter((name) => FILE.test(name));
    const known = await Promise.all(names.map(async (name) => {
      const path = join(this.folder, name);
      const { size, mtimeMs } = await stat(path);
      return { path, size, mtimeMs };
    }));
    let [files, total] = [0, 0];
    for (const { path, size } of known.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
      files += 1;
      total += size;
      if (path !== this.pathOf(id) && (files > KEPT.files || total > KEPT.bytes)) await removeFile(path);
    }
  }

  /** null: there is none, or it was removed for newer ones. */
  async find(id: string): Promise<{ path: string; sizeBytes: number } | null> {
    const path = this.pathOf(id);
    const found = await stat(path).catch(() => null);
    return found === null ? null : { path, sizeBytes: found.size };
  }

  private pathOf(id: string): string {
    return join(this.folder, `${id}.tar.gz`);
  }
}
