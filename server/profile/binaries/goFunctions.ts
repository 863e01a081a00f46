/**
 * Finds where a function of a Go program begins and ends, with the table that its runtime needs, which stripped
 * programs keep. Go 1.18 and later, 64-bit. Checks everything against its size.
 * https://github.com/golang/go/blob/master/src/internal/abi/symtab.go
 */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { readAt, type Elf } from './elf.ts';
import { countPassing } from '../../../core/statistics/ascending.ts';

/** Magic numbers of Go 1.18 and 1.20. */
const MAGICS = [0xfffffff0, 0xfffffff1];
const HEADER_BYTES = 72;
/** Offset of `moduledata.text`. */
const MODULE_TEXT = 176;
const MAX_FUNCTIONS = 2_000_000;
const MAX_NAME = 1_000;
const MAX_CODE_BYTES = 2n ** 20n;

export interface CodeRange { start: bigint; end: bigint }

type GoTable = NonNullable<Elf['goTable']>;

interface Place { path: string; elf: Elf }

/**
 * Returns the range of the function `symbol` that contains one of the addresses. null: no Go program, an older one, a
 * damaged table, or another function is there.
 */
export async function goFunction(
  { path, elf }: Place, symbol: string, addresses: readonly bigint[]
): Promise<CodeRange | null> {
  if (elf.goTable === null || addresses.length === 0) return null;
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(() => null);
  if (file === null) return null;
  try {
    return await rangeIn(file, elf.goTable, symbol, addresses);
  } finally {
    await file.close();
  }
}

async function rangeIn(
  file: FileHandle, table: GoTable, symbol: string, addresses: readonly bigint[]
): Promise<CodeRange | null> {
  const part = (at: number, length: number): Promise<Buffer | null> => (
    at >= 0 && at + length <= table.size ? readAt(file, table.offset + at, length) : Promise.resolve(null));
  const head = await part(0, HEADER_BYTES);
  if (head === null || !MAGICS.includes(head.readUInt32LE(0)) || head[7] !== 8) return null;
  const field = (index: number): number => Number(head.readBigUInt64LE(8 + 8 * index));
  const [count, namesAt, functionsAt] = [field(0), field(3), field(7)];
  if (count === 0 || count > MAX_FUNCTIONS) return null;
  // Pairs of offsets, of the code and of its description; the last one is the offset where all code ends.
  const rows = await part(functionsAt, 8 * count + 4);
  if (rows === null) return null;
  const base = await codeStart(file, table, head);
  if (base === null) return null;
  for (const address of addresses) {
    const row = rowOf(rows, count, address - base);
    if (row === null) continue;
    const described = await part(functionsAt + rows.readUInt32LE(8 * row + 4), 8);
    if (described === null) continue;
    const nameAt = namesAt + described.readInt32LE(4);
    const name = await part(nameAt, Math.min(MAX_NAME, table.size - nameAt));
    const nameEnd = name?.indexOf(0) ?? -1;
    if (name === null || nameEnd < 0 || anyShape(name.toString('utf8', 0, nameEnd)) !== anyShape(symbol)) continue;
    const [start, end] = [base + BigInt(rows.readUInt32LE(8 * row)), base + BigInt(rows.readUInt32LE(8 * row + 8))];
    if (end > start && end - start <= MAX_CODE_BYTES) return { start, end };
  }
  return null;
}

/** Returns the base of function offsets. Go before 1.26 writes it into the header, later versions into their module. */
async function codeStart(file: FileHandle, table: GoTable, head: Buffer): Promise<bigint | null> {
  const written = head.readBigUInt64LE(24);
  if (written !== 0n || table.module === null) return written === 0n ? null : written;
  const text = (await readAt(file, table.module + MODULE_TEXT, 8))?.readBigUInt64LE(0) ?? 0n;
  return text === 0n ? null : text;
}

/** Returns the last row whose code begins at or before the offset; null: before the first, or after all code. */
function rowOf(rows: Buffer, count: number, offset: bigint): number | null {
  if (offset < BigInt(rows.readUInt32LE(0)) || offset >= BigInt(rows.readUInt32LE(8 * count))) return null;
  return countPassing(count, (row) => BigInt(rows.readUInt32LE(8 * row)) <= offset) - 1;
}

/** Normalizes type arguments: profiles of older Go have `[...]` for those of a generic function. */
function anyShape(name: string): string {
  return name.replace(/\[.*\]/, '[...]');
}
