/** Machine code below its source lines, as in `go tool pprof -weblist`; pure. */
import type { AssemblyTable, FileLines, Instruction } from '../../contract/contract.ts';

/** Consecutive instructions of one line. */
export interface AssemblyBlock {
  file: string;
  line: number;
  /** Text of the source line; null if not available. */
  text: string | null;
  /** Sums over the instructions; callees of a line can count at several of them. */
  flat: number;
  cum: number;
  instructions: Instruction[];
}

/** Returns the blocks in address order; one line can have several. `files`: source lines of the function. */
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

/** Returns the source line; Go's disassemblers give a file without its folder. */
function sourceOf(files: readonly FileLines[], file: string, line: number): string | null {
  if (file === '' || line === 0) return null;
  const own = files.filter((one) => one.file === file || one.file.endsWith(`/${file}`));
  const rows = own.length === 1 ? own[0]?.rows : undefined;
  return rows?.find((row) => row.line === line)?.text ?? null;
}

/** Returns what was read, and caveats. */
export function assemblyWords({ binary, tool, note, instructions, instructionsLeftOut }: AssemblyTable): string {
  return [
    binary !== null && tool !== null ? `${instructions.length} instructions of ${binary}, by ${tool}.` : '', note,
    instructionsLeftOut > 0 ? `${instructionsLeftOut} more are not listed.` : '',
  ].filter((part) => part !== '').join(' ');
}
