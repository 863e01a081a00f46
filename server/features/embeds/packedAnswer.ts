import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { KeptAnswer } from './embedRecord.ts';

/** Size limits of one answer, compressed and uncompressed; an hour of a panel at 1 s has about 50 KB and 300 KB. */
export const MAX_ANSWER_BYTES = 8 * 2 ** 20;
const MAX_PLAIN_BYTES = 48 * 2 ** 20;

/** Compresses an answer; null if it is too large. */
export async function packed(answer: KeptAnswer): Promise<Buffer | null> {
  const plain = Buffer.from(JSON.stringify(answer));
  if (plain.length > MAX_PLAIN_BYTES) return null;
  const bytes = await promisify(gzip)(plain);
  return bytes.length > MAX_ANSWER_BYTES ? null : bytes;
}

export async function unpacked(bytes: Uint8Array): Promise<string> {
  return (await promisify(gunzip)(bytes, { maxOutputLength: MAX_PLAIN_BYTES })).toString('utf8');
}
