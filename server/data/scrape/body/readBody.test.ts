import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { BodyTooLargeError, readBody } from './readBody.ts';

const MIB = 2 ** 20;

function answerOf(body: Buffer, pieceBytes = 1000): IncomingMessage {
  const pieces = Array.from(
    { length: Math.ceil(body.length / pieceBytes) }, (_, i) => body.subarray(i * pieceBytes, (i + 1) * pieceBytes)
  );
  return Object.assign(
    Readable.from(pieces, { objectMode: false }), { headers: { 'content-encoding': 'gzip' } }
  ) as unknown as IncomingMessage;
}

it.each([
  ['nothing', Buffer.alloc(0)], ['little', Buffer.from('up 1\n')],
  ['more than is expanded at once, from little', Buffer.alloc(3 * MIB, 'a')],
  ['more than is collected at once', randomBytes(MIB)],
])('gives %s as it was packed, in memory of its own', async (_name, body) => {
  const read = await readBody(answerOf(gzipSync(body)), 4 * MIB);
  expect(Buffer.compare(read, body)).toBe(0);
  expect(read.buffer.byteLength).toBe(body.length);
});

it('writes into the memory that is taken for it', async () => {
  const memory = new Uint8Array(new SharedArrayBuffer(100), 0, 5).fill(1);
  const read = await readBody(answerOf(gzipSync(Buffer.from('up 1\n'))), MIB, undefined, () => memory);
  expect(read).toBe(memory);
  expect(Buffer.from(memory).toString()).toBe('up 1\n');
});

it('ends at its cap, of small answers and of large ones', async () => {
  for (const body of [Buffer.from('up 1\n'.repeat(100)), Buffer.alloc(3 * MIB), randomBytes(MIB)])
    await expect(readBody(answerOf(gzipSync(body)), 400)).rejects.toThrow(BodyTooLargeError);
});

it('rejects one that is cut off, or is none', async () => {
  for (const bytes of [1, 20, 1e5])
    await expect(readBody(answerOf(gzipSync(randomBytes(MIB / 4)).subarray(0, bytes)), MIB)).rejects.toThrow();
  await expect(readBody(answerOf(Buffer.from('no gzip')), MIB)).rejects.toThrow(/header/);
});
