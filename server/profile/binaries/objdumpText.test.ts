import { describe, expect, it } from 'vitest';
import { valued } from './assembly.ts';
import { readObjdump } from './objdumpText.ts';

const GO = [
  'TEXT main.walk(SB) /src/main.go',
  '  main.go:24\t\t0x4c4980\t\t493b6610\t\tCMPQ SP, 0x10(R14)\t\t\t',
  '  main.go:26\t\t0x4c4996\t\te885ffffff\t\tCALL main.busy(SB)\t\t\t',
].join('\n');
const GNU = [
  '', '/src/a b:c', 'Disassembly of section .text:', '', '00000000004c4980 <main.walk>:', 'main.walk():',
  '/src/main.go:24 (discriminator 2)', '  4c4980:\tcmp    0x10(%r14),%rsp', '/src/main.go:26',
  '  4c4996:\tcall   4c4920 <main.busy>',
].join('\n');
const LLVM = [
  '00000000004c4980 <main.walk>:', '; /src/main.go:24', '  4c4980:      \tcmpq\t0x10(%r14), %rsp',
].join('\n');

describe('what disassemblers print', () => {
  it.each<[string, string, string[]]>([
    ['go tool objdump', GO, ['4c4980 main.go:24 CMPQ SP, 0x10(R14)', '4c4996 main.go:26 CALL main.busy(SB)']],
    ['objdump', GNU, [
      '4c4980 /src/main.go:24 cmp 0x10(%r14),%rsp', '4c4996 /src/main.go:26 call 4c4920 <main.busy>',
    ]],
    ['llvm-objdump', LLVM, ['4c4980 /src/main.go:24 cmpq 0x10(%r14), %rsp']],
    ['anything else', 'no such file\n\n<html>', []],
  ])('%s', (_tool, output, expected) => {
    const { instructions } = readObjdump(output, 100);
    expect(instructions.map(({ address, file, line, text }) => `${address.toString(16)} ${file}:${line} ${text}`))
      .toEqual(expected);
  });

  it('is bounded', () => expect(readObjdump(GO, 1)).toMatchObject({ leftOut: 1, instructions: [{ line: 24 }] }));
});

describe('values of instructions', () => {
  const { instructions } = readObjdump(GO, 10);
  it('an address within an instruction is its own; others are not placed', () => {
    const { instructions: rows, unplaced } = valued(instructions, [
      { address: 0x4c4980n, flat: 1, cum: 2 }, { address: 0x4c499an, flat: 0, cum: 5 },
      { address: 0x4c4996n, flat: 0, cum: 3 }, { address: 0x5c4996n, flat: 7, cum: 7 },
      { address: null, flat: 1, cum: 1 },
    ]);
    expect(rows.map(({ flat, cum }) => [flat, cum])).toEqual([[1, 2], [0, 8]]);
    expect(unplaced).toEqual({ flat: 8, cum: 8 });
  });
});
