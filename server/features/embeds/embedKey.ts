/** The key that signs embeds: created at the first start, stored in the data folder, readable only by its owner. */
import { createHash, randomBytes } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstLine } from '../../../core/result.ts';
import type { ReplicatedStore } from '../../kernel/files/replicatedStore.ts';
import { isMissing, namesIn, setAside, writeWhole } from '../../kernel/files/wholeFile.ts';

const KEY_BYTES = 32;
const MAX_SHARED = 64;
const FORM = /^[0-9a-f]{64}\n?$/;

/**
 * Returns the folder's key. Reports a damaged or missing one: links made with it are invalid. If a key cannot be read
 * or written, uses one that is valid until the program ends.
 */
export async function openEmbedKey(
  folder: string, hasEmbeds: boolean, tell: (problem: string) => void
): Promise<Uint8Array> {
  const path = join(folder, 'key');
  let text: string | null = null;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) {
      if (hasEmbeds) tell(`The key of the embeds, ${path}, is missing: links made so far do not open any more.`);
    } else if (isFolder(error)) {
      text = '';
    } else {
      tell(
        `The key of the embeds, ${path}, cannot be read (${firstLine(error)}): links made so far do not open, and `
          + 'links made now open until tsdbscope ends. Make it readable and restart.'
      );
      return randomBytes(KEY_BYTES);
    }
  }
  if (text !== null && FORM.test(text)) {
    // A copied or restored folder may have lost this mode.
    await chmod(path, 0o600).catch(
      () => { tell(`The key of the embeds, ${path}, may be readable for others; its rights cannot be changed.`); }
    );
    return Buffer.from(text.trim(), 'hex');
  }
  if (text !== null) {
    await setAside(path);
    tell(
      `The key of the embeds was damaged and is set aside as ${path}.damaged: links made so far do not open any more.`
    );
  }
  const key = randomBytes(KEY_BYTES);
  await writeEmbedKey(folder, key);
  return key;
}

function isFolder(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EISDIR';
}

export function writeEmbedKey(folder: string, key: Uint8Array): Promise<void> {
  return writeWhole(join(folder, 'key'), `${Buffer.from(key).toString('hex')}\n`);
}

/** Stores this folder's key as `key-<hash>` for the other tsdbscopes on the object store. */
export async function shareEmbedKey(folder: string, key: Uint8Array, lasting: ReplicatedStore): Promise<void> {
  const name = `key-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
  if (lasting.sizeOf(name) !== null) return;
  await lasting.change([name], 'put', () => writeWhole(join(folder, name), Buffer.from(key).toString('hex')));
}

/** Reads the shared keys in the folder, at most 64; reports damaged ones. */
export async function readSharedKeys(folder: string, tell: (problem: string) => void): Promise<Uint8Array[]> {
  const names = (await namesIn(folder)).filter((name) => /^key-[0-9a-f]{16}$/.test(name)).slice(0, MAX_SHARED);
  const keys = await Promise.all(names.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    if (FORM.test(text)) return [Buffer.from(text.trim(), 'hex')];
    tell(`The key ${name} of the embeds cannot be read: links that its tsdbscope signed do not open here.`);
    return [];
  }));
  return keys.flat();
}
