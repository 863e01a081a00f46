/**
 * Files that are complete after any crash, including `kill -9` and power loss: written to a temporary file, synced,
 * renamed, and the folder synced. Not write-file-atomic 8, which needs Node 22 and does not sync the folder.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const TEMPORARY = '.tmp';

/** For its owner alone to read. On failure the file is as it was. */
export async function writeWhole(
  path: string, content: string | Uint8Array | AsyncIterable<Uint8Array>
): Promise<void> {
  // A name of its own: two may write the same file at once.
  const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await writeFile(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    // Why it could not be written is the reason; a temporary file that stays goes at the next start.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Removes a file for good: after a crash it does not come back. No error where there is none. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncRemoval(path);
}

/** As removeFile, a folder with all it holds. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await syncRemoval(path);
}

async function syncRemoval(path: string): Promise<void> {
  await syncFolder(dirname(path)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

/** Makes a folder, and those it lies in, for their owner alone; after a crash it is there. False when it was before. */
export async function makeFolder(folder: string): Promise<boolean> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return false;
  const above = dirname(resolve(first));
  for (let made = resolve(folder); made !== above; made = dirname(made)) await syncFolder(dirname(made));
  return true;
}

/** A new, renamed or removed file is only safe once its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The names in a folder; deletes files that a crash left half-written. Nobody may be writing there. */
export async function namesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).sort();
  const isTemporary = (name: string): boolean => name.endsWith(TEMPORARY);
  for (const name of names.filter(isTemporary)) await rm(join(folder, name), { force: true });
  return names.filter((name) => !isTemporary(name));
}

/** Gives a damaged file a new name with `suffix`; resolves to that name, null where there is no such file. */
export async function setAside(path: string, suffix = 'damaged'): Promise<string | null> {
  const aside = `${path}.${suffix}`;
  try {
    await rename(path, aside);
    return aside;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Tells whether a path still leads to the same file or folder: device and inode; null where there is none. */
export async function identityOf(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    if (isMissing(error) || isNoFolder(error)) return null;
    throw error;
  }
}

/** At most so many bytes from its start; throws where the system does not let them be read. */
export async function beginningOf(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A file stands where a folder on the way should be. */
function isNoFolder(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
}
