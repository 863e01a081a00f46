/** The machine code of a function with its values. Part of contract.ts, which says the units; import from there. */
import type { ProfileHead } from './profileView.ts';

/** `address`: of the binary, hex. `file`, `line`: '' and 0 where the disassembler has none. */
export interface Instruction { address: string; flat: number; cum: number; text: string; file: string; line: number }

/**
 * As `go tool pprof -disasm`: a sample counts once at each address. Without a binary or a disassembler there are no
 * instructions, and `note` says why.
 */
export interface AssemblyTable extends ProfileHead {
  function: string;
  /** Name of the binary that was read, and of the program that read it. */
  binary: string | null;
  tool: string | null;
  note: string;
  instructions: Instruction[];
  instructionsLeftOut: number;
  /** Of samples of the function at addresses that no instruction has: another build, or none was read. */
  unplaced: { flat: number; cum: number };
}
