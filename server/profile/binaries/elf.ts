/**
 * Reads the build ids and segments of an ELF file. Checks everything against the size of the file.
 * https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html
 */
import type { FileHandle } from 'node:fs/promises';

export interface Elf {
  /** Build ids of the GNU linker, in hex, and of Go, as in its note. */
  buildIds: string[];
  segments: { offset: bigint; address: bigint; size: bigint }[];
  /** Go's table of functions, which stripping keeps; null: no Go program. `module`: in Go 1.26 and later. */
  goTable: { offset: number; size: number; module: number | null } | null;
}

const LOAD = 1;
const NOTE = 4;
const NOTE_SECTION = 7;
const MAX_HEADERS = 200;
const MAX_NOTE_BYTES = 64 * 1024;
const GNU_BUILD_ID = 3;
const GO_BUILD_ID = 4;

/** Returns null for a file that is not 64-bit ELF, or is damaged. */
export async function readElf(file: FileHandle, sizeBytes: number): Promise<Elf | null> {
  const head = await readAt(file, 0, 64);
  // Little-endian, 64 bits.
  if (head?.readUInt32BE(0) !== 0x7f454c46 || head[4] !== 2 || head[5] !== 1) return null;
  const elf: Elf = { buildIds: [], segments: [], goTable: null };
  const segments = await table(file, sizeBytes, head, { at: 32, entry: 54, least: 56 });
  // Go's linker puts the note of the build id only in a section.
  const sections = await table(file, sizeBytes, head, { at: 40, entry: 58, least: 64 });
  if (segments === null || sections === null) return null;
  const notes: [bigint, bigint][] = [];
  for (const row of segments) {
    const [type, offset, address, size] = [
      row.readUInt32LE(0), row.readBigUInt64LE(8), row.readBigUInt64LE(16), row.readBigUInt64LE(32),
    ];
    if (type === LOAD) elf.segments.push({ offset, address, size });
    else if (type === NOTE) notes.push([offset, size]);
  }
  for (const row of sections)
    if (row.readUInt32LE(4) === NOTE_SECTION) notes.push([row.readBigUInt64LE(24), row.readBigUInt64LE(32)]);
  for (const [offset, size] of notes) {
    if (size > MAX_NOTE_BYTES || offset + size > BigInt(sizeBytes)) continue;
    const read = await readAt(file, Number(offset), Number(size));
    if (read !== null) elf.buildIds.push(...idsOf(read));
  }
  elf.goTable = await goTableOf(file, sizeBytes, sections, head.readUInt16LE(62));
  return elf;
}

/** Finds the table by section names, which have a prefix in binaries with relocated data. */
async function goTableOf(
  file: FileHandle, sizeBytes: number, sections: readonly Buffer[], namesAt: number
): Promise<Elf['goTable']> {
  const names = sections[namesAt];
  if (names === undefined) return null;
  const [start, length] = [Number(names.readBigUInt64LE(24)), Number(names.readBigUInt64LE(32))];
  if (length > MAX_NOTE_BYTES || start + length > sizeBytes) return null;
  const text = await readAt(file, start, length);
  if (text === null) return null;
  const named = (ending: string): Buffer | undefined => sections.find((row) => {
    const from = row.readUInt32LE(0);
    const to = text.indexOf(0, from);
    return from < length && to >= 0 && text.toString('latin1', from, to).endsWith(ending);
  });
  const [table, module] = [named('.gopclntab'), named('.go.module')];
  if (table === undefined) return null;
  const [offset, size] = [Number(table.readBigUInt64LE(24)), Number(table.readBigUInt64LE(32))];
  if (offset + size > sizeBytes) return null;
  return { offset, size, module: module === undefined ? null : Number(module.readBigUInt64LE(24)) };
}

/**
 * Returns the rows of a table of headers; null if damaged. `at`, `entry`: positions of its offset and row size in the
 * file's header.
 */
async function table(
  file: FileHandle, sizeBytes: number, head: Buffer, { at, entry, least }: { at: number; entry: number; least: number }
): Promise<Buffer[] | null> {
  const place = Number(head.readBigUInt64LE(at));
  const [size, count] = [head.readUInt16LE(entry), head.readUInt16LE(entry + 2)];
  if (count === 0) return [];
  if (size < least || count > MAX_HEADERS || !Number.isSafeInteger(place) || place + size * count > sizeBytes)
    return null;
  const rows = await readAt(file, place, size * count);
  return rows === null ? null : Array.from({ length: count }, (_, i) => rows.subarray(i * size, (i + 1) * size));
}

function idsOf(notes: Buffer): string[] {
  const ids: string[] = [];
  // Sizes have 32 bits: bitwise operators would make large ones negative, and the position would move back.
  const aligned = (size: number): number => 4 * Math.ceil(size / 4);
  for (let at = 0; at + 12 <= notes.length;) {
    const [nameSize, size, type] = [notes.readUInt32LE(at), notes.readUInt32LE(at + 4), notes.readUInt32LE(at + 8)];
    const start = at + 12 + aligned(nameSize);
    if (start + size > notes.length) break;
    const name = notes.toString('latin1', at + 12, at + 12 + nameSize).replace(/\0+$/, '');
    if (name === 'GNU' && type === GNU_BUILD_ID) ids.push(notes.toString('hex', start, start + size));
    if (name === 'Go' && type === GO_BUILD_ID) ids.push(notes.toString('utf8', start, start + size));
    at = start + aligned(size);
  }
  return ids;
}

/** Returns null if the file is shorter. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer | null> {
  if (!Number.isSafeInteger(position)) return null;
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return bytesRead === length ? buffer : null;
}

/** Returns the address at which a file offset is loaded; null if it is not loaded. */
export function addressOf({ segments }: Elf, offset: bigint): bigint | null {
  const segment = segments.find((one) => offset >= one.offset && offset < one.offset + one.size);
  return segment === undefined ? null : offset - segment.offset + segment.address;
}
