import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReplicatedPart } from './replicatedStore.ts';
import { isMissing, makeFolder, namesIn } from './wholeFile.ts';

/**
 * Returns the files of a folder as a replicated part. `isCopy`: files that are fetched on demand. Writes fetched files
 * without a sync: they can be fetched again.
 */
export function replicatedFolder(
  kind: string, folder: string, isName: RegExp, isCopy: (name: string) => boolean = () => false
): ReplicatedPart {
  const missing = (error: unknown): null => {
    if (isMissing(error)) return null;
    throw error;
  };
  return {
    kind,
    isName: (name) => isName.test(name),
    names: async () => (await namesIn(folder).catch(missing) ?? []).filter((name) => isName.test(name)),
    read: (name) => readFile(join(folder, name)).catch(missing),
    write: async (name, bytes) => {
      await makeFolder(folder);
      const path = join(folder, name);
      // The suffix of half-written files, which are deleted at the next start.
      await writeFile(`${path}.fetched.tmp`, bytes, { mode: 0o600 });
      await rename(`${path}.fetched.tmp`, path);
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    copies: {
      isCopy,
      stat: async (name) => {
        const found = await stat(join(folder, name)).catch(missing);
        return found === null ? null : { bytes: found.size, usedMs: found.atimeMs };
      },
    },
  };
}
