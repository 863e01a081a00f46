/** Parses the output of disassemblers into instructions. */
export interface Disassembled { address: bigint; text: string; file: string; line: number }

const MAX_TEXT = 300;
/** Matches ` main.go:24\t\t0x4c4980\t\t493b6610\t\tCMPQ SP, 0x10(R14)` */
const GO_LINE = /^\s+(.+):(\d+)\t+0x([0-9a-f]{1,16})\t+[0-9a-f]+\t+(.*?)\s*$/;
/** Matches ` 4c4980:\tcmp %rsp,0x10(%r14)`, with raw bytes omitted. */
const PLAIN_LINE = /^\s*([0-9a-f]{1,16}):\s+(\S.*?)\s*$/;
/** Matches `/src/main.go:24`, before the instructions of a line; LLVM writes `; ` before it. */
const SOURCE_LINE = /^(?:; )?(\/.+):(\d+)(?: \(discriminator \d+\))?$/;

/** Reads lines of any of the programs and skips others. Ascending. */
export function readObjdump(output: string, most: number): { instructions: Disassembled[]; leftOut: number } {
  const instructions: Disassembled[] = [];
  let [file, line, leftOut] = ['', 0, 0];
  for (const row of output.split('\n')) {
    const source = SOURCE_LINE.exec(row);
    if (source !== null) [file, line] = [source[1] ?? '', Number(source[2])];
    const found = goInstruction(row) ?? plainInstruction(row, file, line);
    if (found === null) continue;
    if (instructions.length < most) instructions.push(found);
    else leftOut++;
  }
  return { instructions: instructions.sort((a, b) => (a.address < b.address ? -1 : 1)), leftOut };
}

function goInstruction(row: string): Disassembled | null {
  const match = GO_LINE.exec(row);
  return match === null ? null : {
    file: match[1] ?? '', line: Number(match[2]), address: BigInt(`0x${match[3] ?? '0'}`), text: textOf(match[4]),
  };
}

function plainInstruction(row: string, file: string, line: number): Disassembled | null {
  const match = PLAIN_LINE.exec(row);
  return match === null ? null : { file, line, address: BigInt(`0x${match[1] ?? '0'}`), text: textOf(match[2]) };
}

function textOf(text = ''): string {
  return text.replace(/\s+/g, ' ').slice(0, MAX_TEXT);
}
