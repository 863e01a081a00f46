/**
 * The configured folder of binaries. Build ids and paths come from profiles, which any user may upload: they are only
 * compared with the folder's contents, and no file outside it is opened.
 */
import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { readElf, type Elf } from './elf.ts';

const MAX_FILES = 500;
const MAX_DEPTH = 3;
const MAX_BYTES = 2 ** 31;
const SHORTEST_ID = 8;

export interface FoundBinary { path: string; name: string; elf: Elf; note: string }

interface Known { key: string; elf: Elf | null }

export class BinaryFolder {
  private readonly known = new Map<string, Known>();

  constructor(private readonly folder: string) {}

  /**
   * Finds a binary by its build id; for a profile without one, by its file name, if exactly one binary has it. Returns
   * a text if there is none: the reason.
   */
  async find({ buildId, file }: { buildId: string; file: string }): Promise<FoundBinary | string> {
    const root = await realpath(this.folder).catch(() => null);
    if (root === null) return 'the folder of profiles.binaries cannot be read; check that it is there';
    const paths = await filesBelow(root);
    const found: FoundBinary[] = [];
    for (const path of paths) {
      const elf = await this.elfOf(root, path);
      if (elf === null) continue;
      const name = basename(path);
      if (buildId.length >= SHORTEST_ID && elf.buildIds.includes(buildId)) return { path, name, elf, note: '' };
      if (buildId === '' && name === basename(file)) found.push({ path, name, elf, note: '' });
    }
    const [only, another] = found;
    if (only !== undefined && another === undefined) {
      const note = 'The profile has no build id; the binary was found by its name and may be another build.';
      return { ...only, note };
    }
    const many = paths.length >= MAX_FILES ? ` (the first ${MAX_FILES} files were looked at)` : '';
    return buildId === '' ? `the profile has no build id, and ${another === undefined ? 'no' : 'more than one'} binary `
      + `of its file name is in the folder of profiles.binaries${many}`
      : `no binary with the build id ${buildId.slice(0, 16).replace(/[^\w/-]/g, '?')} is in the folder of `
        + `profiles.binaries${many}; put it there`;
  }

  private async elfOf(root: string, path: string): Promise<Elf | null> {
    const real = await realpath(path).catch(() => null);
    if (real === null || !real.startsWith(root.endsWith(sep) ? root : root + sep)) return null;
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
    const file = await open(real, flags).catch(() => null);
    if (file === null) return null;
    try {
      const stat = await file.stat();
      if (!stat.isFile() || stat.size > MAX_BYTES) return null;
      const key = `${stat.size} ${stat.mtimeMs} ${stat.ino}`;
      const known = this.known.get(real);
      if (known?.key === key) return known.elf;
      const elf = await readElf(file, stat.size);
      if (this.known.size >= MAX_FILES) this.known.clear();
      this.known.set(real, { key, elf });
      return elf;
    } finally {
      await file.close();
    }
  }
}

async function filesBelow(root: string): Promise<string[]> {
  const files: string[] = [];
  const walk = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (files.length >= MAX_FILES) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH) await walk(path, depth + 1);
      else if (entry.isFile()) files.push(path);
    }
  };
  await walk(root, 1);
  return files;
}
