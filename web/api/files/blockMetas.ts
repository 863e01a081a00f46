/** Collects dropped `meta.json` files: some of them, or a folder with the blocks of a server. */
import { droppedFolders, plainFiles, type DroppedFolder } from './droppedFiles.ts';

/** Matches a block's `meta.json`; a copy can have a number in its name. */
const META = /(?:^|\/)meta[^/]*\.json$/i;

export function holdsBlocks({ files }: Pick<DroppedFolder, 'files'>): boolean {
  return files.some(({ path }) => META.test(path));
}

/** Returns all of them in one file, as the server reads them; null with fewer than two. */
export async function joinedMetas(transfer: DataTransfer): Promise<File | null> {
  const plain = plainFiles(transfer).filter(({ name }) => META.test(name));
  const folders = await droppedFolders(transfer);
  const inside = folders.flatMap(({ files }) => files.filter(({ path }) => META.test(path)).map(({ file }) => file));
  return joined([...plain, ...inside], inside.length > 0);
}

/** Returns the joined file; a single one is treated as an ordinary file, unless it came in a folder. */
export function joined(files: readonly File[], isFolder: boolean): File | null {
  if (files.length === 0 || (files.length === 1 && !isFolder)) return null;
  const name = files.length === 1 ? 'meta.json' : `${files.length} meta.json`;
  return new File(files.flatMap((file) => [file, '\n']), name, { type: 'text/plain' });
}
