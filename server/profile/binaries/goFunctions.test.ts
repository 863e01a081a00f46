import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Elf } from './elf.ts';
import { goFunction, type CodeRange } from './goFunctions.ts';

const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-go-'));
const path = join(folder, 'program');
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

const NAMES = ['main.a', 'main.Map[go.shape.int]', 'main.c'];
const STARTS = [0, 0x40, 0x1000, 0x1080];
const MODULE = 300;

/** A table of three functions as Go 1.20 writes it, and the module of Go 1.26 behind it. */
function table({ textStart = 0x401000n, moduleText = 0n } = {}): Buffer {
  const file = Buffer.alloc(500);
  file.writeUInt32LE(0xfffffff1, 0);
  Buffer.from([1, 8]).copy(file, 6);
  [3n, 0n, textStart, 72n, 0n, 0n, 0n, 160n].forEach((value, i) => { file.writeBigUInt64LE(value, 8 + 8 * i); });
  let name = 0;
  NAMES.forEach((text, i) => {
    file.write(`${text}\0`, 72 + name, 'latin1');
    file.writeUInt32LE(STARTS[i] ?? 0, 160 + 8 * i);
    file.writeUInt32LE(40 + 8 * i, 164 + 8 * i);
    file.writeInt32LE(name, 160 + 40 + 8 * i + 4);
    name += text.length + 1;
  });
  file.writeUInt32LE(STARTS[3] ?? 0, 160 + 24);
  file.writeBigUInt64LE(moduleText, MODULE + 176);
  return file;
}

function found(
  file: Buffer, symbol: string, addresses: bigint[], module: number | null = null
): Promise<CodeRange | null> {
  writeFileSync(path, file);
  const elf: Elf = { buildIds: [], segments: [], goTable: { offset: 0, size: 280, module } };
  return goFunction({ path, elf }, symbol, addresses);
}

describe('the range of a Go function by its runtime\'s table', () => {
  it.each<[string, bigint[], CodeRange | null]>([
    ['main.a', [0x401000n], { start: 0x401000n, end: 0x401040n }],
    ['main.Map[...]', [0x401fffn], { start: 0x401040n, end: 0x402000n }],
    ['main.c', [0x1n, 0x40207fn], { start: 0x402000n, end: 0x402080n }],
    ['main.c', [0x402080n], null],
    ['main.c', [0x400fffn], null],
    ['main.a', [0x401040n], null],
    ['main.a', [], null],
  ])('%s, row %#', async (symbol, addresses, expected) => {
    expect(await found(table(), symbol, addresses)).toEqual(expected);
  });

  it('where the table has no start of the code, the module has it; without both nothing is guessed', async () => {
    const file = table({ textStart: 0n, moduleText: 0x32400n });
    expect(await found(file, 'main.a', [0x32404n], MODULE)).toEqual({ start: 0x32400n, end: 0x32440n });
    expect(await found(file, 'main.a', [0x32404n])).toBeNull();
    expect(await found(file, 'main.a', [0x32404n], Number.MAX_SAFE_INTEGER + 1)).toBeNull();
  });

  it('damage gives a range in order or none', async () => {
    let state = 7;
    const next = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state % below;
    };
    for (let round = 0; round < 1_000; round++) {
      const file = table();
      for (let i = 0; i <= next(4); i++) file.writeUInt8(next(256), next(280));
      const range = await found(next(5) === 0 ? file.subarray(0, next(280)) : file, 'main.a', [0x401010n]);
      if (range !== null) expect(range.end - range.start).toBeGreaterThan(0n);
    }
  });
});
