/**
 * Disassembles one function with a program of this machine: Go's, LLVM's or GNU's. No shell is started: names and paths
 * are arguments of their own, and what begins with a dash is refused.
 */
import { spawn } from 'node:child_process';
import { fail, ok, type Result } from '../../core/result.ts';
import { readObjdump, type Disassembled } from './objdumpText.ts';

const TIME_LIMIT_MS = 20_000;
const MAX_OUTPUT_BYTES = 8 * 2 ** 20;
const MAX_INSTRUCTIONS = 5_000;
const MAX_SYMBOL = 1_000;

export interface Disassembly { tool: string; instructions: Disassembled[]; leftOut: number }

interface Tool { name: string; command: string; args: (symbol: string, path: string) => string[] }

const TOOLS: readonly Tool[] = [
  {
    name: 'go tool objdump', command: 'go',
    args: (symbol, path) => ['tool', 'objdump', '-s', `^${symbol.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`, path],
  },
  {
    name: 'llvm-objdump', command: 'llvm-objdump',
    args: (symbol, path) => ['-d', '-l', '--no-show-raw-insn', `--disassemble-symbols=${symbol}`, path],
  },
  {
    name: 'objdump', command: 'objdump',
    args: (symbol, path) => ['-d', '-l', '--no-show-raw-insn', `--disassemble=${symbol}`, path],
  },
];

/**
 * With the first program that is installed and knows the function. `path`: absolute. Errors: `bad_data` for a name that
 * cannot be one, `not_found` where no program is installed or none finds the function, `timeout`.
 */
export async function disassemble(symbol: string, path: string): Promise<Result<Disassembly>> {
  if (symbol === '' || symbol.length > MAX_SYMBOL || /[\0\n\r]/.test(symbol) || symbol.startsWith('-'))
    return fail('bad_data', 'the name of the function is not one that a disassembler takes');
  let installed = 0;
  for (const { name, command, args } of TOOLS) {
    const run = await outputOf(command, args(symbol, path));
    if (run.state === 'missing') continue;
    installed++;
    if (run.state === 'late')
      return fail('timeout', `${name} took longer than ${TIME_LIMIT_MS / 1000} s and was ended; use a smaller binary`);
    const { instructions, leftOut } = readObjdump(run.output, MAX_INSTRUCTIONS);
    if (instructions.length > 0) return ok({ tool: name, instructions, leftOut });
  }
  return fail(
    'not_found', installed === 0
      ? 'no disassembler is installed on the server: install Go, llvm-objdump or objdump (binutils)'
      : 'the disassembler found no code of this function in the binary'
  );
}

type Run = { state: 'missing' } | { state: 'late' } | { state: 'done'; output: string };

/** At most 8 MiB of what it prints; the rest is dropped and the program ended. */
function outputOf(command: string, args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'ignore'], shell: false, timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL',
      // Go downloads nothing and finds its own folder.
      env: { PATH, HOME, LC_ALL: 'C', GOTOOLCHAIN: 'local', GOFLAGS: '', GOPROXY: 'off' },
    });
    const pieces: Buffer[] = [];
    let [bytes, isFull] = [0, false];
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= MAX_OUTPUT_BYTES) pieces.push(piece);
      else if (!isFull) {
        isFull = true;
        child.kill('SIGKILL');
      }
    });
    child.on('error', () => { resolve({ state: 'missing' }); });
    // One that a damaged binary makes crash ends by a signal too, which is not ours.
    child.on('close', () => {
      resolve(child.killed && !isFull ? { state: 'late' }
        : { state: 'done', output: Buffer.concat(pieces).toString('utf8') });
    });
  });
}
