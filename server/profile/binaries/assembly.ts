/** Returns the machine code of a function with the values of a profile. */
import type { AssemblyTable, Instruction } from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import type { FunctionAddresses } from '../views/addresses.ts';
import type { BinaryFolder, FoundBinary } from './binaryFolder.ts';
import { disassemble, type Disassembly } from './disassemble.ts';
import { addressOf } from './elf.ts';
import { goFunction } from './goFunctions.ts';
import type { Disassembled } from './objdumpText.ts';

const NO_FOLDER = 'No folder of binaries is configured on the server: set profiles.binaries in the --config file and '
  + 'restart.';

/** Returns the assembly table. Never fails: `note` says what is missing. `folder` null: none is configured. */
export async function assemblyOf(addresses: FunctionAddresses, folder: BinaryFolder | null): Promise<AssemblyTable> {
  const { unit, sampleType, total, function: name, rows, mapping, symbol } = addresses;
  const unplaced = { flat: 0, cum: 0 };
  for (const { flat, cum } of rows) {
    unplaced.flat += flat;
    unplaced.cum += cum;
  }
  const none: AssemblyTable = {
    unit, sampleType, total, function: name, binary: null, tool: null, note: '', instructions: [],
    instructionsLeftOut: 0, unplaced,
  };
  if (folder === null) return { ...none, note: NO_FOLDER };
  if (mapping === null) return { ...none, note: 'The profile names no binary for the addresses of this function.' };
  const binary = await folder.find(mapping);
  if (typeof binary === 'string') return { ...none, note: sentence(binary) };
  const values = rows.map(({ offset, ...row }) => ({ ...row, address: addressOf(binary.elf, BigInt(offset)) }));
  const found = await codeOf(symbol, binary, values);
  if (!found.ok) return { ...none, binary: binary.name, note: sentence(found.error.message) };
  const { tool, instructions, leftOut, isWhole } = found.value;
  const cut = isWhole ? '' : `${tool} ended before it had printed all of the function.`;
  const placed = valued(instructions, values);
  const lost = placed.unplaced.flat !== 0 || placed.unplaced.cum !== 0
    ? 'Some samples are at addresses outside this code: the binary may be another build.' : '';
  return {
    ...none, binary: binary.name, tool, note: [binary.note, cut, lost].filter((text) => text !== '').join(' '),
    instructions: placed.instructions, instructionsLeftOut: leftOut, unplaced: placed.unplaced,
  };
}

/** Disassembles by symbol; for a Go program without symbols, by its runtime's function table. */
async function codeOf(symbol: string, binary: FoundBinary, values: readonly Valued[]): Promise<Result<Disassembly>> {
  const found = await disassemble(symbol, binary.path);
  if (found.ok || found.error.errorType !== 'not_found') return found;
  const addresses = values.flatMap(({ address }) => (address === null ? [] : [address]));
  const range = await goFunction(binary, symbol, addresses);
  return range === null ? found : disassemble(range, binary.path);
}

interface Valued { address: bigint | null; flat: number; cum: number }

/**
 * Assigns values to instructions: an address within an instruction, such as that before the return of a call, counts
 * for it.
 */
export function valued(
  instructions: readonly Disassembled[], values: readonly Valued[]
): { instructions: Instruction[]; unplaced: { flat: number; cum: number } } {
  const rows = instructions.map(({ address, ...rest }): Instruction => (
    { address: address.toString(16), flat: 0, cum: 0, ...rest }));
  const unplaced = { flat: 0, cum: 0 };
  const [first, last] = [instructions[0]?.address, instructions.at(-1)?.address];
  for (const { address, flat, cum } of values) {
    let at = -1;
    // An instruction has at most 15 bytes.
    if (address !== null && first !== undefined && last !== undefined && address >= first && address <= last + 15n)
      at = instructions.findLastIndex((one) => one.address <= address);
    const row = rows[at] ?? unplaced;
    row.flat += flat;
    row.cum += cum;
  }
  return { instructions: rows, unplaced };
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
