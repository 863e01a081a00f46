/** Debug bundles in the data folder, `bundles/<id of the capture>.tar.gz`; the newest are kept. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCAL_ONLY, type ReplicatedStore, type ReplicatedPart } from '../../../kernel/files/replicatedStore.ts';
import { replicatedFolder } from '../../../kernel/files/replicatedFolder.ts';
import { makeFolder, namesIn, removeFile, writeWhole } from '../../../kernel/files/wholeFile.ts';

const FILE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tar\.gz$/;
const KEPT = { files: 20, bytes: 512 * 2 ** 20 };

export function bundlePart(folder: string): ReplicatedPart {
  return replicatedFolder('bundles', folder, FILE, () => true);
}

export class BundleStore {
  /** `lasting`: the opened replica of its `bundlePart`. */
  constructor(private readonly folder: string, private readonly lasting: ReplicatedStore = LOCAL_ONLY) {}

  /** Stores a bundle; removes the oldest others beyond 20 files and 512 MiB. Rejects if the write fails. */
  async put(id: string, bytes: Uint8Array): Promise<void> {
    await makeFolder(this.folder);
    const own = `${id}.tar.gz`;
    await this.lasting.change([own], 'put', () => writeWhole(join(this.folder, own), bytes));
    const here = (await namesIn(this.folder)).filter((name) => FILE.test(name));
    const known = await Promise.all(here.map(async (name) => {
      const { size, mtimeMs } = await stat(join(this.folder, name));
      return { name, size, mtimeMs };
    }));
    // Bundles that only the object store has, newest first, are older than the local ones.
    const elsewhere = this.lasting.names().filter((name) => !here.includes(name)).reverse()
      .map((name) => ({ name, size: this.lasting.sizeOf(name) ?? 0 }));
    let [files, total] = [0, 0];
    for (const { name, size } of [...known.toSorted((a, b) => b.mtimeMs - a.mtimeMs), ...elsewhere]) {
      files += 1;
      total += size;
      if (name !== own && (files > KEPT.files || total > KEPT.bytes))
        await this.lasting.change([name], 'remove', () => removeFile(join(this.folder, name)));
    }
  }

  /** Returns null if there is none, it was removed for newer ones, or it cannot be fetched. */
  async find(id: string): Promise<{ path: string; sizeBytes: number } | null> {
    const path = join(this.folder, `${id}.tar.gz`);
    await this.lasting.fetch(`${id}.tar.gz`);
    const found = await stat(path).catch(() => null);
    return found === null ? null : { path, sizeBytes: found.size };
  }
}
