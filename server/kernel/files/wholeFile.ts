/**
 * Writes files that are complete after any crash, including `kill -9` and power loss: to a temporary file, synced,
 * renamed, and the folder synced. Not write-file-atomic 8, which needs Node 22 and does not sync the folder.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const TEMPORARY = '.tmp';

/** Writes a file that only its owner can read. On failure the file is unchanged. */
export async function writeWhole(
  path: string, content: string | Uint8Array | AsyncIterable<Uint8Array>
): Promise<void> {
  // Unique name: two writers may write the same file at once.
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
    // Keeps the write error as the reason; a leftover temporary file is deleted at the next start.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Removes a file permanently: it does not reappear after a crash. No error if there is none. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncRemoval(path);
}

/** Removes a folder and its contents like removeFile. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await syncRemoval(path);
}

async function syncRemoval(path: string): Promise<void> {
  await syncFolder(dirname(path)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

/** Creates a folder and its parents, for their owner alone; it survives a crash. Returns false if it existed. */
export async function makeFolder(folder: string): Promise<boolean> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return false;
  const above = dirname(resolve(first));
  for (let made = resolve(folder); made !== above; made = dirname(made)) await syncFolder(dirname(made));
  return true;
}

/** Syncs a folder: a new, renamed or removed file is only safe afterwards. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Returns the names in a folder; deletes files that a crash left half-written. Requires that there are no concurrent
 * writes.
 */
export async function namesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).sort();
  const isTemporary = (name: string): boolean => name.endsWith(TEMPORARY);
  for (const name of names.filter(isTemporary)) await rm(join(folder, name), { force: true });
  return names.filter((name) => !isTemporary(name));
}

/** Renames a damaged file with `suffix`; resolves to the new name, or null if there is no such file. */
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

/** Returns device and inode, to check whether a path still leads to the same file or folder; null if there is none. */
export async function identityOf(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    if (isMissing(error) || isNoFolder(error)) return null;
    throw error;
  }
}

/** Returns at most this many bytes from the start; throws if the file cannot be read. */
export async function beginningOf(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns whether a parent of the path is a file. */
function isNoFolder(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
}
