import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readElf, type Elf } from './elf.ts';

const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-elf-'));
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

interface Note { nameSize: number; size: number; type: number; rest: string }

const GNU: Note = { nameSize: 4, size: 4, type: 3, rest: 'GNU\0\xab\xcd\x01\x02' };

/** An ELF file with one section of notes. */
function elfOf(notes: readonly Note[], change: (file: Buffer) => void = () => undefined): Buffer {
  const body = Buffer.concat(notes.map(({ nameSize, size, type, rest }) => {
    const head = Buffer.alloc(12);
    [nameSize, size, type].forEach((value, i) => { head.writeUInt32LE(value, 4 * i); });
    return Buffer.concat([head, Buffer.from(rest, 'latin1')]);
  }));
  const [head, section] = [Buffer.alloc(64), Buffer.alloc(64)];
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1]).copy(head);
  head.writeBigUInt64LE(64n, 40);
  head.writeUInt16LE(64, 58);
  head.writeUInt16LE(1, 60);
  section.writeUInt32LE(7, 4);
  section.writeBigUInt64LE(128n, 24);
  section.writeBigUInt64LE(BigInt(body.length), 32);
  const file = Buffer.concat([head, section, body]);
  change(file);
  return file;
}

async function read(file: Buffer): Promise<Elf | null> {
  const path = join(folder, 'file');
  writeFileSync(path, file);
  const handle = await open(path);
  try {
    return await readElf(handle, file.length);
  } finally {
    await handle.close();
  }
}

test('the build id of a note', async () => {
  expect((await read(elfOf([GNU])))?.buildIds).toEqual(['abcd0102']);
});

test.each<[string, Buffer, string[] | null]>([
  ['a name whose size turns negative in 32 bits', elfOf([{ ...GNU, nameSize: 0xfffffff4, size: 0 }, GNU]), []],
  ['a value whose size turns negative', elfOf([{ ...GNU, size: 0xfffffff0 }, GNU]), []],
  ['a value that goes on after the end', elfOf([GNU, { ...GNU, size: 400 }]), ['abcd0102']],
  ['notes outside the file', elfOf([GNU], (file) => { file.writeBigUInt64LE(1n << 60n, 64 + 24); }), []],
  ['a table outside the file', elfOf([GNU], (file) => { file.writeBigUInt64LE(1n << 60n, 40); }), null],
  ['more headers than any program', elfOf([GNU], (file) => { file.writeUInt16LE(60_000, 60); }), null],
  ['half a head', elfOf([GNU]).subarray(0, 30), null],
])('damage is read to its place and no further: %s', async (_what, file, expected) => {
  expect((await read(file))?.buildIds ?? null).toEqual(expected);
});
