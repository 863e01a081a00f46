/** The key that signs embeds: made at the first start, kept in the data folder for its owner alone. */
import { randomBytes } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, setAside, writeWhole } from '../files/wholeFile.ts';

const KEY_BYTES = 32;
const FORM = /^[0-9a-f]{64}\n?$/;

/**
 * The folder's key, which exists. A damaged one is set aside and reported: links made with it are void then. Where a
 * key cannot be written, one that lasts as long as the program.
 */
export async function openEmbedKey(folder: string, tell: (problem: string) => void): Promise<Uint8Array> {
  const path = join(folder, 'key');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text !== null && FORM.test(text)) {
    // A copied or restored folder may have lost it.
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
  await writeWhole(path, `${key.toString('hex')}\n`);
  return key;
}
