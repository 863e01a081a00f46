/**
 * The buffer of remote write on disk: `remote-write/00000001.buffer` and on, oldest first, and next to them the
 * position of each engine. Written by the recording thread, read by the sending one.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../../kernel/files/wholeFile.ts';

const NAME = /^(\d{8})\.buffer$/;

export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'remote-write');
}

export function bufferFile(folder: string, number: number): string {
  return join(folder, `${String(number).padStart(8, '0')}.buffer`);
}

/** Returns the numbers of the buffer files, ascending; none if there is no folder. */
export async function bufferFiles(folder: string): Promise<number[]> {
  try {
    const names = await readdir(folder);
    return names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number).sort((a, b) => a - b);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Returns the size of a buffer file, 0 if it is gone. */
export async function bufferBytes(folder: string, number: number): Promise<number> {
  try {
    return (await stat(bufferFile(folder, number))).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
