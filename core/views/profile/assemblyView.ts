/** Machine code under the source lines it comes from, as `go tool pprof -weblist`; pure. */
import type { AssemblyTable, FileLines, Instruction } from '../../contract/contract.ts';

/** Instructions that follow each other and are of one line. */
export interface AssemblyBlock {
  file: string;
  line: number;
  /** Of the source; null: not available. */
  text: string | null;
  /** Sums over the instructions: what a line calls can count at several of them. */
  flat: number;
  cum: number;
  instructions: Instruction[];
}

/** In the order of addresses; one line can have several blocks. `files`: the source lines of the function. */
export function assemblyBlocks({ instructions }: AssemblyTable, files: readonly FileLines[]): AssemblyBlock[] {
  const blocks: AssemblyBlock[] = [];
  for (const instruction of instructions) {
    const { file, line, flat, cum } = instruction;
    let block = blocks.at(-1);
    if (block === undefined || block.file !== file || block.line !== line) {
      block = { file, line, text: sourceOf(files, file, line), flat: 0, cum: 0, instructions: [] };
      blocks.push(block);
    }
    block.flat += flat;
    block.cum += cum;
    block.instructions.push(instruction);
  }
  return blocks;
}

/** Disassemblers of Go name a file without its folder. */
function sourceOf(files: readonly FileLines[], file: string, line: number): string | null {
  if (file === '' || line === 0) return null;
  const own = files.filter((one) => one.file === file || one.file.endsWith(`/${file}`));
  const rows = own.length === 1 ? own[0]?.rows : undefined;
  return rows?.find((row) => row.line === line)?.text ?? null;
}

/** What was read, and what to keep in mind. */
export function assemblyWords({ binary, tool, note, instructions, instructionsLeftOut }: AssemblyTable): string {
  return [
    binary !== null && tool !== null ? `${instructions.length} instructions of ${binary}, by ${tool}.` : '', note,
    instructionsLeftOut > 0 ? `${instructionsLeftOut} more are not listed.` : '',
  ].filter((part) => part !== '').join(' ');
}
